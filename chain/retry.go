package chain

import (
	"slices"
	"time"
)

// RetryAsk is what a Retry part is asked about.
type RetryAsk struct {
	Provider int16
	Attempts int           // of the chain's made so far in this call, or refused by itself where that is retried, on this provider or its group unless any may be asked, or passes over the chain; at least 1
	First    Class         // of the first of those
	Outcome  *Outcome      // of the last one
	Previous time.Duration // the wait before the last one, for decorrelated jitter
	Slept    time.Duration // waits of this call so far
	Others   int           // providers still in the queue
	Ready    int           // of those, the ones whose breaker would admit an attempt
	Draw     uint64        // uniform, keyed by request and attempt
	Before   uint64        // the draw of the wait before, for jitter that builds on it
}

// Retry answers whether to ask the same provider again, and after what wait.
type Retry interface {
	Wait(a RetryAsk) (wait time.Duration, again bool)
}

// Reselect says whom a retry asks.
type Reselect uint8

// The ways to choose.
const (
	SameProvider  Reselect = iota
	AnyProvider            // the order is asked anew
	OtherProvider          // the order is asked anew, and the one that failed left out
	WholeChain             // every provider once, and then, after the wait, all of them again
	SameGroup              // the provider's group of the order is chosen from anew
)

// Reselector is implemented by retries that need not ask the same provider.
type Reselector interface {
	Reselects() Reselect
}

// Grouper is implemented by orders of groups, from which a retry may choose anew.
type Grouper interface {
	Order
	// Group returns who is in a provider's group, nobody for one that is in none, and
	// whether a retry there is sent without a wait.
	Group(provider int16) (members []int16, atOnce bool)
	// Again puts a provider's group, chosen from anew, before what is left of a queue
	// behind it, and returns that.
	Again(r *Request, provider int16, queue []int16) []int16
}

// Parter is implemented by retries that sleep once more when they have given up
// on a provider, before the next one is asked.
type Parter interface {
	// Part returns the wait after the last failure on a provider.
	Part(a RetryAsk) time.Duration
}

// retry decides whether the front waits for another attempt, on its provider or
// on whom the order names. A provider that has opened meanwhile is left at once,
// without the backoff, and nobody waits for an attempt that the call may not send.
func (c *Call) retry(now Instant, a *attempt, o *Outcome) bool {
	way, rule := c.chain.reselect, c.chain.retryOf(a.provider)
	if rule == nil || c.spent() || way == WholeChain || way == OtherProvider && len(c.chain.providers) == 1 ||
		way == SameProvider && c.shut(now, a.provider) && !c.chain.refusal.no.Retry || way == SameGroup && c.deserted(now, a.provider) {
		return false
	}
	ask := c.ask(now, a, o)
	wait, again := rule.Wait(ask)
	if !again {
		return false
	}
	if way == SameGroup && c.chain.atOnce(a.provider) {
		wait = 0
	}
	c.sleep(now, wait)
	c.waited, c.drew = int64(wait), ask.Draw
	if c.tail != nil {
		c.again = ForRetry
	}
	switch way {
	case SameProvider:
		c.waits, c.whom, c.ordinal = repeat, a.provider, c.ordinalOf(a.provider)
	case OtherProvider:
		c.waits, c.next, c.exclude = anew, ForRetry, a.provider
	case SameGroup:
		c.waits, c.next = onward, ForRetry
		c.regroup(a.provider)
	default:
		c.waits, c.next = anew, ForRetry
	}
	return true
}

// shut tells whether a provider is held back from this call.
func (c *Call) shut(now Instant, provider int16) bool {
	return !c.bypass && !c.chain.Ready(now, provider)
}

// deserted tells whether all of a provider's group are held back from this call.
func (c *Call) deserted(now Instant, provider int16) bool {
	members, _ := c.chain.grouper.Group(provider)
	for _, p := range members {
		if !c.shut(now, p) {
			return false
		}
	}
	return true
}

// atOnce tells whether a group is asked again without a wait.
func (c *Chain) atOnce(provider int16) bool {
	_, yes := c.grouper.Group(provider)
	return yes
}

// regroup puts the provider's group, chosen from anew, before the rest of the queue.
func (c *Call) regroup(provider int16) {
	r := &c.chain.request
	*r = c.asked
	r.Again = int16(len(c.attempts))
	c.buf = c.chain.grouper.Again(r, provider, append(c.buf[:0], c.queue...))
	c.queue = c.buf
}

// ask puts the question of a failed attempt.
func (c *Call) ask(now Instant, a *attempt, o *Outcome) RetryAsk {
	ready := 0
	for _, p := range c.queue {
		if c.chain.Ready(now, p) {
			ready++
		}
	}
	slept := c.sleptSoFar()
	tries, first := c.tries(a.provider)
	whom := a.provider
	if c.chain.reselect == AnyProvider || c.chain.reselect == OtherProvider {
		whom = nobody
	}
	return RetryAsk{
		Provider: a.provider, Attempts: tries + c.turnedAway(whom), First: first, Outcome: o, Previous: time.Duration(c.waited), Slept: slept,
		Others: len(c.queue), Ready: ready, Draw: c.chain.backoff.Of(uint64(a.provider)).Draw(Key(c.number, int(a.ordinal))), Before: c.drew,
	}
}

// sleep sets the end of a wait.
func (c *Call) sleep(now Instant, d time.Duration) {
	c.slept = int64(c.sleptSoFar() + d)
	c.waitUntil = now.Add(d)
}

// startOver goes through the whole chain once more.
func (c *Call) startOver(now Instant) bool {
	if c.chain.reselect != WholeChain || len(c.attempts) == 0 && c.refusals == 0 || !c.hopeful || c.spent() {
		return false
	}
	c.passes++
	last, slept := c.turned, c.sleptSoFar()
	if n := len(c.attempts); n > 0 {
		last = c.attempts[n-1].provider
	}
	ask := RetryAsk{Provider: last, Attempts: int(c.passes), First: c.failed.Class, Outcome: &c.failed, Previous: time.Duration(c.waited),
		Slept: slept, Draw: c.chain.backoff.Draw(Key(c.number, int(c.passes))), Before: c.drew}
	wait, again := c.chain.s.Retry.Wait(ask)
	if !again {
		return false
	}
	c.sleep(now, wait)
	c.waits, c.waited, c.drew, c.next, c.hedges = anew, int64(wait), ask.Draw, ForRetry, c.hedged()
	if wait == 0 {
		c.launch(now)
	}
	return true
}

// tries counts the chain's own attempts on whom a retry after one on this provider
// would ask, and tells what came of the first. On the same provider it counts since
// the queue named it last: who stands in an order twice is asked again, with all its
// retries.
func (c *Call) tries(provider int16) (n int, first Class) {
	way := c.chain.reselect
	var members []int16
	if way == SameGroup {
		members, _ = c.chain.grouper.Group(provider)
	}
	all := way == AnyProvider || way == OtherProvider
	for i := len(c.attempts) - 1; i >= 0; i-- {
		a := &c.attempts[i]
		if a.is(inside) || !all && a.provider != provider && !slices.Contains(members, a.provider) {
			continue
		}
		n++
		first = a.class
		if way == SameProvider && (a.reason == First || a.reason == ForFailover || a.reason == ForHedge && !c.hedgesSame()) {
			break
		}
	}
	return n, first
}

// ordinalOf is the number of the next attempt on a provider in this call.
func (c *Call) ordinalOf(provider int16) (n int16) {
	for i := range c.attempts {
		if c.attempts[i].provider == provider {
			n = max(n, c.attempts[i].ordinal+1)
		}
	}
	return n
}

// sleptSoFar is the sum of the waits of this call. It and the last draw are begun
// here, so that calls without a retry do not touch them.
func (c *Call) sleptSoFar() time.Duration {
	if !c.rested {
		c.rested, c.slept, c.drew = true, 0, 0
	}
	return time.Duration(c.slept)
}

// part keeps a call waiting before it moves on, where the retries have come to
// their end. A provider that is held back is left at once.
func (c *Call) part(now Instant, a *attempt, v Verdict, o *Outcome) {
	p, sleeps := c.chain.retryOf(a.provider).(Parter)
	if !sleeps || !v.Retry || !v.Failover || len(c.queue) == 0 || c.spent() {
		return
	}
	if c.chain.reselect == SameGroup {
		if c.deserted(now, a.provider) || c.chain.atOnce(a.provider) {
			return
		}
	} else if c.shut(now, a.provider) {
		return
	}
	if wait := p.Part(c.ask(now, a, o)); wait > 0 {
		c.sleep(now, wait)
		c.waits = onward
	}
}
