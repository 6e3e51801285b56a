package report_test

import (
	"testing"
	"time"

	"wavetank/chain"
	"wavetank/chain/policy"
	"wavetank/faults"
	"wavetank/sim"
)

// runChecks are the rows about false alarms of a breaker that counts failures
// in a row: E1, E2, G2a.
func runChecks() []check {
	return []check{
		{ids: []string{"E1-3-0.1"}, slack: 0.08, measure: callsToTrip("E1-3-0.1", failing(0.1, 0), 3, 4_000_000)},
		{ids: []string{"E1-5-0.3"}, slack: 0.04, measure: callsToTrip("E1-5-0.3", failing(0.3, 0), 5, 7_000_000)},
		{ids: []string{"E1-5-0.5"}, slack: 0.02, measure: callsToTrip("E1-5-0.5", failing(0.5, 0), 5, 5_000_000)},
		{ids: []string{"E2a"}, slack: 0.15, measure: tripWithin("E2a", 0.1, 5, 8_000)},
		{ids: []string{"E2b"}, slack: 0.05, measure: tripWithin("E2b", 0.05, 3, 5_000)},
		{ids: []string{"G2a"}, slack: 0.12, measure: callsToTrip("G2a", bursts(), 5, channelTicks)},
	}
}

// callsToTrip plays calls one second apart, each answered at once, against a
// breaker that is closed again at the next call, with clean counts.
func callsToTrip(id string, errors *faults.Errors, failures, n int) func(*testing.T) map[string]estimate {
	return func(t *testing.T) map[string]estimate {
		p := play{providers: []faults.Provider{{Latency: constant(0), Errors: errors}}, arrivals: every(time.Second),
			duration: time.Duration(n) * time.Second, strategy: hasty(&policy.ConsecutiveTrip{Failures: failures}, &policy.NoHalfOpen{})}
		if errors.Every > 0 {
			// A trip comes mostly in the bad state: wait twenty times as long as that lasts,
			// so that each run of calls begins in the long run's mix of states.
			p.strategy.Breaker.Open = &policy.ConstantOpen{Base: 200 * time.Second}
		}
		var lengths []float64
		calls := 0
		p.watch(t, eyes{
			ended: func(*sim.Attempt) { calls++ },
			moved: func(m *chain.Move) {
				if m.To == chain.Open {
					lengths = append(lengths, float64(calls))
					calls = 0
				}
			},
		})
		return map[string]estimate{id: meanOf(lengths)}
	}
}

// tripWithin drives a breaker directly: each trial is up to 10,000 calls on a new
// one, and a simulation would add only their number.
func tripWithin(id string, p float64, failures, trials int) func(*testing.T) map[string]estimate {
	return func(t *testing.T) map[string]estimate {
		d := policy.Breaker{Trip: &policy.ConsecutiveTrip{Failures: failures},
			Open: &policy.ConstantOpen{Base: time.Hour}, HalfOpen: &policy.SingleProbe{}}
		maker := d.Build()
		tripped := 0
		for trial := range trials {
			luck := chain.NewLuck(1).Of(uint64(trial))
			b := maker.MakeBreaker(chain.BreakerEnv{Luck: luck, Moved: func(chain.Move) { tripped++ }})
			tripCalls(b, luck.For(1), uint64(p*(1<<63)*2), 10_000)
		}
		return map[string]estimate{id: shareOf(tripped, trials)}
	}
}

// tripCalls asks a breaker for up to n calls, each failing below a threshold of
// its draw, until it refuses one.
func tripCalls(b chain.Breaker, luck chain.Luck, threshold uint64, n int) {
	for i := range n {
		now := chain.Instant(i)
		ticket, ok := b.Admit(now)
		if !ok {
			return
		}
		if luck.Draw(uint64(i)) < threshold {
			b.Record(now, ticket, &chain.Result{Evidence: chain.Bad, Class: chain.Server})
		} else {
			b.Record(now, ticket, &chain.Result{Evidence: chain.Good, Class: chain.OK})
		}
	}
}
