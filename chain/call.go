package chain

import (
	"slices"
	"time"
)

// Begin starts a call at now and takes its first step. The request is copied.
func (c *Chain) Begin(now Instant, r *Request) (*Call, *Effects) {
	call := c.newCall()
	call.start(now, r)
	if c.budget != nil {
		c.budget.Began(now)
	}
	if c.extras != nil || c.s.Availability != nil {
		call.prepare(r)
	}
	if c.plain {
		call.queue, call.primary = c.listed, c.listed[0]
	} else {
		c.keep(r)
		call.enqueue(now)
	}
	if now >= call.deadline {
		call.end(now, TimedOut, CallerDeadline, -1)
	} else {
		call.launch(now)
	}
	c.eff.Wake = call.wake()
	return call, &c.eff
}

// enqueue fills the queue: the order's, less those that availability leaves out.
func (c *Call) enqueue(now Instant) {
	ch := c.chain
	switch {
	case ch.foresight != nil:
		c.queue = nil
		if f, ok := ch.foresight.Plan(now, &ch.request); ok {
			c.waiting, c.waitUntil, c.ordinal = f.Provider, max(now, f.At), int16(f.Ordinal)
		}
	case ch.order != nil:
		c.buf = ch.order.Queue(now, &ch.request, c.buf[:0])
		c.queue = c.buf
	default:
		c.queue = ch.listed
	}
	if ch.extras != nil && c.exclude != nobody {
		c.buf = slices.DeleteFunc(append(c.buf[:0], c.queue...), func(p int16) bool { return p == c.exclude })
		c.queue = c.buf
	}
	if a := ch.s.Availability; a != nil {
		c.filter(now, a)
	}
	c.primary = -1
	if len(c.queue) > 0 {
		c.primary = c.queue[0]
	}
}

// Step tells the call the time and what happened. The event is copied.
func (c *Call) Step(now Instant, ev *Event) *Effects {
	c.chain.eff.clear()
	if c.over {
		return &c.chain.eff
	}
	switch {
	case now >= c.deadline:
		c.landed(now, ev)
		c.end(now, TimedOut, CallerDeadline, -1)
	case ev.Kind == GiveUp:
		c.end(now, GaveUp, CallerCancel, -1)
	default:
		switch {
		case ev.Kind == Answer && c.flies(ev.Attempt):
			c.chain.take(ev)
			if now >= c.attempts[ev.Attempt].expires { // an answer at exactly the timeout is a timeout
				c.chain.out = c.chain.ranOut()
			}
			c.settle(now, ev.Attempt)
		case ev.Kind == Progress && c.flies(ev.Attempt):
			c.progress(now, ev)
		}
		if !c.over {
			c.expire(now)
		}
		if !c.over {
			c.launch(now)
		}
	}
	c.chain.eff.Wake = c.wake()
	return &c.chain.eff
}

// flies reports whether an attempt of that number is in flight.
func (c *Call) flies(i int32) bool { return int(i) < len(c.attempts) && c.attempts[i].flying }

// landed marks an attempt as no longer in flight when its answer came at the
// instant that ends the call: there is nothing to cancel, and it blames nobody.
func (c *Call) landed(now Instant, ev *Event) {
	if ev.Kind == Answer && c.flies(ev.Attempt) {
		c.drop(now, ev.Attempt, c.chain.dropped(CallerDeadline))
	}
}

// expire times out what has been in flight for too long.
func (c *Call) expire(now Instant) {
	for i := 0; i < len(c.attempts) && c.flying > 0 && !c.over; i++ {
		a := &c.attempts[i]
		if a.flying && now >= a.expires {
			if c.chain.extras != nil && c.chain.extras.traits.OnTimeout && c.soften(now, int32(i)) {
				continue
			}
			c.chain.eff.Cancel = append(c.chain.eff.Cancel, int32(i))
			c.chain.out = c.chain.ranOut()
			c.settle(now, int32(i))
		}
	}
	if c.nested && !c.over && now >= c.outer.ends() {
		c.ranOutInside(now)
	}
}

// settle judges an ended attempt, tells those who remember, and decides whether
// the call ends, waits to retry, or moves on.
func (c *Call) settle(now Instant, i int32) {
	a, o := &c.attempts[i], &c.chain.out
	var v Verdict
	if c.chain.verdicts != nil && c.chain.s.Validate == nil {
		v = c.chain.verdicts[o.Class] // all that judge would find out
	} else {
		v = c.judge(o)
	}
	a.flying, a.class, a.status = false, v.Class, o.Status
	c.flying--
	if x := c.chain.extras; x != nil {
		v = x.inTime(now, a, v)
		if x.inside != nil && v.Class > OKSlow && c.retryInside(now, i, o) {
			c.noteEnded(i, Verdict{Class: v.Class, Retry: true}, false)
			return
		}
	}
	counted := c.tell(now, a, v, o)
	c.chain.eff.Ended = grow(c.chain.eff.Ended)
	c.chain.eff.Ended[len(c.chain.eff.Ended)-1].set(i, v, counted)
	if v.Class <= OKSlow {
		c.end(now, Delivered, v.Class, i)
		return
	}
	if int16(i) != c.front {
		return // an elder
	}
	c.front = -1
	c.proceed(now, a, v, o)
}

// proceed goes on after the failure in front: it waits to retry, moves on, or
// ends the call.
func (c *Call) proceed(now Instant, a *attempt, v Verdict, o *Outcome) {
	c.next = ForFailover
	if v.Retry && c.chain.s.Retry != nil && c.retry(now, a, o) {
		return
	}
	if c.chain.extras != nil {
		c.hopeful, c.failed = v.Retry, *o
		v = c.leaveFor(now, a, v)
		c.part(now, a, v)
	}
	if !v.Failover {
		c.end(now, Stopped, v.Class, -1)
	}
}

// judge classifies an outcome, after a look at the body of a success.
func (c *Call) judge(o *Outcome) Verdict {
	if o.Class <= OKSlow && c.chain.s.Validate != nil && !c.chain.s.Validate.Fits(o, c.chain.body) {
		o.Class = OKInvalid
	}
	if t := c.chain.verdicts; t != nil {
		return t[o.Class]
	}
	return c.chain.classify.Classify(o)
}

// tell informs the breaker, the budget and the health record.
func (c *Call) tell(now Instant, a *attempt, v Verdict, o *Outcome) (counted bool) {
	ch := c.chain
	r := &ch.res
	r.Evidence, r.Class, r.Hint, r.Took = v.Evidence, v.Class, o.Hint, now.Sub(a.sent)
	if ch.breakers != nil && !a.bypass {
		counted = ch.breakers[a.provider].Record(now, a.ticket(), r)
	}
	if ch.budget != nil {
		ch.budget.Ended(now, a.reason, v)
	}
	if ch.extras != nil {
		ch.extras.tell(now, a, v, r)
	}
	h := &ch.health[a.provider]
	if v.Class <= OKSlow {
		h.LastSuccess = now
	} else {
		h.LastError, h.LastStatus = v.Class, o.Status
	}
	return counted
}

// retry decides whether the front waits for another attempt on its provider. A
// provider that has opened meanwhile is left at once, without the backoff, and
// nobody waits for an attempt that the call may not send.
func (c *Call) retry(now Instant, a *attempt, o *Outcome) bool {
	if c.spent() || c.chain.extras == nil && !c.chain.Ready(now, a.provider) && !c.bypass {
		return false
	}
	slept := c.sleptSoFar()
	ask := RetryAsk{
		Provider: a.provider, Attempts: c.tries(a.provider), Outcome: o, Previous: time.Duration(c.waited),
		Slept: slept, Others: len(c.queue), Draw: c.chain.backoff.Of(uint64(a.provider)).Draw(Key(c.number, int(a.ordinal))), Before: c.drew,
	}
	if c.chain.extras != nil {
		return c.retryElsewhere(now, a, ask)
	}
	wait, again := c.chain.s.Retry.Wait(ask)
	if !again {
		return false
	}
	c.slept += int64(wait)
	c.drew = ask.Draw
	c.waiting, c.waitUntil, c.waited, c.ordinal = a.provider, now.Add(wait), int64(wait), a.ordinal+1
	return true
}

// launch sends what is due, or ends a call that has nobody left.
func (c *Call) launch(now Instant) {
	for {
		provider, why, due := c.candidate(now)
		if !due {
			break
		}
		if !c.nested && (c.spent() || c.chain.extras != nil && c.barred(why)) {
			c.chain.skip(provider, ByLimit)
			c.giveUpAsking()
			break
		}
		var ticket Ticket
		if ok := true; c.chain.breakers != nil || c.chain.extras != nil {
			if ticket, ok = c.admit(now, provider); !ok {
				c.leave(why)
				continue
			}
		}
		if why != First && why != ForInside && c.chain.budget != nil && !c.chain.budget.Spend(now, why) {
			c.refuse(now, provider, ticket, why)
			continue
		}
		c.send(now, provider, ticket, why)
		if c.chain.hedgeMax == 0 || c.hedgeAt() > now {
			return
		}
	}
	if c.flying == 0 && c.waiting == nobody && !c.startOver(now) {
		c.end(now, Exhausted, c.report(), -1)
	}
}

// admit asks those who hold attempts back: the provider's breaker, then the
// limit on what it is asked to carry.
func (c *Call) admit(now Instant, provider int16) (t Ticket, ok bool) {
	if c.nested {
		return c.outer.ticket, true
	}
	if c.chain.breakers != nil && !c.bypass {
		if t, ok = c.chain.breakers[provider].Admit(now); !ok {
			c.chain.skip(provider, ByBreaker)
			return t, false
		}
	}
	if x := c.chain.extras; x != nil && x.admissions != nil && !c.carries(now, provider, t) {
		return t, false
	}
	return t, true
}

// candidate names the provider to ask next, if one is due now.
func (c *Call) candidate(now Instant) (provider int16, why Reason, due bool) {
	if c.waiting < nobody {
		if now < c.waitUntil {
			return nobody, 0, false
		}
		if c.waiting == anew {
			c.requeue(now)
		} else {
			c.waiting = nobody
		}
	}
	switch {
	case c.waiting >= 0:
		switch {
		case c.nested:
			return c.waiting, ForInside, now >= c.waitUntil
		case len(c.attempts) == 0:
			return c.waiting, First, now >= c.waitUntil
		}
		return c.waiting, ForRetry, now >= c.waitUntil
	case c.front >= 0 && c.hedgesSame():
		return c.attempts[c.front].provider, ForHedge, now >= c.hedgeAt()
	case c.waiting == anew || len(c.queue) == 0:
		return nobody, 0, false
	case c.front < 0 && len(c.attempts) == 0:
		return c.queue[0], First, true
	case c.front < 0:
		return c.queue[0], c.next, true
	default:
		return c.queue[0], ForHedge, now >= c.hedgeAt()
	}
}

// leave drops the candidate that its breaker refused.
func (c *Call) leave(why Reason) {
	switch {
	case c.waiting >= 0:
		c.waiting = nobody
	case why == ForHedge && c.hedgesSame():
		c.hedges = c.chain.hedgeMax
	default:
		c.queue = c.queue[1:]
	}
}

// refuse carries out the budget's no: a retry moves on, a hedge is not sent, a
// failover ends the asking. The breaker gets its slot back.
func (c *Call) refuse(now Instant, provider int16, t Ticket, why Reason) {
	c.giveBack(now, provider, t)
	c.chain.skip(provider, ByBudget)
	switch why {
	case ForRetry:
		if c.waiting < 0 { // whomever the order named for it
			c.giveUpAsking()
		}
		c.waiting = nobody
	case ForHedge:
		if c.hedges = c.chain.hedgeMax; c.front < 0 { // beside one that has timed out
			c.giveUpAsking()
		}
	default:
		c.giveUpAsking()
	}
}

// giveUpAsking leaves a call to what is in flight.
func (c *Call) giveUpAsking() { c.queue, c.waiting, c.hedges = nil, nobody, c.chain.hedgeMax }

// end closes the call. What is in flight is cancelled, and blames nobody unless
// the strategy classifies callers' ends as evidence.
func (c *Call) end(now Instant, why EndReason, class Class, winner int32) {
	dropped := CallerCancel
	if why == TimedOut {
		dropped = CallerDeadline
	}
	if c.nested {
		c.dropInside(now, c.chain.dropped(dropped))
	}
	for i := 0; i < len(c.attempts) && c.flying > 0; i++ {
		if c.attempts[i].flying {
			c.chain.eff.Cancel = append(c.chain.eff.Cancel, int32(i))
			c.drop(now, int32(i), c.chain.dropped(dropped))
		}
	}
	provider := int16(-1)
	if winner >= 0 {
		provider = c.attempts[winner].provider
	}
	c.over, c.waiting, c.front, c.nested = true, nobody, -1, false
	c.chain.eff.Over = true
	c.done.Reason, c.done.Attempt, c.done.Provider, c.done.Class = why, winner, provider, class
	d := &c.chain.eff.Done
	d.Reason, d.Attempt, d.Provider, d.Class = why, winner, provider, class
}

// drop ends an attempt that nobody waits for any more.
func (c *Call) drop(now Instant, i int32, v Verdict) {
	a := &c.attempts[i]
	a.flying, a.class = false, v.Class
	c.flying--
	r, counted := Result{Evidence: v.Evidence, Class: v.Class, Took: now.Sub(a.sent)}, false
	if c.chain.breakers != nil && !a.bypass {
		counted = c.chain.breakers[a.provider].Record(now, a.ticket(), &r)
	}
	if c.chain.budget != nil {
		c.chain.budget.Ended(now, a.reason, v)
	}
	if x := c.chain.extras; x != nil && x.admissions != nil {
		x.admissions[a.provider].Left(now, &r, true)
	}
	c.chain.eff.Ended = append(c.chain.eff.Ended, Ended{Attempt: i, Verdict: v, Counted: counted, Cancelled: true})
}
