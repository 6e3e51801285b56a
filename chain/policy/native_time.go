package policy

import (
	"time"

	"wavetank/chain"
)

// Time passes for a breaker when somebody looks: pass carries out what was due
// since then, at the instants at which it was due. Whoever may change nothing
// asks ahead, which lets time pass for a copy.

// wakes is the first instant at which an opening until then is over.
func (u *rules) wakes(until chain.Instant) chain.Instant {
	at := until.Add(1)
	if w := int64(u.test.Sweep); w > 0 && until < chain.Never-chain.Instant(w) {
		at = chain.Instant((floorDiv(int64(until), w) + 1) * w)
	}
	return at
}

// see notes a result of a closed breaker, which the next sweep will judge.
func (u *rules) see(now chain.Instant) {
	w := int64(u.sweep)
	if u.seen = now; w == 0 || u.sweeps {
		return
	}
	u.sweeps, u.next = true, chain.Instant((floorDiv(int64(now)-1, w)+1)*w)
}

// look tells whether a sweep up to now finds that the closed breaker must open,
// and at which instant. What it passed over, it need not look at again.
func (u *rules) look(b *native, now chain.Instant) (at chain.Instant, trip bool) {
	s, ok := b.tally.(Sweeper)
	for ok && u.sweeps && u.next <= now {
		if s.Tripped(u.next) {
			if w := int64(u.sweep); u.most > 0 && u.most < milli { // whether the chain bears it is known for now alone
				return chain.Instant(floorDiv(int64(now), w) * w), true
			}
			return u.next, true
		}
		if u.next > u.seen.Add(s.Memory()) {
			u.sweeps = false
			break
		}
		u.next = u.next.Add(u.sweep)
	}
	return 0, false
}

// due tells whether time has something to carry out.
func (u *rules) due(b *native, now chain.Instant) bool {
	switch b.state {
	case chain.Closed:
		_, trip := u.look(b, now)
		return trip && u.mayOpen(now)
	case chain.Open:
		return now >= u.wakes(b.until)
	}
	t := &u.test
	return t.Ramp > 0 && now.Sub(u.since) >= t.Ramp || t.Timeout > 0 && u.tests && now.Sub(u.tested) >= t.Timeout
}

// pass lets time pass: sweeps, ends of cooldowns, ends of tests. Each of them
// may be followed by one more, and none comes twice: a test that nobody takes
// never ends.
func (u *rules) pass(b *native, now chain.Instant) {
	for u.due(b, now) {
		switch b.state {
		case chain.Closed:
			at, _ := u.look(b, now)
			b.open(at, b.tally.Failures(), &chain.Result{Class: chain.Server})
		case chain.Open:
			b.reopen(u.wakes(b.until))
		default:
			u.finish(b)
		}
	}
	if b.state == chain.Closed && u.decay > 0 && b.row > 0 {
		if n := int(now.Sub(u.since) / u.decay); n > 0 {
			b.row = max(0, b.row-n)
			u.since = u.since.Add(time.Duration(n) * u.decay)
		}
	}
}

// finish ends a test that time decides.
func (u *rules) finish(b *native) {
	t, at := &u.test, u.since.Add(u.test.Ramp)
	if t.Timeout > 0 && u.tests {
		if out := u.tested.Add(t.Timeout); t.Ramp == 0 || out < at {
			if t.TimeoutTo == chain.Open {
				b.open(out, 0, &chain.Result{Class: chain.Timeout})
				return
			}
			at = out
		}
	}
	b.close(at)
}

// ahead is the breaker as it will be once it notices that it is now. The copy
// may be looked at, and no more.
func (u *rules) ahead(b *native, now chain.Instant) *native {
	if !u.due(b, now) {
		return b
	}
	c, v := *b, *u
	c.rules, c.tally, c.moved = &v, still{b.tally}, func(chain.Move) {}
	v.pass(&c, now)
	return &c
}

// still is a tally that forgets nothing, under a copy of its breaker.
type still struct{ Tally }

func (still) Clear() {}

func (s still) Tripped(now chain.Instant) bool {
	t, ok := s.Tally.(Sweeper)
	return ok && t.Tripped(now)
}

func (s still) Memory() time.Duration {
	if t, ok := s.Tally.(Sweeper); ok {
		return t.Memory()
	}
	return 0
}
