package simtest

import (
	"wavetank/chain"
	"wavetank/sim"
)

// settle completes a question's records when its chain has returned.
func (r *run) settle(q *question, text string, err error) {
	now := r.clock.Now()
	c := &r.records
	q.returned = true
	delete(c.open, q.request.Number)
	for len(c.line) > 0 && c.line[0].returned {
		c.line = c.line[1:]
	}
	c.last = max(c.last, now)
	q.request.End = now
	if err != nil && c.first == nil {
		c.first = err
	}
	q.request.Done = r.done(q, now, text, err)
	r.close(q, now)
	if n := len(q.request.Attempts); n > 0 && q.request.Done.Reason == chain.Exhausted {
		q.request.Done.Class = q.request.Attempts[n-1].Verdict.Class
	}
	r.sink.Finished(&q.request)
}

// done says how a question ended, as the application sees it.
func (r *run) done(q *question, now chain.Instant, text string, err error) chain.Done {
	c, d := &r.records, chain.Done{Attempt: -1, Provider: -1}
	limit := q.request.Arrived.Add(r.patience())
	if now > limit {
		c.late++
		c.latest = max(c.latest, now-limit)
	}
	switch deadline := q.request.Deadline; {
	case deadline != 0 && now >= deadline:
		d.Reason, d.Class = chain.TimedOut, chain.CallerDeadline
		return d
	case now >= q.request.Arrived.Add(r.setup.Workload.Patience):
		d.Reason, d.Class = chain.GaveUp, chain.CallerCancel
		return d
	case err == nil:
		k := r.source(q, text)
		if k >= 0 {
			return r.deliver(q, k, text)
		}
		c.groundless++
	}
	d.Reason, d.Class = chain.Exhausted, chain.LocalReject
	return d
}

// source finds the attempt whose answer a chain returned, -1 for none: a success
// with these very words, else any success, which the chain then has mended, else
// an answer with status 200 that broke off, held for whole. Of several it is the
// latest.
func (r *run) source(q *question, text string) int {
	best, rank := -1, 0
	for k := range q.request.Attempts {
		a := &q.request.Attempts[k]
		if n := r.backing(a, q.notes[k], text); n > 0 && (n > rank || n == rank && a.End >= q.request.Attempts[best].End) {
			best, rank = k, n
		}
	}
	return best
}

func (r *run) backing(a *sim.Attempt, n note, text string) int {
	switch {
	case a.Reply.Outcome.Status != 200 || !a.Answered && !n.headed:
		return 0
	case !a.Answered || a.Reply.Outcome.Class > chain.OKSlow:
		return 1
	case string(r.setup.World.Body(a.Reply.Form)) != text:
		return 2
	}
	return 3
}

// deliver books an answer, and judges the words that the application got.
func (r *run) deliver(q *question, k int, text string) chain.Done {
	a := &q.request.Attempts[k]
	whole := a.Reply.Outcome.Class <= chain.OKSlow
	a.Reply.Usable = r.usable(text, whole)
	if a.End == chain.Never { // it took what it needed of a stream and closed it unread
		r.over(q, k, r.clock.Now(), true)
	}
	a.Answered, a.Verdict.Class = true, chain.OK
	q.notes[k].judged = true
	return chain.Done{Reason: chain.Delivered, Attempt: int32(k), Provider: a.Provider, Class: chain.OK}
}

// usable reports whether the application can use what it got. Where there is no
// schema to say so, an answer that broke off is none.
func (r *run) usable(text string, whole bool) bool {
	s := r.setup.World.Spec().Schema
	if s == nil || s.Judge == nil {
		return whole
	}
	fits, known := r.records.fits[text]
	if !known {
		fits = s.Judge([]byte(text))
		if len(r.records.fits) < maxTexts {
			r.records.fits[text] = fits
		}
	}
	return fits
}

// maxTexts bounds how many verdicts about texts are kept: a world has a dozen.
const maxTexts = 256

// close settles the attempts of a question that has returned. What was in flight
// is waited for no more and blames nobody.
func (r *run) close(q *question, now chain.Instant) {
	blameless := chain.Verdict{Class: chain.CallerCancel}
	if q.request.Done.Reason == chain.TimedOut {
		blameless.Class = chain.CallerDeadline
	}
	for k := range q.request.Attempts {
		a := &q.request.Attempts[k]
		switch {
		case a.End == chain.Never:
			a.End, a.Cancelled, a.Verdict = now, true, blameless
			r.sink.Ended(a)
		case q.notes[k].judged:
		case !a.Answered && a.End == now && q.request.Done.Reason != chain.Exhausted:
			a.Cancelled, a.Verdict, q.notes[k].judged = true, blameless, true
		case int32(k) != q.request.Done.Attempt:
			r.records.failed(q, k)
		}
	}
}
