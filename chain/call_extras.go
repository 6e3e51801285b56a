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
	c.slept, c.passes, c.failovers, c.detoured, c.exclude, c.outer = 0, 0, 0, false, nobody, outer{}
	c.hopeful, c.failed, c.limits = false, Outcome{}, c.limits[:0]
	c.stop = Never
	if x := c.chain.extras; x != nil && x.linger {
		c.stop, c.deadline = c.deadline, r.Deadline
		if c.deadline == 0 {
			c.deadline = Never
		}
	}
}

// filter leaves out whom availability does not keep.
func (c *Call) filter(now Instant, a Availability) {
	ch := c.chain
	ch.ordered = append(ch.ordered[:0], c.queue...)
	c.buf = append(c.buf[:0], c.queue...)
	k := a.Keep(now, c.buf, ch)
	c.queue, c.bypass = k.Queue, k.Bypass
	if k.Wait > 0 && c.passes < MaxAttempts {
		c.passes++
		c.queue, c.waiting, c.waitUntil = nil, anew, now.Add(k.Wait)
		return
	}
	for _, p := range ch.ordered {
		if !slices.Contains(c.queue, p) {
			ch.skip(p, ByAvailability)
		}
	}
}

// requeue asks the order anew.
func (c *Call) requeue(now Instant) {
	c.waiting = nobody
	c.chain.request = c.asked
	primary := c.primary
	c.enqueue(now)
	if c.exclude != nobody {
		c.buf = slices.DeleteFunc(append(c.buf[:0], c.queue...), func(p int16) bool { return p == c.exclude })
		c.queue, c.exclude = c.buf, nobody
	}
	if len(c.attempts) > 0 {
		c.primary = primary
	}
}

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
		a.expires, a.bypass = c.outer.expires, c.outer.bypass
		c.nested = false
		return
	}
	if why == ForFailover {
		c.failovers++
	}
	if t.Growth != 0 && t.Total > 0 {
		d := t.Total
		for range a.ordinal {
			d = time.Duration(min(float64(d)*float64(t.Growth)/1000, float64(MaxTimeout)))
		}
		a.expires = now.Add(d)
	}
	if x.slice > 0 && c.deadline != Never {
		a.expires = min(a.expires, max(now+1, c.deadline-Instant(x.slice)*Instant(len(c.queue))))
	}
	c.outer = outer{expires: a.expires, ticket: a.ticket(), bypass: a.bypass}
	if x.phased {
		for len(c.limits) < len(c.attempts) {
			c.limits = append(c.limits, 0)
		}
		c.limits[len(c.attempts)-1] = a.expires
		first := Never
		if t.FirstByte > 0 {
			first = now.Add(t.FirstByte)
		}
		if t.Connect > 0 {
			first = min(first, now.Add(t.Connect))
		}
		a.expires = min(a.expires, first)
	}
}

// MaxTimeout bounds a timeout that grows.
const MaxTimeout = 24 * time.Hour

// progress moves the next timeout of an attempt that has come so far.
func (c *Call) progress(now Instant, e *Event) {
	a, t := &c.attempts[e.Attempt], &c.chain.s.Attempt
	if !t.phased() || now >= a.expires || a.soft {
		return
	}
	next := Never
	switch {
	case e.Phase == Connected && t.FirstByte > 0:
		next = a.sent.Add(t.FirstByte)
	case e.Phase == Part && t.IdleGap > 0:
		next = max(now, e.Flow).Add(t.IdleGap)
	}
	a.expires = min(c.limits[e.Attempt], next)
}

// soften leaves an attempt in flight whose time has run out, where someone else
// can be asked beside it.
func (c *Call) soften(i int32) bool {
	if int16(i) != c.front || c.hedges >= c.chain.hedgeMax || len(c.queue) == 0 && !c.hedgesSame() {
		return false
	}
	a := &c.attempts[i]
	a.soft, a.expires = true, Never
	c.front, c.next = nobody, ForHedge
	return true
}

// retryInside lets the SDK below ask again, inside the same attempt of the
// chain's: under its ticket and its timeout.
func (c *Call) retryInside(now Instant, i int32, o *Outcome) bool {
	a, in := &c.attempts[i], c.chain.extras.inside
	if int16(i) != c.front || !in.Retries[o.Class] || c.spent() {
		return false
	}
	wait, again := in.Retry.Wait(RetryAsk{Provider: a.provider, Attempts: int(c.outer.retries) + 1, Outcome: o, Previous: time.Duration(c.waited),
		Draw: c.chain.backoff.Of(uint64(a.provider)).For(PurposeInside).Draw(Key(c.number, int(a.ordinal)))})
	if !again {
		return false
	}
	c.outer.retries++
	c.outer.last, c.front = i, nobody
	c.waiting, c.waitUntil, c.waited, c.ordinal, c.nested = a.provider, now.Add(wait), int64(wait), a.ordinal+1, true
	return true
}

// ranOutInside ends an attempt of the chain's whose time runs out while the SDK
// below waits to ask again.
func (c *Call) ranOutInside(now Instant) {
	c.nested, c.waiting = false, nobody
	c.chain.out = c.chain.ranOut()
	o, a := &c.chain.out, &c.attempts[c.outer.last]
	v := c.judge(o)
	a.class = v.Class
	c.tell(now, a, v, o)
	c.proceed(now, a, v, o)
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
	if v.Failover && x.rerouter != nil {
		c.buf = append(c.buf[:0], c.queue...)
		c.queue = x.rerouter.Reroute(c.buf, a.provider, v)
	}
	return v
}

// retryElsewhere is retry where the part may choose whom to ask.
func (c *Call) retryElsewhere(now Instant, a *attempt, ask RetryAsk) bool {
	way := c.chain.extras.reselect
	if way == WholeChain || way == SameProvider && !c.chain.Ready(now, a.provider) && !c.bypass {
		return false
	}
	for _, p := range c.queue {
		if c.chain.Ready(now, p) {
			ask.Ready++
		}
	}
	if way != SameProvider {
		ask.Attempts = len(c.attempts)
	}
	wait, again := c.chain.s.Retry.Wait(ask)
	if !again {
		return false
	}
	c.slept += int64(wait)
	c.waitUntil, c.waited = now.Add(wait), int64(wait)
	switch c.waiting = anew; way {
	case SameProvider:
		c.waiting, c.ordinal = a.provider, c.ordinalOf(a.provider)
	case OtherProvider:
		c.exclude = a.provider
	}
	c.next = ForRetry
	return true
}

// startOver goes through the whole chain once more, or ends a call whose own time
// has run out.
func (c *Call) startOver(now Instant) bool {
	x := c.chain.extras
	switch {
	case x == nil:
		return false
	case now >= c.stop:
		c.end(now, TimedOut, CallerDeadline, -1)
		return true
	case x.reselect != WholeChain || len(c.attempts) == 0 || !c.hopeful || c.spent():
		return false
	}
	c.passes++
	last := &c.attempts[len(c.attempts)-1]
	wait, again := c.chain.s.Retry.Wait(RetryAsk{Provider: last.provider, Attempts: int(c.passes), Outcome: &c.failed, Previous: time.Duration(c.waited),
		Slept: time.Duration(c.slept), Draw: c.chain.backoff.Draw(Key(c.number, int(c.passes)))})
	if !again {
		return false
	}
	c.slept += int64(wait)
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
func (c *Call) barred(now Instant, why Reason) bool {
	x := c.chain.extras
	switch {
	case now >= c.stop:
		return true
	case why == First:
		return false
	case why == ForFailover && x.failovers > 0 && c.failovers >= int16(x.failovers):
		return true
	}
	return x.reserve > 0 && c.deadline != Never && c.deadline.Sub(now) < x.reserve
}
