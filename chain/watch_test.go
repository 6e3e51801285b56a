package chain_test

import (
	"math"

	"wavetank/chain"
)

// watched stands between the machine and the parts that remember: what they
// admit must be told to have ended, once, and time must not go back for them.
type watched struct {
	tickets  map[*watchedBreaker]int
	admitted map[*watchedAdmission]int
	sent     [chain.NumReasons]int
	wrong    []string
	now      chain.Instant
}

// watch puts watchers around the parts of a recipe.
func (l *ledger) watch(s *chain.Strategy) {
	w := &l.watched
	w.tickets, w.admitted, w.now = map[*watchedBreaker]int{}, map[*watchedAdmission]int{}, math.MinInt64
	if s.Breaker != nil {
		s.Breaker = breakerMaker{s.Breaker, w}
	}
	if s.Admission != nil {
		s.Admission = admissionMaker{s.Admission, w}
	}
	if s.Budget != nil {
		s.Budget = budgetMaker{s.Budget, w}
	}
}

func (w *watched) settle(l *ledger) {
	l.broken = append(l.broken, w.wrong...)
	for _, n := range w.tickets {
		if n != 0 {
			l.breaks("a breaker admitted %d attempts more than it heard the end of", n)
		}
	}
	for _, n := range w.admitted {
		if n != 0 {
			l.breaks("an admission let in %d attempts more than left it", n)
		}
	}
	for why, n := range w.sent {
		if n != 0 {
			l.breaks("a budget was told of %d more attempts for %s than ended", n, chain.Reason(why))
		}
	}
}

func (w *watched) at(now chain.Instant) {
	if now < w.now {
		w.wrong = append(w.wrong, "time goes back from "+w.now.String()+" to "+now.String())
	}
	w.now = now
}

type breakerMaker struct {
	chain.BreakerMaker
	w *watched
}

func (m breakerMaker) MakeBreaker(e chain.BreakerEnv) chain.Breaker {
	return &watchedBreaker{m.BreakerMaker.MakeBreaker(e), m.w}
}

type watchedBreaker struct {
	chain.Breaker
	w *watched
}

func (b *watchedBreaker) Ready(now chain.Instant) bool {
	b.w.at(now)
	return b.Breaker.Ready(now)
}

func (b *watchedBreaker) Admit(now chain.Instant) (chain.Ticket, bool) {
	b.w.at(now)
	state, ready := b.State(now), b.Breaker.Ready(now)
	t, ok := b.Breaker.Admit(now)
	switch {
	case ok:
		b.w.tickets[b]++
	}
	if ok && !ready || ready && !ok && state != chain.HalfOpen {
		b.w.wrong = append(b.w.wrong, "while "+state.String()+" Ready and Admit disagree at "+now.String())
	}
	return t, ok
}

func (b *watchedBreaker) Record(now chain.Instant, t chain.Ticket, r *chain.Result) bool {
	b.w.at(now)
	b.w.tickets[b]--
	return b.Breaker.Record(now, t, r)
}

func (b *watchedBreaker) UntilAt(now chain.Instant) chain.Instant {
	return chain.UntilAt(b.Breaker, now)
}

func (b *watchedBreaker) Holds(now chain.Instant) bool { return chain.Holds(b.Breaker, now) }

type admissionMaker struct {
	chain.AdmissionMaker
	w *watched
}

func (m admissionMaker) MakeAdmission() chain.Admission {
	return &watchedAdmission{m.AdmissionMaker.MakeAdmission(), m.w}
}

type watchedAdmission struct {
	chain.Admission
	w *watched
}

func (a *watchedAdmission) Admit(now chain.Instant, draw uint64) bool {
	a.w.at(now)
	ok := a.Admission.Admit(now, draw)
	if ok {
		a.w.admitted[a]++
	}
	return ok
}

func (a *watchedAdmission) Left(now chain.Instant, r *chain.Result, cancelled bool) {
	a.w.at(now)
	a.w.admitted[a]--
	a.Admission.Left(now, r, cancelled)
}

type budgetMaker struct {
	chain.BudgetMaker
	w *watched
}

func (m budgetMaker) MakeBudget() chain.Budget {
	return &watchedBudget{m.BudgetMaker.MakeBudget(), m.w}
}

type watchedBudget struct {
	chain.Budget
	w *watched
}

func (b *watchedBudget) Sent(now chain.Instant, why chain.Reason) {
	b.w.at(now)
	b.w.sent[why]++
	b.Budget.Sent(now, why)
}

func (b *watchedBudget) Ended(now chain.Instant, why chain.Reason, v chain.Verdict) {
	b.w.at(now)
	b.w.sent[why]--
	b.Budget.Ended(now, why, v)
}
