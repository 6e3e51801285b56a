package chain

import (
	"slices"
	"time"
)

// Call is one request on its way through a chain. All control flow of the
// machine stands in this file; the parts of the strategy only answer questions.
//
// The front is the provider being tried: an attempt in flight, or a wait for a
// retry. Attempts left in flight behind a hedge are elders: their successor is
// on its way already, so their failure changes nothing.
type Call struct {
	chain    *Chain
	number   int64 // of the request
	deadline Instant
	queue    []int16   // providers not tried yet, best first; read only, it may be the chain's own
	attempts []attempt // begins in inline

	waitUntil Instant // when the retry that waits may be sent
	waited    int64   // its wait in nanoseconds, for decorrelated jitter
	waiting   int16   // provider whose retry waits, -1 for none
	front     int16   // attempt in flight in front, -1 for none
	flying    int16   // attempts in flight
	hedges    int16
	ordinal   int16 // of the next attempt on the provider that waits
	primary   int16 // first provider of the queue, -1 for an empty one
	over      bool

	// Many calls are in flight, and what they touch must fit the nearest cache: the
	// fields above and the first attempt fill little more than two lines of it.
	inline [2]attempt // most calls need no more
	done   Done
	buf    []int16   // where an order writes its answer
	_      [6]uint64 // whole lines
}

// Begin starts a call at now and takes its first step. The request is copied.
func (c *Chain) Begin(now Instant, r *Request) (*Call, *Effects) {
	call := c.newCall()
	call.start(now, r)
	if c.budget != nil {
		c.budget.Began(now)
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

func (c *Chain) newCall() *Call {
	if n := len(c.free); n > 0 {
		call := c.free[n-1]
		c.free = c.free[:n-1]
		return call
	}
	call := &Call{chain: c}
	call.attempts = call.inline[:0]
	return call
}

func (c *Call) start(now Instant, r *Request) {
	c.number, c.deadline = r.Number, r.Deadline
	if c.deadline == 0 {
		c.deadline = Never
	}
	if d := c.chain.s.Deadline.Total; d > 0 {
		c.deadline = min(c.deadline, now.Add(d))
	}
	c.attempts, c.flying = c.attempts[:0], 0
	c.front, c.waiting, c.waited, c.ordinal, c.hedges, c.over = -1, -1, 0, 0, 0, false
	c.chain.eff.clear()
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
	if a := ch.s.Availability; a != nil {
		ch.ordered = append(ch.ordered[:0], c.queue...)
		c.buf = append(c.buf[:0], c.queue...)
		ch.asked = now
		c.queue = a.Keep(now, c.buf, ch.readyWhenAsked)
		for _, p := range ch.ordered {
			if !slices.Contains(c.queue, p) {
				ch.skip(p, ByAvailability)
			}
		}
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
		if ev.Kind == Answer && c.flies(ev.Attempt) {
			c.chain.take(ev)
			if now >= c.attempts[ev.Attempt].expires { // an answer at exactly the timeout is a timeout
				c.chain.out = Outcome{Class: Timeout}
			}
			c.settle(now, ev.Attempt)
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
		c.drop(now, ev.Attempt, Verdict{Class: CallerDeadline})
	}
}

// expire times out what has been in flight for too long.
func (c *Call) expire(now Instant) {
	for i := 0; i < len(c.attempts) && c.flying > 0 && !c.over; i++ {
		a := &c.attempts[i]
		if a.flying && now >= a.expires {
			c.chain.eff.Cancel = append(c.chain.eff.Cancel, int32(i))
			c.chain.out = Outcome{Class: Timeout}
			c.settle(now, int32(i))
		}
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
	counted := c.tell(now, a, v, o)
	c.chain.eff.Ended = grow(c.chain.eff.Ended)
	e := &c.chain.eff.Ended[len(c.chain.eff.Ended)-1]
	e.Attempt, e.Counted, e.Cancelled = i, counted, false
	e.Verdict.Class, e.Verdict.Retry, e.Verdict.Failover, e.Verdict.Evidence = v.Class, v.Retry, v.Failover, v.Evidence
	if v.Class <= OKSlow {
		c.end(now, Delivered, v.Class, i)
		return
	}
	if int16(i) != c.front {
		return // an elder
	}
	c.front = -1
	if v.Retry && c.chain.s.Retry != nil && c.retry(now, a, o) {
		return
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
	if ch.breakers != nil {
		counted = ch.breakers[a.provider].Record(now, a.ticket, v.Evidence, v.Class, o.Hint)
	}
	if ch.budget != nil {
		ch.budget.Ended(now, v)
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
	if c.spent() || !c.chain.ready(now, a.provider) {
		return false
	}
	wait, again := c.chain.s.Retry.Wait(RetryAsk{
		Provider: a.provider, Attempts: int(a.ordinal) + 1, Outcome: o, Previous: time.Duration(c.waited),
		Others: len(c.queue), Draw: c.chain.backoff.Of(uint64(a.provider)).Draw(Key(c.number, int(a.ordinal))),
	})
	if !again {
		return false
	}
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
		if c.spent() {
			c.chain.skip(provider, ByLimit)
			c.giveUpAsking()
			break
		}
		var ticket Ticket
		if c.chain.breakers != nil {
			var ok bool
			if ticket, ok = c.chain.breakers[provider].Admit(now); !ok {
				c.chain.skip(provider, ByBreaker)
				c.leave()
				continue
			}
		}
		if why != First && c.chain.budget != nil && !c.chain.budget.Spend(now, why) {
			c.refuse(now, provider, ticket, why)
			continue
		}
		c.send(now, provider, ticket, why)
		return
	}
	if c.flying == 0 && c.waiting < 0 {
		c.end(now, Exhausted, c.report(), -1)
	}
}

// candidate names the provider to ask next, if one is due now.
func (c *Call) candidate(now Instant) (provider int16, why Reason, due bool) {
	switch {
	case c.waiting >= 0:
		if len(c.attempts) == 0 {
			return c.waiting, First, now >= c.waitUntil
		}
		return c.waiting, ForRetry, now >= c.waitUntil
	case len(c.queue) == 0:
		return -1, 0, false
	case c.front < 0 && len(c.attempts) == 0:
		return c.queue[0], First, true
	case c.front < 0:
		return c.queue[0], ForFailover, true
	default:
		return c.queue[0], ForHedge, now >= c.hedgeAt()
	}
}

// leave drops the candidate that its breaker refused.
func (c *Call) leave() {
	if c.waiting >= 0 {
		c.waiting = -1
		return
	}
	c.queue = c.queue[1:]
}

// refuse carries out the budget's no: a retry moves on, a hedge is not sent, a
// failover ends the asking. The breaker gets its slot back.
func (c *Call) refuse(now Instant, provider int16, t Ticket, why Reason) {
	if c.chain.breakers != nil {
		c.chain.breakers[provider].Record(now, t, None, LocalReject, 0)
	}
	c.chain.skip(provider, ByBudget)
	switch why {
	case ForRetry:
		c.waiting = -1
	case ForHedge:
		c.hedges = c.chain.hedgeMax
	default:
		c.giveUpAsking()
	}
}

func (c *Call) giveUpAsking() { c.queue, c.waiting = nil, -1 }

func (c *Call) send(now Instant, provider int16, t Ticket, why Reason) {
	ordinal := c.ordinal
	if c.waiting >= 0 {
		c.waiting = -1
	} else {
		ordinal = 0
		c.waited = 0
		c.queue = c.queue[1:]
	}
	if why == ForHedge {
		c.hedges++
	}
	expires := Never
	if d := c.chain.s.Attempt.Total; d > 0 {
		expires = now.Add(d)
	}
	n := int32(len(c.attempts))
	c.attempts = grow(c.attempts)
	// Field by field: a record written in small pieces and copied at once stalls
	// the processor, and this is the hot path.
	a := &c.attempts[n]
	a.provider, a.ordinal, a.status, a.class, a.flying = provider, ordinal, 0, OK, true
	a.ticket.Generation, a.ticket.Probe = t.Generation, t.Probe
	a.sent, a.expires = now, expires
	c.front = int16(n)
	c.flying++
	c.chain.eff.Send = grow(c.chain.eff.Send)
	s := &c.chain.eff.Send[len(c.chain.eff.Send)-1]
	s.Attempt, s.Provider, s.Ordinal, s.Reason, s.Probe = n, provider, ordinal, why, t.Probe
}

// end closes the call. What is in flight is cancelled and blames nobody.
func (c *Call) end(now Instant, why EndReason, class Class, winner int32) {
	dropped := CallerCancel
	if why == TimedOut {
		dropped = CallerDeadline
	}
	for i := 0; i < len(c.attempts) && c.flying > 0; i++ {
		if c.attempts[i].flying {
			c.chain.eff.Cancel = append(c.chain.eff.Cancel, int32(i))
			c.drop(now, int32(i), Verdict{Class: dropped})
		}
	}
	provider := int16(-1)
	if winner >= 0 {
		provider = c.attempts[winner].provider
	}
	c.over, c.waiting, c.front = true, -1, -1
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
	if c.chain.breakers != nil {
		c.chain.breakers[a.provider].Record(now, a.ticket, None, v.Class, 0)
	}
	c.chain.eff.Ended = append(c.chain.eff.Ended, Ended{Attempt: i, Verdict: v, Cancelled: true})
}
