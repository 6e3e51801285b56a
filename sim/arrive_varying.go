package sim

import (
	"math"
	"time"

	"wavetank/chain"
	"wavetank/faults"
)

// Traffic whose rate changes with time is drawn by inversion: gaps of mean one
// are stretches of the cumulative rate, and an arrival stands where the
// cumulative rate has risen by the sum of its gaps. So the n-th draw moves the
// n-th arrival alone, whatever the rate does.
//
// Every float64 operation below stands alone or in a conversion, so that no
// machine may fuse two of them and round differently.

// stretch is a piece of time in which the rate is linear.
type stretch struct {
	until chain.Instant
	rate  float64 // requests a second where the walk stands
	slope float64 // requests a second, per second
}

// course gives the rate from an instant on: the stretch that begins there.
type course interface {
	at(now chain.Instant) stretch
}

// varying walks a course.
type varying struct {
	course course
	unit   *faults.Table // gaps of mean one; one request is 1e9
	luck   chain.Luck
	now    chain.Instant
	until  chain.Instant
}

func startVarying(c course, unit *faults.Table, l chain.Luck, from, until chain.Instant) Clock {
	return &varying{course: c, unit: unit, luck: l, now: from, until: until}
}

// Next implements Clock. It walks no further than until.
func (v *varying) Next(n int64) (chain.Instant, bool) {
	due := float64(v.unit.Draw(v.luck.Draw(uint64(n)))) / 1e9
	for v.now < v.until {
		s := v.course.at(v.now)
		long := seconds(s.until.Sub(v.now))
		mass := s.mass(long)
		if due < mass {
			v.now = min(v.now.Add(nanoseconds(s.reach(due))), s.until)
			return v.now, true
		}
		due = float64(due - mass)
		v.now = s.until
	}
	return v.until, false
}

// mass is how many requests the next x seconds bring on average.
func (s stretch) mass(x float64) float64 {
	flat := float64(s.rate * x)
	if s.slope == 0 {
		return flat
	}
	bend := float64(float64(s.slope*x) * x)
	return max(0, float64(flat+float64(bend/2)))
}

// reach is after how many seconds m requests have come on average: the root of
// rate*x + slope*x*x/2 = m that survives a slope of zero.
func (s stretch) reach(m float64) float64 {
	if m == 0 || s.slope == 0 {
		return m / max(s.rate, math.SmallestNonzeroFloat64)
	}
	square := float64(s.rate * s.rate)
	rise := float64(float64(2*s.slope) * m)
	root := math.Sqrt(max(0, float64(square+rise)))
	return float64(2*m) / float64(s.rate+root)
}

func seconds(d time.Duration) float64 { return float64(d) / 1e9 }

func nanoseconds(s float64) time.Duration { return time.Duration(math.Round(float64(s * 1e9))) }
