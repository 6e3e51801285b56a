package policy

import (
	"errors"
	"fmt"
	"math"
	"time"

	"wavetank/chain"
)

func init() {
	Trips.Register("ema", "an average of successes that weighs the newest most, below a bound, opens it", func() Trip { return &EMATrip{Min: 1} })
	Trips.Register("header_signal", "a failure that says when to come back opens it", func() Trip { return &HeaderTrip{} })
	Trips.Register("any_of", "whatever opens it first", func() Trip { return &AnyTrip{} })
}

// EMATrip opens when the moving average of successes falls below Below: each
// result weighs exp(-t/window) of what it weighed t ago (Finagle's success rate
// accrual).
type EMATrip struct {
	Below  Ratio         `yaml:"below" required:"true" doc:"average of successes below which it opens"`
	Window time.Duration `yaml:"window" required:"true" doc:"time in which a result's weight falls to 37 %"`
	Min    int           `yaml:"min" doc:"results before anything opens it; default 1"`
	Warmup time.Duration `yaml:"warmup,omitempty" doc:"time after the first result in which nothing opens it"`
}

// Check implements Trip.
func (t *EMATrip) Check() error {
	err := errors.Join(positive("window", t.Window), within("min", t.Min, 1, 1<<20), atLeast("warmup", t.Warmup, 0))
	if t.Below <= 0 {
		err = errors.Join(err, errors.New("below: must be above zero"))
	}
	return err
}

// Needs implements Trip.
func (t *EMATrip) Needs() int { return 1 }

// Build implements Trip.
func (t *EMATrip) Build() Tally { return &average{rule: t, decay: decayTable(t.Window)} }

// decaySteps is how finely exp(-t/window) is tabled over four windows, after
// which a result weighs less than 2 %; what no table holds, no draw computes.
const decaySteps = 1024

func decayTable(window time.Duration) *[decaySteps + 1]int64 {
	var out [decaySteps + 1]int64
	for k := range out {
		out[k] = int64(math.Round(math.Exp(-4*float64(k)/decaySteps) * (1 << 30)))
	}
	return &out
}

// average implements Tally. Its value is in 2^-30.
type average struct {
	rule     *EMATrip
	decay    *[decaySteps + 1]int64
	value    int64
	at, from chain.Instant
	n        int
	failures int
}

// take adds a result, 1 for a success, with the weight that the time since the
// last one gives it.
func (t *average) take(now chain.Instant, success int64) {
	if t.n == 0 {
		t.value, t.from = success, now
	} else {
		k := min(int64(now.Sub(t.at))/max(1, 4*int64(t.rule.Window)/decaySteps), decaySteps)
		keep := t.decay[k]
		if keep == 1<<30 { // results of one instant weigh alike
			keep -= keep / 16
		}
		t.value = (t.value>>15)*(keep>>15) + (success>>15)*((1<<30-keep)>>15)
	}
	t.at = now
	t.n++
}

func (t *average) Good(now chain.Instant, _ *chain.Result) bool {
	t.take(now, 1<<30)
	return false
}

func (t *average) Bad(now chain.Instant, _ *chain.Result) (int, bool) {
	t.take(now, 0)
	t.failures++
	return t.failures, t.n >= t.rule.Min && now.Sub(t.from) >= t.rule.Warmup && t.value < int64(t.rule.Below)<<30/milli
}

func (t *average) Clear() { t.n, t.failures = 0, 0 }

func (t *average) Failures() int { return t.failures }

// HeaderTrip opens on any failure that tells when to come back, and on no other.
type HeaderTrip struct{}

// Check implements Trip.
func (*HeaderTrip) Check() error { return nil }

// Needs implements Trip.
func (*HeaderTrip) Needs() int { return 0 }

// Build implements Trip.
func (*HeaderTrip) Build() Tally { return headerTally{} }

type headerTally struct{}

func (headerTally) Good(chain.Instant, *chain.Result) bool { return false }

func (headerTally) Bad(_ chain.Instant, r *chain.Result) (int, bool) { return 1, r.Hint > 0 }

func (headerTally) Clear() {}

func (headerTally) Failures() int { return 0 }

// AnyTrip opens as soon as one of its kinds does.
type AnyTrip struct {
	Of []Trip `yaml:"of" required:"true" doc:"kinds of trip, each of which counts by itself"`
}

// Check implements Trip.
func (t *AnyTrip) Check() error {
	if len(t.Of) == 0 {
		return errors.New("of: lists no kind of trip")
	}
	var err error
	for i, one := range t.Of {
		if e := one.Check(); e != nil {
			err = errors.Join(err, fmt.Errorf("of[%d]: %w", i, e))
		}
		if s, ok := one.(Sweeping); ok && s.Every() > 0 {
			err = errors.Join(err, fmt.Errorf("of[%d]: looks at intervals, which a part of any_of cannot: write every for none", i))
		}
	}
	return err
}

// Needs implements Trip: the least that any of them needs.
func (t *AnyTrip) Needs() int {
	least := 0
	for _, one := range t.Of {
		if n := one.Needs(); n > 0 && (least == 0 || n < least) {
			least = n
		}
	}
	return least
}

// Build implements Trip.
func (t *AnyTrip) Build() Tally {
	var out anyOf
	for _, one := range t.Of {
		out = append(out, one.Build())
	}
	return out
}

// anyOf tells every tally of every result.
type anyOf []Tally

func (a anyOf) Good(now chain.Instant, r *chain.Result) (trip bool) {
	for _, t := range a {
		trip = t.Good(now, r) || trip
	}
	return trip
}

func (a anyOf) Bad(now chain.Instant, r *chain.Result) (counted int, trip bool) {
	for _, t := range a {
		n, hit := t.Bad(now, r)
		if hit && !trip {
			counted, trip = n, true
		} else if !trip {
			counted = max(counted, n)
		}
	}
	return counted, trip
}

func (a anyOf) Clear() {
	for _, t := range a {
		t.Clear()
	}
}

func (a anyOf) Failures() (most int) {
	for _, t := range a {
		most = max(most, t.Failures())
	}
	return most
}
