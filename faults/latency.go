package faults

import (
	"errors"
	"fmt"
	"time"

	"wavetank/chain"
)

func init() {
	Kinds.Register("latency", "answers, but slower", func() Fault { return &Latency{Factor: 5, Share: 1} })
}

// Latency is a brownout: answers come, later. Where several act at once, their
// factors multiply and their shifts add up.
type Latency struct {
	Factor float64       `yaml:"factor" doc:"answers take this many times as long"`
	Shift  time.Duration `yaml:"shift" doc:"and this much longer"`
	Share  Share         `yaml:"share" doc:"part of the answers that are slower"`
}

// maxFactor keeps the fixed-point product of a few factors in range.
const maxFactor = 1_000_000

func (f *Latency) Check() error {
	switch {
	case !(f.Factor > 0) || f.Factor > maxFactor:
		return fmt.Errorf("factor %g is not between 0 and 1e6", f.Factor)
	case f.Shift < 0:
		return fmt.Errorf("shift %s is below zero: an answer cannot come before it was asked for", f.Shift)
	case f.Factor == 1 && f.Shift == 0:
		return errors.New("factor 1 without a shift changes nothing")
	}
	return nil
}

func (f *Latency) Stage() Stage { return AtLatency }

func (f *Latency) Phases(w Window, _ chain.Luck) Phases { return Steady(w, f) }

func (f *Latency) Apply(x *Exchange) bool {
	if x.Hit(f.Share) {
		x.Slow(f.Factor, f.Shift)
	}
	return false
}

func (f *Latency) Harm() Harm {
	return Harm{Slowed: float64(f.Share), Factor: f.Factor, Shift: f.Shift}
}
