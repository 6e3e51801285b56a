package chain

import "time"

// Parter is implemented by retries that sleep once more when they have given up
// on a provider, before the next one is asked.
type Parter interface {
	// Part returns the wait after the last failure on a provider.
	Part(a RetryAsk) time.Duration
}

// part keeps a call waiting before it moves on, where the retries have come to
// their end. A provider that is held back is left at once.
func (c *Call) part(now Instant, a *attempt, v Verdict) {
	p := c.chain.extras.parter
	if p == nil || !v.Retry || !v.Failover || len(c.queue) == 0 || c.spent() || !c.chain.Ready(now, a.provider) && !c.bypass {
		return
	}
	ready := 0
	for _, q := range c.queue {
		if c.chain.Ready(now, q) {
			ready++
		}
	}
	wait := p.Part(RetryAsk{
		Provider: a.provider, Attempts: c.tries(a.provider), Outcome: &c.failed, Previous: time.Duration(c.waited), Slept: time.Duration(c.slept),
		Others: len(c.queue), Ready: ready, Draw: c.chain.backoff.Of(uint64(a.provider)).Draw(Key(c.number, int(a.ordinal))),
	})
	if wait > 0 {
		c.slept += int64(wait)
		c.waiting, c.waitUntil = onward, now.Add(wait)
	}
}
