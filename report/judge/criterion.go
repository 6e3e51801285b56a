package judge

import (
	"math"
	"strings"

	"wavetank/report/measure"
)

// Criterion is one question of a decision: a metric, and the smallest difference
// in it that anybody would choose a chain for.
type Criterion struct {
	Metric   string
	Smallest Difference
}

// Difference is the smallest difference of two means that matters: the largest of
// its terms. An interval over seeds only says that a difference is no accident:
// twenty runs show one of a thousandth, which is no reason to choose a chain.
type Difference struct {
	Misses     float64 // of the requests that the worse one misses, for shares of requests
	Part       float64 // of the larger value
	Least      float64 // in the metric's unit
	PerRequest float64 // for counts
	Any        bool    // whatever is shown matters; the other terms say what is none
}

// The smallest differences by default.
var (
	// With all providers down, 1 % instead of none is nothing, and 99 % instead of 98 % is half.
	rateMatters  = Difference{Misses: 0.1, Least: 0.001} // and the gate's floor
	timeMatters  = Difference{Part: 0.05, Least: 0.05}   // the gate's tolerance and floor
	moneyMatters = Difference{Part: 0.05, Least: 0.01}   // the same, dollars per 1,000 answers
	callsMatter  = Difference{Part: 0.05, PerRequest: 0.001}
	tripsMatter  = Difference{Part: 0.05, Least: 1} // a trip a run: chosen
	// Broken data is never a matter of degree, but one answer in ten thousand that is
	// not shown to be more than luck keeps nobody from deciding.
	brokenMatters = Difference{Any: true, PerRequest: 0.0001}
)

// SmallestOf is the smallest difference of a metric that matters where nobody says
// another.
func SmallestOf(metric string) Difference {
	switch u := measure.UnitOf(metric); {
	case metric == "silent_bad":
		return brokenMatters
	case u == measure.Rate:
		return rateMatters
	case u == measure.Seconds:
		return timeMatters
	case u == measure.Dollars:
		return moneyMatters
	case strings.HasSuffix(metric, "trips"):
		return tripsMatter
	}
	return callsMatter
}

// Of is the difference in the metric's unit, between two means of runs that have
// so many requests.
func (d *Difference) Of(a, b, requests float64) float64 {
	return max(d.Least, d.Misses*(1-min(a, b)), d.Part*max(a, b), d.PerRequest*requests)
}

// Matters reports whether two means of a metric differ by as much as anybody
// would choose a chain for. Requests is how many a run has.
func Matters(metric string, a, b, requests float64) bool {
	d := SmallestOf(metric)
	return d.Any && a != b || !d.Any && math.Abs(a-b) >= d.Of(a, b, requests)-rounding
}

// Outdoes reports whether a is shown to be better than b in a metric, by as much
// as matters.
func Outdoes(a, b *measure.Strategy, metric string) bool {
	c := Criterion{metric, SmallestOf(metric)}
	return c.compare(candidate(a), candidate(b)).Outcome == Better
}

// requests is how many a run has, on average; 0 where nobody counted.
func requests(s *measure.Strategy) float64 {
	if f := s.Figure("requests"); f.Exists() {
		return f.Mean
	}
	return 0
}

// Criteria are the questions of the decision, in the order of asking: the
// scenario's own, else by default. Those look at the whole run from the first
// fault's start to the end, recovery included: answers, of which late ones count
// between in time and never; unusable answers delivered; dollars; wasted calls.
// Without an slo answers count alike whenever they come, and then the slowest
// percent.
func (r *Result) Criteria() []Criterion {
	if len(r.Scenario.Decide) > 0 {
		return criteriaOf(r.Scenario.Decide)
	}
	return criteriaOf(DefaultDecide(r.Scenario.SLO > 0, len(r.Scenario.Timeline) > 0))
}

// DefaultDecide are the metrics of a decision where a scenario names none.
func DefaultDecide(slo, faulty bool) []measure.Decide {
	phase, slow := "", ""
	if faulty {
		phase, slow = "."+measure.Since, ".during"
	}
	names := []string{"apdex" + phase}
	if !slo {
		names = []string{"success_rate" + phase, "latency_p99" + slow}
	}
	var out []measure.Decide
	for _, m := range append(names, "silent_bad", "cost_per_1k", "wasted_calls") {
		out = append(out, measure.Decide{Metric: m})
	}
	return out
}

// criteriaOf fills in the smallest differences that nobody gave.
func criteriaOf(asked []measure.Decide) []Criterion {
	out := make([]Criterion, len(asked))
	for i, d := range asked {
		out[i] = Criterion{d.Metric, SmallestOf(d.Metric)}
		if d.Part > 0 || d.Least > 0 {
			out[i].Smallest = Difference{Part: d.Part, Least: d.Least}
		}
	}
	return out
}

// higher reports whether more of it is better.
func (c *Criterion) higher() bool {
	return measure.Catalogue[measure.Index[c.Metric]].Better == measure.Higher
}

// less reports whether a mean is better than another.
func (c *Criterion) less(a, b float64) bool {
	if c.higher() {
		return a > b
	}
	return a < b
}

// step rounds a mean to what the screen can show of it.
func (c *Criterion) step(v float64) float64 {
	if measure.UnitOf(c.Metric) == measure.Rate {
		return math.Round(v * 1000)
	}
	return v
}
