package selftest

import (
	"slices"

	"wavetank/chain"
	"wavetank/chain/policy"
)

type admissionMaker struct {
	chain.AdmissionMaker
	w *watched
}

func (m admissionMaker) MakeAdmission() chain.Admission {
	a := &watchedAdmission{Admission: m.AdmissionMaker.MakeAdmission(), w: m.w}
	if c, ok := m.w.doc.Admission.(*policy.Concurrency); ok && c.Limit == policy.FixedLimit {
		a.most = c.Initial
	}
	m.w.admissions = append(m.w.admissions, a)
	return a
}

type watchedAdmission struct {
	chain.Admission
	w    *watched
	in   int // that have not left
	most int // at one time; 0: who knows
}

func (a *watchedAdmission) Admit(now chain.Instant, draw uint64) bool {
	a.w.at(now)
	ok := a.Admission.Admit(now, draw)
	if ok {
		a.in++
	}
	if a.most > 0 && (a.in > a.most || !ok && a.in < a.most) {
		a.w.breaks(LawAdmission, "a provider that carries %d of %d attempts is asked for one more at %s: %t", a.in-int(bit(ok)), a.most, now, ok)
	}
	return ok
}

func (a *watchedAdmission) Left(now chain.Instant, r *chain.Result, cancelled bool) {
	a.w.at(now)
	if a.in--; a.in < 0 {
		a.w.breaks(LawReturned, "an attempt left an admission at %s that never let it in", now)
	}
	a.Admission.Left(now, r, cancelled)
}

// covers are the words for what a budget pays for.
var covers = map[chain.Reason]policy.Cover{chain.ForRetry: policy.CoverRetry, chain.ForFailover: policy.CoverFailover, chain.ForHedge: policy.CoverHedge}

type budgetMaker struct {
	chain.BudgetMaker
	w *watched
}

func (m budgetMaker) MakeBudget() chain.Budget {
	b := &watchedBudget{Budget: m.BudgetMaker.MakeBudget(), w: m.w}
	if d, ok := m.w.doc.Budget.(*policy.TokenRatio); ok {
		b.of = d
	}
	m.w.budgets = append(m.w.budgets, b)
	return b
}

type watchedBudget struct {
	chain.Budget
	w     *watched
	sent  [chain.NumReasons]int // told of, and not ended
	calls int64
	spent int64              // extra attempts that were afforded, in thousandths
	of    *policy.TokenRatio // nil: another kind
}

func (b *watchedBudget) Began(now chain.Instant) {
	b.w.at(now)
	b.calls++
	b.Budget.Began(now)
}

func (b *watchedBudget) Sent(now chain.Instant, why chain.Reason) {
	b.w.at(now)
	b.sent[why]++
	b.Budget.Sent(now, why)
}

func (b *watchedBudget) Spend(now chain.Instant, why chain.Reason) bool {
	b.w.at(now)
	ok := b.Budget.Spend(now, why)
	if _, paid := covers[why]; ok && paid && b.of != nil && slices.Contains(b.of.Covers, covers[why]) {
		b.spent += 1000
		if most := int64(b.of.Burst)*1000 + b.calls*int64(b.of.Ratio); b.spent > most {
			b.w.breaks(LawBudget, "%d extra attempts at %s, where %d calls have paid for %d", b.spent/1000, now, b.calls, most/1000)
		}
	}
	return ok
}

func (b *watchedBudget) Ended(now chain.Instant, why chain.Reason, v chain.Verdict) {
	b.w.at(now)
	b.sent[why]--
	b.Budget.Ended(now, why, v)
}
