package report_test

import (
	"math"
	"testing"
	"time"

	"wavetank/chain"
	"wavetank/faults"
	"wavetank/sim"
)

// limitChecks are the rows about limiters: B3, F1, F3.
func limitChecks() []check {
	return []check{
		refusing("B3", 0.015, faults.Limits{Concurrency: 10}, 8, 1_500_000),
		refusing("F1-1", 0.01, faults.Limits{RequestsPerMinute: 600, Burst: 1}, 15, 1_000_000),
		refusing("F1-10", 0.01, faults.Limits{RequestsPerMinute: 600, Burst: 10}, 15, 1_000_000),
		refusing("F1-100", 0.01, faults.Limits{RequestsPerMinute: 600, Burst: 100}, 15, 1_000_000),
		refusing("F1-sub", 0.15, faults.Limits{RequestsPerMinute: 600, Burst: 10}, 8, 3_000_000),
		{ids: []string{"F3a"}, slack: 0.01, measure: closures("F3a", 0.5, false, 1_000_000)},
		{ids: []string{"F3b"}, slack: 0.02, measure: closures("F3b", 0.5, true, 2_000_000)},
		{ids: []string{"F3c"}, slack: 0.04, measure: closures("F3c", 1, true, 3_000_000)},
	}
}

// refusing measures the share of 429 that a limiter gives to independent
// arrivals. Answers take a second on average, which only concurrency notices.
func refusing(id string, slack float64, l faults.Limits, rate float64, n int) check {
	return check{ids: []string{id}, slack: slack, measure: func(t *testing.T) map[string]estimate {
		p := play{providers: []faults.Provider{{Latency: lognormal(math.Exp(-0.6*0.6/2), 0.6), Limits: &l}},
			arrivals: poisson(rate), warmup: 10 * time.Minute, duration: calls(n, rate)}
		refused := shares{batch: 10_000}
		p.watch(t, eyes{finished: func(r *sim.Request) { refused.add(r.Done.Class == chain.RateLimit) }})
		return map[string]estimate{id: refused.estimate()}
	}}
}

// closures measures a limiter that an admitted call closes for five seconds: a
// bucket of one permit that takes five seconds to fill. Refused calls are free,
// or each of them begins the five seconds anew, as a penalty does.
func closures(id string, rate float64, extends bool, n int) func(*testing.T) map[string]estimate {
	const closed = 5 * time.Second
	return func(t *testing.T) map[string]estimate {
		l := &faults.Limits{RequestsPerMinute: 12, Burst: 1}
		if extends {
			l.Penalty = faults.Penalty{For: closed, Extends: true}
		}
		p := play{providers: []faults.Provider{{Latency: constant(0), Limits: l}}, arrivals: poisson(rate), duration: calls(n, rate)}
		admitted := shares{batch: 10_000}
		var blocked []float64
		var begun, last chain.Instant // of the closure: its admitted call, its latest one
		p.watch(t, eyes{finished: func(r *sim.Request) {
			ok := r.Done.Reason == chain.Delivered
			admitted.add(ok)
			if ok {
				if r.Number > 0 {
					blocked = append(blocked, last.Add(closed).Sub(begun).Seconds())
				}
				begun = r.Arrived
			}
			last = r.Arrived
		}})
		if id == "F3c" {
			return map[string]estimate{id: meanOf(blocked)}
		}
		e := admitted.estimate()
		return map[string]estimate{id: {rate * e.value, rate * e.se}}
	}
}

// TestPenaltyOnce: a penalty that calls during it do not extend is begun by the
// first refused call. With D the bucket's time and the penalty's, a closure
// lasts D, or T + D where the next call comes after T < D; so a second admits
// 1 / (1/lam + D + (1 - exp(-lam D)(1 + lam D)) / lam) calls.
func TestPenaltyOnce(t *testing.T) {
	const lam, d = 0.5, 5.0
	want := 1 / (1/lam + d + (1-math.Exp(-lam*d)*(1+lam*d))/lam)
	p := play{providers: []faults.Provider{{Latency: constant(0), Limits: &faults.Limits{RequestsPerMinute: 12, Burst: 1,
		Penalty: faults.Penalty{For: 5 * time.Second}}}}, arrivals: poisson(lam), duration: calls(1_000_000, lam)}
	admitted := shares{batch: 10_000}
	p.watch(t, eyes{finished: func(r *sim.Request) { admitted.add(r.Done.Reason == chain.Delivered) }})
	e := admitted.estimate()
	if got := lam * e.value; math.Abs(got-want) > standardErrors*lam*e.se {
		t.Errorf("admitted %.5f calls a second, want %.5f within %.2g", got, want, standardErrors*lam*e.se)
	}
}
