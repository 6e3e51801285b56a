package selftest

import (
	"cmp"
	"slices"
	"time"

	"wavetank/chain"
	"wavetank/faults"
)

// limitBook holds the attempts on one provider against its limits. What a limiter let
// in is known of answers alone: a fault may have struck before it or behind.
type limitBook struct {
	limits *faults.Limits
	tries  []try
	ends   []chain.Instant
}

type try struct {
	sent, end chain.Instant
	status    int
	fault     bool // the timeline, or the provider's own errors, made the reply
	tokens    int64
}

// refused tells a refusal of the limiter's own.
func (t *try) refused() bool { return t.status == 429 && !t.fault }

// admitted tells an attempt that surely was let in.
func (t *try) admitted() bool { return t.status == 200 && !t.fault }

// settle looks at all attempts of a run in the order of sending.
func (l *limitBook) settle(b *books, provider int) {
	if b.world.Foreseen() {
		return // keeps to the limits by itself
	}
	slices.SortStableFunc(l.tries, func(x, y try) int { return cmp.Compare(x.sent, y.sent) })
	requests := newMeter(l.limits, l.limits.RequestsPerMinute, cmp.Or(l.limits.Burst, l.limits.RequestsPerMinute))
	tokens := newMeter(l.limits, l.limits.TokensPerMinute, l.limits.TokensPerMinute)
	for i := range l.tries {
		t := &l.tries[i]
		if !t.admitted() {
			continue
		}
		if !requests.take(t.sent, 1) || !tokens.take(t.sent, t.tokens) {
			b.breaks(LawLimits, "provider %d lets in more at %s than %+v allow", provider, t.sent, *l.limits)
			return
		}
	}
	l.slots(b, provider)
}

// slots counts the attempts at one time.
func (l *limitBook) slots(b *books, provider int) {
	most := l.limits.Concurrency
	if most == 0 {
		return
	}
	l.ends = l.ends[:0] // of admitted attempts in flight
	for i := range l.tries {
		t := &l.tries[i]
		l.ends = slices.DeleteFunc(l.ends, func(end chain.Instant) bool { return end <= t.sent })
		if !t.admitted() {
			continue
		}
		if l.ends = append(l.ends, t.end); int64(len(l.ends)) > most && t.end > t.sent {
			b.breaks(LawLimits, "provider %d carries %d attempts at %s, its limit is %d", provider, len(l.ends), t.sent, most)
			return
		}
	}
	if l.limits.RequestsPerMinute == 0 && l.limits.TokensPerMinute == 0 && l.limits.Penalty.For == 0 {
		l.full(b, provider, most)
	}
}

// full demands that nobody is refused while a slot is free. Who is sent, or ends, at
// the very instant may come before or after; whoever a fault struck may hold a slot.
func (l *limitBook) full(b *books, provider int, most int64) {
	l.ends = l.ends[:0]
	for i := 0; i < len(l.tries); {
		at, refused := l.tries[i].sent, false
		l.ends = slices.DeleteFunc(l.ends, func(end chain.Instant) bool { return end < at })
		for ; i < len(l.tries) && l.tries[i].sent == at; i++ {
			if t := &l.tries[i]; t.refused() {
				refused = true
			} else {
				l.ends = append(l.ends, t.end)
			}
		}
		if refused && int64(len(l.ends)) < most {
			b.breaks(LawLimits, "provider %d refuses at %s, when %d attempts are under way of %d", provider, at, len(l.ends), most)
			return
		}
	}
}

// meter is an allowance per minute: a bucket that refills, or minutes of the clock.
type meter struct {
	perMinute, most int64 // most in units of a permit
	fixed           bool
	level           int64 // permits, in nanominutes of one
	at              chain.Instant
	minute          int64
}

func newMeter(l *faults.Limits, perMinute, most int64) *meter {
	if perMinute == 0 || most > 1e8 { // whose nanominutes an int64 does not hold
		return nil
	}
	m := &meter{perMinute: perMinute, most: most, fixed: l.Counting == faults.CountFixed, at: -chain.Never, minute: -1 << 62}
	m.level = most
	if !m.fixed {
		m.level = most * int64(time.Minute)
	}
	return m
}

// take lets permits go, unless there are not enough. More than there ever are is all
// of them.
func (m *meter) take(now chain.Instant, n int64) bool {
	if m == nil {
		return true
	}
	n = min(n, m.most)
	if m.fixed {
		minute := int64(now) / int64(time.Minute)
		if now < 0 && int64(now)%int64(time.Minute) != 0 {
			minute--
		}
		if minute != m.minute {
			m.minute, m.level = minute, m.most
		}
		m.level -= n
		return m.level >= 0
	}
	full := m.most * int64(time.Minute)
	if m.at != -chain.Never {
		if elapsed := int64(now - m.at); elapsed >= full/m.perMinute+1 {
			m.level = full
		} else {
			m.level = min(full, m.level+elapsed*m.perMinute)
		}
	}
	m.at = now
	m.level -= n * int64(time.Minute)
	return m.level >= 0
}
