package faults

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// Amount is a number in a law: a time where it is written with a unit (600ms),
// a count of tokens where it is bare (600). A law compiles either to the same
// table, a token counting as one second.
type Amount struct {
	Nanos   int64 // nanoseconds, or 1e9ths of a token
	Counted bool  // written without a unit
}

// Time returns the amount that stands for a duration.
func Time(d time.Duration) Amount { return Amount{Nanos: int64(d)} }

// Duration returns the amount as a time.
func (a Amount) Duration() time.Duration { return time.Duration(a.Nanos) }

// Count returns the amount as a count.
func (a Amount) Count() float64 { return float64(a.Nanos) / 1e9 }

// Seconds returns the amount on the scale of tables: seconds, or tokens.
func (a Amount) Seconds() float64 { return float64(a.Nanos) / 1e9 }

// UnmarshalText reads 600ms or 600.
func (a *Amount) UnmarshalText(text []byte) error {
	t := strings.TrimSpace(string(text))
	if d, err := time.ParseDuration(t); err == nil {
		*a = Amount{Nanos: int64(d)}
		return nil
	}
	v, err := strconv.ParseFloat(t, 64)
	if err != nil || math.IsNaN(v) || math.Abs(v) > 1e9 {
		return fmt.Errorf("%q is no amount: write a time as 600ms, a count of tokens as 600", t)
	}
	*a = Amount{Nanos: int64(math.Round(float64(v * 1e9)))}
	a.Counted = a.Nanos != 0 // nothing is nothing, in either unit
	return nil
}

// MarshalText writes the amount as it is read.
func (a Amount) MarshalText() ([]byte, error) { return []byte(a.String()), nil }

// String writes the amount as it is read.
func (a Amount) String() string {
	if a.Nanos == 0 {
		return "0"
	}
	if a.Counted {
		return strconv.FormatFloat(a.Count(), 'g', -1, 64)
	}
	return a.Duration().String()
}
