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

// close fills in what the run's end knows: the truth, and who was held back.
func (s *Strip) close(w *faults.World, provider int, b *watch) {
	width := chain.Instant(w.Blueprint().Spec().Duration) / StripBuckets
	for k := range StripBuckets {
		from := chain.Instant(k) * width
		s.Sick[k] = !w.Healthy(provider, from+width/2)
		s.Skipped[k] = 2*b.heldIn(from, from+width) >= time.Duration(width)
	}
}

// heldIn is how long the breaker held calls back within [from, to).
func (b *watch) heldIn(from, to chain.Instant) (sum time.Duration) {
	b.holds(to, func(_ *move, since, until chain.Instant) {
		if lo, hi := max(from, since), min(to, until); lo < hi {
			sum += hi.Sub(lo)
		}
	})
	return sum
}
