package policy

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"time"
)

const milli = 1000 // parts of one in which factors and ratios are counted

// Factor is a multiplier in thousandths: 2 is Factor(2000).
type Factor int64

// UnmarshalText reads a decimal with at most three digits behind the point.
func (f *Factor) UnmarshalText(text []byte) error {
	n, err := parseMilli(string(text))
	*f = Factor(n)
	return err
}

// MarshalText writes the factor as it is read.
func (f Factor) MarshalText() ([]byte, error) { return []byte(formatMilli(int64(f))), nil }

// times returns d*f, rounded down, or the longest duration if that is longer.
func (f Factor) times(d time.Duration) time.Duration {
	if d <= 0 || f <= 0 {
		return 0
	}
	hi, lo := bits.Mul64(uint64(d), uint64(f))
	if hi >= milli {
		return math.MaxInt64
	}
	q, _ := bits.Div64(hi, lo, milli)
	return time.Duration(min(q, math.MaxInt64))
}

// Ratio is a part of one in thousandths. Files write it as 0.2 or as 20%.
type Ratio int64

// UnmarshalText reads a ratio between 0 and 1.
func (r *Ratio) UnmarshalText(text []byte) error {
	t := strings.TrimSpace(string(text))
	num, percent := strings.CutSuffix(t, "%")
	n, err := parseMilli(strings.TrimSpace(num))
	if err != nil {
		return err
	}
	switch {
	case percent && n%100 != 0:
		return fmt.Errorf("a ratio counts in thousandths: %s is too fine", t)
	case percent:
		n /= 100
	case n > milli && n <= 100*milli:
		return fmt.Errorf("a ratio of %s is over 1: did you mean %s%%?", t, t)
	}
	if n > milli {
		return fmt.Errorf("a ratio lies between 0 and 1 (0%% and 100%%), not %s", t)
	}
	*r = Ratio(n)
	return nil
}

// MarshalText writes the ratio as a decimal.
func (r Ratio) MarshalText() ([]byte, error) { return []byte(formatMilli(int64(r))), nil }

func parseMilli(text string) (int64, error) {
	whole, frac, _ := strings.Cut(strings.TrimSpace(text), ".")
	if len(frac) > 3 || len(whole) > 9 || len(whole)+len(frac) == 0 {
		return 0, fmt.Errorf("%q is no number with at most three digits behind the point", text)
	}
	n, err := strconv.ParseUint("0"+whole+frac+"000"[len(frac):], 10, 63)
	if err != nil {
		return 0, fmt.Errorf("%q is no number of zero or more", text)
	}
	return int64(n), nil
}

func formatMilli(n int64) string {
	if n%milli == 0 {
		return strconv.FormatInt(n/milli, 10)
	}
	return strings.TrimRight(fmt.Sprintf("%d.%03d", n/milli, n%milli), "0")
}

// Word is a choice among a few words: a value counts its place in their list,
// and the first is the zero value.
type Word[W words] uint8

// words is a list that a type stands for.
type words interface{ list() []string }

// Words lists the words in their order.
func (Word[W]) Words() []string {
	var w W
	return w.list()
}

// UnmarshalText reads one of the words.
func (v *Word[W]) UnmarshalText(text []byte) error {
	all := v.Words()
	i := slices.Index(all, strings.TrimSpace(string(text)))
	*v = Word[W](max(i, 0))
	if i < 0 {
		return fmt.Errorf("%q is none of %s", text, strings.Join(all, ", "))
	}
	return nil
}

// MarshalText writes the word.
func (v Word[W]) MarshalText() ([]byte, error) {
	all := v.Words()
	if int(v) >= len(all) {
		return nil, fmt.Errorf("no word for %d in %s", v, strings.Join(all, ", "))
	}
	return []byte(all[v]), nil
}

// positive is the check of a duration that must be more than nothing.
func positive(field string, d time.Duration) error {
	if d <= 0 {
		return fmt.Errorf("%s: must be longer than 0s, not %s", field, d)
	}
	return nil
}

// atLeast is the check of a duration that has a floor.
func atLeast(field string, d, floor time.Duration) error {
	if d < floor {
		return fmt.Errorf("%s: must be %s or longer, not %s", field, floor, d)
	}
	return nil
}

// limit is the check of an upper bound that may be left out: 0 is no bound.
func limit(field string, d, floor time.Duration) error {
	if d != 0 && d < floor {
		return fmt.Errorf("%s: %s lies below %s, where it would cut every one", field, d, floor)
	}
	return nil
}

// within is the check of a count.
func within(field string, n, low, high int) error {
	if n < low || n > high {
		return fmt.Errorf("%s: must be %d to %d, not %d", field, low, high, n)
	}
	return nil
}
