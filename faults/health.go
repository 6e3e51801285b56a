package faults

import (
	"sort"
	"time"

	"wavetank/chain"
)

// Health reads when a provider is well, in order of time: below theta_off,
// whatever its limiter says. It makes the provider's life again, apart from how far
// the world has come, and holds the spans between what it has reached and what was
// forgotten.
type Health struct {
	schedule
	spans   []Window      // of wellness
	reached chain.Instant // up to which the spans are known
}

// Health begins before the run.
func (w *World) Health(provider int) *Health {
	return &Health{schedule: w.schedule(provider), reached: past}
}

// Reach goes on to an instant, or less far, once so many spans are held; it returns
// how far it came.
func (h *Health) Reach(to chain.Instant, most int) chain.Instant {
	for h.reached < to && h.next < chain.Never && len(h.spans) < most {
		s := h.step()
		h.reached = h.next
		switch n := len(h.spans); {
		case s.regime.bad >= h.w.b.spec.Truth.ThetaOff:
		case n > 0 && h.spans[n-1].To == s.from:
			h.spans[n-1].To = h.next
		default:
			h.spans = append(h.spans, Window{s.from, h.next})
		}
	}
	return min(h.reached, to)
}

// Well returns how much of [from, to) the provider is well, of what is reached and not
// forgotten.
func (h *Health) Well(from, to chain.Instant) (sum time.Duration) {
	for i := sort.Search(len(h.spans), func(i int) bool { return h.spans[i].To > from }); i < len(h.spans) && h.spans[i].From < to; i++ {
		sum += min(to, h.spans[i].To).Sub(max(from, h.spans[i].From))
	}
	return sum
}

// Forget lets go what ends before an instant.
func (h *Health) Forget(before chain.Instant) {
	n := 0
	for n < len(h.spans) && h.spans[n].To <= before {
		n++
	}
	h.spans = h.spans[:copy(h.spans, h.spans[n:])]
}
