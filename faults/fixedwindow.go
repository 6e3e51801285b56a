package faults

import (
	"time"

	"wavetank/chain"
)

// fixedWindow admits a number of permits in each minute of the run's clock, the
// whole allowance at once if asked.
type fixedWindow struct {
	limit int64
	from  chain.Instant // start of the minute that used belongs to
	used  int64
}

func (f *fixedWindow) reset() { f.from, f.used = past, 0 }

// at returns the minute that holds an instant, and what of it is used.
func (f *fixedWindow) at(now chain.Instant) (from chain.Instant, used int64) {
	if now >= f.from && now.Sub(f.from) < time.Minute {
		return f.from, f.used
	}
	into := now % chain.Instant(time.Minute)
	if into < 0 {
		into += chain.Instant(time.Minute) // a warm-up lies before zero
	}
	return now - into, 0
}

func (f *fixedWindow) wait(now chain.Instant, n int64) time.Duration {
	from, used := f.at(now)
	if used+min(n, f.limit) <= f.limit {
		return 0
	}
	return from.Add(time.Minute).Sub(now)
}

func (f *fixedWindow) take(now chain.Instant, n int64) {
	from, used := f.at(now)
	f.from, f.used = from, used+min(n, f.limit)
}
