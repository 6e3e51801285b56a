package faults

import (
	"errors"
	"fmt"
	"time"
)

// Hint is what a refusal says in Retry-After.
type Hint struct {
	mode  hintMode
	fixed time.Duration
}

type hintMode uint8

const (
	hintExact     hintMode = iota // until a permit is free, to the nanosecond
	hintSeconds                   // the same, rounded up to whole seconds
	hintRemaining                 // until the fault's window ends
	hintNone                      // nothing is sent
	hintFixed                     // always the same
)

var hintNames = [...]string{"exact", "seconds", "remaining", "none"}

// NoHint sends no Retry-After.
func NoHint() Hint { return Hint{mode: hintNone} }

// FixedHint sends always the same Retry-After.
func FixedHint(d time.Duration) Hint { return Hint{mode: hintFixed, fixed: d} }

// UnmarshalText reads exact, seconds, remaining, none, or a duration.
func (h *Hint) UnmarshalText(text []byte) error {
	for i, name := range hintNames {
		if name == string(text) {
			*h = Hint{mode: hintMode(i)}
			return nil
		}
	}
	d, err := time.ParseDuration(string(text))
	if err != nil || d < 0 {
		return fmt.Errorf("%q is no hint: write none, exact, seconds, remaining, or a duration as 2s", text)
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

// after returns what is sent when the true wait is known; 0 sends nothing.
func (h Hint) after(wait time.Duration) time.Duration {
	switch h.mode {
	case hintNone:
		return 0
	case hintFixed:
		return h.fixed
	case hintSeconds:
		return roundUp(wait, time.Second)
	}
	return wait
}

// needsPermit reports whether only a limiter can give the hint.
func (h Hint) needsPermit() bool { return h.mode == hintExact || h.mode == hintSeconds }

// checkFault refuses a hint that only a limiter can give.
func (h Hint) checkFault() error {
	if h.needsPermit() {
		return errors.New("retry_after of a fault is none, remaining, or a duration: it knows of no permits")
	}
	return nil
}

func roundUp(d, unit time.Duration) time.Duration {
	if rest := d % unit; rest > 0 && d < 1<<62 {
		return d - rest + unit
	}
	return d
}
