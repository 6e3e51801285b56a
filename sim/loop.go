package sim

import (
	"wavetank/chain"
	"wavetank/faults"
)

// checkEvery is how many events pass between two looks at the context. One that
// foresees may take as long as thousands of others.
const checkEvery = 1 << 14

// loop takes events in order until nothing is left.
func (r *Runner) loop() error {
	for n := 1; ; n++ {
		if (n%checkEvery == 0 || r.world.Foreseen()) && r.ctx.Err() != nil {
			return r.ctx.Err()
		}
		e, waits := r.queue.next()
		if r.more && !r.holding && (!waits || r.next < e.at) {
			r.arrive()
			continue
		}
		if !waits {
			return nil
		}
		r.queue.pop()
		r.fetch()
		r.tick(int32(e.slot()), e)
	}
}

// fetch reads from the call that comes after the one in hand, so that its
// records are on their way from memory while this one is dealt with: some 3 % of
// a run, for calls in flight do not fit the nearest cache.
func (r *Runner) fetch() {
	if n := len(r.queue.bottom); n > 0 {
		k := r.queue.bottom[n-1].slot()
		r.fetched = r.slots[k].giveUp
		if c := r.calls[k]; c != nil {
			r.fetched += c.Deadline()
		}
	}
}

// arrive begins the next open-loop request. A serial one starts at the end of
// the request before, if that is later.
func (r *Runner) arrive() {
	due := r.next
	i := r.slot()
	r.slots[i].user, r.slots[i].request.Number = -1, r.traffic.number
	r.holding = r.traffic.serial
	r.traffic.number++
	r.advance()
	r.begin(i, due, max(due, r.now))
}

// begin starts a call that was due at an instant.
func (r *Runner) begin(i int32, due, now chain.Instant) {
	r.now = now
	s := r.slots[i]
	q := &s.request
	r.traffic.Ask(q.Number, due, now, r.world, q)
	s.giveUp, s.flying = now.Add(r.patience), 0
	if r.fleet.pending != nil {
		r.enter(q.Number)
	}
	call, eff := r.chain.Begin(now, &q.Request)
	r.bound(q)
	r.calls[i] = call
	r.apply(i, eff)
}

// bound notes the bound of a request that was foreseen as it began.
func (r *Runner) bound(q *Request) {
	switch {
	case !r.world.Foreseen():
		q.Bound = nil
		return
	case q.Bound == nil:
		q.Bound = new(faults.Bound)
	}
	*q.Bound = r.world.Bound()
}

// tick carries out the event that a call waited for.
func (r *Runner) tick(i int32, e event) {
	if e.class() == classArrival {
		r.begin(i, e.at, e.at)
		return
	}
	r.now = e.at
	s, call := r.slots[i], r.calls[i]
	if r.fleet.pending != nil {
		r.enter(s.request.Number)
	}
	ev := &r.event
	switch {
	case e.class() == classAnswer && r.phased && s.progress(e.at, ev):
	case e.class() == classAnswer:
		a := s.answered(e.at)
		a.Answered = true
		s.flying--
		ev.Kind, ev.Attempt, ev.Outcome = chain.Answer, a.Number, a.Reply.Outcome
	case e.at >= s.giveUp:
		ev.Kind = chain.GiveUp
	default:
		ev.Kind = chain.Tick
	}
	r.apply(i, call.Step(e.at, ev))
}

// answered finds the attempt whose answer is due.
func (s *slot) answered(now chain.Instant) *Attempt {
	if len(s.request.Attempts) == 1 {
		return &s.request.Attempts[0]
	}
	for k := range s.request.Attempts {
		if a := &s.request.Attempts[k]; a.Reply.End == now && !a.Answered && !a.Cancelled && a.End == chain.Never {
			return a
		}
	}
	panic("sim: an answer without an attempt")
}

// apply carries out what a step asks for.
func (r *Runner) apply(i int32, eff *chain.Effects) {
	s := r.slots[i]
	q := &s.request
	for k := range eff.Ended {
		r.ended(s, &eff.Ended[k])
	}
	for k := range eff.Moved {
		eff.Moved[k].Replica = r.replica
		r.sink.Moved(&eff.Moved[k])
		if r.fleet.pending != nil {
			r.spread(&eff.Moved[k])
		}
	}
	if r.steps != nil {
		r.steps.Stepped(r.now, q, eff, r.chain)
	}
	if eff.Over {
		q.Done, q.End = eff.Done, r.now
		r.sink.Finished(q)
		r.chain.Free(r.calls[i])
		r.calls[i] = nil
		r.free = append(r.free, i)
		r.holding = false
		if r.traffic.users != nil { // who asked thinks, and asks again
			r.think(s.user, r.now)
		}
		return
	}
	for k := range eff.Send {
		r.send(s, &eff.Send[k])
	}
	r.await(i, s, eff.Wake)
}

// ended completes the record of an attempt.
func (r *Runner) ended(s *slot, e *chain.Ended) {
	a := &s.request.Attempts[e.Attempt]
	a.End, a.Counted, a.Cancelled = r.now, e.Counted, e.Cancelled
	v := &e.Verdict
	a.Verdict.Class, a.Verdict.Retry, a.Verdict.Failover, a.Verdict.Evidence = v.Class, v.Retry, v.Failover, v.Evidence
	if !a.Answered {
		s.flying--
	}
	if r.heals && v.Class <= chain.OKSlow && a.Reply.Outcome.Fit == chain.FitHealed {
		a.Reply.Usable = true // as it is delivered
	}
	r.world.Leave(int(a.Provider), &a.Reply, r.now)
	if a.Reply.Episode >= 0 && a.Failed() && !a.Reply.Futile {
		r.evidence[a.Provider] = max(r.evidence[a.Provider], a.Reply.Episode)
	}
	r.sink.Ended(a)
}

// send lets the world answer one attempt.
func (r *Runner) send(s *slot, e *chain.Send) {
	q := &s.request
	n := len(q.Attempts)
	if n < cap(q.Attempts) {
		q.Attempts = q.Attempts[:n+1]
	} else {
		q.Attempts = append(q.Attempts, Attempt{})
	}
	a := &q.Attempts[n]
	a.Request, a.Number, a.Provider, a.Ordinal = q.Number, e.Attempt, e.Provider, e.Ordinal
	a.Reason, a.Probe, a.Answered, a.Cancelled, a.Counted = e.Reason, e.Probe, false, false, false
	a.Sent, a.End = r.now, chain.Never
	ask := &r.ask
	ask.Request, ask.Ordinal, ask.Kind = q.Number, int(e.Ordinal), q.Kind
	ask.TokensIn, ask.TokensOut = q.TokensIn, q.TokensOut
	r.world.Arrive(int(e.Provider), ask, r.now, &a.Reply)
	a.Known = a.Reply.Episode >= 0 && r.evidence[e.Provider] >= a.Reply.Episode
	s.flying++
	if r.phased {
		s.keep(n, r.world.Way(int(e.Provider), ask, r.now, &a.Reply), r.gap)
	}
}

// await schedules the one event that a call waits for: its next answer, or the
// step it wants of its own.
func (r *Runner) await(i int32, s *slot, wake chain.Instant) {
	at, class := min(wake, s.giveUp), classWake
	if s.flying > 0 {
		for k := range s.request.Attempts {
			if a := &s.request.Attempts[k]; a.End == chain.Never && (a.Reply.End < at || a.Reply.End == at && class == classWake) {
				at, class = a.Reply.End, classAnswer
			}
		}
		if r.phased {
			at, class = s.comes(at, class)
		}
	}
	r.schedule(i, at, class)
}
