package judge

import (
	"math"
	"slices"

	"wavetank/report/measure"
	"wavetank/sim/tune"
)

// Tuning is what a search over the settings of a strategy found, with the words
// that people need for it.
type Tuning struct {
	Scenarios  []measure.Scenario // the suite, at least one
	Strategy   measure.Strategy   // the setting in force, without runs
	Axes       []tune.Axis
	Objectives []TuningObjective // by the order of the outcome's
	Over       tune.Over         // how several scenarios become one figure
	Require    []string          // requirements as written, by the order of the outcome's
	Rivals     []string          // names, by the order of Outcome.Held.Rivals: the setting in force first
	Seeds      [2]uint64         // the first of the search, the first that is held out
	Asked      int               // replications of the search
	Outcome    *tune.Outcome
	Changes    []TuningChange // what the winner changes, in the order of the axes
	Products   TuningProducts
	Warnings   []Warning
	Again      []string // arguments of the command that repeats the search, its name first
}

// TuningObjective is a metric that is to become small, or large.
type TuningObjective struct {
	measure.Metric // with its unit and its direction
	Weight         float64
	Weighted       bool // the user gave the weight
}

// TuningChange is one setting that the winner has otherwise.
type TuningChange struct{ Path, From, To string } // From is empty where nothing was set

// TuningProducts are the winner in the forms in which it is put to use. What
// cannot be had is empty, and its reason says why.
type TuningProducts struct {
	Strategy        []byte // a strategy document, ready to run
	Gobreaker       []byte // Go source: a gobreaker.Settings literal
	GobreakerReason string
	Patch           []byte // a unified diff of the configuration that the chain was imported from
	PatchReason     string
}

// Front is the front without those whose means another point beats, as places in
// Outcome.Front; the winner is always in it.
func (t *Tuning) Front() (out []int) {
	for i := range t.Outcome.Front {
		if t.Outcome.Front[i].Estimated || i == t.Outcome.Winner {
			out = append(out, i)
		}
	}
	return out
}

// Label is the value of an axis at a finalist, "" outside the space.
func (t *Tuning) Label(f *tune.Finalist, axis int) string {
	if f.Settings == nil {
		return ""
	}
	return t.Axes[axis].Labels[f.Settings[axis]]
}

// Higher reports whether more of it is better.
func (o *TuningObjective) Higher() bool { return o.Better == measure.Higher }

// Above reports whether more of an objective's values is better: regret is a
// distance, of which less is.
func (t *Tuning) Above(objective int) bool {
	return t.Over != tune.Regret && t.Objectives[objective].Higher()
}

// Ahead reports whether a value of an objective is better than another.
func (t *Tuning) Ahead(objective int, a, b float64) bool {
	return a != b && a > b == t.Above(objective)
}

// Broken are the requirements that are not kept.
func (t *Tuning) Broken(kept []bool) (out []string) {
	for i, ok := range kept {
		if !ok && i < len(t.Require) {
			out = append(out, t.Require[i])
		}
	}
	return out
}

// Judged is what held-out replications say; nil where there are none.
func (t *Tuning) Judged() *tune.Held {
	if h := t.Outcome.Held; h != nil && h.Replications > 0 && len(h.Rivals) > 0 {
		return h
	}
	return nil
}

// Reach is how far the front reaches in an objective; 0 where it does not.
func (t *Tuning) Reach(objective int) float64 {
	least, most := math.Inf(1), math.Inf(-1)
	for _, i := range t.Front() {
		v := t.Outcome.Front[i].Values[objective].Mean
		least, most = min(least, v), max(most, v)
	}
	if !(most > least) {
		return 0
	}
	return most - least
}

// Among is a finalist's place among the front's points, -1 if it is not there.
func (t *Tuning) Among(i int) int { return slices.Index(t.Front(), i) }

// AllAxes are the places of the axes.
func (t *Tuning) AllAxes() (out []int) {
	for i := range t.Axes {
		out = append(out, i)
	}
	return out
}
