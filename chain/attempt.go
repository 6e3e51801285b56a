package chain

// Reason is why an attempt is sent.
type Reason uint8

// The reasons.
const (
	First Reason = iota
	ForRetry
	ForFailover
	ForHedge
	ForInside // a retry of the SDK below, within one attempt of the chain's
	NumReasons
)

// String returns the reason's name.
func (r Reason) String() string {
	return [...]string{"first", "retry", "failover", "hedge", "inside"}[r]
}

// attempt is what a call remembers of one attempt.
type attempt struct {
	provider   int16
	ordinal    int16
	status     int16
	class      Class
	flying     bool
	generation uint32 // of the breaker's ticket
	probe      bool   // of the ticket
	reason     Reason
	bypass     bool // no breaker was asked, or it was told already
	marks      mark
	sent       Instant // of the chain's attempt, for retries inside it too
	expires    Instant
}

// mark tells an attempt apart from plain ones.
type mark uint8

const (
	soft   mark = 1 << iota // has timed out, and is waited for all the same
	inside                  // a retry of the SDK below
)

func (a *attempt) is(m mark) bool { return a.marks&m != 0 }

func (a *attempt) ticket() Ticket { return Ticket{a.generation, a.probe} }

// grow makes a slice longer by one element, whose content is left over.
func grow[T any](s []T) []T {
	if len(s) < cap(s) {
		return s[:len(s)+1]
	}
	var zero T
	return append(s, zero)
}

// Deadline returns when the call ends by itself, whatever is in flight; Never
// for a call that has no deadline.
func (c *Call) Deadline() Instant { return c.deadline }

// spent tells whether the call may not send any more. What an SDK below sends by
// itself counts towards the machine's own bound alone.
func (c *Call) spent() bool {
	limit := c.chain.s.Deadline.Attempts
	return len(c.attempts) >= MaxAttempts || limit > 0 && int(c.own) >= limit
}

// report picks the class that an exhausted call tells the application.
func (c *Call) report() Class {
	if len(c.attempts) == 0 {
		return LocalReject
	}
	switch c.chain.s.Exhausted {
	case ReportFirst:
		return c.attempts[0].class
	case ReportPrimary:
		for i := len(c.attempts) - 1; i >= 0; i-- {
			if c.attempts[i].provider == c.primary {
				return c.attempts[i].class
			}
		}
	case ReportSynthetic:
		return LocalReject
	}
	return c.attempts[len(c.attempts)-1].class
}

// dropped is the verdict on an attempt that nobody waits for any more. What it
// is classified as decides what it says of the provider, and nothing else.
func (c *Chain) dropped(class Class) Verdict {
	return Verdict{Class: class, Evidence: c.classify.Classify(&Outcome{Class: class, Source: Caller}).Evidence}
}

// send takes the candidate into the air.
func (c *Call) send(now Instant, provider int16, t Ticket, why Reason) {
	ordinal := c.ordinal
	switch {
	case c.waits == repeat || c.waits == within:
		c.waits = idle
	case why == ForHedge && c.hedgesSame():
		ordinal = c.ordinalOf(provider)
	default:
		ordinal = 0
		c.waited = 0
		c.queue = c.queue[1:]
		if len(c.attempts) > 0 {
			ordinal = c.ordinalOf(provider)
		}
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
	a.generation, a.probe, a.reason, a.bypass, a.marks = t.Generation, t.Probe, why, c.bypass, 0
	a.sent, a.expires = now, expires
	c.front = int16(n)
	c.flying++
	c.own++
	if c.tail != nil {
		c.bound(now, a, why)
	}
	if c.chain.budget != nil && why != ForInside {
		c.chain.budget.Sent(now, why)
	}
	c.chain.eff.Send = grow(c.chain.eff.Send)
	s := &c.chain.eff.Send[len(c.chain.eff.Send)-1]
	s.Attempt, s.Provider, s.Ordinal, s.Reason, s.Probe = n, provider, ordinal, why, t.Probe
}

// noteEnded records how an attempt was judged.
func (c *Call) noteEnded(i int32, v Verdict, counted bool) {
	c.chain.eff.Ended = grow(c.chain.eff.Ended)
	c.chain.eff.Ended[len(c.chain.eff.Ended)-1].set(i, v, counted)
}

// set fills in a record, field by field.
func (e *Ended) set(i int32, v Verdict, counted bool) {
	e.Attempt, e.Counted, e.Cancelled = i, counted, false
	e.Verdict.Class, e.Verdict.Retry, e.Verdict.Failover, e.Verdict.Evidence = v.Class, v.Retry, v.Failover, v.Evidence
}
