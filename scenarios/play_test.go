package scenarios

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"wavetank/report/judge"
	"wavetank/report/measure"
)

// TestLibraryHolds plays every library scenario and demands that each of its own
// rules holds, none of them skipped.
func TestLibraryHolds(t *testing.T) {
	const seeds = 3
	for _, info := range Library() {
		t.Run(info.Name, func(t *testing.T) {
			s, err := Load(info.Name, Options{})
			if err != nil {
				t.Fatal(err)
			}
			r, err := s.Play(context.Background(), s.Seeds(seeds), nil)
			if err != nil {
				t.Fatal(err)
			}
			if len(r.Expectations) != len(s.Document.Expect) {
				t.Errorf("%d of %d rules were judged", len(r.Expectations), len(s.Document.Expect))
			}
			holdShipping(t, r)
			for _, e := range r.Expectations {
				t.Logf("%-12s %-70s %g (%g) %s", e.Verdict, e.Rule, e.Observed, e.Limit, e.Detail)
				if e.Verdict != judge.Pass {
					t.Errorf("%s:%d: %s: %s, observed %g %s %s", e.File, e.Line, e.Rule, e.Verdict, e.Observed, e.Text, e.Detail)
				}
			}
		})
	}
}

// TestAzure plays an hour of recorded traffic, where the recording is at hand.
func TestAzure(t *testing.T) {
	dir := os.Getenv("WAVETANK_TRACES")
	if dir == "" {
		t.Skip("WAVETANK_TRACES names no folder with the Azure traces")
	}
	file := filepath.Join(dir, "azure-llm-2023-conv.csv")
	s, err := Load("hang-primary", Options{Set: []string{"workload.arrivals={kind: trace, file: '" + file + "'}"}, Duration: time.Hour})
	if err != nil {
		t.Fatal(err)
	}
	r, err := s.Play(context.Background(), s.Seeds(1), nil)
	if err != nil {
		t.Fatal(err)
	}
	const rows = 19366 // the recording's last request comes at 58 min 21 s
	for _, st := range r.Strategies {
		if got := st.Figure("requests").Mean; got != rows {
			t.Errorf("%s: %g requests, want %d", st.Name, got, rows)
		}
	}
	for _, e := range r.Expectations {
		if e.Verdict != judge.Pass {
			t.Errorf("%s: %s", e.Rule, e.Verdict)
		}
	}
}

func TestRateOf(t *testing.T) {
	for arrivals, want := range map[string]string{
		"kind: constant, rate: 2.5":                                  "2.5 req/s",
		"kind: constant, every: 4s":                                  "a request every 4s",
		"kind: poisson, rate: 5":                                     "5 req/s",
		"kind: gamma, rate: 5, cv: 2":                                "5 req/s",
		"kind: ramp, from: 2, to: 12, over: 1m":                      "2 to 12 req/s",
		"kind: bursts, rate: 3, burst_rate: 12, every: 8m, for: 30s": "3 req/s, bursts of 12",
		"kind: steps, steps: [{rate: 4, for: 1m}, {rate: 1}]":        "1 to 4 req/s",
		"kind: closed, users: 50, think: 5s":                         "50 users",
	} {
		s := mustLoad(t, strings.Replace(small, "kind: poisson, rate: 1", arrivals, 1), Options{})
		if got := s.Summary().Rate; got != want {
			t.Errorf("%s: %q, want %q", arrivals, got, want)
		}
	}
}

// TestInterrupted keeps what every strategy has finished, and says so.
func TestInterrupted(t *testing.T) {
	s := mustLoad(t, small, Options{})
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	r, err := s.Play(ctx, s.Seeds(3), nil)
	if err == nil || r == nil || !r.Partial || r.Asked != 3 || len(r.Expectations) != 1 {
		t.Errorf("a cancelled run gives %+v, %v", r, err)
	}
}

// TestPaired demands the same result whatever the order of strategies.
func TestPaired(t *testing.T) {
	one := mustLoad(t, small, Options{Strategies: []string{"naive", "mine"}})
	two := mustLoad(t, small, Options{Strategies: []string{"mine", "naive"}})
	a, err := one.Play(context.Background(), one.Seeds(2), nil)
	if err != nil {
		t.Fatal(err)
	}
	b, err := two.Play(context.Background(), two.Seeds(2), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"naive", "mine", Ideal} {
		for _, m := range measure.Catalogue {
			x, y := a.Strategy(name).Figure(m.Name).Mean, b.Strategy(name).Figure(m.Name).Mean
			if x != y && (x == x || y == y) {
				t.Errorf("%s.%s: %g and %g", name, m.Name, x, y)
			}
		}
	}
}
