package judge

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"wavetank/report/measure"
	"wavetank/sim/tune"
)

// significance is the level at which differences are shown.
const significance = 1 - tune.Confidence

// Contrasted are the metrics in which strategies are compared, those of the
// faults before those of the whole run.
var Contrasted = []string{"slo_rate.during", "latency_p50.during", "latency_p99.during", "slo_rate", "success_rate",
	"latency_p50", "latency_p99", "latency_mean", "wasted_per_1k", "silent_bad", "spurious_trips", "cost_per_1k"}

// regretted are the metrics in which strategies are held against the bound.
var regretted = []string{"success_rate", "slo_rate", "latency_mean", "wasted_per_1k", "cost_per_1k"}

// ReferenceStrategy is the strategy that others are compared with: the one named
// Reference, else the first that is no bound; nil where there is none.
func (r *Result) ReferenceStrategy() *measure.Strategy {
	for i := range r.Strategies {
		s := &r.Strategies[i]
		if s.Name == r.Reference || r.Reference == "" && !s.Ideal {
			return s
		}
	}
	return nil
}

// Compared compares every strategy but the bound with the reference, metric by
// metric: those in which somebody has a value. Strategies keep their order, and
// each one's metrics stand together.
func (r *Result) Compared() []Contrast {
	return r.Against(r.ReferenceStrategy(), Contrasted)
}

// Regret compares every strategy with the bound that foresees every fault and
// plays the same requests: what it lost by not foreseeing. It is empty in a
// result without a bound.
func (r *Result) Regret() []Contrast {
	for i := range r.Strategies {
		if s := &r.Strategies[i]; s.Ideal {
			return r.Against(s, regretted)
		}
	}
	return nil
}

// Against compares every other strategy that is no bound with one of them. Holm's
// family are the strategies: each metric is a question of its own.
func (r *Result) Against(other *measure.Strategy, names []string) []Contrast {
	if other == nil {
		return nil
	}
	var rivals []*measure.Strategy
	for i := range r.Strategies {
		if s := &r.Strategies[i]; s != other && !s.Ideal {
			rivals = append(rivals, s)
		}
	}
	var asked []string
	for _, m := range names {
		if r.Any(m) && (len(r.Scenario.Timeline) > 0 || !strings.HasSuffix(m, ".during")) {
			asked = append(asked, m)
		}
	}
	out := make([]Contrast, len(rivals)*len(asked))
	for k, m := range asked {
		theirs := other.Values(m)
		p := make([]float64, len(rivals))
		for i, s := range rivals {
			c := ContrastOf(r.Seeds, s.Values(m), theirs)
			c.Strategy, c.Against, c.Metric = s.Name, other.Name, m
			out[i*len(asked)+k], p[i] = c, c.P
		}
		for i, adjusted := range Holm(p) {
			c := &out[i*len(asked)+k]
			c.Adjusted, c.Shown = adjusted, adjusted <= significance && c.Diff.Shown()
		}
	}
	return out
}

// Shares returns the parts of requests that the strategy answered better and
// worse than the reference, over seeds.
func Shares(s *measure.Strategy) (improved, worsened measure.Summary) {
	better, worse := make([]float64, len(s.Runs)), make([]float64, len(s.Runs))
	for i := range s.Runs {
		better[i], worse[i] = s.Runs[i].Against.Improved, s.Runs[i].Against.Worsened
	}
	return measure.Summarize(better), measure.Summarize(worse)
}

// Holm adjusts the p values of one family for their number (Holm 1979): the
// smallest is multiplied by how many there are, the next by one less, and none
// falls below one before it. A difference is shown at level alpha where its
// adjusted value is at most alpha; the chance that any of those shown is none is
// then at most alpha, however they depend on each other. Values that do not
// exist stay so, and count for nothing.
func Holm(p []float64) []float64 {
	out := slices.Clone(p)
	var order []int
	for i, v := range p {
		if !math.IsNaN(v) {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(p[a], p[b]) })
	least := 0.0
	for rank, i := range order {
		least = min(1, max(least, float64(len(order)-rank)*p[i]))
		out[i] = least
	}
	return out
}
