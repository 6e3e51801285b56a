package faults

import (
	"time"

	"wavetank/chain"
)

// Bound is what no chain can do better with one request; each figure stands on its
// own, and one answer need not have them all.
//
// Soonest and Cost are those of a chain that asks for nobody else: it foresees
// every fault, window and latency, and limiters let it through. Answered and InTime
// are shared out: who can be served without a limiter is, and the others wait in
// line for what limiters admit at most (see quota). So none of them is
// certain to be reached, and none can be passed.
type Bound struct {
	Answered bool          // it gets a usable answer before its deadline
	InTime   bool          // and within the slo
	Soonest  chain.Instant // when its first usable answer can end; Never: there is none
	Cost     int64         // nanodollars, of its cheapest usable answer
	By       int16         // whose that is; -1: nobody's
}

// unbounded is the bound of a request that nobody can answer.
var unbounded = Bound{Soonest: chain.Never, By: -1}

// Bound returns what bounds the request that was foreseen last.
func (w *World) Bound() Bound { return w.oracle.bound }

// Foreseen reports whether the future was asked for in this run. Whoever foresees
// it is refused by no limiter: the oracle keeps to what they admit.
func (w *World) Foreseen() bool { return w.oracle.asked }

// boundOf reckons the bound of a request that comes at now. Attempts may be sent
// until give.
func (w *World) boundOf(now chain.Instant, r *chain.Request, deadline, give chain.Instant) Bound {
	b := unbounded
	free, any := w.soonest(now, r, deadline, give)
	if b.Soonest = any; any == chain.Never {
		return b
	}
	b.Cost, b.By = w.cheapest(now, r, deadline, give)
	b.Answered = free < chain.Never || w.shared(&w.oracle.served, now, r, deadline, give)
	if slo := w.b.spec.SLO; slo > 0 {
		by := min(deadline, now.Add(slo+1))
		b.InTime = free < by || any < by && w.shared(&w.oracle.timely, now, r, by, give)
	}
	return b
}

// soonest is when the first usable answer ends: of providers without limits, and
// of all.
func (w *World) soonest(now chain.Instant, r *chain.Request, deadline, give chain.Instant) (free, any chain.Instant) {
	free, any = chain.Never, chain.Never
	for at, n := now, 0; at < give && n < foreseenChanges; n++ {
		for p := range w.providers {
			pr := &w.providers[p]
			best := &free
			if pr.limiter != nil {
				best = &any
			}
			*best = w.sooner(p, at, r, min(deadline, *best), *best)
		}
		any = min(any, free)
		wanted := any
		if w.b.free {
			wanted = free
		}
		if at = w.nextChange(at); at >= wanted {
			break
		}
	}
	return free, any
}

// sooner returns when a provider's first usable answer to an attempt sent at an
// instant ends, if that is before by, and best otherwise. Where nothing shortens
// answers, the smaller a draw the sooner: the first that is usable is the soonest, and
// those that are too long need not be looked at.
func (w *World) sooner(p int, at chain.Instant, r *chain.Request, by, best chain.Instant) chain.Instant {
	pr := &w.providers[p]
	s, _ := pr.find(at)
	g := s.regime
	var draws [foreseenOrdinals]uint64
	n, least := 0, uint64(1<<64-1)
	for k := range draws {
		u := pr.noise.Draw(chain.Key(r.Number, k))
		if draws[k] = u; u < least {
			n, least = k, u
		}
	}
	rest := time.Duration(g.stream.perToken * int64(r.TokensOut))
	for range draws {
		if !g.shifts && at.Add(rest+g.stream.table.Draw(draws[n])) >= by {
			break
		}
		draws[n] = 1<<64 - 1
		if end, ok := w.peekHealed(p, at, r, n); ok && end < by {
			if by, best = end, end; !g.shifts {
				break
			}
		}
		for k, u := range draws {
			if u < draws[n] {
				n = k
			}
		}
	}
	return best
}

// cheapest finds who gives the cheapest usable answer, and what it costs.
func (w *World) cheapest(now chain.Instant, r *chain.Request, deadline, give chain.Instant) (cost int64, by int16) {
	by = -1
	for p := range w.providers {
		pl := w.providers[p].plan
		c := int64(r.TokensIn)*pl.in + int64(r.TokensOut)*pl.out
		if (by < 0 || c < cost) && w.can(p, now, r, deadline, give) {
			cost, by = c, int16(p)
		}
	}
	return cost, by
}

// can tells whether a provider can answer a request before by.
func (w *World) can(p int, now chain.Instant, r *chain.Request, by, give chain.Instant) bool {
	for at, n := now, 0; at < min(by, give) && n < foreseenChanges; n++ {
		for k := range foreseenOrdinals {
			if end, ok := w.peekHealed(p, at, r, k); ok && end < by {
				return true
			}
		}
		at = w.nextChange(at)
	}
	return false
}

// shared lets a request wait in line for the limited providers that can serve it,
// as if each could until the last.
func (w *World) shared(r *rations, now chain.Instant, q *chain.Request, by, give chain.Instant) bool {
	able := w.oracle.able[:0]
	for p := range w.providers {
		able = append(able, w.providers[p].limiter != nil && w.can(p, now, q, by, give))
	}
	w.oracle.able = able
	return r.admit(w.b.providers, now, min(by, give)-1, able)
}

// peekHealed is peek for a chain that mends what can be mended.
func (w *World) peekHealed(p int, at chain.Instant, r *chain.Request, ordinal int) (end chain.Instant, usable bool) {
	reply := w.look(p, at, r, ordinal)
	return reply.End, reply.Usable || reply.Outcome.Fit == chain.FitHealed
}
