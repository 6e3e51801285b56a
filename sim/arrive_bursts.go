package sim

import (
	"fmt"
	"time"

	"wavetank/chain"
)

func init() {
	ArrivalKinds.Register("bursts", "one rate, and another for a while at even intervals", func() Arrivals { return &Bursts{CV: 1} })
}

// Bursts arrivals have a base rate; at every, 2 every, 3 every and so on a
// burst begins.
type Bursts struct {
	Rate      float64       `yaml:"rate" doc:"requests a second between bursts; 0 is silence"`
	BurstRate float64       `yaml:"burst_rate" required:"true" doc:"requests a second in a burst"`
	Every     time.Duration `yaml:"every" required:"true" doc:"from the beginning of a burst to the next; the first begins after it"`
	For       time.Duration `yaml:"for" required:"true" doc:"how long a burst lasts"`
	CV        float64       `yaml:"cv" doc:"coefficient of variation of the gaps: 1 is poisson, more is burstier"`
	Loop      `yaml:",inline"`
	unit      gapTable
}

func (a *Bursts) Check() error {
	if a.Rate != 0 {
		if err := checkRate(a.Rate); err != nil {
			return err
		}
	}
	if err := checkRate(a.BurstRate); err != nil {
		return fmt.Errorf("burst_rate: %w", err)
	}
	if a.For < minStep || a.Every <= a.For {
		return fmt.Errorf("for: needs %s <= for < every, got for %s and every %s", minStep, a.For, a.Every)
	}
	return checkCV(a.CV)
}

func (a *Bursts) Compile() error { return a.unit.compile(a.CV, 1) }

func (a *Bursts) Clock(l chain.Luck, from, until chain.Instant) (Clock, error) {
	return startVarying(pulse{a}, a.unit.of(a.CV, 1), l, from, until), nil
}

// pulse is the course of bursts.
type pulse struct{ *Bursts }

func (c pulse) at(now chain.Instant) stretch {
	every := chain.Instant(c.Every)
	if now < every {
		return stretch{until: every, rate: c.Rate}
	}
	begun := now - now%every
	if end := begun.Add(c.For); now < end {
		return stretch{until: end, rate: c.BurstRate}
	}
	return stretch{until: begun.Add(c.Every), rate: c.Rate}
}
