package chain

import "time"

// Hedge answers when the newest attempt is slow enough to ask someone else
// beside it.
type Hedge interface {
	// Delay returns the age at which the newest attempt is called slow, and how
	// many extra attempts a call may have.
	Delay() (after time.Duration, extra int)
}

// NoHedge is the delay of a hedge that calls no attempt slow.
const NoHedge = time.Duration(1) << 62

// HedgeMaker is a hedge that learns; New replaces it by what it makes.
type HedgeMaker interface {
	Hedge
	MakeHedge() LearningHedge
}

// LearningHedge is a hedge whose delay follows what attempts took.
type LearningHedge interface {
	Hedge
	// Took is told how long each attempt took that was answered with success.
	Took(now Instant, d time.Duration)
}

// Traits are ways in which hedges differ beside their delay.
type Traits struct {
	Same      bool // ask the same provider again, not the next one
	OnTimeout bool // an attempt that has timed out is left in flight, and the next one sent
}

// Trait is implemented by hedges that have traits.
type Trait interface{ Traits() Traits }

// hedging is when a call asks somebody beside the attempt in front.
type hedging struct {
	hedgeAge  int64 // nanoseconds, -1: never
	hedgeMax  int16
	learning  LearningHedge // nil: the age is fixed
	same      bool          // the provider in front is asked once more
	onTimeout bool          // an attempt that has timed out stays in flight
}

// hedgeAt is when the newest attempt counts as slow.
func (c *Call) hedgeAt() Instant {
	if c.hedges >= c.chain.hedgeMax || c.front < 0 || len(c.queue) == 0 && !c.hedgesSame() {
		return Never
	}
	at := Never
	if c.chain.hedgeAge >= 0 {
		at = c.attempts[c.front].sent.Add(time.Duration(c.chain.hedgeAge))
	}
	if c.chain.learning != nil {
		at = c.slow
	}
	return at
}

// hedgesSame tells a hedge that asks the provider in front once more.
func (c *Call) hedgesSame() bool { return c.chain.same }

// soften leaves an attempt in flight whose time has run out, where someone else
// can be asked beside it.
func (c *Call) soften(now Instant, i int32) bool {
	if int16(i) != c.front || c.hedges >= c.chain.hedgeMax || len(c.queue) == 0 && !c.hedgesSame() {
		return false
	}
	a := &c.attempts[i]
	a.marks |= soft
	a.expires = Never
	c.front, c.next = -1, ForHedge
	if c.chain.breakers != nil && !a.bypass { // which must not wait for what may never come
		c.chain.out = c.chain.ranOut()
		v := c.judge(&c.chain.out)
		c.chain.gate.record(now, a.provider, a.ticket(), &Result{Evidence: v.Evidence, Class: v.Class, Took: now.Sub(a.sent)})
		a.bypass = true
	}
	return true
}

// hedged counts the hedges that this call has sent.
func (c *Call) hedged() (n int16) {
	for i := range c.attempts {
		if c.attempts[i].reason == ForHedge && !c.attempts[i].is(inside) {
			n++
		}
	}
	return n
}
