package report_test

import (
	"testing"
	"time"

	"wavetank/chain"
	"wavetank/chain/policy"
	"wavetank/faults"
	"wavetank/sim"
)

// detectionChecks are the rows about how long a breaker takes to notice: A3.
func detectionChecks() []check {
	return []check{
		{ids: []string{"A3a", "A3b"}, slack: 0.01, measure: func(t *testing.T) map[string]estimate {
			p := outage(&faults.Hang{Share: 1}, 45*time.Second)
			m := p.metrics(t, 800, "time_to_detect", "wasted.doomed")
			return map[string]estimate{"A3a": meanOf(m[0]), "A3b": meanOf(m[1])}
		}},
		{ids: []string{"A3c"}, slack: 0.02, measure: func(t *testing.T) map[string]estimate {
			p := outage(failing(1, 200*time.Millisecond), 5*time.Second)
			m := p.metrics(t, 1600, "wasted.doomed")
			return map[string]estimate{"A3c": meanOf(m[0])}
		}},
	}
}

// outage is 10 calls a second that meet a sick first provider from the start,
// and a breaker that gives way to the second after five failures in a row.
func outage(f faults.Fault, duration time.Duration) play {
	s := patient
	s.Breaker = &policy.Breaker{Trip: &policy.ConsecutiveTrip{Failures: 5},
		Open: &policy.ConstantOpen{Base: time.Hour}, HalfOpen: &policy.SingleProbe{}}
	return play{providers: []faults.Provider{{Latency: constant(time.Second)}, {Latency: constant(time.Second)}},
		timeline: []faults.Entry{window(0, time.Hour, f)}, arrivals: poisson(10), duration: duration, strategy: s}
}

// breakerChecks are the rows about breakers that open on one failure or test
// with one probe: E5, E7.
func breakerChecks() []check {
	return []check{
		skipping("E5a", 10, 0, 3_000_000, check{slack: 0.015}),
		skipping("E5b", 1, 0, 2_000_000, check{slack: 0.03}),
		skipping("E5c", 10, 100*time.Millisecond, 2_000_000, check{slack: 0.05, exact: 0.05}),
		skipping("E5d", 10, time.Second, 4_000_000, check{slack: 0.08, exact: 0.05}),
		{ids: []string{"E7a"}, slack: 0.01, measure: probesToClose},
		{ids: []string{"E7b"}, slack: 0.01, measure: luckyProbe},
	}
}

// skipping measures the share of calls that pass by a healthy provider with 1 %
// errors, because one failure closes it for 30 s. Where answers take time, those
// of calls sent before the failure come back and open it again.
func skipping(id string, rate float64, took time.Duration, n int, c check) check {
	c.ids = []string{id}
	c.measure = func(t *testing.T) map[string]estimate {
		p := play{providers: []faults.Provider{{Latency: constant(took), Errors: failing(0.01, took)}},
			arrivals: poisson(rate), duration: calls(n, rate), strategy: policy.Document{Breaker: &policy.Breaker{
				Trip: &policy.ImmediateTrip{}, Open: &policy.ConstantOpen{Base: 30 * time.Second},
				HalfOpen: &policy.NoHalfOpen{}, SuccessClears: took > 0}}}
		skipped := shares{batch: 20_000}
		p.watch(t, eyes{finished: func(r *sim.Request) { skipped.add(len(r.Attempts) == 0) }})
		return map[string]estimate{id: skipped.estimate()}
	}
	return c
}

// hasty is a strategy whose breaker is asked again at the next call.
func hasty(trip policy.Trip, test policy.HalfOpen) policy.Document {
	return policy.Document{Breaker: &policy.Breaker{Trip: trip, Open: &policy.ConstantOpen{Base: 1}, HalfOpen: test}}
}

// luckyProbe: of the probes of a provider that is 80 % bad, those that close.
func luckyProbe(t *testing.T) map[string]estimate {
	closed, judged := 0, 0
	p := play{providers: []faults.Provider{{Latency: constant(0), Errors: failing(0.8, 0)}}, arrivals: every(time.Second),
		duration: 1_500_000 * time.Second, strategy: hasty(&policy.ImmediateTrip{}, &policy.SingleProbe{})}
	p.watch(t, eyes{moved: func(m *chain.Move) {
		if m.From == chain.HalfOpen {
			judged++
			if m.To == chain.Closed {
				closed++
			}
		}
	}})
	return map[string]estimate{"E7b": shareOf(closed, judged)}
}

// probesToClose counts the probes of a test that three successes in a row end
// and each failure begins anew.
func probesToClose(t *testing.T) map[string]estimate {
	var probes []float64
	n := 0
	p := play{providers: []faults.Provider{{Latency: constant(0), Errors: failing(0.1, 0)}}, arrivals: every(time.Second),
		duration: 2_000_000 * time.Second, strategy: hasty(&policy.ImmediateTrip{}, &policy.PermitProbes{N: 3})}
	p.watch(t, eyes{
		ended: func(a *sim.Attempt) {
			if a.Probe {
				n++
			}
		},
		moved: func(m *chain.Move) {
			if m.From == chain.HalfOpen && m.To == chain.Closed {
				probes = append(probes, float64(n))
				n = 0
			}
		},
	})
	return map[string]estimate{"E7a": meanOf(probes)}
}
