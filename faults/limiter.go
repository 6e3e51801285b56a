package faults

import (
	"sort"
	"time"

	"wavetank/chain"
)

// limiter is one provider's limits at work, for one run. Rates are exact:
// integers throughout.
type limiter struct {
	limits   *Limits
	requests meter // nil: unlimited
	tokens   meter
	inFlight int64
	penalty  chain.Instant // closed by a penalty until then
	extended time.Duration // what refused calls added to the reset time
}

// meter counts permits of one kind against a limit per minute. A demand over
// what it ever admits counts as all of it, or the caller would wait for ever.
type meter interface {
	reset()
	wait(now chain.Instant, n int64) time.Duration // until n permits are free; 0: now
	take(now chain.Instant, n int64)
}

func newLimiter(l *Limits) *limiter {
	burst := l.Burst
	if burst == 0 {
		burst = l.RequestsPerMinute
	}
	out := &limiter{limits: l, requests: newMeter(l, l.RequestsPerMinute, burst), tokens: newMeter(l, l.TokensPerMinute, l.TokensPerMinute)}
	out.reset()
	return out
}

func newMeter(l *Limits, perMinute, burst int64) meter {
	switch {
	case perMinute == 0:
		return nil
	case l.Counting == CountFixed:
		return &fixedWindow{limit: perMinute}
	}
	return newBucket(perMinute, burst)
}

// reset begins a new run: nothing in flight, every allowance full.
func (l *limiter) reset() {
	l.inFlight, l.penalty, l.extended = 0, past, 0
	if l.requests != nil {
		l.requests.reset()
	}
	if l.tokens != nil {
		l.tokens.reset()
	}
}

// take admits an attempt or refuses it with a hint (0: none is sent). A dry
// call changes nothing.
func (l *limiter) take(now chain.Instant, tokens int64, dry bool) (ok bool, hint time.Duration) {
	wait, full := l.wait(now, tokens)
	if wait == 0 && !full {
		if !dry {
			l.admit(now, tokens)
		}
		return true, 0
	}
	closed := l.punished(now)
	if !dry {
		l.extended += max(0, closed.Sub(max(l.penalty, now.Add(wait))))
		l.penalty = closed
	}
	return false, l.limits.RetryAfter.after(max(wait, closed.Sub(now), 0))
}

// wait returns how long the limiter knows it stays closed, and whether all
// slots are taken, of which nobody knows the end.
func (l *limiter) wait(now chain.Instant, tokens int64) (wait time.Duration, full bool) {
	wait = max(0, l.penalty.Sub(now))
	if l.requests != nil {
		wait = max(wait, l.requests.wait(now, 1))
	}
	if l.tokens != nil {
		wait = max(wait, l.tokens.wait(now, tokens))
	}
	return wait, l.limits.Concurrency > 0 && l.inFlight >= l.limits.Concurrency
}

func (l *limiter) admit(now chain.Instant, tokens int64) {
	if l.requests != nil {
		l.requests.take(now, 1)
	}
	if l.tokens != nil {
		l.tokens.take(now, tokens)
	}
	l.inFlight++
}

// punished returns when the penalty ends that a call refused at now leaves
// behind.
func (l *limiter) punished(now chain.Instant) chain.Instant {
	p := l.limits.Penalty
	if p.For == 0 || l.penalty > now && !p.Extends {
		return l.penalty
	}
	return max(l.penalty, now.Add(p.For))
}

// leave frees the slot of an admitted attempt.
func (l *limiter) leave(chain.Instant) {
	if l.inFlight == 0 {
		panic("faults: an attempt left a limiter twice")
	}
	l.inFlight--
}

// refuses returns the share of requests that an attempt sent at now would be
// refused for, by their sizes in tokens, which are sorted: all of them where no
// permit or no slot is left, and those that are too large for the tokens that are.
func (l *limiter) refuses(now chain.Instant, sizes []int64) float64 {
	if wait, full := l.wait(now, 0); wait > 0 || full {
		return 1
	}
	if l.tokens == nil || l.tokens.wait(now, sizes[len(sizes)-1]) == 0 {
		return 0
	}
	fit := sort.Search(len(sizes), func(i int) bool { return l.tokens.wait(now, sizes[i]) > 0 })
	return float64(len(sizes)-fit) / float64(len(sizes))
}

// closedUntil returns when the limiter admits a request of that many tokens again,
// as far as is known at now; at most now where it does, or where it waits for a slot
// of which nobody knows the end.
func (l *limiter) closedUntil(now chain.Instant, tokens int64) chain.Instant {
	wait, _ := l.wait(now, tokens)
	return now.Add(wait)
}
