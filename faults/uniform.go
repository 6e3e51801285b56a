package faults

import "fmt"

func init() {
	Laws.Register("uniform", "anything between min and max alike", func() Law { return &Uniform{} })
}

// Uniform is for what is known only by its bounds.
type Uniform struct {
	Min Amount `yaml:"min" doc:"smallest draw"`
	Max Amount `yaml:"max" required:"true" doc:"largest draw"`
}

func (l *Uniform) Check() error {
	if l.Min.Nanos < 0 || l.Max.Nanos < l.Min.Nanos {
		return fmt.Errorf("uniform needs 0 <= min <= max, got min %s and max %s", l.Min, l.Max)
	}
	return nil
}

func (l *Uniform) Amounts() []Amount { return []Amount{l.Min, l.Max} }

func (l *Uniform) Table() (*Table, error) {
	low, width := l.Min.Seconds(), l.Max.Seconds()-l.Min.Seconds()
	return NewTable(func(p float64) float64 { return low + float64(width*p) }), nil
}
