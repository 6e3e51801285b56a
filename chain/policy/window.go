package policy

import (
	"time"

	"wavetank/chain"
)

// windowBuckets is how finely a window of time slides: Polly, resilience4j and
// Hystrix use 10; more costs memory and moves nothing by more than a percent.
const windowBuckets = 10

// window counts what happened in the last stretch of time, in buckets: a bucket
// leaves as a whole. It reads no clock; instants never go back.
type window struct {
	width   int64 // of a bucket, nanoseconds
	buckets []int64
	at      int64 // number of the newest bucket
	total   int64
	begun   bool
}

func newWindow(d time.Duration) *window { return newBuckets(d, windowBuckets) }

func newBuckets(d time.Duration, n int) *window {
	return &window{width: max(1, int64(d)/int64(n)), buckets: make([]int64, n)}
}

// slide forgets the buckets that have left the window.
func (w *window) slide(now chain.Instant) {
	k := floorDiv(int64(now), w.width)
	if !w.begun {
		w.at, w.begun = k, true
	}
	if k-w.at >= int64(len(w.buckets)) {
		clear(w.buckets)
		w.total, w.at = 0, k
	}
	for w.at < k {
		w.at++
		slot := &w.buckets[w.slot(w.at)]
		w.total -= *slot
		*slot = 0
	}
}

func (w *window) slot(k int64) int {
	n := int64(len(w.buckets))
	return int((k%n + n) % n)
}

func (w *window) add(now chain.Instant, n int64) {
	w.slide(now)
	w.buckets[w.slot(w.at)] += n
	w.total += n
}

func (w *window) sum(now chain.Instant) int64 {
	w.slide(now)
	return w.total
}

func (w *window) clear() {
	clear(w.buckets)
	w.total = 0
}

// floorDiv rounds down, for instants before zero too.
func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}
