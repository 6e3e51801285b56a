package faults

import (
	"iter"

	"wavetank/chain"
)

// Episode is a stretch in which a provider is really ill: its badness is at
// least theta, for at least min_episode.
type Episode struct{ From, To chain.Instant }

// illness follows a provider's badness from segment to segment.
type illness struct {
	ill   bool          // since an instant
	sure  bool          // for so long that it is an episode
	since chain.Instant //
	count int32         // of episodes, so far
}

// follow takes the segment that comes next, from one instant to another, and
// returns the number of the episode that it belongs to; -1 where it belongs to
// none, or as long as that is not sure.
func (i *illness) follow(t *Truth, bad float64, from, to chain.Instant) int32 {
	was := i.ill
	if i.ill = bad >= t.Theta || was && bad >= min(t.ThetaOff, t.Theta); !i.ill {
		i.sure = false
		return -1
	}
	if !was {
		i.since, i.sure = from, false
	}
	if !i.sure && (to == chain.Never || to.Sub(i.since) >= t.MinEpisode) {
		i.sure = true
		i.count++
	}
	if !i.sure {
		return -1
	}
	return i.count - 1
}

// Episodes reads a provider's illnesses, in order of time, apart from how far the
// world has come: it makes the provider's life again, and keeps none of it.
func (w *World) Episodes(provider int) iter.Seq[Episode] {
	return func(yield func(Episode) bool) {
		r := w.Illnesses(provider)
		for e, ok := r.Next(); ok; e, ok = r.Next() {
			if !yield(e) {
				return
			}
		}
	}
}

// Illnesses reads a provider's episodes one by one.
type Illnesses struct {
	schedule
	illness illness
}

// Illnesses begins with the first.
func (w *World) Illnesses(provider int) *Illnesses {
	return &Illnesses{schedule: w.schedule(provider)}
}

// Next returns the next episode; ok is false after the last.
func (r *Illnesses) Next() (e Episode, ok bool) {
	t := &r.w.b.spec.Truth
	for r.next < chain.Never {
		was := r.illness
		s := r.step()
		r.illness.follow(t, s.regime.bad, s.from, r.next)
		switch {
		case was.sure && !r.illness.ill:
			return Episode{was.since, s.from}, true
		case r.illness.sure && r.next == chain.Never:
			return Episode{r.illness.since, chain.Never}, true
		}
	}
	return Episode{}, false
}
