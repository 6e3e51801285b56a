package measure

import (
	"time"

	"wavetank/chain"
	"wavetank/faults"
	"wavetank/sim"
)

// StripBuckets is how many buckets of equal time a strip has.
const StripBuckets = 60

func newStrip() Strip {
	return Strip{Sick: make([]bool, StripBuckets), Sent: make([]int32, StripBuckets), Failed: make([]int32, StripBuckets),
		Hung: make([]int32, StripBuckets), Cut: make([]int32, StripBuckets), Probes: make([]int32, StripBuckets), Skipped: make([]bool, StripBuckets)}
}

// attempt books one labelled attempt in the bucket in which it was sent.
func (s *Strip) attempt(x *sim.Attempt, l Label, duration time.Duration) {
	k := int(int64(x.Sent) * StripBuckets / int64(duration))
	if k < 0 || k >= StripBuckets {
		return
	}
	if x.Probe {
		s.Probes[k]++
		return
	}
	s.Sent[k]++
	if l >= Throttled {
		s.Failed[k]++
		switch {
		case l == Impatient:
			s.Cut[k]++
		case x.Verdict.Class == chain.Timeout:
			s.Hung[k]++
		}
	}
}

// close fills in what the run's end knows: the truth, and who was held back for how
// long in each bucket.
func (s *Strip) close(w *faults.World, provider int, held []time.Duration) {
	width := bucketOf(w)
	for k := range StripBuckets {
		s.Sick[k] = !w.Healthy(provider, chain.Instant(k)*width+width/2)
		s.Skipped[k] = 2*held[k] >= time.Duration(width)
	}
}

// bucketOf is how long a bucket of a strip lasts.
func bucketOf(w *faults.World) chain.Instant {
	return chain.Instant(w.Blueprint().Spec().Duration) / StripBuckets
}

// skip books a stretch in which the breaker held calls back in the buckets of its
// strip, if it has one.
func (b *watch) skip(w *faults.World, from, to chain.Instant) {
	for k := range b.buckets {
		lo := chain.Instant(k) * bucketOf(w)
		if lo, hi := max(from, lo), min(to, lo+bucketOf(w)); lo < hi {
			b.buckets[k] += hi.Sub(lo)
		}
	}
}
