package sim

import (
	"fmt"
	"math"
	"time"

	"wavetank/chain"
	"wavetank/faults"
)

func init() {
	ArrivalKinds.Register("constant", "evenly spaced, from zero on", func() Arrivals { return &Constant{} })
	ArrivalKinds.Register("poisson", "independent of each other, at one rate", func() Arrivals { return &Poisson{} })
}

// maxRate bounds arrivals per second, so that a slip of the pen ends in a
// message and not in a run of days.
const maxRate = 1e6

func checkRate(rate float64) error {
	if !(rate > 0) || rate > maxRate {
		return fmt.Errorf("rate %g is not in (0, %g] requests a second", rate, float64(maxRate))
	}
	return nil
}

// Loop says whether requests wait for each other.
type Loop struct {
	One bool `yaml:"serial" doc:"request k starts at the later of its arrival and the end of k-1, and its latency counts from there"`
}

func (l Loop) Serial() bool { return l.One }

// Constant arrivals are evenly spaced; one of them falls on zero.
type Constant struct {
	Rate  float64       `yaml:"rate" doc:"requests a second"`
	Every time.Duration `yaml:"every" doc:"time between requests, instead of rate"`
	Loop  `yaml:",inline"`
}

func (a *Constant) Check() error {
	if (a.Every != 0) == (a.Rate != 0) {
		return fmt.Errorf("constant arrivals need either rate or every")
	}
	if a.Every < 0 {
		return fmt.Errorf("every %s is below zero", a.Every)
	}
	if a.Every > 0 {
		return nil
	}
	return checkRate(a.Rate)
}

func (a *Constant) Clock(_ chain.Luck, from, _ chain.Instant) (Clock, error) {
	gap := a.Every
	if gap == 0 {
		gap = time.Duration(math.Round(float64(1e9 / a.Rate)))
	}
	return &evenly{first: -(-from / chain.Instant(gap)) * chain.Instant(gap), gap: chain.Instant(gap)}, nil
}

type evenly struct{ first, gap chain.Instant }

func (e *evenly) Next(n int64) (chain.Instant, bool) { return e.first + chain.Instant(n)*e.gap, true }

// Poisson arrivals are independent of each other.
type Poisson struct {
	Rate float64 `yaml:"rate" required:"true" doc:"requests a second"`
	Loop `yaml:",inline"`
	gaps gapTable
}

func (a *Poisson) Check() error { return checkRate(a.Rate) }

func (a *Poisson) Compile() error { return a.gaps.compile(1, a.Rate) }

func (a *Poisson) Clock(l chain.Luck, from, _ chain.Instant) (Clock, error) {
	return &renewal{table: a.gaps.of(1, a.Rate), luck: l, last: from}, nil
}

// renewal is a clock whose gaps are independent draws from one law.
type renewal struct {
	table *faults.Table
	luck  chain.Luck
	last  chain.Instant
}

func (r *renewal) Next(n int64) (chain.Instant, bool) {
	r.last += chain.Instant(r.table.Draw(r.luck.Draw(uint64(n))))
	return r.last, true
}
