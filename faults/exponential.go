package faults

import (
	"fmt"
	"math"
)

func init() {
	Laws.Register("exponential", "by its mean, without memory", func() Law { return &Exponential{} })
}

// Exponential is the time until something that may happen at any moment.
type Exponential struct {
	Mean Amount `yaml:"mean" required:"true" doc:"average of the draws"`
}

func (l *Exponential) Check() error {
	if l.Mean.Nanos < 0 {
		return fmt.Errorf("exponential needs a mean of at least 0, got %s", l.Mean)
	}
	return nil
}

func (l *Exponential) Amounts() []Amount { return []Amount{l.Mean} }

func (l *Exponential) Table() (*Table, error) {
	mean := l.Mean.Seconds()
	return NewTable(func(p float64) float64 { return -mean * math.Log1p(-p) }), nil
}
