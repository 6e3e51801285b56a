package report

import (
	"math"
	"slices"
)

// criterion is one question of the ranking.
type criterion struct {
	metric string
	higher bool
	floor  float64 // means nearer than this are printed alike
}

// rateFloor is half of the last digit in which the table prints a share.
const rateFloor = 0.0005

// criteria are the questions in the order of asking: answers in time while the
// faults acted, bad JSON, waste. Without faults it is the whole run that counts,
// and without an slo the answers and then their slowest percent.
func (r *Result) criteria() []criterion {
	phase := ""
	if len(r.Scenario.Timeline) > 0 {
		phase = ".during"
	}
	first := []criterion{{"slo_rate" + phase, true, rateFloor}}
	if r.Scenario.SLO == 0 {
		first = []criterion{{"success_rate" + phase, true, rateFloor}, {"latency_p99" + phase, false, 0}}
	}
	return append(first, criterion{"silent_bad", false, 0}, criterion{"wasted_calls", false, 0})
}

// Ranking is what the paired comparison of the strategies shows. The ideal
// bound takes no part in it.
type Ranking struct {
	Order    []*Strategy // the best first, ideal bounds last
	First    []*Strategy // what nothing separates at the top; one: the strategy to ship
	By       string      // the metric that decided; empty where nothing did
	RunnerUp *Strategy   // the last to fall behind the first; nil: none
}

// Rank asks each criterion of those that are left and drops who is shown to be
// worse than the best of them.
func (r *Result) Rank() Ranking {
	var k Ranking
	left := make([]*Strategy, 0, len(r.Strategies))
	for i := range r.Strategies {
		if s := &r.Strategies[i]; !s.Ideal && len(s.Runs) > 0 {
			left = append(left, s)
		}
	}
	criteria := r.criteria()
	k.Order = r.order(criteria)
	for _, c := range criteria {
		if len(left) < 2 {
			break
		}
		kept, fallen := c.sift(left)
		if len(fallen) > 0 {
			k.By, k.RunnerUp = c.metric, c.best(fallen)
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
func (c criterion) sift(all []*Strategy) (kept, fallen []*Strategy) {
	best := c.best(all)
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

// best is the strategy with the best mean; nil where none has a value.
func (c criterion) best(all []*Strategy) *Strategy {
	var best *Strategy
	for _, s := range all {
		if v := s.Figure(c.metric); v.Exists() && (best == nil || c.less(v.Mean, best.Figure(c.metric).Mean)) {
			best = s
		}
	}
	return best
}

// less reports whether a is better than b.
func (c criterion) less(a, b float64) bool {
	if c.higher {
		return a > b
	}
	return a < b
}

// step rounds a mean to what the screen can show.
func (c criterion) step(v float64) float64 {
	if c.floor == 0 {
		return v
	}
	return math.Round(v / (2 * c.floor))
}

// worse reports whether a strategy is shown to be worse than the best, by as
// much as matters.
func (c criterion) worse(s, best *Strategy) bool {
	x, y := s.Figure(c.metric), best.Figure(c.metric)
	d := Paired(s, best, c.metric)
	return d.Shown() && matters(c.metric, x.Mean, y.Mean, best.requests())
}

// order sorts by means, whatever is shown: criterion by criterion, then as
// written. Strategies without runs come last but for the bounds.
func (r *Result) order(criteria []criterion) []*Strategy {
	out := make([]*Strategy, len(r.Strategies))
	for i := range out {
		out[i] = &r.Strategies[i]
	}
	slices.SortStableFunc(out, func(a, b *Strategy) int {
		if a.Ideal != b.Ideal {
			return truth(a.Ideal) - truth(b.Ideal)
		}
		for _, c := range criteria {
			x, y := a.Figure(c.metric), b.Figure(c.metric)
			switch {
			case x.Exists() != y.Exists():
				return truth(y.Exists()) - truth(x.Exists())
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
func promote(order, first []*Strategy) []*Strategy {
	slices.SortStableFunc(order, func(a, b *Strategy) int {
		return truth(slices.Contains(first, b)) - truth(slices.Contains(first, a))
	})
	return order
}

func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}
