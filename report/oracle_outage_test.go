package report_test

import (
	"context"
	"testing"
	"time"

	"wavetank/chain/policy"
	"wavetank/faults"
	"wavetank/report/measure"
	"wavetank/sim"
)

// TestPublishedOutage plays the published 60-second outage: the first provider
// answers 503 at once until 60 s, 20 requests come every four seconds, one after
// the other. Three published rows follow from their rules alone.
func TestPublishedOutage(t *testing.T) {
	twoMore := &policy.ExponentialRetry{Max: 2, Base: 500 * time.Millisecond, Factor: 2000, Jitter: policy.JitterFull}
	for _, c := range []struct {
		name     string
		strategy policy.Document
		wasted   float64
		calls    [2]int // on either provider
		back     time.Duration
	}{
		{"single", policy.Document{}, 15, [2]int{20, 15}, 60 * time.Second},
		{"retry", policy.Document{Retry: twoMore}, 45, [2]int{50, 15}, 60 * time.Second},
		{"cooldown", policy.Document{Retry: twoMore, Breaker: &policy.Breaker{Trip: &policy.ConsecutiveTrip{Failures: 2},
			Open: &policy.ConstantOpen{Base: 30 * time.Second}, HalfOpen: &policy.NoHalfOpen{}}}, 4, [2]int{8, 16}, 64 * time.Second},
	} {
		t.Run(c.name, func(t *testing.T) {
			for seed := range uint64(5) {
				run, calls, back := publishedOutage(t, c.strategy, seed)
				if run["wasted_calls"] != c.wasted || run["requests"] != 20 || run["success_rate"] != 1 || calls != c.calls || back != c.back {
					t.Fatalf("seed %d: %v wasted of %v requests, success %v, calls %v, first useful one on the first provider at %s; want %v of 20, 1, %v, %s",
						seed, run["wasted_calls"], run["requests"], run["success_rate"], calls, back, c.wasted, c.calls, c.back)
				}
			}
		})
	}
}

func publishedOutage(t *testing.T, strategy policy.Document, seed uint64) (run map[string]float64, calls [2]int, back time.Duration) {
	t.Helper()
	down := failing(1, 0)
	down.Status = 503
	p := play{providers: []faults.Provider{{Latency: constant(500 * time.Millisecond)}, {Latency: constant(time.Second)}},
		timeline: []faults.Entry{window(0, 60*time.Second, down)},
		arrivals: &sim.Constant{Every: 4 * time.Second, Loop: sim.Loop{One: true}}, duration: 80 * time.Second, strategy: strategy}
	setup, s := p.setup(t), p.recipe(t)
	acc := measure.NewAccumulator(setup, 0)
	acc.Prepare(s, false)
	back = -1
	look := eyes{finished: func(r *sim.Request) {
		for k := range r.Attempts {
			a := &r.Attempts[k]
			calls[a.Provider]++
			if a.Provider == 0 && back < 0 && measure.LabelOf(r, a, &faults.Truth{Theta: 0.5, Limit: time.Hour}, false) == measure.Useful {
				back = time.Duration(a.Sent)
			}
		}
	}}
	if err := sim.NewRunner(setup).Run(context.Background(), s, seed, sim.Tee{acc, look}); err != nil {
		t.Fatal(err)
	}
	run = map[string]float64{}
	for i, m := range measure.Catalogue {
		run[m.Name] = acc.Run().Values[i]
	}
	if run["attempts"] != run["useful"]+run["wasted_calls"] {
		t.Errorf("%v attempts are not %v useful and %v wasted ones", run["attempts"], run["useful"], run["wasted_calls"])
	}
	return run, calls, back
}
