package chain

import "time"

// Retries of an SDK below: they happen inside one attempt of the chain's, under
// its ticket, its budget and its timeouts. Breaker, budget, admission and order
// are told of its end alone. Behind a hedge the SDK asks no more.

// outer is the attempt of the chain's that retries of an SDK are nested in.
type outer struct {
	retries int16 // so far
	reason  Reason
	bypass  bool
	last    int32 // attempt that ended last
	ticket  Ticket
	sent    Instant
	expires Instant // by its total
	first   Instant // when its first byte is due
	waited  int64   // before the last retry, nanoseconds
	slept   int64   // all waits
	drew    uint64  // of the last wait
}

// ends is when the attempt ends that waits for a retry inside it: no byte of an
// answer has come.
func (o *outer) ends() Instant { return min(o.expires, o.first) }

// retryInside lets the SDK below ask again.
func (c *Call) retryInside(now Instant, i int32, o *Outcome) bool {
	a, in, u := &c.attempts[i], c.chain.s.Inside, &c.outer
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
	c.front = -1
	c.waits, c.whom, c.waitUntil, c.ordinal = within, a.provider, now.Add(wait), a.ordinal+1
	return true
}

// ranOutInside ends an attempt of the chain's whose time runs out while the SDK
// below waits to ask again.
func (c *Call) ranOutInside(now Instant) {
	c.waits = idle
	c.chain.out = c.chain.ranOut()
	o, a := &c.chain.out, &c.attempts[c.outer.last]
	v := c.chain.inTime(now, a, c.judge(o))
	a.class = v.Class
	c.tell(now, a, v, o)
	c.proceed(now, a, v, o)
}

// dropInside ends an attempt of the chain's that nobody waits for any more, while
// the SDK below waits to ask again.
func (c *Call) dropInside(now Instant, v Verdict) {
	u := &c.outer
	a := attempt{provider: c.whom, generation: u.ticket.Generation, probe: u.ticket.Probe, reason: u.reason, bypass: u.bypass, sent: u.sent}
	c.chain.gate.ended(now, &a, v, 0, abandoned)
}
