package chain

import "time"

// attempt is what a call remembers of one attempt.
type attempt struct {
	provider int16
	ordinal  int16
	status   int16
	class    Class
	flying   bool
	ticket   Ticket
	sent     Instant
	expires  Instant
}

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

// spent tells whether the call may not send any more.
func (c *Call) spent() bool {
	limit := c.chain.s.Deadline.Attempts
	if limit == 0 || limit > MaxAttempts {
		limit = MaxAttempts
	}
	return len(c.attempts) >= limit
}

// hedgeAt is when the newest attempt counts as slow.
func (c *Call) hedgeAt() Instant {
	if c.chain.hedgeAge < 0 || c.hedges >= c.chain.hedgeMax || c.front < 0 || len(c.queue) == 0 {
		return Never
	}
	return c.attempts[c.front].sent.Add(time.Duration(c.chain.hedgeAge))
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

// wake is the next instant at which something is due without an answer.
func (c *Call) wake() Instant {
	if c.over {
		return Never
	}
	return c.due()
}

// due is wake for a call that goes on.
func (c *Call) due() Instant {
	at := c.deadline
	if c.waiting >= 0 {
		at = min(at, c.waitUntil)
	}
	if c.flying > 0 {
		for i := range c.attempts {
			if c.attempts[i].flying {
				at = min(at, c.attempts[i].expires)
			}
		}
	}
	if c.front >= 0 {
		at = min(at, c.hedgeAt())
	}
	return at
}
