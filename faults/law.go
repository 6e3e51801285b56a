package faults

import (
	"fmt"
	"math"
	"time"

	"wavetank/chain"

	"gonum.org/v1/gonum/stat/distuv"
)

// Law is a distribution of times as written in a file. Each kind is one struct
// that registers itself, checks its own parameters and compiles to a table.
type Law interface {
	Check() error
	Table() (*Table, error) // after Check
}

// Laws holds the kinds of laws.
var Laws chain.Registry[Law]

// FileReader is implemented by parts that name a file; whoever loads a document
// calls ReadFile once, before Check, with a reader that resolves names relative
// to the document and bounds what it reads.
type FileReader interface {
	ReadFile(read func(name string) ([]byte, error)) error
}

func init() {
	Laws.Register("lognormal", "by its median and 99th percentile", func() Law { return &Lognormal{} })
	Laws.Register("constant", "always the same", func() Law { return &Constant{} })
}

// Lognormal is the usual shape of latencies (calibration.md 5.2: best of the
// two-parameter families in 14 of 19 samples).
type Lognormal struct {
	Median time.Duration `yaml:"median" doc:"half of the draws are faster"`
	P99    time.Duration `yaml:"p99" doc:"one in a hundred is slower"`
}

// Check implements Law.
func (l *Lognormal) Check() error {
	if l.Median <= 0 || l.P99 < l.Median {
		return fmt.Errorf("lognormal needs 0 < median <= p99, got median %s, p99 %s", l.Median, l.P99)
	}
	return nil
}

// Table implements Law.
func (l *Lognormal) Table() (*Table, error) {
	if l.Median == l.P99 {
		return (&Constant{l.Median}).Table()
	}
	d := distuv.LogNormal{Mu: math.Log(l.Median.Seconds())}
	d.Sigma = math.Log(l.P99.Seconds()/l.Median.Seconds()) / distuv.UnitNormal.Quantile(0.99)
	return NewTable(d.Quantile), nil
}

// Constant is no luck at all.
type Constant struct {
	Value time.Duration `yaml:"value" doc:"every draw"`
}

// Check implements Law.
func (l *Constant) Check() error {
	if l.Value < 0 {
		return fmt.Errorf("constant needs a value of at least 0, got %s", l.Value)
	}
	return nil
}

// Table implements Law.
func (l *Constant) Table() (*Table, error) {
	return NewTable(func(float64) float64 { return l.Value.Seconds() }), nil
}
