package faults

import (
	"errors"

	"wavetank/chain"
)

func init() {
	Kinds.Register("diverge", "answers in another mix of forms", func() Fault { return &Diverge{Share: 1} })
}

// Diverge makes answers take another mix of forms: a model was swapped, a
// front end lost the schema. Without outputs and structured, it is as if the
// schema were ignored.
type Diverge struct {
	Outputs    *Outputs    `yaml:"outputs" doc:"weights of the forms; excludes structured"`
	Structured *Structured `yaml:"structured" doc:"what is done with the schema meanwhile; default ignored"`
	Share      Share       `yaml:"share" doc:"part of the answers that are affected"`

	outputs *Outputs
}

func (f *Diverge) Check() error {
	switch {
	case f.Outputs != nil && f.Structured != nil:
		return errors.New("outputs and structured exclude each other: both say which forms answers take")
	case f.Structured != nil && *f.Structured == Rejected:
		return errors.New("structured: rejected is no mix of answers: use kind: status with code: 400")
	case f.Outputs != nil:
		return f.Outputs.Check()
	}
	return nil
}

// Compile is called once per scenario, before the first run.
func (f *Diverge) Compile(b *Blueprint) error {
	switch {
	case f.Outputs != nil:
		mix := *f.Outputs
		f.outputs = &mix
	case f.Structured != nil:
		f.outputs = f.Structured.outputs()
	default:
		f.outputs = Ignored.outputs()
	}
	return f.outputs.Compile(b)
}

func (f *Diverge) Stage() Stage { return AtOutput }

func (f *Diverge) Phases(w Window, _ chain.Luck) Phases { return Steady(w, f) }

func (f *Diverge) Apply(x *Exchange) bool {
	if x.Hit(f.Share) {
		x.Diverge(f.outputs)
	}
	return false
}

func (f *Diverge) Harm() Harm { return Harm{Diverge: float64(f.Share), Outputs: f.outputs} }
