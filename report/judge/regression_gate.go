package judge

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"wavetank/report/measure"
)

// Gate says which figures are held against a baseline, and how strictly. The
// zero value is what the command does by default: measured on a small world, it
// finds twelve changes of twelve with 20 seeds, and flags none of 200 unchanged
// pairs of 10 seeds each; without any tolerance it flags 1, where 10 are allowed.
type Gate struct {
	Strategies []string // by name; nil: all that both sides have, but for bounds
	Metrics    []Gated  // nil: GatedMetrics
	Alpha      float64  // chance of a false alarm, divided over Metrics; 0: 0.05
	Unpaired   bool     // the sides played other seeds: Welch's interval, which sees less
}

// Gated is a metric under a gate. It may be worse by Share of its value in the
// baseline, and by Floor in any case. A share of requests is held by its misses: by
// what it is below all.
type Gated struct {
	Metric string
	Share  float64 // of the baseline's mean, or of its misses
	Floor  float64 // in the metric's unit; of calls in a phase, per request of the run
}

// gateAlpha is the chance that one strategy that did not change fails a gate.
const gateAlpha = 0.05

// GatedMetrics are the figures that a gate holds where nobody says others: each
// for the whole run, and, where it exists, for each of its phases, since a collapse
// after the faults is little of the whole.
func GatedMetrics() []Gated {
	var out []Gated
	for _, g := range []struct {
		Gated
		phased string // what its phases are of; "" where it has none
	}{
		{Gated{"success_rate", rateMatters.Misses, rateMatters.Least}, "success_rate"},
		{Gated{"slo_rate", rateMatters.Misses, rateMatters.Least}, "slo_rate"},
		{Gated{"latency_p50", timeMatters.Part, timeMatters.Least}, "latency_p50"},
		{Gated{"latency_p99", timeMatters.Part, timeMatters.Least}, "latency_p99"},
		{Gated{"wasted_per_1k", callsMatter.Part, 1000 * callsMatter.PerRequest}, "wasted_calls"},
		{Gated{"spurious_trips", tripsMatter.Part, tripsMatter.Least}, ""},
		{Gated{"silent_bad", rateMatters.Misses, 0}, ""}, // broken data is never a matter of degree
		{Gated{"cost_per_1k", moneyMatters.Part, moneyMatters.Least}, ""},
	} {
		out = append(out, g.Gated)
		for _, phase := range measure.Phases {
			if g.phased == "wasted_calls" {
				g.Floor = callsMatter.PerRequest
			}
			if m := g.phased + "." + phase; phase != measure.Since && g.phased != "" { // since the first fault is during and after
				out = append(out, Gated{m, g.Share, g.Floor})
			}
		}
	}
	return out
}

// tolerance is how much worse than in the baseline a figure may be.
func (m Gated) tolerance(base *measure.Strategy, mean float64) float64 {
	floor, of := m.Floor, math.Abs(mean)
	if measure.UnitOf(m.Metric) == measure.Rate {
		of = 1 - mean
	}
	if strings.HasPrefix(m.Metric, "wasted_calls") {
		floor = float64(m.Floor * requests(base))
	}
	if measure.Bad(of) {
		return floor
	}
	return max(floor, float64(m.Share*of))
}

// Hold judges every gated figure of head against base, the worst first. The two
// are of one scenario; paired, of the same seeds. An error is a name that is not
// on both sides, or results that do not compare.
func (g Gate) Hold(head, base *Result) ([]Regression, error) {
	if !g.Unpaired && !slices.Equal(head.Seeds, base.Seeds) {
		return nil, errors.New("report: paired results of different seeds")
	}
	names, err := g.names(head, base)
	if err != nil {
		return nil, err
	}
	gated := g.Metrics
	if gated == nil {
		gated = GatedMetrics()
		if len(head.Scenario.Timeline) == 0 { // the run is one phase
			gated = slices.DeleteFunc(gated, func(m Gated) bool { return measure.OfPhase(m.Metric) })
		}
	}
	alpha := g.Alpha
	if alpha == 0 {
		alpha = gateAlpha
	}
	level := 1 - alpha/float64(max(1, len(gated)))
	out := []Regression{}
	for _, name := range names {
		for _, m := range gated {
			if r, ok := g.judge(head.Strategy(name), base.Strategy(name), m, level); ok {
				out = append(out, r)
			}
		}
	}
	slices.SortStableFunc(out, func(a, b Regression) int { return cmp.Compare(b.weight(), a.weight()) })
	return out, nil
}

// names are the strategies to judge, in the head's order.
func (g Gate) names(head, base *Result) ([]string, error) {
	both := Shared(head, base)
	for _, name := range g.Strategies {
		if !slices.Contains(both, name) {
			return nil, fmt.Errorf("no strategy %q on both sides; there are: %s", name, strings.Join(both, ", "))
		}
	}
	if g.Strategies == nil {
		return both, nil
	}
	return slices.DeleteFunc(both, func(name string) bool { return !slices.Contains(g.Strategies, name) }), nil
}

// Shared lists the strategies that two results both have, but for bounds, in the
// order of the first.
func Shared(head, base *Result) (out []string) {
	for i := range head.Strategies {
		s := &head.Strategies[i]
		if b := base.Strategy(s.Name); b != nil && !s.Ideal && !b.Ideal {
			out = append(out, s.Name)
		}
	}
	return out
}

// judge holds one figure of a strategy against what it was. A figure that
// neither side has is not judged.
func (g Gate) judge(head, base *measure.Strategy, m Gated, level float64) (Regression, bool) {
	h, b := Rounded(head.Values(m.Metric)), Rounded(base.Values(m.Metric))
	r := Regression{Strategy: head.Name, Metric: m.Metric, Head: head.Figure(m.Metric), Base: base.Figure(m.Metric), Level: level}
	r.Diff = PairedAt(h, b, level)
	lost := 0
	if g.Unpaired {
		r.Diff = UnpairedAt(h, b, level)
	} else {
		lost = vanished(h, b)
	}
	r.Tolerance = m.tolerance(base, r.Base.Mean)
	switch {
	case !r.Head.Exists() && !r.Base.Exists():
		return r, false
	case !r.Head.Exists():
		r.Change, r.Text = Regressed, "it has no value any more"
	case !r.Base.Exists():
		r.Change, r.Text = Improved, "it had no value before"
	default:
		r.Change = r.change()
	}
	if lost > 0 && r.Text == "" {
		r.Text = "it has no value any more under " + measure.Plural(lost, "seed")
		if r.Change != Regressed {
			r.Change = Unclear
		}
	}
	return r, true
}

// change compares the interval with the tolerance. Equal runs have the
// difference 0 and an interval without width, so they never alarm.
func (g *Regression) change() Change {
	low, high := g.worse()
	switch {
	case g.Diff.N == 1 && len(g.Diff.PerSeed) > 0 && g.Diff.Mean == 0: // a pair that is equal needs no interval
		return Unchanged
	case measure.Bad(low) || measure.Bad(high):
		return Unclear
	case low > g.Tolerance:
		return Regressed
	case high < -g.Tolerance:
		return Improved
	case low >= -g.Tolerance && high <= g.Tolerance:
		return Unchanged
	}
	return Unclear
}

// weight orders by how bad a change is: what regressed by most of its tolerance,
// what may have, what is better, what is the same.
func (g *Regression) weight() float64 {
	const far = 1e6
	low, high := g.worse()
	beyond := min(far-1, max(0, (low+high)/2/max(g.Tolerance, math.SmallestNonzeroFloat64)))
	if math.IsNaN(beyond) {
		beyond = far - 1
	}
	switch {
	case g.Change == Regressed:
		return 4*far + beyond
	case g.MayBeWorse():
		return 3*far + beyond
	case g.Change == Unclear:
		return 2 * far
	case g.Change == Improved:
		return far
	}
	return 0
}

// vanished counts the seeds under which a value was and is no more.
func vanished(head, base []float64) (n int) {
	for i := range head {
		if measure.Bad(head[i]) && !measure.Bad(base[i]) {
			n++
		}
	}
	return n
}
