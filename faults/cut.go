package faults

import "wavetank/chain"

func init() {
	Kinds.Register("cut", "begins an answer and breaks it off", func() Fault { return &Cut{At: 0.5, Share: 1} })
}

// Cut breaks answers off in the middle. The status was 200, so they are billed.
type Cut struct {
	At    Share `yaml:"through" doc:"part of the answer's time that has passed by then"`
	Share Share `yaml:"share" doc:"part of the answers that break off"`
}

func (f *Cut) Check() error { return nil }

func (f *Cut) Stage() Stage { return AtStream }

func (f *Cut) Phases(w Window, _ chain.Luck) Phases { return Steady(w, f) }

func (f *Cut) Apply(x *Exchange) bool {
	if !x.Hit(f.Share) {
		return false
	}
	x.Cut(f.At)
	return true
}

func (f *Cut) Harm() Harm { return Harm{Fail: float64(f.Share)} }
