package sim

import (
	"fmt"
	"math"

	"wavetank/chain"
	"wavetank/faults"
)

func init() {
	ArrivalKinds.Register("gamma", "independent gaps, burstier or more even than poisson", func() Arrivals { return &Gamma{CV: 1} })
}

// Gamma arrivals have independent gaps of a gamma law.
type Gamma struct {
	Rate float64 `yaml:"rate" required:"true" doc:"requests a second"`
	CV   float64 `yaml:"cv" doc:"coefficient of variation of the gaps: 1 is poisson, more is burstier"`
	Loop `yaml:",inline"`
	gaps gapTable
}

func (a *Gamma) Check() error {
	if err := checkRate(a.Rate); err != nil {
		return err
	}
	return checkCV(a.CV)
}

func (a *Gamma) Compile() error { return a.gaps.compile(a.CV, a.Rate) }

func (a *Gamma) Clock(l chain.Luck, from, _ chain.Instant) (Clock, error) {
	return &renewal{table: a.gaps.of(a.CV, a.Rate), luck: l, last: from}, nil
}

// maxCV bounds how bursty gaps may be. The code trace of Azure's 2023 set has
// 13 (calibration.md 4).
const maxCV = 20

func checkCV(cv float64) error {
	if !(cv >= 0) || cv > maxCV {
		return fmt.Errorf("cv: %g is not in (0, %d]; 1 is poisson, more is burstier", cv, maxCV)
	}
	return nil
}

// gapTable keeps the compiled law of a kind's gaps, so that no run compiles it
// again: the quantiles of a gamma law take some 20 ms.
type gapTable struct{ table *faults.Table }

// compile makes the table once.
func (g *gapTable) compile(cv, rate float64) error {
	g.table = gaps(cv, rate)
	return nil
}

// of returns the table; whoever skipped Compile gets a new one.
func (g *gapTable) of(cv, rate float64) *faults.Table {
	if g.table == nil {
		return gaps(cv, rate)
	}
	return g.table
}

// gaps compiles times between arrivals with a mean of 1/rate and a coefficient
// of variation: the gamma law, which at 1 is the exponential one. A cv of 0
// means 1.
func gaps(cv, rate float64) *faults.Table {
	if cv == 0 || cv == 1 {
		return faults.NewTable(func(p float64) float64 { return -math.Log1p(-p) / rate })
	}
	shape := 1 / float64(cv*cv)
	quantile, scale := faults.GammaQuantile(shape), 1/float64(shape*rate)
	return faults.NewTable(func(p float64) float64 { return float64(quantile(p) * scale) })
}
