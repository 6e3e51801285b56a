package chain

// Begin starts a call at now and takes its first step. The request is copied.
func (c *Chain) Begin(now Instant, r *Request) (*Call, *Effects) {
	call := c.newCall()
	call.start(now, r)
	if c.budget != nil {
		c.budget.Began(now)
	}
	if call.tail != nil {
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
			if c.chain.onTimeout && c.soften(now, int32(i)) {
				continue
			}
			c.chain.eff.Cancel = append(c.chain.eff.Cancel, int32(i))
			c.chain.out = c.chain.ranOut()
			c.settle(now, int32(i))
		}
	}
	if c.waits == within && !c.over && now >= c.outer.ends() {
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
	if c.tail != nil {
		v = c.chain.inTime(now, a, v)
		if c.chain.s.Inside != nil && v.Class > OKSlow && c.retryInside(now, i, o) {
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
	if v.Retry && c.chain.again && c.retry(now, a, o) {
		return
	}
	if c.tail != nil {
		c.hopeful, c.failed = v.Retry, *o
		v = c.leaveFor(now, a, v)
		c.part(now, a, v, o)
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
	if ch.guarded {
		counted = ch.gate.ended(now, a, v, o.Hint, answered)
	}
	if c.tail != nil {
		ch.teach(now, a, v)
	}
	h := &ch.health[a.provider]
	if v.Class <= OKSlow {
		h.LastSuccess = now
	} else {
		h.LastError, h.LastStatus = v.Class, o.Status
	}
	return counted
}

// launch sends what is due, or ends a call that has nobody left.
func (c *Call) launch(now Instant) {
	for {
		provider, why, due := c.candidate(now)
		if !due {
			break
		}
		if c.waits != within && (c.spent() || why == ForFailover && c.barred()) {
			c.chain.skip(provider, ByLimit)
			c.giveUpAsking()
			break
		}
		var ticket Ticket
		if ok := true; c.chain.guarded {
			if ticket, ok = c.admit(now, provider); !ok {
				again := c.waits == repeat
				c.leave(why)
				if c.chain.refusal.heeds {
					if c.refused(now, provider, why, again); c.over {
						return
					}
				}
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
	if c.flying == 0 && c.waits == idle && !c.startOver(now) {
		c.end(now, Exhausted, c.report(), -1)
	}
}

// end closes the call. What is in flight is cancelled, and blames nobody unless
// the strategy classifies callers' ends as evidence.
func (c *Call) end(now Instant, why EndReason, class Class, winner int32) {
	dropped := CallerCancel
	if why == TimedOut {
		dropped = CallerDeadline
	}
	if c.waits == within {
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
	c.over, c.waits, c.front = true, idle, -1
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
	counted := c.chain.gate.ended(now, a, v, 0, abandoned)
	c.chain.eff.Ended = append(c.chain.eff.Ended, Ended{Attempt: i, Verdict: v, Counted: counted, Cancelled: true})
}
