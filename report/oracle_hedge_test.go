package report_test

import (
	"math"
	"testing"
	"time"

	"wavetank/chain/policy"
	"wavetank/faults"
	"wavetank/sim"
)

// hedgeChecks are the rows about asking several providers at a time: C1, C2.
func hedgeChecks() []check {
	return []check{
		{ids: []string{"C1a", "C1b", "C1d"}, slack: 0.01, measure: func(t *testing.T) map[string]estimate {
			p := hedged(1, 2)
			all := p.latencies(t)
			return map[string]estimate{"C1a": quantileOf(all, 0.5), "C1b": quantileOf(all, 0.99), "C1d": meanOf(all)}
		}},
		{ids: []string{"C1c"}, slack: 0.01, measure: func(t *testing.T) map[string]estimate {
			p := hedged(1, 3)
			return map[string]estimate{"C1c": quantileOf(p.latencies(t), 0.99)}
		}},
		{ids: []string{"C2a", "C2b"}, slack: 0.03, measure: afterP95},
	}
}

// hedged asks k providers of one law, each when the one before is so old.
func hedged(after time.Duration, k int) play {
	p := play{arrivals: poisson(50), duration: calls(600_000, 50),
		strategy: policy.Document{Hedge: &policy.DelayHedge{After: after, MaxExtra: k - 1}}}
	for range k {
		p.providers = append(p.providers, faults.Provider{Latency: lognormal(0.8, 0.6)})
	}
	return p
}

// afterP95 asks a second provider when the first is slower than in 95 % of cases.
func afterP95(t *testing.T) map[string]estimate {
	const z95 = 1.6448536269514722
	p := hedged(time.Duration(0.8e9*math.Exp(0.6*z95)), 2)
	extra, all := 0, 0
	p.watch(t, eyes{finished: func(r *sim.Request) {
		extra += len(r.Attempts) - 1
		all++
	}})
	return map[string]estimate{"C2a": shareOf(extra, all), "C2b": quantileOf(p.latencies(t), 0.99)}
}
