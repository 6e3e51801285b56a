package simtest

import (
	"wavetank/chain"
	"wavetank/faults/fakehttp"
	"wavetank/sim"
)

// records turn what goes over the wire into the records that a run in virtual
// time writes, as they come. They are guarded by the fake, which also makes
// their order that of time.
//
// What a chain thinks of an attempt cannot be seen, so it is read from what the
// chain does. One that got no usable answer has failed if the chain asks again or
// returns without it. One that was given up has timed out, unless the question
// ended at that instant: then nobody waited for it any more.
type records struct {
	open     map[int64]*question // by number
	line     []*question         // in order of arrival; those in front that have returned are dropped
	users    int                 // of a closed loop, who still ask
	unsure   []suspect           // attempts that nobody can call failed yet
	evidence []int32             // of each provider: the latest episode in which a failed attempt has ended, -1 for none
	states   []chain.State       // of each provider's breaker
	failures []int               // of each provider since its last success
	fits     map[string]bool     // verdicts about texts that chains returned
	last     chain.Instant       // when the last question returned
	told     bool                // of a breaker
	first    error               // with which a question ended
	oddities
}

// oddities are what a reader of the figures should know.
type oddities struct {
	requests   int64 // that came through Env.Client
	strays     int64 // of them, those of questions that had returned
	groundless int64 // answers with no provider's success behind them
	late       int64 // questions that returned after their deadline
	latest     chain.Instant
	left       []string // where goroutines stand that the chain left behind
}

// suspect is an attempt that ended without a usable answer.
type suspect struct {
	q  *question
	k  int
	at chain.Instant
}

func (r *records) begin(s *sim.Setup) {
	n := len(s.World.Names())
	*r = records{open: map[int64]*question{}, evidence: make([]int32, n), states: make([]chain.State, n),
		failures: make([]int, n), fits: map[string]bool{}}
	for i := range r.evidence {
		r.evidence[i] = -1
	}
}

// observer is what the fake tells of the wire.
type observer struct{ *run }

// Arrived implements fakehttp.Observer.
func (o *observer) Arrived(x *fakehttp.Exchange) {
	o.step()
	r := &o.records
	q := r.open[x.Ask.Request]
	if q == nil {
		r.strays++
		return
	}
	r.suspects(x.Sent, q)
	attempts := q.request.Attempts
	a := sim.Attempt{Request: x.Ask.Request, Number: int32(len(attempts)), Provider: int16(x.Provider), Ordinal: int16(x.Ask.Ordinal),
		Reason: reason(attempts, x.Ask.Ordinal), Probe: r.states[x.Provider] == chain.HalfOpen, Sent: x.Sent, End: chain.Never, Reply: x.Reply}
	a.Known = a.Reply.Episode >= 0 && r.evidence[x.Provider] >= a.Reply.Episode
	q.request.Attempts = append(attempts, a)
	q.notes = append(q.notes, note{})
}

// reason tells from a question's attempts so far why it sends another one.
func reason(before []sim.Attempt, ordinal int) chain.Reason {
	switch {
	case len(before) == 0:
		return chain.First
	case ordinal > 0:
		return chain.ForRetry
	case before[len(before)-1].End == chain.Never:
		return chain.ForHedge
	}
	return chain.ForFailover
}

// Left implements fakehttp.Observer.
func (o *observer) Left(x *fakehttp.Exchange) {
	o.step()
	if q := o.records.open[x.Ask.Request]; q != nil {
		if k := q.find(x.Provider, x.Ask.Ordinal); k >= 0 {
			o.over(q, k, x.End, x.Answered)
		}
	}
}

// find returns the place of an attempt among its question's, -1 for none.
func (q *question) find(provider, ordinal int) int {
	for k := range q.request.Attempts {
		if a := &q.request.Attempts[k]; int(a.Provider) == provider && int(a.Ordinal) == ordinal {
			return k
		}
	}
	return -1
}

// over ends an attempt: its answer reached the client whole, or the client has
// gone.
func (r *run) over(q *question, k int, now chain.Instant, answered bool) {
	a := &q.request.Attempts[k]
	if a.End != chain.Never {
		return
	}
	c := &r.records
	a.End, a.Answered = now, answered
	a.Verdict = verdict(a)
	a.Counted = true
	if a.Verdict.Evidence == chain.Good {
		c.failures[a.Provider] = 0
		q.notes[k].judged = true
	} else {
		c.failures[a.Provider]++
		if answered && a.Failed() {
			c.failed(q, k)
		} else {
			c.unsure = append(c.unsure, suspect{q, k, now})
		}
	}
	r.sink.Ended(a)
}

// verdict is what the wire said, and what a breaker that counts everything
// counts: whoever trips is judged by it.
func verdict(a *sim.Attempt) chain.Verdict {
	switch {
	case !a.Answered:
		return chain.Verdict{Class: chain.Timeout, Evidence: chain.Bad}
	case a.Reply.Outcome.Class > chain.OKSlow || !a.Reply.Usable:
		return chain.Verdict{Class: a.Reply.Outcome.Class, Evidence: chain.Bad}
	}
	return chain.Verdict{Class: a.Reply.Outcome.Class, Evidence: chain.Good}
}

// failed settles that an attempt has failed, for all who are sent after it.
func (r *records) failed(q *question, k int) {
	if q.notes[k].judged {
		return
	}
	q.notes[k].judged = true
	a := &q.request.Attempts[k]
	if a.Answered && a.Verdict.Class <= chain.OKSlow {
		a.Verdict.Class = chain.OKInvalid // the chain looked at the answer and went on
	}
	if a.Reply.Episode >= 0 && !a.Reply.Futile {
		r.evidence[a.Provider] = max(r.evidence[a.Provider], a.Reply.Episode)
	}
}

// suspects settles what can be settled when a question sends another attempt:
// its own attempts have failed, and so have all that were given up before now.
func (r *records) suspects(now chain.Instant, q *question) {
	kept := r.unsure[:0]
	for _, s := range r.unsure {
		switch {
		case s.q == q || s.at < now && !s.q.request.Attempts[s.k].Answered:
			r.failed(s.q, s.k)
		case !s.q.returned:
			kept = append(kept, s)
		}
	}
	r.unsure = kept
}

// moved books a breaker's change of state.
func (r *run) moved(provider int, from, to chain.State) {
	r.fake.Do(func(*world) {
		c := &r.records
		c.told = true
		c.states[provider] = to
		m := chain.Move{At: r.clock.Now(), Provider: int16(provider), From: from, To: to}
		if to == chain.Open && from == chain.Closed {
			m.Counted = max(1, c.failures[provider])
		}
		r.sink.Moved(&m)
	})
}
