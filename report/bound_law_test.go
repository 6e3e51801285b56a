package report_test

import (
	"context"
	"testing"
	"time"

	"pgregory.net/rapid"

	"wavetank/chain"
	"wavetank/chain/strategy"
	"wavetank/faults"
	"wavetank/report/measure"
	"wavetank/sim"
)

// bounds are those of the requests of one world and seed.
type bounds map[int64]faults.Bound

func (b bounds) sink() sim.Sink {
	return eyes{finished: func(r *sim.Request) {
		if r.Servable {
			b[r.Number] = *r.Bound
		}
	}}
}

// against holds every usable answer of another chain against them.
func (b bounds) against(name string, fail func(string, ...any)) sim.Sink {
	return eyes{finished: func(r *sim.Request) {
		x := r.Delivered()
		if !r.Servable || x == nil || !x.Reply.Usable {
			return
		}
		best, paid := b[r.Number], int64(0)
		for k := range r.Attempts {
			paid += r.Attempts[k].Reply.Billed
		}
		switch {
		case best.Soonest > r.End:
			fail("%s answers request %d at %s, the bound is %s", name, r.Number, r.End, best.Soonest)
		case best.Cost > paid:
			fail("%s answers request %d for %d, the bound is %d", name, r.Number, paid, best.Cost)
		}
	}}
}

// TestNobodyBeatsTheBound: in no world, with limits of any kind, delays and slow
// answers, does a preset answer more requests than the clairvoyant chain, or more
// within the slo, or one of them sooner or for less, or all of them for less.
func TestNobodyBeatsTheBound(t *testing.T) {
	all := presets(t)
	rapid.Check(t, func(t *rapid.T) {
		w := drawWaters(t, calm{})
		if !w.open() {
			t.Skip("where callers wait for their answers, each chain is asked other things")
		}
		setup := w.setup(t, 1)
		runner, acc := sim.NewRunner(setup), measure.NewAccumulator(setup, chain.Instant(10*time.Second))
		play := func(l *strategy.Loaded, s sim.Sink) map[string]float64 {
			acc.Prepare(l.Recipe, false)
			if err := runner.Run(context.Background(), l.Recipe, 1, sim.Tee{s, acc}); err != nil {
				t.Fatal(err)
			}
			return outcome(acc.Run())
		}
		best, ideal := bounds{}, map[string]float64(nil)
		for _, l := range all {
			if l.Name == "clairvoyant" {
				ideal = play(l, best.sink())
			}
		}
		for _, l := range rapid.Permutation(all).Draw(t, "presets")[:8] {
			got := play(l, best.against(l.Name, func(format string, args ...any) { t.Errorf(format, args...) }))
			for _, m := range []string{"success_rate", "slo_rate"} {
				if got[m] > ideal[m] {
					t.Errorf("%s: %s is %v, the bound is %v", l.Name, m, got[m], ideal[m])
				}
			}
			if m := "cost_per_1k"; got[m] < ideal[m]*(1-1e-12) {
				t.Errorf("%s: %s is %v, the bound is %v", l.Name, m, got[m], ideal[m])
			}
		}
	})
}
