package sim

import (
	"fmt"
	"time"

	"wavetank/chain"
)

func init() {
	ArrivalKinds.Register("ramp", "a rate that rises or falls evenly, then holds", func() Arrivals { return &Ramp{CV: 1} })
}

// Ramp arrivals go from one rate to another, from zero on. Before zero the
// first rate holds, after over the second.
type Ramp struct {
	From float64       `yaml:"from" required:"true" doc:"requests a second at zero"`
	To   float64       `yaml:"to" required:"true" doc:"requests a second after over"`
	Over time.Duration `yaml:"over" required:"true" doc:"how long the way takes"`
	CV   float64       `yaml:"cv" doc:"coefficient of variation of the gaps: 1 is poisson, more is burstier"`
	Loop `yaml:",inline"`
	unit gapTable
}

func (a *Ramp) Check() error {
	if a.From == 0 && a.To == 0 {
		return fmt.Errorf("from: it is 0 and so is to, so nothing ever arrives")
	}
	if a.From != 0 {
		if err := checkRate(a.From); err != nil {
			return fmt.Errorf("from: %w", err)
		}
	}
	if a.To != 0 {
		if err := checkRate(a.To); err != nil {
			return fmt.Errorf("to: %w", err)
		}
	}
	if a.Over < minStep {
		return fmt.Errorf("over: %s is under %s", a.Over, minStep)
	}
	return checkCV(a.CV)
}

func (a *Ramp) Compile() error { return a.unit.compile(a.CV, 1) }

func (a *Ramp) Clock(l chain.Luck, from, until chain.Instant) (Clock, error) {
	return startVarying(slope{a}, a.unit.of(a.CV, 1), l, from, until), nil
}

// slope is the course of a ramp.
type slope struct{ *Ramp }

func (c slope) at(now chain.Instant) stretch {
	top := chain.Instant(0).Add(c.Over)
	switch {
	case now < 0:
		return stretch{until: 0, rate: c.From}
	case now >= top:
		return stretch{until: chain.Never, rate: c.To}
	}
	per := float64(c.To-c.From) / seconds(c.Over)
	gone := float64(per * seconds(now.Sub(0)))
	return stretch{until: top, rate: max(0, float64(c.From+gone)), slope: per}
}
