package faults

import (
	"math/bits"
	"time"

	"wavetank/chain"
)

// bucket is a token bucket in its dual form, the generic cell rate algorithm:
// it keeps not a level but the instant when it will be full again. That instant
// is exact, in nanoseconds and perMinute-ths of one.
type bucket struct {
	perMinute int64
	burst     int64
	size, one exact // what the whole bucket and one permit take to flow in
	full      exact // when it is full again
}

// exact is a time of whole nanoseconds and rest/perMinute of one.
type exact struct{ ns, rest int64 }

func newBucket(perMinute, burst int64) *bucket {
	b := &bucket{perMinute: perMinute, burst: burst}
	b.size, b.one = b.flow(burst), b.flow(1)
	b.reset()
	return b
}

// flow returns how long n permits take to flow in.
func (b *bucket) flow(n int64) exact {
	hi, lo := bits.Mul64(uint64(n), uint64(time.Minute))
	ns, rest := bits.Div64(hi, lo, uint64(b.perMinute))
	return exact{int64(ns), int64(rest)}
}

func (b *bucket) reset() { b.full = exact{ns: int64(past)} }

// after returns when the bucket is full again if n permits leave at now.
func (b *bucket) after(now chain.Instant, n int64) exact {
	need := b.one
	if n != 1 {
		need = b.flow(min(n, b.burst))
	}
	from := b.full
	if from.ns < int64(now) {
		from = exact{ns: int64(now)}
	}
	out := exact{from.ns + need.ns, from.rest + need.rest}
	if out.rest >= b.perMinute {
		out.ns, out.rest = out.ns+1, out.rest-b.perMinute
	}
	return out
}

// wait implements meter: the bucket may lack at most its size.
func (b *bucket) wait(now chain.Instant, n int64) time.Duration {
	end := b.after(now, n)
	late := end.ns - b.size.ns - int64(now)
	if end.rest > b.size.rest {
		late++ // a started nanosecond is waited for in full
	}
	return time.Duration(max(0, late))
}

func (b *bucket) take(now chain.Instant, n int64) { b.full = b.after(now, n) }
