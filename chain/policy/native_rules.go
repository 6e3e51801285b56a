package policy

import (
	"time"

	"wavetank/chain"
)

// rules are what a native breaker may have beyond gobreaker's. They belong to
// one breaker. How it lets time pass stands in native_time.go.
type rules struct {
	test   Test
	sweep  time.Duration // closed: trips are looked for at its multiples alone; 0 at once
	decay  time.Duration // the row of openings shrinks by one for each of these that the breaker was closed; 0: by a success
	most   Ratio         // part of the scopes that may be open at one time; 0 all
	one    bool          // of them may be open whatever most says
	exempt bool          // a single scope never opens
	peers  func(now chain.Instant) (open, of int)

	since  chain.Instant // of the state; of the last step of decay, where that is later
	credit int64         // of a share, thousandths of an attempt
	tested chain.Instant // when the first attempt of a test was let through
	tests  bool          // it was
	seen   chain.Instant // of the newest result while closed
	next   chain.Instant // sweep that was not looked at yet
	sweeps bool          // something may be found then
}

// begin starts a state.
func (u *rules) begin(at chain.Instant) { u.since, u.credit, u.tests, u.sweeps = at, 0, false, false }

// ready is Ready without a change. Of a share it says yes, for only Admit takes
// turns: whoever would leave the provider out would never let one pass.
func (u *rules) ready(b *native, now chain.Instant) bool {
	switch a := u.ahead(b, now); a.state {
	case chain.Open:
		return false
	case chain.HalfOpen:
		return u.test.Share > 0 || a.asked < a.permits
	}
	return true
}

// share is the part of the attempts that a test lets through now.
func (u *rules) share(now chain.Instant) int64 {
	t := &u.test
	if t.Ramp == 0 {
		return int64(t.Share)
	}
	return int64(t.Share) + int64(milli-t.Share)*int64(now.Sub(u.since)/time.Microsecond)/max(1, int64(t.Ramp/time.Microsecond))
}

// admits gives a permit out. Shares are taken in turn, not by chance: one in so
// many.
func (u *rules) admits(b *native, now chain.Instant) bool {
	ok := b.asked < b.permits
	if u.test.Share > 0 {
		u.credit += u.share(now)
		if ok = u.credit >= milli; ok {
			u.credit -= milli
		}
	}
	if ok && !u.tests {
		u.tests, u.tested = true, now
	}
	return ok
}

// judge takes the result of a probe, or of an attempt sent before the test where
// such results count: these give a permit back too, and so add one, as they do in
// failsafe-go and resilience4j.
func (u *rules) judge(b *native, now chain.Instant, r *chain.Result) bool {
	good := r.Evidence == chain.Good
	if r.Evidence == chain.None {
		switch {
		case r.Class == chain.LocalReject: // it was never sent
			b.asked--
			return false
		case u.test.Neutral == ReleaseNeutral:
			b.asked--
			return false
		case u.test.Neutral == HoldNeutral:
			return false
		}
		good = u.test.Neutral == SuccessNeutral
	}
	if u.test.Concurrent {
		b.asked--
	}
	u.decide(b, now, good, r)
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

// mayOpen tells whether the chain bears one more open breaker, and is not the only
// one and exempt.
func (u *rules) mayOpen(now chain.Instant) bool {
	if u.most == 0 && !u.exempt {
		return true
	}
	open, of := u.peers(now)
	if of == 1 && u.exempt {
		return false
	}
	return u.most == 0 || open == 0 && u.one || int64(open+1)*milli <= int64(u.most)*int64(of)
}
