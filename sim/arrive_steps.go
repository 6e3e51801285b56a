package sim

import (
	"fmt"
	"time"

	"wavetank/chain"
)

func init() {
	ArrivalKinds.Register("steps", "a rate that jumps at given times", func() Arrivals { return &Steps{CV: 1} })
}

// maxSteps bounds a list of steps.
const maxSteps = 1000

// minStep bounds how often a rate may jump, so that a walk over it ends.
const minStep = time.Millisecond

// Steps arrivals have a rate that is constant by pieces. Before zero the first
// step's rate holds; after the last step it holds on, or the list begins anew.
type Steps struct {
	Steps  []Step  `yaml:"steps" required:"true" doc:"one after another, from zero on"`
	Repeat bool    `yaml:"repeat" doc:"begin anew after the last step; else it holds to the end"`
	CV     float64 `yaml:"cv" doc:"coefficient of variation of the gaps: 1 is poisson, more is burstier"`
	Loop   `yaml:",inline"`
	unit   gapTable
}

// Step is one piece of time with one rate.
type Step struct {
	Rate float64       `yaml:"rate" doc:"requests a second; 0 is silence"`
	For  time.Duration `yaml:"for" doc:"how long; only the last step may go without"`
}

func (a *Steps) Check() error {
	if len(a.Steps) == 0 || len(a.Steps) > maxSteps {
		return fmt.Errorf("steps: needs 1 to %d steps, got %d", maxSteps, len(a.Steps))
	}
	most := 0.0
	for i, s := range a.Steps {
		open := i == len(a.Steps)-1 && !a.Repeat && s.For == 0
		if s.For < minStep && !open {
			return fmt.Errorf("steps[%d]: for %s is under %s", i, s.For, minStep)
		}
		if s.Rate != 0 {
			if err := checkRate(s.Rate); err != nil {
				return fmt.Errorf("steps[%d]: %w", i, err)
			}
		}
		most = max(most, s.Rate)
	}
	if most == 0 {
		return fmt.Errorf("steps: every rate is 0, so nothing ever arrives")
	}
	return checkCV(a.CV)
}

func (a *Steps) Compile() error { return a.unit.compile(a.CV, 1) }

func (a *Steps) Clock(l chain.Luck, from, until chain.Instant) (Clock, error) {
	c := &staircase{steps: a.Steps, repeat: a.Repeat}
	c.ends = chain.Instant(0).Add(a.Steps[0].For)
	return startVarying(c, a.unit.of(a.CV, 1), l, from, until), nil
}

// staircase is the course of steps: a cursor that follows the walk.
type staircase struct {
	steps  []Step
	repeat bool
	step   int
	ends   chain.Instant // of the step
}

func (c *staircase) at(now chain.Instant) stretch {
	for !c.last() && now >= c.ends {
		c.step = (c.step + 1) % len(c.steps)
		c.ends = c.ends.Add(c.steps[c.step].For)
	}
	s := stretch{until: c.ends, rate: c.steps[c.step].Rate}
	if c.last() {
		s.until = chain.Never
	}
	return s
}

// last reports whether the step holds for ever.
func (c *staircase) last() bool { return !c.repeat && c.step == len(c.steps)-1 }
