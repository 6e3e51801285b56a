package chain

import (
	"math"
	"time"
)

// Instant is a moment of a run, as nanoseconds since it began; a warm-up lies
// before zero. Instants of one run are ordered by <; their difference is a
// time.Duration.
type Instant int64

// Never is later than every instant of a run: a hang ends then.
const Never Instant = math.MaxInt64

// Add returns the instant d later, or Never if that lies beyond the calendar.
func (t Instant) Add(d time.Duration) Instant {
	if d > 0 && t > Never-Instant(d) {
		return Never
	}
	return t + Instant(d)
}

// Sub returns the time from u to t.
func (t Instant) Sub(u Instant) time.Duration { return time.Duration(t - u) }

// Seconds returns the instant as seconds since the run began, for reports only.
func (t Instant) Seconds() float64 { return float64(t) / 1e9 }

// String gives the instant as a duration since the run began.
func (t Instant) String() string {
	if t == Never {
		return "never"
	}
	return time.Duration(t).String()
}
