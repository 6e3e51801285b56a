package faults

import "wavetank/chain"

func init() {
	Kinds.Register("hang", "accepts the request and never answers", func() Fault { return &Hang{Share: 1} })
}

// Hang makes a provider accept requests and never answer them. They cost
// nothing but the wait.
type Hang struct {
	Share   Share   `yaml:"share" doc:"part of the attempts that hang"`
	Silence Silence `yaml:"silence,omitempty" doc:"on a wire: silence before the headers, before the body, or within the answer"`
}

func (f *Hang) Check() error { return nil }

func (f *Hang) Stage() Stage { return AtServe }

func (f *Hang) Phases(w Window, _ chain.Luck) Phases { return Steady(w, f) }

func (f *Hang) Apply(x *Exchange) bool {
	if !x.Hit(f.Share) {
		return false
	}
	x.Hang()
	x.Reply.Manner = f.Silence.manner()
	return true
}

func (f *Hang) Harm() Harm { return Harm{Fail: float64(f.Share)} }
