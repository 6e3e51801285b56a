package scenarios

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"wavetank/sim"
)

// counting is a sink that counts what an estimate is of.
type counting struct {
	sim.Tee
	requests, attempts int
}

func (c *counting) Ended(*sim.Attempt)    { c.attempts++ }
func (c *counting) Finished(*sim.Request) { c.requests++ }

// TestCostIsFair holds that estimates are near what is played, on the library and on
// random worlds: requests within a tenth and some luck, attempts no fewer, and no more
// than some times as many.
func TestCostIsFair(t *testing.T) {
	var texts []string
	r := rand.New(rand.NewPCG(3, 4))
	for range 12 {
		arrivals := []string{"{kind: poisson, rate: 5}", "{kind: constant, every: 100ms}", "{kind: ramp, from: 1, to: 9, over: 4m}", "{kind: bursts, rate: 2, burst_rate: 20, every: 1m, for: 10s}",
			"{kind: steps, repeat: true, steps: [{rate: 2, for: 20s}, {rate: 8, for: 1m}]}", "{kind: gamma, rate: 6, cv: 2}"}[r.IntN(6)]
		kind := []string{"hang", "refuse", "flap, down: 10s, up: 20s", "status, code: 503", "latency, factor: 4", "errors, share: 0.4"}[r.IntN(6)]
		texts = append(texts, fmt.Sprintf(costBase, "10m", arrivals, fmt.Sprintf("  - {at: 2m, for: %dm, provider: all, kind: %s}\n", 1+r.IntN(6), kind)))
	}
	for _, i := range Library() {
		fair(t, i.Name, Options{})
	}
	for _, text := range texts {
		fair(t, "./x.yaml", Options{ReadFile: func(_, _ string) ([]byte, error) { return []byte(text), nil }})
	}
}

func fair(t *testing.T, ref string, o Options) {
	t.Helper()
	s, err := Load(ref, o)
	if err != nil {
		t.Fatal(err)
	}
	var c counting
	requests := 0
	for i := range s.Strategies {
		c.requests = 0
		if err := s.replay(context.Background(), i, s.Seed, &c); err != nil {
			t.Fatal(err)
		}
		requests = max(requests, c.requests)
	}
	if n := float64(requests); s.Cost.Requests < 0.8*n-30 || s.Cost.Requests > 4*n+30 {
		t.Errorf("%s: %d requests, and %.0f were told", s.Name, requests, s.Cost.Requests)
	}
	if n := float64(c.attempts); s.Cost.Attempts < 0.7*n-100 || s.Cost.Attempts > 40*n+100 {
		t.Errorf("%s: %d attempts, and %.0f were told", s.Name, c.attempts, s.Cost.Attempts)
	}
	t.Logf("%s: %d requests, %.0f told; %d attempts, %.0f told", s.Name, requests, s.Cost.Requests, c.attempts, s.Cost.Attempts)
}
