package judge

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"wavetank/report/measure"
)

// chosen draws candidates whose figures scatter by seed.
func chosen(t *rapid.T) []Candidate {
	n, seeds := rapid.IntRange(1, 6).Draw(t, "candidates"), rapid.IntRange(2, 12).Draw(t, "seeds")
	out := make([]Candidate, n)
	for i := range out {
		if i > 0 && rapid.IntRange(0, 2).Draw(t, "twin") == 0 {
			out[i] = out[i-1]
			out[i].Name += "'"
			continue
		}
		values := map[string][]float64{}
		for _, m := range []string{"apdex.since", "silent_bad", "cost_per_1k", "wasted_calls"} {
			scale := map[string]float64{"apdex.since": 1, "silent_bad": 30, "cost_per_1k": 10, "wasted_calls": 500}[m]
			wide := rapid.SampledFrom([]float64{1, 1, 40}).Draw(t, "scatter")
			level := float64(rapid.IntRange(0, 8).Draw(t, "level")) / 8 * scale
			for range seeds {
				noise := float64(rapid.IntRange(-2, 2).Draw(t, "noise")) / 200 * scale * wide
				v := max(0, level+noise)
				if m == "apdex.since" {
					v = min(v, 1)
				}
				values[m] = append(values[m], v)
			}
		}
		out[i] = Candidate{Name: fmt.Sprint("c", i), Requests: 1000, Values: func(m string) []float64 { return values[m] },
			Counterexample: rapid.IntRange(0, 4).Draw(t, "wrong") == 0}
		if rapid.IntRange(0, 3).Draw(t, "breaks") == 0 {
			out[i].Broken = []string{"a rule"}
		}
	}
	return out
}

// TestDecide holds the laws of a decision over random candidates, by another way of
// reckoning: what ships is no counterexample, breaks no rule unless all do, is not
// shown to answer less than somebody who might ship, and does not cost twice as
// much as one who answers as many but for the smallest difference and delivers no more
// that is broken. The order in which candidates stand changes nothing.
func TestDecide(t *testing.T) {
	criteria := criteriaOf(DefaultDecide(true, true))
	words := map[Word]int{}
	rapid.Check(t, func(t *rapid.T) {
		all := chosen(t)
		v := Decide(criteria, all)
		words[v.Word]++
		candidates := 0
		for i := range all {
			if !all[i].Counterexample {
				candidates++
			}
		}
		if (len(v.First) == 0) != (candidates == 0) {
			t.Fatalf("%d candidates, first %v", candidates, v.First)
		}
		for _, at := range v.First {
			s := &all[at]
			if s.Counterexample {
				t.Fatalf("%s is a counterexample, and first", s.Name)
			}
			for i := range all {
				o := &all[i]
				if i == at || o.Counterexample {
					continue
				}
				if len(s.Broken) > 0 && len(o.Broken) == 0 {
					t.Fatalf("%s breaks a rule and is first, %s keeps all", s.Name, o.Name)
				}
				if v.Word != WordShip || len(o.Broken) > len(s.Broken) {
					continue
				}
				if shown, by := gap(o, s, "apdex.since"); shown && by >= max(0.001, 0.1*missed(s)) {
					t.Fatalf("%s ships and %s answers %.4f more", s.Name, o.Name, by)
				}
			}
		}
		if v.Word == WordShip && len(v.First) != 1 || v.Word == WordNone && len(v.First) > 0 && len(all[v.First[0]].Broken) == 0 {
			t.Fatalf("%s with %v", v.Word, v.First)
		}
		turned := slices.Clone(all)
		slices.Reverse(turned)
		w := Decide(criteria, turned)
		if w.Word != v.Word || v.Word == WordShip && turned[w.First[0]].Name != all[v.First[0]].Name {
			t.Fatalf("%s %v, and from the other end %s %v", v.Word, v.First, w.Word, w.First)
		}
	})
	for _, w := range []Word{WordShip, WordTie, WordUnsure, WordOnly, WordNone} {
		if words[w] == 0 {
			t.Errorf("no world came to %s: %v", w, words)
		}
	}
}

// missed is the share of requests that a candidate does not answer.
func missed(c *Candidate) float64 { return 1 - mean(c.Values("apdex.since")) }

func mean(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum / float64(len(values))
}

// gap is by how much a's mean is above b's, and whether Student's interval of 95 %
// over seeds shows it; the quantiles are of a table.
func gap(a, b *Candidate, metric string) (shown bool, by float64) {
	quantiles := []float64{12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201}
	x, y := a.Values(metric), b.Values(metric)
	d := make([]float64, len(x))
	for i := range d {
		d[i] = x[i] - y[i]
	}
	by = mean(d)
	squares := 0.0
	for _, v := range d {
		squares += (v - by) * (v - by)
	}
	half := quantiles[len(d)-2] * math.Sqrt(squares/float64(len(d)-1)/float64(len(d)))
	return by-half > 1e-9, by
}

// TestDecideSays: same, shown and not shown are three things.
func TestDecideSays(t *testing.T) {
	fixed := func(name string, values map[string][]float64) Candidate {
		return Candidate{Name: name, Requests: 1000, Values: func(m string) []float64 { return values[m] }}
	}
	of := func(v ...float64) map[string][]float64 { return map[string][]float64{"apdex.since": v} }
	criteria := criteriaOf([]measure.Decide{{Metric: "apdex.since"}, {Metric: "wasted_calls"}})
	for _, tc := range []struct {
		about string
		a, b  map[string][]float64
		word  Word
	}{
		{"a tenth of the misses and more", of(0.95, 0.96, 0.94), of(0.90, 0.91, 0.89), WordShip},
		{"less than a tenth of the misses", of(0.501, 0.502, 0.500), of(0.5, 0.501, 0.499), WordTie},
		{"noise that might hide what matters", of(0.5, 0.9, 0.1), of(0.9, 0.1, 0.6), WordUnsure},
		{"one seed shows nothing", of(0.9), of(0.1), WordUnsure},
		{"nobody has a value", map[string][]float64{}, map[string][]float64{}, WordTie},
	} {
		v := Decide(criteria, []Candidate{fixed("a", tc.a), fixed("b", tc.b)})
		if v.Word != tc.word {
			t.Errorf("%s: %s %+v, want %s", tc.about, v.Word, v, tc.word)
		}
	}
}

// TestDecideCircle: with smallest differences three may beat each other in a circle, and
// then none of them ships.
func TestDecideCircle(t *testing.T) {
	c := func(name string, apdex, cost float64) Candidate {
		return Candidate{Name: name, Requests: 1000, Values: func(m string) []float64 {
			if m == "cost_per_1k" {
				return []float64{cost, cost, cost}
			}
			return []float64{apdex, apdex, apdex}
		}}
	}
	criteria := criteriaOf([]measure.Decide{{Metric: "apdex.since"}, {Metric: "cost_per_1k"}})
	all := []Candidate{c("best", 0.990, 9), c("middle", 0.9892, 4), c("cheap", 0.9885, 1)}
	if v := Decide(criteria, all); v.Word == WordShip || len(v.First) != 3 {
		t.Errorf("%s %v: best answers more than cheap, cheap costs less than middle, middle less than best", v.Word, v.First)
	}
}
