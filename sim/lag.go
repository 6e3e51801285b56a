package sim

import (
	"fmt"
	"time"
)

// Lag is how long a word takes from one process to the others; the zero value is
// a word that never comes.
type Lag struct {
	comes bool
	after time.Duration
}

// LagOf is a word that comes after d; 0 is at once.
func LagOf(d time.Duration) Lag { return Lag{true, d} }

const neverComes = "never"

// UnmarshalText reads never, or a duration.
func (l *Lag) UnmarshalText(text []byte) error {
	if string(text) == neverComes {
		*l = Lag{}
		return nil
	}
	d, err := time.ParseDuration(string(text))
	if err != nil || d < 0 {
		return fmt.Errorf("%q is no time that a word takes: write never, 0s for at once, or a duration as 2s", text)
	}
	*l = LagOf(d)
	return nil
}

// MarshalText writes the lag as it is read.
func (l Lag) MarshalText() ([]byte, error) { return []byte(l.String()), nil }

// String returns never, or the duration.
func (l Lag) String() string {
	if !l.comes {
		return neverComes
	}
	return l.after.String()
}
