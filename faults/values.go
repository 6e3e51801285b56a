package faults

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"wavetank/chain"
)

// Share is a part of a whole, 0 to 1. Files write it as 0.2% or as 0.002.
type Share float64

// UnmarshalText reads a share. A bare number over 1 is refused with a hint,
// for half of the neighbouring tools mean percents and half mean parts of one.
func (s *Share) UnmarshalText(text []byte) error {
	t := strings.TrimSpace(string(text))
	num, percent := strings.CutSuffix(t, "%")
	v, err := strconv.ParseFloat(strings.TrimSpace(num), 64)
	if err != nil || v != v {
		return fmt.Errorf("%q is no share: write 0.2%% or 0.002", t)
	}
	if percent {
		v /= 100
	}
	if v < 0 || v > 1 {
		if !percent && v > 1 && v <= 100 {
			return fmt.Errorf("a share of %s is over 1: did you mean %s%%?", t, t)
		}
		return fmt.Errorf("a share lies between 0 and 1 (0%% and 100%%), not %s", t)
	}
	*s = Share(v)
	return nil
}

// MarshalText writes the share as percents.
func (s Share) MarshalText() ([]byte, error) {
	return []byte(strconv.FormatFloat(float64(s)*100, 'g', 12, 64) + "%"), nil
}

// below reports whether a uniform draw falls within the share.
func (s Share) below(u uint64) bool { return u < s.threshold() }

// threshold is the share as a bound for a uniform 64-bit draw.
func (s Share) threshold() uint64 {
	if s >= 1 {
		return 1<<64 - 1
	}
	return uint64(float64(s)*(1<<53)) << 11 // a float64 has no more bits to give
}

// Span is a duration, or a range of which each seed draws one value.
type Span struct{ Min, Max time.Duration }

// UnmarshalText reads "20m" or "15m..25m".
func (s *Span) UnmarshalText(text []byte) error {
	lo, hi, ranged := strings.Cut(string(text), "..")
	if !ranged {
		hi = lo
	}
	var err error
	if s.Min, err = time.ParseDuration(strings.TrimSpace(lo)); err != nil {
		return fmt.Errorf("%q is no duration: write 90s, 15m, or a range as 15m..25m", lo)
	}
	if s.Max, err = time.ParseDuration(strings.TrimSpace(hi)); err != nil {
		return fmt.Errorf("%q is no duration: write 90s, 15m, or a range as 15m..25m", hi)
	}
	if s.Min < 0 || s.Max < s.Min {
		return fmt.Errorf("the range %s runs backwards or below zero", text)
	}
	return nil
}

// MarshalText writes the span as it is read.
func (s Span) MarshalText() ([]byte, error) {
	if s.Min == s.Max {
		return []byte(s.Min.String()), nil
	}
	return []byte(s.Min.String() + ".." + s.Max.String()), nil
}

// Draw returns the value of one seed.
func (s Span) Draw(u uint64) time.Duration { return s.Min + chain.Scale(s.Max-s.Min, u) }
