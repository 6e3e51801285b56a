package judge

import (
	"math"
	"slices"

	"wavetank/report/measure"
)

// What to ship is decided here and nowhere else, for a run and for a search.
//
//  1. Who stands in a file to be shown wrong is never shipped.
//  2. Who breaks a rule about itself is not, unless all do.
//  3. Two of the rest are compared criterion by criterion, on the seeds of both. In
//     each, one is better (its interval of the difference lies beyond zero, and the
//     mean is at least the smallest that matters), or they are the same (the whole
//     interval lies within that), or the runs do not show it. The first criterion
//     in which they are not the same decides.
//  4. Whoever nobody beats ships, if that is one. Of several, nothing separates those
//     that are the same in all; else the runs do not show it.

// Candidate is somebody whom a decision may choose.
type Candidate struct {
	Name           string
	Values         func(metric string) []float64 // by seed, NaN for none
	Requests       float64                       // of a run
	Broken         []string                      // rules about itself that it breaks
	Counterexample bool
}

// Outcome is what a comparison of two candidates in one criterion comes to.
type Outcome uint8

// The outcomes.
const (
	Same   Outcome = iota // the interval lies within the smallest difference, or nobody has a value
	Better                // shown to be better, by as much as matters
	Worse
	Unsure // the runs do not show it
)

// Finding is a comparison of two candidates: in the criterion that decided it, or
// in the last.
type Finding struct {
	Outcome  Outcome
	Metric   string
	Diff     measure.Summary // the first's values less the other's
	Smallest float64         // difference that matters, in the metric's unit
}

// Settled reports whether more runs could change nothing but by error: the interval
// lies beyond the smallest difference that matters, or within it.
func (f *Finding) Settled() bool {
	return f.Outcome == Same || f.Outcome != Unsure && min(math.Abs(f.Diff.Low), math.Abs(f.Diff.High)) >= f.Smallest
}

// compare asks one criterion.
func (c *Criterion) compare(a, b *Candidate) Finding {
	x, y := measure.Summarize(a.Values(c.Metric)), measure.Summarize(b.Values(c.Metric))
	f := Finding{Metric: c.Metric, Diff: measure.Summarize(measure.Differences(a.Values(c.Metric), b.Values(c.Metric)))}
	if !f.Diff.Exists() {
		return f
	}
	f.Smallest = c.Smallest.Of(x.Mean, y.Mean, b.Requests)
	switch {
	case measure.Bad(f.Diff.Low):
		f.Outcome = Unsure
	case f.Diff.Shown() && (c.Smallest.Any || math.Abs(f.Diff.Mean) >= f.Smallest-rounding):
		f.Outcome = Worse
		if c.less(f.Diff.Mean, 0) {
			f.Outcome = Better
		}
	case f.Diff.Low < -f.Smallest || f.Diff.High > f.Smallest:
		f.Outcome = Unsure
	}
	return f
}

// Compare asks criterion by criterion until one separates two candidates, or does
// not show whether it would.
func Compare(criteria []Criterion, a, b *Candidate) Finding {
	last := Finding{}
	for i := range criteria {
		if last = criteria[i].compare(a, b); last.Outcome != Same {
			break
		}
	}
	return last
}

// Choice is what a decision comes to. Places are those of the candidates.
type Choice struct {
	Word     Word
	First    []int   // whom nobody beats; with WordShip the one to ship
	RunnerUp int     // the best of those that the first beats; -1: none
	By       Finding // the first against the runner-up
	Barred   []int   // who breaks rules about itself, where somebody does not
	Open     Finding // between two of the first that the runs do not separate
}

// Decide chooses among candidates, which met the same seeds.
func Decide(criteria []Criterion, all []Candidate) Choice {
	v := Choice{RunnerUp: -1}
	in := v.eligible(all)
	if len(in) == 0 {
		return v
	}
	rank := order(criteria, all)
	slices.SortFunc(in, func(a, b int) int { return slices.Index(rank, a) - slices.Index(rank, b) })
	t := play(criteria, all, in)
	for i, at := range in {
		if t.unbeaten(i) {
			v.First = append(v.First, at)
		}
	}
	v.judge(criteria, all, in)
	if len(v.Barred) == 0 && len(all[in[0]].Broken) > 0 {
		v.Word = WordNone
	}
	return v
}

// eligible are those that may be shipped.
func (v *Choice) eligible(all []Candidate) (in []int) {
	for i := range all {
		if !all[i].Counterexample {
			in = append(in, i)
		}
	}
	broken := func(i int) bool { return len(all[i].Broken) > 0 }
	if slices.ContainsFunc(in, func(i int) bool { return !broken(i) }) {
		for _, i := range in {
			if broken(i) {
				v.Barred = append(v.Barred, i)
			}
		}
		in = slices.DeleteFunc(in, broken)
	}
	return in
}

// judge finds the word.
func (v *Choice) judge(criteria []Criterion, all []Candidate, in []int) {
	first := &all[v.First[0]]
	v.Word = WordShip
	for _, i := range v.First[1:] {
		if f := Compare(criteria, first, &all[i]); f.Outcome == Unsure && v.Word != WordUnsure {
			v.Word, v.Open = WordUnsure, f
		}
	}
	switch {
	case len(v.First) > 1 && v.Word == WordShip:
		v.Word = WordTie
	case len(v.First) > 1:
	case len(in) == 1 && len(v.Barred) == 0:
		v.Word = WordOnly
	}
	for _, i := range in {
		if f := Compare(criteria, first, &all[i]); len(v.First) == 1 && f.Outcome == Better {
			v.RunnerUp, v.By = i, f
			return
		}
	}
}

// tournament is who beats whom.
type tournament [][]bool

func play(criteria []Criterion, all []Candidate, in []int) tournament {
	t := make(tournament, len(in))
	for i := range in {
		t[i] = make([]bool, len(in))
	}
	for i := range in {
		for k := range i {
			switch Compare(criteria, &all[in[i]], &all[in[k]]).Outcome {
			case Better:
				t[i][k] = true
			case Worse:
				t[k][i] = true
			}
		}
	}
	return t.closed()
}

// closed makes whoever beats somebody beat those too whom that one beats: with
// smallest differences, three may beat each other in a circle.
func (t tournament) closed() tournament {
	for k := range t {
		for i := range t {
			for j := range t {
				t[i][j] = t[i][j] || t[i][k] && t[k][j]
			}
		}
	}
	return t
}

// unbeaten reports whether everybody who beats one is beaten in turn.
func (t tournament) unbeaten(i int) bool {
	for k := range t {
		if t[k][i] && !t[i][k] {
			return false
		}
	}
	return true
}

// order sorts candidates by means, whatever is shown: criterion by criterion, as far
// as a screen shows them, then as written.
func order(criteria []Criterion, all []Candidate) []int {
	means := make([][]measure.Summary, len(all))
	out := make([]int, len(all))
	for i := range all {
		out[i] = i
		for k := range criteria {
			means[i] = append(means[i], measure.Summarize(all[i].Values(criteria[k].Metric)))
		}
	}
	slices.SortStableFunc(out, func(a, b int) int {
		for k := range criteria {
			c, x, y := &criteria[k], &means[a][k], &means[b][k]
			switch {
			case x.Exists() != y.Exists():
				return measure.Truth(y.Exists()) - measure.Truth(x.Exists())
			case !x.Exists() || c.step(x.Mean) == c.step(y.Mean):
				continue
			case c.less(x.Mean, y.Mean):
				return -1
			}
			return 1
		}
		return 0
	})
	return out
}
