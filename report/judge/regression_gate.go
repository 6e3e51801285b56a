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
// zero value is what the command does by default.
type Gate struct {
	Strategies []string // by name; nil: all that both sides have, but for bounds
	Metrics    []Gated  // nil: GatedMetrics
	Alpha      float64  // chance of a false alarm, divided over Metrics; 0: 0.05
	Unpaired   bool     // the sides played other seeds: Welch's interval, which sees less
}

// Gated is a metric under a gate. It may be worse by Share of its value in the
// baseline, and by Floor in any case.
type Gated struct {
	Metric string
	Share  float64 // of the baseline's mean
	Floor  float64 // in the metric's unit
}

// gateShare is how much worse than before a figure may be.
const gateShare = 0.05

// gateAlpha is the chance that one strategy that did not change fails a gate.
const gateAlpha = 0.05

// GatedMetrics are the figures that a gate holds where nobody says others.
func GatedMetrics() []Gated {
	return []Gated{
		{"success_rate", gateShare, 0.001},
		{"slo_rate.during", gateShare, 0.001},
		{"latency_p50", gateShare, 0.050},
		{"latency_p99", gateShare, 0.050},
		{"wasted_per_1k", gateShare, 1},
		{"spurious_trips", gateShare, 1},
		{"silent_bad", gateShare, 0},
		{"cost_per_1k", gateShare, 0.01},
	}
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
	r := Regression{Strategy: head.Name, Metric: m.Metric, Head: measure.Summarize(h), Base: measure.Summarize(b), Level: level}
	r.Diff = PairedAt(h, b, level)
	lost := 0
	if g.Unpaired {
		r.Diff = UnpairedAt(h, b, level)
	} else {
		lost = vanished(h, b)
	}
	r.Tolerance = m.Floor
	if r.Base.Exists() {
		r.Tolerance = max(m.Floor, float64(m.Share*math.Abs(r.Base.Mean)))
	}
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
