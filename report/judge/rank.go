package judge

import (
	"slices"

	"wavetank/report/measure"
)

// Ranking is the decision about a result, with its strategies in place of their
// places. The ideal bound takes no part in it.
type Ranking struct {
	Choice
	Order    []*measure.Strategy // the best first, then counterexamples, ideal bounds last
	First    []*measure.Strategy // what nothing separates at the top; one: the strategy to ship
	By       string              // the metric that decided; empty where nothing did
	RunnerUp *measure.Strategy   // the best of those that the first beats; nil: none
	Barred   []*measure.Strategy // who breaks rules about itself, where somebody does not
}

// Rank decides what to ship.
func (r *Result) Rank() Ranking {
	var in []*measure.Strategy
	var all []Candidate
	for i := range r.Strategies {
		if s := &r.Strategies[i]; !s.Ideal && len(s.Runs) > 0 {
			c := candidate(s)
			c.Broken = r.broken(s.Name)
			in, all = append(in, s), append(all, *c)
		}
	}
	criteria := r.Criteria()
	k := Ranking{Choice: Decide(criteria, all)}
	for _, i := range k.Choice.First {
		k.First = append(k.First, in[i])
	}
	for _, i := range k.Choice.Barred {
		k.Barred = append(k.Barred, in[i])
	}
	if k.Choice.RunnerUp >= 0 {
		k.RunnerUp, k.By = in[k.Choice.RunnerUp], k.Choice.By.Metric
	}
	k.Order = slices.Clone(k.First)
	for _, i := range order(criteria, all) {
		k.Order = append(k.Order, in[i])
	}
	for i := range r.Strategies {
		k.Order = append(k.Order, &r.Strategies[i])
	}
	k.Order = rows(k.Order)
	return k
}

// rows are the strategies once each, counterexamples behind the others, those
// without runs behind them, bounds last.
func rows(all []*measure.Strategy) (out []*measure.Strategy) {
	for _, s := range all {
		if !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	slices.SortStableFunc(out, func(a, b *measure.Strategy) int { return row(a) - row(b) })
	return out
}

func row(s *measure.Strategy) int {
	return 4*measure.Truth(s.Ideal) + 2*measure.Truth(len(s.Runs) == 0) + measure.Truth(s.Counterexample)
}

// candidate is a strategy that may be chosen, as far as its figures go.
func candidate(s *measure.Strategy) *Candidate {
	return &Candidate{Name: s.Name, Values: s.Values, Requests: requests(s), Counterexample: s.Counterexample}
}

// broken are the rules about a strategy itself that it breaks. An advisory rule
// keeps nobody from being shipped.
func (r *Result) broken(name string) (out []string) {
	for i := range r.Expectations {
		if e := &r.Expectations[i]; e.About == name && e.Verdict == Fail && !e.Advisory {
			out = append(out, e.Rule)
		}
	}
	return out
}

// Best is the strategy with the best mean; nil where none has a value.
func (c *Criterion) Best(all []*measure.Strategy) *measure.Strategy {
	var best *measure.Strategy
	for _, s := range all {
		if v := s.Figure(c.Metric); v.Exists() && (best == nil || c.less(v.Mean, best.Figure(c.Metric).Mean)) {
			best = s
		}
	}
	return best
}
