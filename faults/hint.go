package faults

import (
	"fmt"
	"slices"
	"time"

	"wavetank/chain"
)

// Hint is what a fault's refusal says in Retry-After; zero says nothing.
type Hint struct {
	mode  hintMode
	fixed time.Duration
}

// LimitHint is what a limiter's refusal says in Retry-After; zero says exactly
// when the next permit comes.
type LimitHint struct {
	mode  limitHintMode
	fixed time.Duration
}

type (
	hintMode      uint8
	limitHintMode uint8
)

const (
	hintNone      hintMode = iota // nothing is sent
	hintRemaining                 // from the answer until the fault's window ends
	hintFixed                     // always the same
)

const (
	limitHintExact   limitHintMode = iota // until a permit is free, to the nanosecond
	limitHintSeconds                      // the same, rounded up to whole seconds, as HTTP can say it
	limitHintNone
	limitHintFixed
)

var (
	hintNames      = []string{"none", "remaining"}
	limitHintNames = []string{"exact", "seconds", "none"}
)

// FixedHint sends always the same Retry-After.
func FixedHint(d time.Duration) Hint { return Hint{hintFixed, d} }

// RemainingHint sends the time from the answer until the fault's window ends.
func RemainingHint() Hint { return Hint{mode: hintRemaining} }

// UnmarshalText reads none, remaining, or a duration.
func (h *Hint) UnmarshalText(text []byte) error {
	if i := slices.Index(hintNames, string(text)); i >= 0 {
		*h = Hint{mode: hintMode(i)}
		return nil
	}
	d, err := time.ParseDuration(string(text))
	if err != nil || d < 0 {
		return fmt.Errorf("%q is no hint of a fault: write none, remaining (until the window ends), or a duration as 2s", text)
	}
	*h = FixedHint(d)
	return nil
}

// MarshalText writes the hint as it is read.
func (h Hint) MarshalText() ([]byte, error) {
	if h.mode == hintFixed {
		return []byte(h.fixed.String()), nil
	}
	return []byte(hintNames[h.mode]), nil
}

// at returns what is sent by an answer that leaves at an instant, in a window that
// ends at another; 0 sends nothing.
func (h Hint) at(leaves, until chain.Instant) time.Duration {
	switch h.mode {
	case hintRemaining:
		return max(0, until.Sub(leaves))
	case hintFixed:
		return h.fixed
	}
	return 0
}

// UnmarshalText reads exact, seconds, none, or a duration.
func (h *LimitHint) UnmarshalText(text []byte) error {
	if i := slices.Index(limitHintNames, string(text)); i >= 0 {
		*h = LimitHint{mode: limitHintMode(i)}
		return nil
	}
	d, err := time.ParseDuration(string(text))
	if err != nil || d < 0 {
		return fmt.Errorf("%q is no hint of a limiter: write exact, seconds (rounded up), none, or a duration as 2s", text)
	}
	*h = LimitHint{limitHintFixed, d}
	return nil
}

// MarshalText writes the hint as it is read.
func (h LimitHint) MarshalText() ([]byte, error) {
	if h.mode == limitHintFixed {
		return []byte(h.fixed.String()), nil
	}
	return []byte(limitHintNames[h.mode]), nil
}

// after returns what is sent when the limiter stays closed for so long; 0 sends
// nothing.
func (h LimitHint) after(wait time.Duration) time.Duration {
	switch h.mode {
	case limitHintNone:
		return 0
	case limitHintFixed:
		return h.fixed
	case limitHintSeconds:
		if rest := wait % time.Second; rest > 0 {
			return wait - rest + time.Second
		}
	}
	return wait
}
