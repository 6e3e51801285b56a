package report_test

import (
	"context"
	"math"
	"testing"
	"time"

	"wavetank/chain"
	"wavetank/chain/strategy"
	"wavetank/faults"
	"wavetank/report/measure"
	"wavetank/sim"
)

// TestBrief: who judges less judges the same.
func TestBrief(t *testing.T) {
	five, problems := strategy.Preset("five-provider")
	if problems != nil {
		t.Fatal(problems)
	}
	p := play{providers: []faults.Provider{{Latency: constant(time.Second)}, {Latency: constant(2 * time.Second)}},
		timeline: []faults.Entry{window(20*time.Second, 30*time.Second, &faults.Hang{Share: 1})},
		arrivals: every(100 * time.Millisecond), duration: time.Minute, strategy: five.Doc}
	setup, recipe := p.setup(t), p.recipe(t)
	whole, brief := measure.NewAccumulator(setup, chain.Instant(5*time.Second)), measure.NewAccumulator(setup, chain.Instant(5*time.Second)).Brief()
	for seed := range uint64(3) { // what is left of one run must not show in the next
		whole.Prepare(recipe, false)
		brief.Prepare(recipe, false)
		if err := sim.NewRunner(setup).Run(context.Background(), recipe, seed, sim.Tee{whole, brief}); err != nil {
			t.Fatal(err)
		}
		a, b := whole.Run().Values, brief.Values()
		for i, m := range measure.Catalogue {
			want := a[i]
			if measure.OfPhase(m.Name) {
				want = math.NaN()
			}
			if math.Float64bits(want) != math.Float64bits(b[i]) && !(math.IsNaN(want) && math.IsNaN(b[i])) {
				t.Errorf("%s is %v, want %v", m.Name, b[i], want)
			}
		}
	}
}
