package chain

import (
	"slices"
	"time"
)

// What chains with extras do beside what all chains do. The order of questions
// stays in call.go; here are the answers that take more than a line.

// prepare keeps what a call needs beyond its beginning.
func (c *Call) prepare(r *Request) {
	c.asked = *r
	c.slept, c.passes, c.pends, c.failovers, c.detoured, c.exclude, c.outer, c.inner, c.drew = 0, 0, 0, 0, false, nobody, outer{}, 0, 0
	c.hopeful, c.failed, c.limits = false, Outcome{}, c.limits[:0]
}

// filter leaves out whom availability does not keep.
func (c *Call) filter(now Instant, a Availability) {
	ch := c.chain
	ch.ordered = append(ch.ordered[:0], c.queue...)
	c.buf = append(c.buf[:0], c.queue...)
	k := a.Keep(now, c.buf, ch)
	c.queue, c.bypass = k.Queue, k.Bypass
	if k.Wait > 0 && c.pends < MaxWaits {
		c.pends++
		c.queue, c.waiting, c.waitUntil = nil, anew, now.Add(k.Wait)
		return
	}
	for i, p := range ch.ordered {
		if !slices.Contains(c.queue, p) && !slices.Contains(ch.ordered[:i], p) {
			ch.skip(p, ByAvailability)
		}
	}
}

// requeue asks the order anew.
func (c *Call) requeue(now Instant) {
	c.waiting = nobody
	c.chain.request = c.asked
	c.chain.request.Again = int16(len(c.attempts))
	primary := c.primary
	c.enqueue(now)
	if c.waiting != anew {
		c.exclude = nobody
	}
	if len(c.attempts) > 0 {
		c.primary = primary
	}
}

// MaxWaits bounds how often one call waits for somebody to be ready: for half an
// hour, where nothing tells when that will be.
const MaxWaits = 1 << 14

// ranOut is the outcome of an attempt whose time ran out.
func (c *Chain) ranOut() Outcome {
	o := Outcome{Class: Timeout}
	if c.extras != nil && c.s.Attempt.As != OK {
		o.Class = c.s.Attempt.As
	}
	return o
}

// bound sets the timeouts of an attempt that is being sent.
func (c *Call) bound(now Instant, a *attempt, why Reason) {
	x, t := c.chain.extras, &c.chain.s.Attempt
	if why == ForInside {
		c.nested = false
		c.inner++
		a.sent, a.reason, a.bypass, a.marks = c.outer.sent, c.outer.reason, c.outer.bypass, inside
	} else {
		c.outer = outer{reason: why, bypass: a.bypass, ticket: a.ticket(), sent: now, expires: c.limit(now, a), first: Never}
		if t.FirstByte > 0 {
			c.outer.first = now.Add(t.FirstByte)
		}
		if x.learning != nil {
			c.slow = Never
			if age, _ := x.learning.Delay(); age < NoHedge {
				c.slow = now.Add(age)
			}
		}
	}
	if why == ForFailover {
		c.failovers++
	}
	a.expires = c.outer.expires
	if x.phased {
		c.limits = append(c.limits, a.expires)
		a.expires = min(a.expires, c.outer.first)
		if t.Connect > 0 {
			a.expires = min(a.expires, now.Add(t.Connect))
		}
	}
}

// limit is when an attempt of the chain's must have its whole answer.
func (c *Call) limit(now Instant, a *attempt) Instant {
	x := c.chain.extras
	if end := c.deadline; x.slice > 0 && end != Never {
		others := Instant(len(c.queue))
		if left := end - now; others > 0 && Instant(x.slice) > left/others {
			return min(a.expires, now+1)
		}
		return min(a.expires, max(now+1, end-Instant(x.slice)*others))
	}
	return a.expires
}

// progress moves the next timeout of an attempt that has come so far.
func (c *Call) progress(now Instant, e *Event) {
	a, t := &c.attempts[e.Attempt], &c.chain.s.Attempt
	if !t.phased() || now >= a.expires || a.is(soft) {
		return
	}
	next := Never
	switch {
	case e.Phase == Connected && t.FirstByte > 0:
		next = a.sent.Add(t.FirstByte)
	case e.Phase == Part && t.IdleGap > 0:
		if next = now; e.Flow != 0 { // 0 would be late in a warm-up
			next = max(now, e.Flow)
		}
		next = next.Add(t.IdleGap)
	}
	a.expires = min(c.limits[e.Attempt], next)
}

// soften leaves an attempt in flight whose time has run out, where someone else
// can be asked beside it.
func (c *Call) soften(now Instant, i int32) bool {
	if int16(i) != c.front || c.hedges >= c.chain.hedgeMax || len(c.queue) == 0 && !c.hedgesSame() {
		return false
	}
	a := &c.attempts[i]
	a.marks |= soft
	a.expires = Never
	c.front, c.next = nobody, ForHedge
	if c.chain.breakers != nil && !a.bypass { // which must not wait for what may never come
		c.chain.out = c.chain.ranOut()
		v := c.judge(&c.chain.out)
		c.chain.breakers[a.provider].Record(now, a.ticket(), &Result{Evidence: v.Evidence, Class: v.Class, Took: now.Sub(a.sent)})
		a.bypass = true
	}
	return true
}

// tell informs those who learn.
func (x *extras) tell(now Instant, a *attempt, v Verdict, r *Result) {
	if x.admissions != nil {
		x.admissions[a.provider].Left(now, r, false)
	}
	if x.follower != nil {
		x.follower.Followed(now, a.provider, v, r.Took)
	}
	if x.learning != nil && v.Class <= OKSlow {
		x.learning.Took(now, r.Took)
	}
}

// leaveFor changes whom a call asks after a failure: it takes a detour, or the
// order edits the queue.
func (c *Call) leaveFor(now Instant, a *attempt, v Verdict) Verdict {
	x := c.chain.extras
	if d := x.detours[v.Class]; len(d) > 0 && !c.detoured {
		c.detoured, v.Failover = true, true
		c.buf = append(c.buf[:0], d...)
		c.queue = c.buf
		return v
	}
	if v.Failover && x.rerouter != nil && !c.detoured {
		c.buf = append(c.buf[:0], c.queue...)
		c.queue = x.rerouter.Reroute(c.buf, a.provider, v)
	}
	return v
}

// retryElsewhere is retry where the part may choose whom to ask.
func (c *Call) retryElsewhere(now Instant, a *attempt, ask RetryAsk) bool {
	way := c.chain.extras.reselect
	if way == WholeChain || way == OtherProvider && len(c.chain.providers) == 1 || way == SameProvider && !c.chain.Ready(now, a.provider) && !c.bypass {
		return false
	}
	for _, p := range c.queue {
		if c.chain.Ready(now, p) {
			ask.Ready++
		}
	}
	if way != SameProvider {
		ask.Attempts = c.tries(nobody)
	}
	wait, again := c.chain.s.Retry.Wait(ask)
	if !again {
		return false
	}
	c.slept += int64(wait)
	c.drew = ask.Draw
	c.waitUntil, c.waited = now.Add(wait), int64(wait)
	if way == SameProvider {
		c.waiting, c.ordinal = a.provider, c.ordinalOf(a.provider)
		return true
	}
	if c.waiting, c.next = anew, ForRetry; way == OtherProvider {
		c.exclude = a.provider
	}
	return true
}

// startOver goes through the whole chain once more.
func (c *Call) startOver(now Instant) bool {
	x := c.chain.extras
	if x == nil || x.reselect != WholeChain || len(c.attempts) == 0 || !c.hopeful || c.spent() {
		return false
	}
	c.passes++
	last := &c.attempts[len(c.attempts)-1]
	ask := RetryAsk{Provider: last.provider, Attempts: int(c.passes), Outcome: &c.failed, Previous: time.Duration(c.waited),
		Slept: time.Duration(c.slept), Draw: c.chain.backoff.Draw(Key(c.number, int(c.passes))), Before: c.drew}
	wait, again := c.chain.s.Retry.Wait(ask)
	if !again {
		return false
	}
	c.slept += int64(wait)
	c.drew, c.hedges = ask.Draw, c.hedged()
	c.waiting, c.waitUntil, c.waited, c.next = anew, now.Add(wait), int64(wait), ForRetry
	if wait == 0 {
		c.launch(now)
	}
	return true
}

// carries asks whether a provider may carry one more attempt. A refusal is an
// outcome of ours, which classify may hold against the provider.
func (c *Call) carries(now Instant, provider int16, t Ticket) bool {
	x := c.chain.extras
	if x.admissions[provider].Admit(now, x.draws.Of(uint64(provider)).Draw(Key(c.number, len(c.attempts)))) {
		return true
	}
	c.chain.skip(provider, ByAdmission)
	if c.chain.breakers != nil && !c.bypass {
		c.chain.out = Outcome{Class: LocalReject, Source: Local}
		v := c.judge(&c.chain.out)
		c.chain.breakers[provider].Record(now, t, &Result{Evidence: v.Evidence, Class: LocalReject})
	}
	return false
}

// barred tells whether the call's bounds forbid another attempt.
func (c *Call) barred(why Reason) bool {
	x := c.chain.extras
	return why == ForFailover && x.failovers > 0 && c.failovers >= int16(x.failovers)
}

// hedged counts the hedges that this call has sent.
func (c *Call) hedged() (n int16) {
	for i := range c.attempts {
		if c.attempts[i].reason == ForHedge && !c.attempts[i].is(inside) {
			n++
		}
	}
	return n
}

// inTime takes the failover from a failure that came too late for one.
func (x *extras) inTime(now Instant, a *attempt, v Verdict) Verdict {
	if x.soon > 0 && now.Sub(a.sent) > x.soon {
		v.Failover = false
	}
	return v
}
