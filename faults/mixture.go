package faults

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"sort"
	"time"
)

func init() {
	Laws.Register("mixture", "one of several laws, each with a weight", func() Law { return &Mixture{} })
}

// Mixture draws from one of several laws: most answers are quick, a few are
// stragglers.
type Mixture struct {
	Parts []Part `yaml:"parts" required:"true" doc:"list of {weight, law}"`
}

// Part is one law of a mixture.
type Part struct {
	Weight float64 `yaml:"weight" required:"true" doc:"how often it is drawn; weights need not sum to anything"`
	Law    Law     `yaml:"law" required:"true" doc:"a law, or a constant amount"`
}

// maxParts bounds the work of compiling a mixture.
const maxParts = 64

func (l *Mixture) Check() error {
	if len(l.Parts) == 0 || len(l.Parts) > maxParts {
		return fmt.Errorf("mixture needs 1 to %d parts, got %d", maxParts, len(l.Parts))
	}
	sum := 0.0
	for i, p := range l.Parts {
		if !(p.Weight >= 0) || math.IsInf(p.Weight, 1) {
			return fmt.Errorf("parts[%d]: weight %g is not a number of at least 0", i, p.Weight)
		}
		if p.Law == nil {
			return fmt.Errorf("parts[%d] has no law", i)
		}
		if err := checkPlain(fmt.Sprintf("parts[%d]", i), p.Law); err != nil {
			return err
		}
		sum += p.Weight
	}
	if sum == 0 || math.IsInf(sum, 1) {
		return errors.New("the weights of parts sum to nothing: give at least one a weight above 0")
	}
	return nil
}

func (l *Mixture) Amounts() (out []Amount) {
	for _, p := range l.Parts {
		if p.Law != nil {
			out = append(out, p.Law.Amounts()...)
		}
	}
	return out
}

func (l *Mixture) Table() (*Table, error) {
	weights, tables := make([]float64, 0, len(l.Parts)), make([]*Table, 0, len(l.Parts))
	for i, p := range l.Parts {
		t, err := p.Law.Table()
		if err != nil {
			return nil, fmt.Errorf("parts[%d]: %w", i, err)
		}
		if p.Weight > 0 {
			weights, tables = append(weights, p.Weight), append(tables, t)
		}
	}
	return blend(weights, tables), nil
}

// blend is the table of a mixture of tables. Between the edges of its parts a
// mixed distribution is a straight line, so it is tabulated there and inverted
// by search.
func blend(weights []float64, tables []*Table) *Table {
	sum := 0.0
	var times []int64
	for i, t := range tables {
		sum += weights[i]
		for _, side := range [][]int64{t.lower, t.upper} {
			for _, v := range side {
				times = append(times, v-1, v) // both sides of a jump
			}
		}
	}
	slices.Sort(times)
	times = slices.Compact(times)
	upto := make([]float64, len(times)) // probability of at most times[i]
	for i, at := range times {
		for k, t := range tables {
			upto[i] += float64(weights[k] / sum * (1 - t.Above(time.Duration(at))))
		}
		if i > 0 {
			upto[i] = max(upto[i], upto[i-1]) // rounding must not run backwards
		}
	}
	return NewTable(func(p float64) float64 {
		i := sort.SearchFloat64s(upto, p)
		switch {
		case i == 0:
			return float64(times[0]) / 1e9
		case i == len(times):
			return float64(times[i-1]) / 1e9
		}
		part := (p - upto[i-1]) / (upto[i] - upto[i-1])
		return (float64(times[i-1]) + float64(float64(times[i]-times[i-1])*part)) / 1e9
	})
}
