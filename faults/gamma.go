package faults

import "fmt"

func init() {
	Laws.Register("gamma", "by its mean and coefficient of variation", func() Law { return &Gamma{} })
}

// Gamma lies between constant (cv 0), exponential (cv 1) and bursts (cv over 1).
type Gamma struct {
	Mean Amount  `yaml:"mean" required:"true" doc:"average of the draws"`
	CV   float64 `yaml:"cv" required:"true" doc:"standard deviation divided by the mean"`
}

// maxCV keeps the shape where its quantiles are still numbers.
const maxCV = 20

func (l *Gamma) Check() error {
	if l.Mean.Nanos < 0 || !(l.CV >= 0) || l.CV > maxCV {
		return fmt.Errorf("gamma needs mean >= 0 and 0 <= cv <= %d, got mean %s and cv %g", maxCV, l.Mean, l.CV)
	}
	return nil
}

func (l *Gamma) Amounts() []Amount { return []Amount{l.Mean} }

func (l *Gamma) Table() (*Table, error) {
	if l.CV == 0 || l.Mean.Nanos == 0 {
		return (&Constant{l.Mean}).Table()
	}
	shape := 1 / (l.CV * l.CV)
	scale := l.Mean.Seconds() / shape
	quantile := GammaQuantile(shape)
	return NewTable(func(p float64) float64 { return scale * quantile(p) }), nil
}
