package chain

import (
	"fmt"
	"slices"
	"strings"
)

// itinerary is whom a call asks, one after the other, beside the order.
type itinerary struct {
	order     Order   // nil: listed
	foresight Planner // not nil: the clairvoyant order
	follower  Follower
	rerouter  Rerouter
	detours   [NumClasses][]int16
	reselect  Reselect
	grouper   Grouper // not nil where retries stay in a group
	again     bool    // some provider is asked again
	parts     bool    // some retries sleep before a call moves on
	failovers int     // 0: no bound
}

// prepare keeps what a call needs beyond its beginning.
func (c *Call) prepare(r *Request) {
	*c.tail = tail{asked: *r, exclude: nobody, turned: nobody, again: ForRetry, limits: c.limits[:0]}
}

// filter leaves out whom availability does not keep.
func (c *Call) filter(now Instant, a Availability) {
	ch := c.chain
	ch.ordered = append(ch.ordered[:0], c.queue...)
	c.buf = append(c.buf[:0], c.queue...)
	k := a.Keep(now, c.buf, ch)
	c.queue, c.bypass = k.Queue, k.Bypass
	if k.Wait > 0 && c.pends < MaxWaits {
		c.pends++
		c.queue, c.waits, c.waitUntil = nil, anew, now.Add(k.Wait)
		return
	}
	for i, p := range ch.ordered {
		if !slices.Contains(c.queue, p) && !slices.Contains(ch.ordered[:i], p) {
			ch.skip(p, ByAvailability)
		}
	}
}

// requeue asks the order anew.
func (c *Call) requeue(now Instant) {
	c.waits = idle
	c.chain.request = c.asked
	c.chain.request.Again = int16(len(c.attempts))
	primary := c.primary
	c.enqueue(now)
	if c.waits != anew {
		c.exclude = nobody
	}
	if len(c.attempts) > 0 {
		c.primary = primary
	}
}

// MaxWaits bounds how often one call waits for somebody to be ready: for half an
// hour, where nothing tells when that will be.
const MaxWaits = 1 << 14

// teach informs those who learn.
func (c *Chain) teach(now Instant, a *attempt, v Verdict) {
	took := now.Sub(a.sent)
	if c.follower != nil {
		c.follower.Followed(now, a.provider, v, took)
	}
	if c.learning != nil && v.Class <= OKSlow {
		c.learning.Took(now, took)
	}
}

// leaveFor changes whom a call asks after a failure: it takes a detour, or the
// order edits the queue.
func (c *Call) leaveFor(now Instant, a *attempt, v Verdict) Verdict {
	x := &c.chain.itinerary
	if d := x.detours[v.Class]; len(d) > 0 && !c.detoured {
		c.detoured, v.Failover = true, true
		c.buf = append(c.buf[:0], d...)
		c.queue = c.buf
		return v
	}
	if v.Failover && x.rerouter != nil && !c.detoured {
		c.buf = append(c.buf[:0], c.queue...)
		c.queue = x.rerouter.Reroute(c.buf, a.provider, v)
	}
	return v
}

// barred tells whether the call has failed over as often as it may.
func (c *Call) barred() bool {
	n := c.chain.itinerary.failovers
	return n > 0 && c.failovers >= int16(n)
}

// enqueue fills the queue: the order's, less those that availability leaves out.
func (c *Call) enqueue(now Instant) {
	ch := c.chain
	switch {
	case ch.foresight != nil:
		c.queue = nil
		if f, ok := ch.foresight.Plan(now, &ch.request); ok {
			c.waits, c.whom, c.waitUntil, c.ordinal = repeat, f.Provider, max(now, f.At), int16(f.Ordinal)
		}
	case ch.order != nil:
		c.buf = ch.order.Queue(now, &ch.request, c.buf[:0])
		c.queue = c.buf
	default:
		c.queue = ch.listed
	}
	if c.tail != nil && c.exclude != nobody {
		c.buf = slices.DeleteFunc(append(c.buf[:0], c.queue...), func(p int16) bool { return p == c.exclude })
		c.queue = c.buf
	}
	if a := ch.s.Availability; a != nil {
		c.filter(now, a)
	}
	c.primary = -1
	if len(c.queue) > 0 {
		c.primary = c.queue[0]
	}
}

// leave drops the candidate that its breaker refused.
func (c *Call) leave(why Reason) {
	switch {
	case c.waits == repeat:
		c.waits = idle
	case why == ForHedge && c.hedgesSame():
		c.hedges = c.chain.hedgeMax
	default:
		c.queue = c.queue[1:]
	}
}

// giveUpAsking leaves a call to what is in flight.
func (c *Call) giveUpAsking() { c.queue, c.waits, c.hedges = nil, idle, c.chain.hedgeMax }

// candidate names the provider to ask next, if one is due now.
func (c *Call) candidate(now Instant) (provider int16, why Reason, due bool) {
	if c.waits != idle {
		if now < c.waitUntil {
			return nobody, 0, false
		}
		switch c.waits {
		case within:
			return c.whom, ForInside, true
		case onward:
			c.waits = idle
		case anew:
			c.requeue(now)
		}
	}
	switch {
	case c.waits == repeat && len(c.attempts) == 0:
		return c.whom, First, now >= c.waitUntil
	case c.waits == repeat && c.tail != nil:
		return c.whom, c.again, now >= c.waitUntil
	case c.waits == repeat:
		return c.whom, ForRetry, now >= c.waitUntil
	case c.front >= 0 && c.hedgesSame():
		return c.attempts[c.front].provider, ForHedge, now >= c.hedgeAt()
	case c.waits == anew || len(c.queue) == 0:
		return nobody, 0, false
	case c.front < 0 && len(c.attempts) == 0:
		return c.queue[0], First, true
	case c.front < 0:
		return c.queue[0], c.next, true
	default:
		return c.queue[0], ForHedge, now >= c.hedgeAt()
	}
}

func (c *Chain) makeDetours() (any bool, err error) {
	for _, d := range c.s.Detours {
		for _, name := range d.Providers {
			i := slices.Index(c.providers, name)
			if i < 0 {
				return false, fmt.Errorf("detour after %s: unknown provider %q, there are %s", d.Class, name, strings.Join(c.providers, ", "))
			}
			c.detours[d.Class] = append(c.detours[d.Class], int16(i))
			any = true
		}
	}
	return any, nil
}
