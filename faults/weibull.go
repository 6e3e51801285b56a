package faults

import (
	"fmt"
	"math"
)

func init() {
	Laws.Register("weibull", "by its shape and mean; below shape 1 it comes in clusters", func() Law { return &Weibull{} })
}

// Weibull is the law of times between incidents (calibration.md 2.2: shape 0.6
// to 0.8 for every vendor).
type Weibull struct {
	Mean  Amount  `yaml:"mean" required:"true" doc:"average of the draws"`
	Shape float64 `yaml:"shape" required:"true" doc:"1 is exponential; smaller has a fatter tail"`
}

func (l *Weibull) Check() error {
	if l.Mean.Nanos < 0 || !(l.Shape >= 0.1) || l.Shape > 100 {
		return fmt.Errorf("weibull needs mean >= 0 and 0.1 <= shape <= 100, got mean %s and shape %g", l.Mean, l.Shape)
	}
	return nil
}

func (l *Weibull) Amounts() []Amount { return []Amount{l.Mean} }

func (l *Weibull) Table() (*Table, error) {
	scale := l.Mean.Seconds() / math.Gamma(1+1/l.Shape)
	return NewTable(func(p float64) float64 { return scale * math.Pow(-math.Log1p(-p), 1/l.Shape) }), nil
}
