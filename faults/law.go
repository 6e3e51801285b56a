package faults

import (
	"fmt"
	"math"

	"wavetank/chain"

	"gonum.org/v1/gonum/stat/distuv"
)

// Law is a distribution of times, or of counts of tokens, as written in a file. Each kind is one struct
// that registers itself, checks its own parameters and compiles to a table.
type Law interface {
	Check() error
	Amounts() []Amount      // every time or count in it, so that units can be checked
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

// CheckTimes refuses a law whose amounts are bare numbers where times are due.
func CheckTimes(l Law) error {
	for _, a := range l.Amounts() {
		if a.Counted && a.Nanos != 0 {
			return fmt.Errorf("%g has no unit: write it as a duration, for example %gms or %gs", a.Count(), a.Count(), a.Count())
		}
	}
	return l.Check()
}

// CheckCounts refuses a law whose amounts are times where counts are due.
func CheckCounts(l Law) error {
	for _, a := range l.Amounts() {
		if !a.Counted && a.Nanos != 0 {
			return fmt.Errorf("%s is a time: a count of tokens is a bare number", a.Duration())
		}
	}
	return l.Check()
}

func init() {
	Laws.Register("lognormal", "by its median and 99th percentile", func() Law { return &Lognormal{} })
}

// Lognormal is the usual shape of latencies (calibration.md 5.2: best of the
// two-parameter families in 14 of 19 samples).
type Lognormal struct {
	Median Amount `yaml:"median" required:"true" doc:"half of the draws are smaller"`
	P99    Amount `yaml:"p99" required:"true" doc:"one in a hundred is larger"`
}

func (l *Lognormal) Check() error {
	if l.Median.Nanos <= 0 || l.P99.Nanos < l.Median.Nanos {
		return fmt.Errorf("lognormal needs 0 < median <= p99, got median %s and p99 %s", l.Median, l.P99)
	}
	return nil
}

func (l *Lognormal) Amounts() []Amount { return []Amount{l.Median, l.P99} }

func (l *Lognormal) Table() (*Table, error) {
	if l.Median == l.P99 {
		return (&Constant{l.Median}).Table()
	}
	d := distuv.LogNormal{Mu: math.Log(l.Median.Seconds())}
	d.Sigma = math.Log(l.P99.Seconds()/l.Median.Seconds()) / distuv.UnitNormal.Quantile(0.99)
	return NewTable(d.Quantile), nil
}
