package report

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"wavetank/report/judge"
	"wavetank/report/measure"
)

// duelists are two strategies' values on common seeds. Quarters add up without
// rounding; values come together, apart, skewed, constant and missing.
type duelists struct {
	seeds []uint64
	a, b  []float64
}

func drawDuelists(t *rapid.T) duelists {
	var d duelists
	n := rapid.IntRange(0, 30).Draw(t, "seeds")
	common := rapid.SampledFrom([]float64{0, 1, -1}).Draw(t, "common")
	value := rapid.Custom(func(t *rapid.T) float64 {
		v := float64(rapid.IntRange(-40, 40).Draw(t, "quarters")) / 4
		if rapid.IntRange(0, 9).Draw(t, "far") == 0 {
			v *= 50
		}
		return v
	})
	if rapid.Bool().Draw(t, "constant") {
		value = rapid.SampledFrom([]float64{0, 0, 0, 1})
	}
	for i := range n {
		a := value.Draw(t, "a")
		b := common*a + value.Draw(t, "b")
		switch rapid.IntRange(0, 19).Draw(t, "missing") {
		case 0:
			a = measure.None
		case 1:
			b = measure.None
		}
		d.seeds, d.a, d.b = append(d.seeds, uint64(i+1)), append(d.a, a), append(d.b, b)
	}
	return d
}

// same compares what does not depend on the order of seeds.
func same(t *rapid.T, law string, got, want judge.Contrast) {
	t.Helper()
	if got.Diff.Method != want.Diff.Method {
		t.Fatalf("%s: method %s, want %s", law, got.Diff.Method, want.Diff.Method)
	}
	for _, x := range []struct {
		what      string
		got, want float64
	}{{"mean", got.Diff.Mean, want.Diff.Mean}, {"low", got.Diff.Low, want.Diff.Low}, {"high", got.Diff.High, want.Diff.High},
		{"correlation", got.Correlation, want.Correlation}, {"ratio", got.Ratio, want.Ratio}, {"p", got.P, want.P}} {
		if math.IsNaN(x.got) != math.IsNaN(x.want) || math.Abs(x.got-x.want) > 1e-7*(1+math.Abs(x.want)) {
			t.Fatalf("%s: %s %v, want %v", law, x.what, x.got, x.want)
		}
	}
}

// TestPairedLaws: what a comparison may not depend on.
func TestPairedLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawDuelists(t)
		c := judge.ContrastOf(d.seeds, d.a, d.b)
		if c.Diff.Low > c.Diff.High || math.IsNaN(c.Diff.Low) != (c.Diff.Method == measure.NoMethod) {
			t.Fatalf("%s interval [%v, %v]", c.Diff.Method, c.Diff.Low, c.Diff.High)
		}
		if c.P < 0 || c.P > 1 || c.Paired() && !(c.Correlation > 0) {
			t.Fatalf("p %v, paired at a correlation of %v", c.P, c.Correlation)
		}

		order := rapid.Permutation(countUp(len(d.seeds))).Draw(t, "order")
		var p duelists
		for _, k := range order {
			p.seeds, p.a, p.b = append(p.seeds, d.seeds[k-1]), append(p.a, d.a[k-1]), append(p.b, d.b[k-1])
		}
		again := judge.ContrastOf(p.seeds, p.a, p.b)
		same(t, "in another order of seeds", again, c)
		if again.Diff.Low != c.Diff.Low && c.Diff.Method != measure.NoMethod {
			t.Fatalf("another order of seeds moved the last bit: %v, want %v", again.Diff.Low, c.Diff.Low)
		}

		mirror := judge.ContrastOf(d.seeds, d.b, d.a)
		mirror.Diff.Mean, mirror.Diff.Low, mirror.Diff.High = -mirror.Diff.Mean, -mirror.Diff.High, -mirror.Diff.Low
		same(t, "the other way round", mirror, c)

		by := float64(rapid.IntRange(-100, 100).Draw(t, "by"))
		same(t, "both moved", judge.ContrastOf(d.seeds, plus(d.a, by), plus(d.b, by)), c)
		one := judge.ContrastOf(d.seeds, plus(d.a, by), d.b)
		if one.Diff.Method <= measure.NoneSeen { // what is 0 everywhere is never known, and what is 5 everywhere is
			c.Diff.Method = one.Diff.Method
		}
		c.Diff.Mean, c.Diff.Low, c.Diff.High, c.P = c.Diff.Mean+by, c.Diff.Low+by, c.Diff.High+by, one.P
		same(t, "one moved", one, c)
	})
}

func plus(values []float64, by float64) []float64 {
	out := make([]float64, len(values))
	for i, v := range values {
		out[i] = v + by
	}
	return out
}

// TestHolmLaws: adjusting never helps, keeps the order, and one more member
// never makes it easier for the others.
func TestHolmLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.SliceOfN(rapid.Float64Range(0, 1), 1, 8).Draw(t, "p")
		adjusted := judge.Holm(p)
		more := judge.Holm(append(append([]float64{}, p...), rapid.Float64Range(0, 1).Draw(t, "one more")))
		for i := range p {
			if adjusted[i] < p[i] || adjusted[i] > 1 || more[i] < adjusted[i] {
				t.Fatalf("holm(%v) = %v, with one more %v", p, adjusted, more)
			}
			for k := range p {
				if p[i] < p[k] && adjusted[i] > adjusted[k] {
					t.Fatalf("holm(%v) = %v turns the order", p, adjusted)
				}
			}
		}
	})
}
