package report_test

import (
	"context"
	"math"
	"testing"
	"time"

	"wavetank/chain"
	"wavetank/chain/policy"
	"wavetank/faults"
	"wavetank/report/judge"
	"wavetank/report/measure"
	"wavetank/sim"
)

// closeRivals are chains that differ in one number, on the model that speed is
// measured by: five providers, the first one hangs for a fifth of the time.
func closeRivals(t *testing.T, requests, seeds int, strategies ...chain.Strategy) *judge.Result {
	t.Helper()
	duration := time.Duration(requests) * time.Second / 50
	spec := faults.Spec{Duration: duration, Drain: 10 * time.Minute, Truth: faults.Truth{Limit: 30 * time.Second}}
	for _, name := range []string{"p0", "p1", "p2", "p3", "p4"} {
		spec.Providers = append(spec.Providers, faults.Provider{Name: name, Errors: failing(0.02, 200*time.Millisecond),
			Latency: &faults.Lognormal{Median: faults.Time(600 * time.Millisecond), P99: faults.Time(2400 * time.Millisecond)}})
	}
	spec.Timeline = []faults.Entry{{At: faults.Span{Min: duration * 2 / 5, Max: duration * 2 / 5},
		For: faults.Span{Min: duration / 5, Max: duration / 5}, Provider: []string{"primary"}, Fault: &faults.Hang{Share: 1}}}
	world, err := faults.Compile(spec)
	if err != nil {
		t.Fatal(err)
	}
	setup, err := sim.NewSetup(world, sim.Workload{Arrivals: poisson(50)})
	if err != nil {
		t.Fatal(err)
	}
	c := measure.Comparison{Setup: setup, Strategies: strategies, SLO: 10 * time.Second, Shares: true}
	for seed := range uint64(seeds) {
		c.Seeds = append(c.Seeds, seed+1)
	}
	runs, done, err := measure.Compare(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	var who []measure.Strategy
	for _, s := range strategies {
		who = append(who, measure.Strategy{Name: s.Name, HasBreaker: s.Breaker != nil})
	}
	return judge.NewResult(measure.Scenario{Timeline: []measure.Fault{{Kind: "hang", Targets: []int{0}}},
		Providers: world.Names()}, who, runs, done)
}

// cooling is a chain whose breaker opens for so long, doubling to five minutes.
func cooling(t *testing.T, name string, cooldown time.Duration) chain.Strategy {
	t.Helper()
	s, err := (&policy.Document{Attempt: &policy.Attempt{Total: 30 * time.Second}, Breaker: &policy.Breaker{
		Trip:     &policy.ConsecutiveTrip{Failures: 5},
		Open:     &policy.ExponentialOpen{Base: cooldown, Factor: 2000, Max: 300 * time.Second},
		HalfOpen: &policy.SingleProbe{},
	}}).Strategy(name)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestCommonSeedsPay: a cooldown of 60 s against one of 30 s needs at least ten
// times fewer replications on common seeds, and a difference shows that the same
// number of separate ones would not have shown.
func TestCommonSeedsPay(t *testing.T) {
	const seeds = 40
	r := closeRivals(t, 20_000, seeds, cooling(t, "short", 30*time.Second), cooling(t, "long", 60*time.Second))
	found := map[string]judge.Contrast{}
	for _, c := range r.Compared() {
		found[c.Metric] = c
		t.Logf("%-20s %12.6g [%.6g, %.6g] %s r %.4f ratio %.4g p %.3g", c.Metric, c.Diff.Mean, c.Diff.Low, c.Diff.High, c.Diff.Method, c.Correlation, c.Ratio, c.P)
	}
	for _, metric := range []string{"latency_mean", "wasted_per_1k"} {
		if c := found[metric]; !c.Paired() || c.Ratio < 10 {
			t.Errorf("%s: correlation %.3f, %.1f times fewer replications, want at least 10", metric, c.Correlation, c.Ratio)
		}
	}
	c := found["latency_mean"]
	a, b := r.Strategies[0].Figure("latency_mean"), r.Strategies[1].Figure("latency_mean")
	if apart := math.Hypot(a.Half(), b.Half()); !c.Shown || apart < math.Abs(c.Diff.Mean) {
		t.Errorf("the mean moves by %.4f s ± %.4f, and by ± %.4f on separate seeds: want the first to show it alone", c.Diff.Mean, c.Diff.Half(), apart)
	}
	if better, worse := judge.Shares(&r.Strategies[1]); better.Mean == 0 || worse.Mean == 0 || better.Mean+worse.Mean > 0.2 {
		t.Errorf("%.4f of requests better, %.4f worse: want a few of each", better.Mean, worse.Mean)
	}
}
