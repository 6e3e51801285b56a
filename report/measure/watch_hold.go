package measure

import (
	"wavetank/chain"
	"wavetank/faults"
)

// held books the time for which a well provider was held back. One whose limiter
// was closed when its breaker opened would have refused every call until then.
func (b *watch) held(w *faults.World, provider int, end chain.Instant) {
	for k := range b.moves {
		from, to := b.holding(k, end)
		if b.moves[k].to == chain.Open {
			from = max(from, b.moves[k].shut)
		}
		if from = max(from, 0); from < to {
			b.hold += int64(w.HealthySpan(provider, from, to))
		}
	}
}

// holding returns from when until when calls were held back after a move, if
// they were: while a cooldown ran, and while a probe was out. A breaker whose
// cooldown is over holds nobody back, however late it is asked.
func (b *watch) holding(k int, end chain.Instant) (from, to chain.Instant) {
	m := &b.moves[k]
	from, to = m.at, end
	switch {
	case k+1 < len(b.moves):
		to = b.moves[k+1].at
	case m.to == chain.Open:
		to = min(end, m.over)
	}
	switch m.to {
	case chain.Closed:
		from = to
	case chain.HalfOpen:
		from = m.asked
	}
	return from, to
}
