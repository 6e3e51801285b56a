package faults

import "fmt"

func init() {
	Laws.Register("constant", "always the same", func() Law { return &Constant{} })
}

// Constant is no luck at all. A bare amount where a law is due means this one.
type Constant struct {
	Value Amount `yaml:"value" required:"true" doc:"every draw"`
}

func (l *Constant) Check() error {
	if l.Value.Nanos < 0 {
		return fmt.Errorf("constant needs a value of at least 0, got %s", l.Value)
	}
	return nil
}

func (l *Constant) Amounts() []Amount { return []Amount{l.Value} }

func (l *Constant) Table() (*Table, error) {
	return NewTable(func(float64) float64 { return l.Value.Seconds() }), nil
}
