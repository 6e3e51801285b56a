package judge

import (
	"math"
	"slices"

	"wavetank/report/measure"
)

// Criterion is one question of the ranking.
type Criterion struct {
	Metric string
	Higher bool
	floor  float64 // means nearer than this are printed alike
}

// rateFloor is half of the last digit in which the table prints a share.
const rateFloor = 0.0005

// Criteria are the questions in the order of asking: answers in time while the
// faults acted, bad JSON, waste. Without faults it is the whole run that counts,
// and without an slo the answers and then their slowest percent.
func (r *Result) Criteria() []Criterion {
	phase := ""
	if len(r.Scenario.Timeline) > 0 {
		phase = ".during"
	}
	first := []Criterion{{"slo_rate" + phase, true, rateFloor}}
	if r.Scenario.SLO == 0 {
		first = []Criterion{{"success_rate" + phase, true, rateFloor}, {"latency_p99" + phase, false, 0}}
	}
	return append(first, Criterion{"silent_bad", false, 0}, Criterion{"wasted_calls", false, 0})
}

// Ranking is what the paired comparison of the strategies shows. The ideal
// bound takes no part in it.
type Ranking struct {
	Order    []*measure.Strategy // the best first, ideal bounds last
	First    []*measure.Strategy // what nothing separates at the top; one: the strategy to ship
	By       string              // the metric that decided; empty where nothing did
	RunnerUp *measure.Strategy   // the last to fall behind the first; nil: none
}

// Rank asks each criterion of those that are left and drops who is shown to be
// worse than the best of them.
func (r *Result) Rank() Ranking {
	var k Ranking
	left := make([]*measure.Strategy, 0, len(r.Strategies))
	for i := range r.Strategies {
		if s := &r.Strategies[i]; !s.Ideal && len(s.Runs) > 0 {
			left = append(left, s)
		}
	}
	criteria := r.Criteria()
	k.Order = r.order(criteria)
	for _, c := range criteria {
		if len(left) < 2 {
			break
		}
		kept, fallen := c.sift(left)
		if len(fallen) > 0 {
			k.By, k.RunnerUp = c.Metric, c.Best(fallen)
		}
		left = kept
	}
	if len(left) != 1 {
		k.By, k.RunnerUp = "", nil
	}
	k.Order = promote(k.Order, left)
	k.First = k.Order[:len(left)]
	return k
}

// sift parts strategies into those that may be the best by a criterion and
// those that are shown not to be.
func (c Criterion) sift(all []*measure.Strategy) (kept, fallen []*measure.Strategy) {
	best := c.Best(all)
	if best == nil {
		return all, nil
	}
	for _, s := range all {
		if s != best && c.worse(s, best) {
			fallen = append(fallen, s)
		} else {
			kept = append(kept, s)
		}
	}
	return kept, fallen
}

// Best is the strategy with the best mean; nil where none has a value.
func (c Criterion) Best(all []*measure.Strategy) *measure.Strategy {
	var best *measure.Strategy
	for _, s := range all {
		if v := s.Figure(c.Metric); v.Exists() && (best == nil || c.less(v.Mean, best.Figure(c.Metric).Mean)) {
			best = s
		}
	}
	return best
}

// less reports whether a is better than b.
func (c Criterion) less(a, b float64) bool {
	if c.Higher {
		return a > b
	}
	return a < b
}

// step rounds a mean to what the screen can show.
func (c Criterion) step(v float64) float64 {
	if c.floor == 0 {
		return v
	}
	return math.Round(v / (2 * c.floor))
}

// worse reports whether a strategy is shown to be worse than the best, by as
// much as matters.
func (c Criterion) worse(s, best *measure.Strategy) bool {
	x, y := s.Figure(c.Metric), best.Figure(c.Metric)
	d := measure.Paired(s, best, c.Metric)
	return d.Shown() && Matters(c.Metric, x.Mean, y.Mean, requests(best))
}

// order sorts by means, whatever is shown: criterion by criterion, then as
// written. Strategies without runs come last but for the bounds.
func (r *Result) order(criteria []Criterion) []*measure.Strategy {
	out := make([]*measure.Strategy, len(r.Strategies))
	for i := range out {
		out[i] = &r.Strategies[i]
	}
	slices.SortStableFunc(out, func(a, b *measure.Strategy) int {
		if a.Ideal != b.Ideal {
			return measure.Truth(a.Ideal) - measure.Truth(b.Ideal)
		}
		for _, c := range criteria {
			x, y := a.Figure(c.Metric), b.Figure(c.Metric)
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

// promote moves the first ones to the front: means and shown differences may
// disagree, and the screen shows what it ships on top.
func promote(order, first []*measure.Strategy) []*measure.Strategy {
	slices.SortStableFunc(order, func(a, b *measure.Strategy) int {
		return measure.Truth(slices.Contains(first, b)) - measure.Truth(slices.Contains(first, a))
	})
	return order
}
