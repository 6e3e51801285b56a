package chain

// refusal is what a strategy makes of its own no, a breaker's or an admission's,
// when a provider's turn has come. Mostly the call moves on.
type refusal struct {
	no    Verdict // on local_reject
	heeds bool    // it asks for more than moving on
}

func (c *Chain) makeRefusal() {
	no := c.classify.Classify(&Outcome{Class: LocalReject, Source: Local})
	no.Retry = no.Retry && c.s.Retry != nil
	c.refusal = refusal{no, no.Retry || !no.Failover}
}

// refused decides what follows when a candidate has left that was refused: a wait
// until the same turn comes again, the end, or the next one. Each refusal counts as
// one of the retry's attempts, so that they have its bound. What a hedge is refused
// changes nothing.
func (c *Call) refused(now Instant, provider int16, why Reason, again bool) {
	if why == ForHedge {
		return
	}
	if c.chain.reselect == SameProvider && (!again || c.turned != provider) { // a turn of its own
		c.refusals = 0
	}
	c.turned, c.refusals = provider, c.refusals+1
	v, o := &c.chain.refusal.no, &c.chain.out
	*o = Outcome{Class: LocalReject, Source: Local}
	if v.Retry {
		c.hopeful, c.failed = true, *o
		a := attempt{provider: provider, ordinal: MaxAttempts - c.refusals} // attempts count from 0 up
		if c.retry(now, &a, o) {
			c.again = why
			return
		}
	}
	if !v.Failover {
		c.end(now, Stopped, LocalReject, -1)
	}
}

// turnedAway counts the refusals that a retry takes for attempts on a provider, or
// on all for nobody.
func (c *Call) turnedAway(provider int16) int {
	if c.tail == nil || provider != nobody && c.turned != provider {
		return 0
	}
	return int(c.refusals)
}
