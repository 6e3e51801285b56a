package report

import (
	"io"

	"wavetank/chain"
	"wavetank/sim/tune"
)

// Tuning is what a search over the settings of a strategy found, with the words
// that people need for it.
type Tuning struct {
	Scenarios  []Scenario // the suite, at least one
	Strategy   Strategy   // the setting in force, without runs
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
	Metric   // with its unit and its direction
	Weight   float64
	Weighted bool // the user gave the weight
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

// TuningFormat writes a tuning. The same tuning gives the same bytes, and the
// writer's first error comes back.
type TuningFormat func(io.Writer, *Tuning, View) error

// TuningFormats holds the formats of tune by the name that -o takes.
var TuningFormats chain.Registry[TuningFormat]

func registerTuning(name, summary string, f TuningFormat) {
	TuningFormats.Register(name, summary, func() TuningFormat { return f })
}

// front is the front without those whose means another point beats, as places in
// Outcome.Front; the winner is always in it.
func (t *Tuning) front() (out []int) {
	for i := range t.Outcome.Front {
		if t.Outcome.Front[i].Estimated || i == t.Outcome.Winner {
			out = append(out, i)
		}
	}
	return out
}

// Label is the value of an axis at a finalist, "" outside the space.
func (t *Tuning) label(f *tune.Finalist, axis int) string {
	if f.Settings == nil {
		return ""
	}
	return t.Axes[axis].Labels[f.Settings[axis]]
}
