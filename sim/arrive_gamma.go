package sim

import "wavetank/chain"

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
