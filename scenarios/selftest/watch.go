package selftest

import (
	"wavetank/chain"
	"wavetank/chain/policy"
)

// watched stands between the machine and the parts that remember: whatever they
// let pass must be told to have ended, once, and they must let pass what they may
// and no more. It changes nothing: the run is the one of the parts alone, to the byte.
type watched struct {
	*witness
	now        chain.Instant
	doc        *policy.Document
	late       bool // results of attempts sent before a test count for it
	breakers   []*watchedBreaker
	admissions []*watchedAdmission
	budgets    []*watchedBudget
}

// watch puts watchers around the parts of a recipe.
func watch(w *witness, s chain.Strategy, doc *policy.Document) (chain.Strategy, *watched) {
	out := &watched{witness: w, now: -chain.Never, doc: doc}
	if s.Breaker != nil {
		out.late = counts(doc)
		s.Breaker = watchedMaker{s.Breaker, out}
	}
	if len(s.Own) > 0 {
		own := map[string]chain.Own{}
		for name, o := range s.Own {
			if o.Breaker != nil {
				o.Breaker = watchedMaker{o.Breaker, out}
			}
			own[name] = o
		}
		s.Own = own
	}
	if s.Admission != nil {
		s.Admission = admissionMaker{s.Admission, out}
	}
	if s.Budget != nil {
		s.Budget = budgetMaker{s.Budget, out}
	}
	return s, out
}

// counts tells a strategy one of whose breakers counts, while it tests, what was sent
// before.
func counts(doc *policy.Document) bool {
	if doc.Breaker.HalfOpen.Build().Late {
		return true
	}
	for _, o := range doc.PerProvider {
		if o.Breaker != nil && o.Breaker.HalfOpen != nil && o.Breaker.HalfOpen.Build().Late {
			return true
		}
	}
	return false
}

// settle looks at what is left at a run's end.
func (w *watched) settle() {
	for _, b := range w.breakers {
		if b.out != 0 {
			w.breaks(LawReturned, "a breaker admitted %d attempts more than it heard the end of", b.out)
		}
	}
	for _, a := range w.admissions {
		if a.in != 0 {
			w.breaks(LawReturned, "an admission let in %d attempts more than left it", a.in)
		}
	}
	for _, b := range w.budgets {
		for why, n := range b.sent {
			if n != 0 {
				w.breaks(LawReturned, "a budget was told of %d more attempts for %s than ended", n, chain.Reason(why))
			}
		}
	}
}

// at notes that time passes, for the parts of one process.
func (w *watched) at(now chain.Instant) {
	if now < w.now {
		w.breaks(LawTime, "a part is asked at %s after it was asked at %s", now, w.now)
	}
	w.now = now
}

type watchedMaker struct {
	chain.BreakerMaker
	w *watched
}

func (m watchedMaker) MakeBreaker(e chain.BreakerEnv) chain.Breaker {
	b := &watchedBreaker{w: m.w}
	tell := e.Moved
	e.Moved = func(move chain.Move) {
		b.moved(&move)
		tell(move)
	}
	b.Breaker = m.BreakerMaker.MakeBreaker(e)
	m.w.breakers = append(m.w.breakers, b)
	if a, ok := b.Breaker.(chain.Adopter); ok {
		return adopting{b, a}
	}
	return b
}

// watchedBreaker knows its state from what it tells alone.
type watchedBreaker struct {
	chain.Breaker
	w       *watched
	out     int // admitted, and not heard of again
	state   chain.State
	until   chain.Instant // of a cooldown that was told of
	door    chain.Door
	tests   int    // in flight, of the half-open state that runs
	state0  uint32 // generation of the tests
	counted int    // permits that are used up
}

func (b *watchedBreaker) moved(m *chain.Move) {
	b.state, b.tests, b.counted = m.To, 0, 0
	switch m.To {
	case chain.Open:
		b.until = m.At.Add(m.Open)
	case chain.HalfOpen:
		b.door = m.Door
	}
}

func (b *watchedBreaker) Ready(now chain.Instant) bool {
	b.w.at(now)
	return b.Breaker.Ready(now)
}

func (b *watchedBreaker) Admit(now chain.Instant) (chain.Ticket, bool) {
	b.w.at(now)
	state, ready := b.State(now), b.Breaker.Ready(now)
	t, ok := b.Breaker.Admit(now)
	if ok && !ready || ready && !ok && state != chain.HalfOpen {
		b.w.breaks(LawBreaker, "while %s, a breaker is ready at %s: %t, and admits: %t", state, now, ready, ok)
	}
	if ok {
		b.out++
		b.admits(now, t)
	}
	return t, ok
}

// admits holds an admission against what the breaker has told of itself.
func (b *watchedBreaker) admits(now chain.Instant, t chain.Ticket) {
	exempt := b.w.doc.Breaker.SingleExempt
	switch {
	case b.state == chain.Open && !exempt:
		b.w.breaks(LawBreaker, "an open breaker admits at %s; its cooldown ends at %s", now, b.until)
	case t.Probe != (b.state == chain.HalfOpen) && !exempt:
		b.w.breaks(LawBreaker, "a %s breaker admits at %s, as a probe: %t", b.state, now, t.Probe)
	case !t.Probe:
		return
	}
	if b.state0 = t.Generation; b.w.late {
		return // results of others give permits back
	}
	if b.tests++; b.door.Permits > 0 && b.tests > b.door.Permits && b.door.Return && !exempt {
		b.w.breaks(LawBreaker, "%d tests at one time at %s, of %d that are permitted", b.tests, now, b.door.Permits)
	}
	if b.counted++; b.door.Permits > 0 && b.counted > b.door.Permits && !b.door.Return && !exempt {
		b.w.breaks(LawBreaker, "%d tests at %s, of %d that are permitted", b.counted, now, b.door.Permits)
	}
}

func (b *watchedBreaker) Record(now chain.Instant, t chain.Ticket, r *chain.Result) bool {
	b.w.at(now)
	if b.out--; b.out < 0 {
		b.w.breaks(LawReturned, "a breaker is told at %s of an attempt that it never admitted", now)
	}
	if b.state == chain.HalfOpen && t.Probe && t.Generation == b.state0 {
		b.tests--
		if r.Evidence == chain.None && (!b.door.Lose || r.Class == chain.LocalReject) {
			b.counted--
		}
	}
	return b.Breaker.Record(now, t, r)
}

func (b *watchedBreaker) UntilAt(now chain.Instant) chain.Instant {
	return chain.UntilAt(b.Breaker, now)
}

func (b *watchedBreaker) Holds(now chain.Instant) bool { return chain.Holds(b.Breaker, now) }

// adopting is a watched breaker that takes another process's word.
type adopting struct {
	*watchedBreaker
	chain.Adopter
}
