package chain

import "time"

// Retries of an SDK below: they happen inside one attempt of the chain's, under
// its ticket, its budget and its timeouts. Breaker, budget, admission and order
// are told of its end alone. Behind a hedge the SDK asks no more.

// retryInside lets the SDK below ask again.
func (c *Call) retryInside(now Instant, i int32, o *Outcome) bool {
	a, in, u := &c.attempts[i], c.chain.extras.inside, &c.outer
	if int16(i) != c.front || !in.Retries[o.Class] || len(c.attempts) >= MaxAttempts || now >= u.ends() {
		return false
	}
	ask := RetryAsk{Provider: a.provider, Attempts: int(u.retries) + 1, Outcome: o, Previous: time.Duration(u.waited), Slept: time.Duration(u.slept),
		Draw: c.chain.backoff.Of(uint64(a.provider)).For(PurposeInside).Draw(Key(c.number, int(a.ordinal))), Before: u.drew}
	wait, again := in.Retry.Wait(ask)
	if !again {
		return false
	}
	u.retries++
	u.waited, u.drew, u.last = int64(wait), ask.Draw, i
	u.slept += int64(wait)
	c.front, c.nested = nobody, true
	c.waiting, c.waitUntil, c.ordinal = a.provider, now.Add(wait), a.ordinal+1
	return true
}

// ranOutInside ends an attempt of the chain's whose time runs out while the SDK
// below waits to ask again.
func (c *Call) ranOutInside(now Instant) {
	c.nested, c.waiting = false, nobody
	c.chain.out = c.chain.ranOut()
	o, a := &c.chain.out, &c.attempts[c.outer.last]
	v := c.chain.extras.inTime(now, a, c.judge(o))
	a.class = v.Class
	c.tell(now, a, v, o)
	c.proceed(now, a, v, o)
}

// dropInside ends an attempt of the chain's that nobody waits for any more, while
// the SDK below waits to ask again.
func (c *Call) dropInside(now Instant, v Verdict) {
	r := Result{Evidence: v.Evidence, Class: v.Class, Took: now.Sub(c.outer.sent)}
	if c.chain.breakers != nil && !c.outer.bypass {
		c.chain.breakers[c.waiting].Record(now, c.outer.ticket, &r)
	}
	if c.chain.budget != nil {
		c.chain.budget.Ended(now, c.outer.reason, v)
	}
	if x := c.chain.extras; x.admissions != nil {
		x.admissions[c.waiting].Left(now, &r, true)
	}
}
