package report_test

import (
	"context"
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"

	"wavetank/chain"
	"wavetank/report/measure"
	"wavetank/sim"
)

// TestShares holds the shares against a comparison that keeps all requests of
// both strategies, whichever is the reference and however many workers play.
func TestShares(t *testing.T) {
	var all []chain.Strategy
	for _, l := range presets(t) {
		switch l.Name {
		case "naive", "five-provider", "ai-memory", "gobreaker":
			all = append(all, l.Recipe)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		w := drawWaters(t, calm{})
		setup := w.setup(t, 1)
		c := measure.Comparison{Setup: setup, Strategies: all, SLO: 10 * time.Second, Shares: true,
			Seeds:     []uint64{3, 4}[:rapid.IntRange(1, 2).Draw(t, "seeds")],
			Reference: rapid.IntRange(0, len(all)-1).Draw(t, "reference"),
			Workers:   rapid.IntRange(1, 6).Draw(t, "workers")}
		runs, _, err := measure.Compare(context.Background(), c)
		if err != nil {
			t.Fatal(err)
		}
		for k, seed := range c.Seeds {
			reference := answers(t, setup, all[c.Reference], seed)
			for i, s := range all {
				want := slowShares(answers(t, setup, s, seed), reference)
				if i == c.Reference { // nobody is compared with itself
					want = measure.Shares{Improved: math.NaN(), Worsened: math.NaN()}
				}
				if got := runs[i][k].Against; text(got) != text(want) {
					t.Fatalf("%s against %s, seed %d: %+v, want %+v", s.Name, all[c.Reference].Name, seed, got, want)
				}
				runs[i][k].Against = measure.Shares{}
			}
		}
		c.Shares = false
		plain, _, err := measure.Compare(context.Background(), c)
		if err != nil {
			t.Fatal(err)
		}
		for i, s := range all {
			for k := range plain[i] {
				if !math.IsNaN(plain[i][k].Against.Improved) {
					t.Fatalf("shares that nobody asked for: %+v", plain[i][k].Against)
				}
				plain[i][k].Against = measure.Shares{}
			}
			if a, b := text(runs[i]), text(plain[i]); a != b {
				t.Fatalf("%s: with shares\n%s\nwithout\n%s", s.Name, a, b)
			}
		}
	})
}

// answers are the times of usable answers by request, infinite for none.
func answers(t *rapid.T, setup *sim.Setup, s chain.Strategy, seed uint64) map[int64]float64 {
	t.Helper()
	out := map[int64]float64{}
	see := eyes{finished: func(r *sim.Request) {
		if r.Servable {
			out[r.Number] = math.Inf(1)
			if x := r.Delivered(); x != nil && x.Reply.Usable {
				out[r.Number] = float64(r.End - r.Arrived)
			}
		}
	}}
	if err := sim.NewRunner(setup).Run(context.Background(), s, seed, see); err != nil {
		t.Fatal(err)
	}
	return out
}

func slowShares(ours, theirs map[int64]float64) measure.Shares {
	n, better, worse := 0.0, 0.0, 0.0
	for number, a := range ours {
		b, met := theirs[number]
		if !met {
			continue
		}
		n++
		if a < b {
			better++
		}
		if a > b {
			worse++
		}
	}
	return measure.Shares{Improved: better / n, Worsened: worse / n}
}
