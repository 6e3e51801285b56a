package faults

import (
	"time"

	"wavetank/chain"
)

// foreseenOrdinals bounds which keyed outcomes of one provider an oracle looks
// at: no preset makes more attempts on one provider for one request.
const foreseenOrdinals = 16

// foreseenChanges bounds how many changes of the world an oracle waits for.
const foreseenChanges = 4096

// oracle is what a run's foresight remembers.
type oracle struct {
	asked          bool
	bound          Bound
	permits        []*limiter // of each provider: what the plan has used; nil: unlimited
	served, timely rations
	able           []bool // scratch, as those below
	ask            Ask
	reply          Reply
}

// open begins the foresight of a run.
func (o *oracle) open(w *World) {
	o.asked = true
	if o.permits == nil {
		o.permits = make([]*limiter, len(w.providers))
		for i := range w.providers {
			if l := w.providers[i].plan.Limits; l != nil {
				o.permits[i] = newLimiter(l)
			}
		}
	}
	for _, l := range o.permits {
		if l != nil {
			l.reset()
		}
	}
	o.served.reset(w.b.providers)
	o.timely.reset(w.b.providers)
}

// Foresee implements chain.Oracle. It names the first provider in the chain's
// order whose keyed outcome for this request is usable within the truth's
// limit. Where none is, it looks at the outcomes that later attempts would
// have, at answers that come after the limit but before the deadline, and at
// later instants when the world has changed or a limiter admits it: so that no
// chain that retries or waits can serve a request that the clairvoyant one cannot.
// From the first request on, limiters refuse nobody: the plan keeps to their rates
// by itself, one request after the other, and where they leave somebody out whom
// [Bound] has served, it serves them all the same.
func (w *World) Foresee(now chain.Instant, r *chain.Request) (chain.Foresight, bool) {
	if !w.oracle.asked {
		w.oracle.open(w)
	}
	for i := range w.providers {
		w.providers[i].seek(now)
	}
	w.oracle.bound = unbounded
	if !w.b.Servable(r.Kind, r.TokensIn) {
		return chain.Foresight{}, false
	}
	deadline := r.Deadline
	if deadline == 0 {
		deadline = chain.Never
	}
	give := min(deadline, now.Add(w.b.spec.Drain))
	if give <= now {
		give = now + 1
	}
	b := w.boundOf(now, r, deadline, give)
	f, ok := w.plan(now, r, deadline, give, true)
	if !ok && b.Answered {
		f, ok = w.plan(now, r, deadline, give, false)
	}
	b.Answered = b.Answered || ok
	w.oracle.bound = b
	return f, ok
}

// plan looks for the one attempt worth sending; where limits count, at instants at
// which a limiter has a permit left.
func (w *World) plan(now chain.Instant, r *chain.Request, deadline, give chain.Instant, limits bool) (chain.Foresight, bool) {
	for at, n := now, 0; at < give && n < foreseenChanges; n++ {
		if f, ok := w.usableAt(at, r, deadline, limits); ok {
			if l := w.oracle.permits[f.Provider]; l != nil && limits {
				l.admit(at, tokensOf(r))
			}
			return f, true
		}
		next := w.nextChange(at)
		for p := range w.providers {
			if wait := w.wait(p, at, r); limits && wait > 0 {
				next = min(next, at.Add(wait))
			}
		}
		at = next
	}
	return chain.Foresight{}, false
}

// wait is how long a request waits for a provider's limiter, by what the plan has
// used. Slots are let pass: who holds one is not known before it is planned.
func (w *World) wait(p int, at chain.Instant, r *chain.Request) time.Duration {
	l := w.oracle.permits[p]
	if l == nil {
		return 0
	}
	wait, _ := l.wait(at, tokensOf(r))
	return wait
}

func tokensOf(r *chain.Request) int64 { return int64(r.TokensIn) + int64(r.TokensOut) }

// usableAt looks for a usable answer to an attempt sent at an instant.
func (w *World) usableAt(at chain.Instant, r *chain.Request, deadline chain.Instant, limits bool) (chain.Foresight, bool) {
	limit := min(deadline, at.Add(w.b.spec.Truth.Limit))
	for _, by := range [2]chain.Instant{limit, deadline} {
		for n := range foreseenOrdinals {
			for p := range w.providers {
				if limits && w.wait(p, at, r) > 0 {
					continue
				}
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
	reply := w.look(p, at, r, ordinal)
	return reply.End, reply.Usable
}

// look asks what a provider would answer; the reply is overwritten by the next.
func (w *World) look(p int, at chain.Instant, r *chain.Request, ordinal int) *Reply {
	a, reply := &w.oracle.ask, &w.oracle.reply
	*a = Ask{Request: r.Number, Ordinal: ordinal, Kind: r.Kind, TokensIn: r.TokensIn, TokensOut: r.TokensOut}
	pr := &w.providers[p]
	w.x.dry = true
	s, _ := pr.find(at)
	w.exchange(pr, s, a, at, reply)
	return reply
}

// nextChange is the first instant after at when some provider changes.
func (w *World) nextChange(at chain.Instant) chain.Instant {
	next := chain.Never
	for i := range w.providers {
		_, end := w.providers[i].find(at)
		next = min(next, end)
	}
	return next
}
