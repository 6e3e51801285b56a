package sim

import (
	"fmt"
	"math"
	"time"

	"wavetank/chain"
	"wavetank/faults"
)

func init() {
	ArrivalKinds.Register("trace", "recorded times and sizes from a CSV", func() Arrivals { return &Trace{Scale: 1} })
}

// maxTrace bounds the rows of a trace.
const maxTrace = 2_000_000

// Trace arrivals are recorded ones: a CSV with the columns TIMESTAMP,
// ContextTokens and GeneratedTokens. The first row arrives at zero; nothing
// arrives in the warm-up. ReadFile must run before Check.
type Trace struct {
	File  string  `yaml:"file" required:"true" doc:"CSV with TIMESTAMP,ContextTokens,GeneratedTokens; relative to the scenario"`
	Scale float64 `yaml:"scale" doc:"factor on the times: 0.5 is twice the load"`
	Limit int     `yaml:"limit" doc:"rows read; 0 is all"`
	Loop  `yaml:",inline"`

	rows []row
}

// row is one recorded request.
type row struct {
	at      time.Duration // since the first row, not scaled
	in, out int32
}

func (a *Trace) ReadFile(read func(name string) ([]byte, error)) error {
	data, err := read(a.File)
	if err != nil {
		return fmt.Errorf("file: %w", err)
	}
	limit := a.Limit
	if limit <= 0 || limit > maxTrace {
		limit = maxTrace
	}
	a.rows, err = readTrace(data, limit, a.Limit > 0)
	if err != nil {
		return fmt.Errorf("file: %s: %w", a.File, err)
	}
	return nil
}

func (a *Trace) Check() error {
	switch {
	case a.File == "":
		return fmt.Errorf("file: is missing")
	case !(a.Scale >= 0) || a.Scale > 1e6:
		return fmt.Errorf("scale: %g is not in (0, 1e6]", a.Scale)
	case a.Limit < 0:
		return fmt.Errorf("limit: %d is below zero", a.Limit)
	case len(a.rows) == 0:
		return fmt.Errorf("file: %s holds no requests", a.File)
	}
	if last := a.scaled(a.rows[len(a.rows)-1].at); last < 0 {
		return fmt.Errorf("scale: %g takes the last row beyond the calendar", a.Scale)
	}
	return nil
}

func (a *Trace) Clock(chain.Luck, chain.Instant, chain.Instant) (Clock, error) {
	return &recorded{a}, nil
}

// scaled returns a row's time as it is played, below zero where it overflows.
func (a *Trace) scaled(d time.Duration) time.Duration {
	if a.Scale == 0 || a.Scale == 1 {
		return d
	}
	s := math.Round(float64(float64(d) * a.Scale))
	if s >= math.MaxInt64 {
		return -1
	}
	return time.Duration(s)
}

// recorded plays a trace.
type recorded struct{ *Trace }

func (r *recorded) Next(n int64) (chain.Instant, bool) {
	if n >= int64(len(r.rows)) {
		return chain.Never, false
	}
	return chain.Instant(r.scaled(r.rows[n].at)), true
}

func (r *recorded) Size(n int64) (in, out int32) {
	w := &r.rows[n]
	return w.in, w.out
}

// TokensOut returns the law of the recorded answers' sizes, for the truth about
// latencies that grow with them.
func (a *Trace) TokensOut() faults.Law {
	return newSizes(a.rows, func(r *row) int32 { return r.out })
}

// TokensIn returns the law of the recorded prompts' sizes, for the truth about
// limits of tokens.
func (a *Trace) TokensIn() faults.Law {
	return newSizes(a.rows, func(r *row) int32 { return r.in })
}
