package policy

import (
	"time"

	"wavetank/chain"
)

// rules are what a native breaker may have beyond gobreaker's. They belong to
// one breaker.
type rules struct {
	test   Test
	sweep  time.Duration // closed: trips are looked for at its multiples alone; 0 at once
	decay  time.Duration // the row of openings shrinks by one for each of these that the breaker was closed; 0: by a success
	most   Ratio         // part of the scopes that may be open at one time; 0 all
	exempt bool          // a single scope never opens
	peers  func(now chain.Instant) (open, of int)

	since   chain.Instant // of the state
	credit  int64         // of a share, thousandths of an attempt
	results []bool        // of a test that is decided by several; true: a success
	seen    chain.Instant // of the last result while closed
	seenAny bool
}

// wakes is the first instant at which an opening until then is over.
func (u *rules) wakes(until chain.Instant) chain.Instant {
	at := until + 1
	if u.test.Sweep > 0 {
		w := int64(u.test.Sweep)
		at = chain.Instant((floorDiv(int64(until), w) + 1) * w)
	}
	return at
}

// swept is the instant at which a sweep finds that a closed breaker must open.
func (u *rules) swept(b *native, now chain.Instant) (at chain.Instant, trip bool) {
	if u.sweep == 0 || !u.seenAny {
		return 0, false
	}
	w := int64(u.sweep)
	at = chain.Instant((floorDiv(int64(u.seen)-1, w) + 1) * w)
	s, ok := b.tally.(Sweeper)
	return at, ok && now >= at && s.Tripped(at)
}

// pass lets time pass: sweeps, ends of cooldowns, ends of tests.
func (u *rules) pass(b *native, now chain.Instant) {
	if b.state == chain.Closed {
		if at, trip := u.swept(b, now); trip && u.mayOpen(at) {
			u.seenAny = false
			b.open(at, b.tally.Failures(), &chain.Result{Class: chain.Server})
		} else if u.decay > 0 && b.row > 0 {
			n := int(now.Sub(u.since) / u.decay)
			if n > 0 {
				b.row = max(0, b.row-n)
				u.since = u.since.Add(time.Duration(n) * u.decay)
			}
		}
	}
	if b.state == chain.Open && now >= u.wakes(b.until) {
		b.reopen(u.wakes(b.until))
	}
	if b.state != chain.HalfOpen {
		return
	}
	switch t := &u.test; {
	case t.Ramp > 0 && now.Sub(u.since) >= t.Ramp:
		b.close(u.since.Add(t.Ramp))
	case t.Timeout > 0 && now.Sub(u.since) >= t.Timeout:
		at := u.since.Add(t.Timeout)
		if t.TimeoutTo == chain.Closed {
			b.close(at)
			return
		}
		b.open(at, 0, &chain.Result{Class: chain.Timeout})
		u.pass(b, now)
	}
}

// state is State without a change.
func (u *rules) state(b *native, now chain.Instant) chain.State {
	switch b.state {
	case chain.Closed:
		if _, trip := u.swept(b, now); trip && u.mayOpen(now) {
			return chain.Open
		}
	case chain.Open:
		switch {
		case now < u.wakes(b.until):
		case b.permits == 0:
			return chain.Closed
		default:
			return chain.HalfOpen
		}
	}
	return b.state
}

// ready is Ready without a change. A test that has timed out is ready or not as
// the state it goes to.
func (u *rules) ready(b *native, now chain.Instant) bool {
	if b.state == chain.HalfOpen {
		t := &u.test
		switch {
		case t.Ramp > 0 && now.Sub(u.since) >= t.Ramp:
			return true
		case t.Timeout > 0 && now.Sub(u.since) >= t.Timeout:
			return t.TimeoutTo == chain.Closed
		}
		return u.has(b, now)
	}
	return u.state(b, now) != chain.Open
}

// share is the part of the attempts that a test lets through now.
func (u *rules) share(now chain.Instant) int64 {
	t := &u.test
	if t.Ramp == 0 {
		return int64(t.Share)
	}
	return int64(t.Share) + int64(milli-t.Share)*int64(now.Sub(u.since)/time.Microsecond)/max(1, int64(t.Ramp/time.Microsecond))
}

// has tells whether the test has a permit left.
func (u *rules) has(b *native, now chain.Instant) bool {
	if u.test.Share > 0 {
		return u.credit+u.share(now) >= milli
	}
	return b.asked < b.permits
}

// admits gives a permit out. Shares are taken in turn, not by chance: one in so
// many.
func (u *rules) admits(b *native, now chain.Instant) bool {
	ok := u.has(b, now)
	if u.test.Share > 0 {
		if u.credit += u.share(now); ok {
			u.credit -= milli
		}
	}
	return ok
}

// judge takes the result of a probe.
func (u *rules) judge(b *native, now chain.Instant, r *chain.Result) bool {
	good := r.Evidence == chain.Good
	if r.Evidence == chain.None {
		switch u.test.Neutral {
		case ReleaseNeutral:
			b.asked--
			return false
		case HoldNeutral:
			return false
		case SuccessNeutral:
			good = true
		}
	}
	if u.test.Concurrent {
		b.asked--
	}
	u.decide(b, now, good, r)
	return true
}

// testLate lets a result of an earlier generation decide a test.
func (b *native) testLate(now chain.Instant, r *chain.Result) bool {
	if r.Evidence == chain.None {
		return false
	}
	b.rules.decide(b, now, r.Evidence == chain.Good, r)
	return true
}

// decide closes or opens the breaker once the results suffice.
func (u *rules) decide(b *native, now chain.Instant, good bool, r *chain.Result) {
	t := &u.test
	if t.Of == 0 { // any failure loses, so many successes win
		if !good {
			b.open(now, 0, r)
		} else if b.won++; t.Ramp == 0 && b.won >= t.Need {
			b.close(now)
		}
		return
	}
	if good {
		b.won++
	} else {
		b.lost++
	}
	switch lose := t.Of - t.Need + 1; {
	case b.won >= t.Need && (t.Early || b.won+b.lost >= t.Of):
		b.close(now)
	case b.lost >= lose && (t.Early || b.won+b.lost >= t.Of):
		b.open(now, 0, r)
	}
}

// mayOpen tells whether the chain bears one more open breaker.
func (u *rules) mayOpen(now chain.Instant) bool {
	if u.most == 0 && !u.exempt {
		return true
	}
	open, of := u.peers(now)
	if of == 1 && u.exempt {
		return false
	}
	return u.most == 0 || open == 0 && !u.exempt || int64(open+1)*milli <= int64(u.most)*int64(of)
}
