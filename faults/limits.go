package faults

import (
	"errors"
	"fmt"
	"time"
)

// Limits are a provider's rate limits. Zero of each means that it has none.
type Limits struct {
	RequestsPerMinute int64     `yaml:"requests_per_minute" doc:"requests admitted per minute; 0 is unlimited"`
	TokensPerMinute   int64     `yaml:"tokens_per_minute" doc:"prompt and answer tokens admitted per minute; 0 is unlimited"`
	Burst             int64     `yaml:"burst" doc:"requests that the bucket holds; default requests_per_minute"`
	Counting          Counting  `yaml:"counting" doc:"how a minute is counted: bucket refills all the time, fixed starts anew each minute"`
	Concurrency       int64     `yaml:"concurrency" doc:"attempts at one time; 0 is unlimited"`
	RetryAfter        LimitHint `yaml:"retry_after" doc:"what a 429 says: exact, seconds (rounded up), none, or a duration"`
	Penalty           Penalty   `yaml:"penalty" doc:"what calls that are refused cost"`
}

// Penalty closes a limiter after a refused call.
type Penalty struct {
	For     time.Duration `yaml:"for" doc:"how long a refused call closes the limiter; 0 is no penalty"`
	Extends bool          `yaml:"extends" doc:"whether calls during the penalty begin it anew"`
}

// Counting is how a per-minute limit counts.
type Counting uint8

// The ways of counting.
const (
	CountBucket Counting = iota // a token bucket, refilled continuously
	CountFixed                  // minutes of the run's clock, each with the full allowance
)

var countingNames = [...]string{"bucket", "fixed"}

// String returns the way as it is written in files.
func (c Counting) String() string { return countingNames[c] }

// CountingNames lists the ways in their order.
func CountingNames() []string { return append([]string(nil), countingNames[:]...) }

// UnmarshalText reads bucket or fixed.
func (c *Counting) UnmarshalText(text []byte) error {
	for i, name := range countingNames {
		if name == string(text) {
			*c = Counting(i)
			return nil
		}
	}
	return fmt.Errorf("counting is bucket or fixed, not %q", text)
}

// MarshalText writes the name.
func (c Counting) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// maxPermits bounds limits and bursts, so that their arithmetic stays exact.
const maxPermits = 1_000_000_000

// Check refuses limits that mean nothing or cannot be kept exactly.
func (l *Limits) Check() error {
	for _, v := range []struct {
		key   string
		value int64
	}{{"requests_per_minute", l.RequestsPerMinute}, {"tokens_per_minute", l.TokensPerMinute}, {"burst", l.Burst}, {"concurrency", l.Concurrency}} {
		if v.value < 0 || v.value > maxPermits {
			return fmt.Errorf("%s is %d: limits lie between 0 (none) and 1e9", v.key, v.value)
		}
	}
	switch {
	case l.RequestsPerMinute == 0 && l.TokensPerMinute == 0 && l.Concurrency == 0:
		return errors.New("limits limit nothing: give requests_per_minute, tokens_per_minute or concurrency")
	case l.Burst > 0 && l.RequestsPerMinute == 0:
		return errors.New("burst needs requests_per_minute: it is the size of its bucket")
	case l.Burst > 0 && l.Counting == CountFixed:
		return errors.New("burst and counting: fixed exclude each other: a fixed minute admits its whole allowance at once")
	case l.Burst > 100_000*l.RequestsPerMinute:
		return fmt.Errorf("burst %d takes more than 100000 minutes to fill at %d requests per minute", l.Burst, l.RequestsPerMinute)
	case l.Penalty.For < 0:
		return fmt.Errorf("a penalty of %s is below zero", l.Penalty.For)
	case l.Penalty.Extends && l.Penalty.For == 0:
		return errors.New("a penalty that extends needs for: how long it lasts")
	}
	return nil
}
