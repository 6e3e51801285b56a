package faults

import "wavetank/chain"

// foreseenOrdinals bounds which keyed outcomes of one provider an oracle looks
// at: no preset makes more attempts on one provider for one request.
const foreseenOrdinals = 16

// foreseenChanges bounds how many changes of the world an oracle waits for.
const foreseenChanges = 4096

// Foresee implements chain.Oracle. It names the first provider in the chain's
// order whose keyed outcome for this request is usable within the truth's
// limit. Where none is, it looks at the outcomes that later attempts would
// have, at answers that come after the limit but before the deadline, and at
// later instants when the world has changed: so that no chain that retries or
// waits can serve a request that the clairvoyant one cannot.
func (w *World) Foresee(now chain.Instant, r *chain.Request) (chain.Foresight, bool) {
	if !w.b.Servable(r.Kind, r.TokensIn) {
		return chain.Foresight{}, false
	}
	deadline := r.Deadline
	if deadline == 0 {
		deadline = chain.Never
	}
	give := min(deadline, now.Add(w.b.spec.Drain))
	for at, n := now, 0; n == 0 || at < give && n < foreseenChanges; n++ {
		if f, ok := w.usableAt(at, r, deadline); ok {
			return f, true
		}
		at = w.nextChange(at)
	}
	return chain.Foresight{}, false
}

// usableAt looks for a usable answer to an attempt sent at an instant.
func (w *World) usableAt(at chain.Instant, r *chain.Request, deadline chain.Instant) (chain.Foresight, bool) {
	limit := min(deadline, at.Add(w.b.spec.Truth.Limit))
	for _, by := range [2]chain.Instant{limit, deadline} {
		for n := range foreseenOrdinals {
			for p := range w.providers {
				if end, ok := w.peek(p, at, r, n); ok && end < by {
					return chain.Foresight{Provider: int16(p), Ordinal: n, At: at}, true
				}
			}
		}
	}
	return chain.Foresight{}, false
}

// peek asks what a provider would answer, and leaves no trace.
func (w *World) peek(p int, at chain.Instant, r *chain.Request, ordinal int) (end chain.Instant, usable bool) {
	a := Ask{Request: r.Number, Ordinal: ordinal, Kind: r.Kind, TokensIn: r.TokensIn, TokensOut: r.TokensOut}
	var reply Reply
	pr := &w.providers[p]
	w.x.dry = true
	w.exchange(pr, &pr.segments[pr.find(at)], &a, at, &reply)
	return reply.End, reply.Usable
}

// nextChange is the first instant after at when some provider changes.
func (w *World) nextChange(at chain.Instant) chain.Instant {
	next := chain.Never
	for i := range w.providers {
		p := &w.providers[i]
		if k := p.find(at) + 1; k < len(p.segments) {
			next = min(next, p.segments[k].from)
		}
	}
	return next
}
