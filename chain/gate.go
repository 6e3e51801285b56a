package chain

import "time"

// gate is what an attempt passes on its way out and comes back to when it has
// ended: its provider's breaker, the limit on what the provider carries, and the
// budget. Whatever was let pass is told of once more, by ended.
type gate struct {
	guarded    bool        // there is any of them
	breakers   []Breaker   // nil: no memory
	budget     Budget      // nil: no bound
	admissions []Admission // nil: none
	draws      Luck        // of admissions
	res        Result      // of the attempt that ended; kept here so that none allocates
}

// record tells the breaker of a provider what came of a ticket.
func (g *gate) record(now Instant, provider int16, t Ticket, r *Result) bool {
	return g.breakers[provider].Record(now, t, r)
}

// fate is how an attempt came back to the gate.
type fate uint8

const (
	answered  fate = iota // or its time ran out
	abandoned             // nobody waits for it any more
	unsent                // the budget refused it, and has nothing to be told
)

// ended tells all three how an attempt ended.
func (g *gate) ended(now Instant, a *attempt, v Verdict, hint time.Duration, f fate) (counted bool) {
	r := &g.res
	r.Evidence, r.Class, r.Hint, r.Took = v.Evidence, v.Class, hint, now.Sub(a.sent)
	if g.breakers != nil && !a.bypass {
		counted = g.record(now, a.provider, a.ticket(), r)
	}
	if g.budget != nil && f != unsent {
		g.budget.Ended(now, a.reason, v)
	}
	if g.admissions != nil {
		g.admissions[a.provider].Left(now, r, f != answered)
	}
	return counted
}

// admit asks those who hold attempts back: the provider's breaker, then the
// limit on what it is asked to carry.
func (c *Call) admit(now Instant, provider int16) (t Ticket, ok bool) {
	if c.waits == within {
		return c.outer.ticket, true
	}
	if c.chain.breakers != nil && !c.bypass {
		if t, ok = c.chain.breakers[provider].Admit(now); !ok {
			c.chain.skip(provider, ByBreaker)
			return t, false
		}
	}
	return t, c.chain.admissions == nil || c.carries(now, provider, t)
}

// carries asks whether a provider may carry one more attempt. A refusal is an
// outcome of ours, which classify may hold against the provider.
func (c *Call) carries(now Instant, provider int16, t Ticket) bool {
	g := &c.chain.gate
	if g.admissions[provider].Admit(now, g.draws.Of(uint64(provider)).Draw(Key(c.number, len(c.attempts)))) {
		return true
	}
	c.chain.skip(provider, ByAdmission)
	if g.breakers != nil && !c.bypass {
		c.chain.out = Outcome{Class: LocalReject, Source: Local}
		v := c.judge(&c.chain.out)
		g.record(now, provider, t, &Result{Evidence: v.Evidence, Class: LocalReject})
	}
	return false
}

// refuse carries out the budget's no: a retry moves on, a hedge is not sent, a
// failover ends the asking. The breaker gets its slot back.
func (c *Call) refuse(now Instant, provider int16, t Ticket, why Reason) {
	a := attempt{provider: provider, generation: t.Generation, probe: t.Probe, bypass: c.bypass, sent: now}
	c.chain.gate.ended(now, &a, Verdict{Class: LocalReject}, 0, unsent)
	c.chain.skip(provider, ByBudget)
	switch why {
	case ForRetry:
		if c.waits != repeat { // whomever the order named for it
			c.giveUpAsking()
		}
		c.waits = idle
	case ForHedge:
		if c.hedges = c.chain.hedgeMax; c.front < 0 { // beside one that has timed out
			c.giveUpAsking()
		}
	default:
		c.giveUpAsking()
	}
}
