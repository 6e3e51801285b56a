package selftest

import (
	"fmt"
	"reflect"
	"strconv"
	"time"

	"wavetank/chain/policy"
	"wavetank/faults"
	"wavetank/sim"
)

// times are mostly whole seconds, so that answers, timeouts, waits and the edges of
// faults fall together: what comes first at one instant is where engines err.
var times = []time.Duration{
	100 * time.Millisecond, 250 * time.Millisecond, 500 * time.Millisecond, time.Second, time.Second, 2 * time.Second, 2 * time.Second,
	3 * time.Second, 5 * time.Second, 10 * time.Second, 15 * time.Second, 30 * time.Second, time.Minute,
}

// duration draws a time; now and then an odd one, a very short or a long one.
func (d *drawer) duration() time.Duration {
	if d.coarse {
		return pick(&d.dice, times[len(times)-4:])
	}
	switch d.roll(24) {
	case 0:
		return 0
	case 1:
		return time.Duration(d.roll(4_000_000_000))
	case 2:
		return 20 * time.Millisecond
	case 3:
		return 5 * time.Minute
	}
	return pick(&d.dice, times)
}

// ints are small, and the statuses of HTTP where these are what is asked for.
var (
	small    = []int{1, 1, 2, 2, 3, 4, 5, 0, 10}
	large    = []int{20, 60, 100, 200}
	statuses = []int{301, 400, 401, 402, 403, 404, 408, 413, 422, 429, 500, 502, 503, 504, 529}
)

func (d *drawer) int() int {
	switch d.roll(12) {
	case 0:
		return pick(&d.dice, large)
	case 1:
		return pick(&d.dice, statuses)
	}
	return pick(&d.dice, small)
}

var (
	shares = []string{"100%", "100%", "50%", "20%", "5%", "90%", "0%", "33.3%", "1"}
	floats = []string{"1", "0.5", "2", "3", "0.1", "10", "0.25", "20", "0"}
)

// written are the types that are written as a word of their own, and how one is
// drawn. Types that list their words need none.
var written = map[reflect.Type]func(*drawer) string{
	reflect.TypeFor[time.Duration]():     func(d *drawer) string { return d.duration().String() },
	reflect.TypeFor[faults.Share]():      func(d *drawer) string { return pick(&d.dice, shares) },
	reflect.TypeFor[policy.Ratio]():      func(d *drawer) string { return pick(&d.dice, shares) },
	reflect.TypeFor[policy.Factor]():     func(d *drawer) string { return pick(&d.dice, floats) },
	reflect.TypeFor[faults.Span]():       (*drawer).span,
	reflect.TypeFor[faults.Amount]():     (*drawer).amount,
	reflect.TypeFor[faults.Hint]():       func(d *drawer) string { return pick(&d.dice, []string{"none", "remaining", "2s", "30s"}) },
	reflect.TypeFor[faults.LimitHint]():  func(d *drawer) string { return pick(&d.dice, []string{"none", "exact", "seconds", "2s"}) },
	reflect.TypeFor[sim.Lag]():           func(d *drawer) string { return pick(&d.dice, []string{"never", "0s", "1s", "100ms"}) },
	reflect.TypeFor[faults.Structured](): func(d *drawer) string { return pick(&d.dice, faults.StructuredNames()) },
	reflect.TypeFor[faults.Counting]():   func(d *drawer) string { return pick(&d.dice, faults.CountingNames()) },
	reflect.TypeFor[faults.Severity]():   func(d *drawer) string { return pick(&d.dice, faults.SeverityNames()) },
}

// span draws a time, or a range.
func (d *drawer) span() string {
	from := d.duration()
	if d.once(2) {
		return from.String()
	}
	return fmt.Sprintf("%s..%s", from, from+d.duration())
}

// amount draws what a law is about: a time, or tokens.
func (d *drawer) amount() string {
	if d.tokens {
		return strconv.Itoa(pick(&d.dice, []int{1, 20, 100, 600, 600, 2000, 8000}))
	}
	return max(d.duration(), time.Millisecond).String()
}
