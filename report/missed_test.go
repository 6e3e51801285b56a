package report_test

import (
	"context"
	"testing"
	"time"

	"wavetank/chain"
	"wavetank/chain/policy"
	"wavetank/faults"
	"wavetank/report/measure"
	"wavetank/sim"
)

// TestMissedOutages sends one request a second into a minute in which the only
// provider fails two times in three: an outage, with failures in a row too few
// for the rule. It is missed where the rule had evidence enough to go by, and
// neither missed nor noticed where traffic was too thin for it.
func TestMissedOutages(t *testing.T) {
	for _, c := range []struct {
		what     string
		failures int
		missed   float64
	}{
		{"the rule needs fewer failures than there were attempts", 40, 1},
		{"the rule needs more than there were attempts", 61, 0},
		{"the rule is met", 2, 0},
	} {
		fault := &faults.Status{Code: 503, Share: 2. / 3, After: &faults.Constant{}}
		p := play{
			providers: []faults.Provider{{Latency: &faults.Constant{}}},
			timeline: []faults.Entry{{At: faults.Span{Min: time.Minute, Max: time.Minute}, For: faults.Span{Min: time.Minute, Max: time.Minute},
				Provider: []string{"p0"}, Fault: fault}},
			arrivals: &sim.Constant{Every: time.Second}, duration: 3 * time.Minute,
			strategy: policy.Document{Breaker: &policy.Breaker{Trip: &policy.ConsecutiveTrip{Failures: c.failures},
				Open: &policy.ConstantOpen{Base: time.Second}, HalfOpen: &policy.SingleProbe{}}},
		}
		runs, _, err := measure.Compare(context.Background(), measure.Comparison{Setup: p.setup(t),
			Strategies: []chain.Strategy{p.recipe(t)}, Seeds: []uint64{1}})
		if err != nil {
			t.Fatal(err)
		}
		k, _ := measure.Index["missed_outages"]
		if got := runs[0][0].Values[k]; got != c.missed {
			t.Errorf("%s: %g missed outages, want %g", c.what, got, c.missed)
		}
	}
}
