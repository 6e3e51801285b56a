package faults

import (
	"cmp"
	"slices"
	"time"

	"wavetank/chain"
)

// badness is b(t) of one regime, whatever a limiter says: the probability that an
// attempt of a servable request gives no usable answer within the limit; and hard,
// that it gives none at all. Faults strike independently of each other (science.md
// 1.3, contract section 3).
func (b *Blueprint) badness(p *plan, g *regime) (bad, hard float64) {
	good := 1.0
	slowed := []Harm{}
	invalid := p.outputs.invalid
	for _, a := range g.effects {
		h := a.effect.Harm()
		good *= 1 - h.Fail
		if h.Slowed > 0 {
			slowed = append(slowed, h)
		}
		if h.Diverge > 0 {
			invalid = float64((1-h.Diverge)*invalid) + float64(h.Diverge*h.Outputs.invalid)
		}
	}
	late := b.late(g.stream, slowed, 1, 0)
	share := func(good float64) float64 { return min(1, max(0, 1-good)) }
	return share(float64(good * (1 - late) * (1 - invalid))), share(float64(good * (1 - invalid)))
}

// late is the probability of more than the limit: over the ways in which slowing
// effects combine, and over the answer's tokens.
func (b *Blueprint) late(s *stream, slowed []Harm, factor float64, shift time.Duration) float64 {
	if len(slowed) > 0 {
		h, rest := slowed[0], slowed[1:]
		by := h.Factor
		if by == 0 {
			by = 1
		}
		return float64(h.Slowed*b.late(s, rest, factor*by, shift+h.Shift)) + float64((1-h.Slowed)*b.late(s, rest, factor, shift))
	}
	if factor <= 0 {
		return 0
	}
	limit := float64(b.spec.Truth.Limit-shift) / factor
	if s.perToken == 0 {
		return s.table.Above(time.Duration(limit))
	}
	sum := 0.0
	for _, n := range b.tokensOut {
		sum += s.table.Above(time.Duration(limit - float64(n*float64(s.perToken))))
	}
	return sum / float64(len(b.tokensOut))
}

// Truth returns how ill a provider is at now: its badness, and whether that
// makes it sick. Its limiter, whatever its kind, counts as the share of requests
// that it would refuse now.
func (w *World) Truth(provider int, now chain.Instant) (bad float64, sick bool) {
	p := &w.providers[provider]
	s, _ := p.find(now)
	bad = w.bad(p, s.regime, now)
	return bad, bad >= w.b.spec.Truth.Theta
}

// bad is a provider's badness with what its limiter refuses now.
func (w *World) bad(p *provider, g *regime, now chain.Instant) float64 {
	if p.limiter == nil {
		return g.bad
	}
	return 1 - float64((1-g.bad)*(1-p.limiter.refuses(now, w.b.sizes)))
}

// Slow reports whether a provider is sick at now for the time alone that its
// answers take: another limit of the truth could call it well.
func (w *World) Slow(provider int, now chain.Instant) bool {
	s, _ := w.providers[provider].find(now)
	theta := w.b.spec.Truth.Theta
	return s.regime.bad >= theta && s.regime.hard < theta
}

// ClosedUntil returns until when a provider's limiter is known at now to refuse so
// many requests that the provider is sick; at most now where it is not.
func (w *World) ClosedUntil(provider int, now chain.Instant) chain.Instant {
	if l := w.providers[provider].limiter; l != nil {
		return l.closedUntil(now, w.b.closing)
	}
	return now
}

// Healthy reports whether a provider's badness is below theta_off at now,
// whatever its limiter says.
func (w *World) Healthy(provider int, now chain.Instant) bool {
	s, _ := w.providers[provider].find(now)
	return s.regime.bad < w.b.spec.Truth.ThetaOff
}

// HealthySpan returns how much of [from, to) a provider spends below theta_off.
func (w *World) HealthySpan(provider int, from, to chain.Instant) time.Duration {
	var sum time.Duration
	for at := from; at < to; {
		s, end := w.providers[provider].find(at)
		end = min(end, to)
		if s.regime.bad < w.b.spec.Truth.ThetaOff {
			sum += end.Sub(at)
		}
		at = end
	}
	return sum
}

// Windows returns when each timeline entry acts in this run; do not change it.
func (w *World) Windows() []Window { return w.windows }

// Fired returns how many attempts each timeline entry touched in this run; do
// not change it.
func (w *World) Fired() []int64 { return w.fired }

// Stretch tells how an instant lies to the timeline.
type Stretch uint8

// The stretches of a run.
const (
	Before Stretch = iota // before the first window, or there is none
	During                // inside a window
	After                 // outside, after the first one
)

// Stretch returns where an instant lies. Instants must not go back by much: a
// cursor follows them.
func (w *World) Stretch(at chain.Instant) Stretch {
	for w.phaseAt < len(w.union) && w.union[w.phaseAt].To <= at {
		w.phaseAt++
	}
	switch {
	case w.phaseAt < len(w.union) && w.union[w.phaseAt].From <= at:
		return During
	case len(w.union) > 0 && at >= w.union[0].To:
		return After
	}
	return Before
}

// mergeWindows joins overlapping windows, in order of time.
func mergeWindows(out, in []Window) []Window {
	for _, w := range in {
		if w.From < w.To {
			out = append(out, w)
		}
	}
	slices.SortFunc(out, func(a, b Window) int { return cmp.Compare(a.From, b.From) })
	n := 0
	for _, w := range out {
		if n > 0 && w.From <= out[n-1].To {
			out[n-1].To = max(out[n-1].To, w.To)
			continue
		}
		out[n] = w
		n++
	}
	return out[:n]
}
