package chain

import (
	"math"
	"time"
)

// Instant is a moment of a run, as nanoseconds since it began; a warm-up lies
// before zero. Instants of one run are ordered by <; their difference is a
// time.Duration.
type Instant int64

// Never is later than every instant of a run: a hang ends then.
const Never Instant = math.MaxInt64

// Add returns the instant d later, or Never if that lies beyond the calendar.
func (t Instant) Add(d time.Duration) Instant {
	if d > 0 && t > Never-Instant(d) {
		return Never
	}
	return t + Instant(d)
}

// Sub returns the time from u to t.
func (t Instant) Sub(u Instant) time.Duration { return time.Duration(t - u) }

// Seconds returns the instant as seconds since the run began, for reports only.
func (t Instant) Seconds() float64 { return float64(t) / 1e9 }

// String gives the instant as a duration since the run began.
func (t Instant) String() string {
	if t == Never {
		return "never"
	}
	return time.Duration(t).String()
}

// clock is how long things may take, beside an attempt's total.
type clock struct {
	soon   time.Duration // 0: a failure fails over whenever it comes
	slice  time.Duration // left for each provider still in the queue
	phased bool          // connections, first bytes and gaps are bound
}

// ranOut is the outcome of an attempt whose time ran out.
func (c *Chain) ranOut() Outcome {
	o := Outcome{Class: Timeout}
	if c.s.Attempt.As != OK {
		o.Class = c.s.Attempt.As
	}
	return o
}

// bound sets the timeouts of an attempt that is being sent.
func (c *Call) bound(now Instant, a *attempt, why Reason) {
	x, t := c.chain, &c.chain.s.Attempt
	if why == ForInside {
		c.own--
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
	x := &c.chain.clock
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

// inTime takes the failover from a failure that came too late for one.
func (x *clock) inTime(now Instant, a *attempt, v Verdict) Verdict {
	if x.soon > 0 && now.Sub(a.sent) > x.soon {
		v.Failover = false
	}
	return v
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
	if c.waits != idle {
		at = min(at, c.waitUntil)
		if c.waits == within {
			at = min(at, c.outer.ends())
		}
	}
	if c.flying > 0 {
		for i := range c.attempts {
			if c.attempts[i].flying {
				at = min(at, c.attempts[i].expires)
			}
		}
	}
	if c.front >= 0 && c.chain.hedgeMax > 0 {
		at = min(at, c.hedgeAt())
	}
	return at
}
