package faults

import (
	"testing"
	"time"

	"wavetank/chain"
)

// TestBucketExact walks a bucket of a rate that no nanosecond divides: seven a
// minute, two at once.
func TestBucketExact(t *testing.T) {
	l := newLimiter(&Limits{RequestsPerMinute: 7, Burst: 2})
	for _, row := range []struct {
		name string
		at   chain.Instant
		ok   bool
		hint time.Duration
	}{
		{"the first of a burst", 0, true, 0},
		{"the second", 0, true, 0},
		{"the third waits a seventh of a minute, rounded up to a nanosecond", 0, false, 8571428572},
		{"a nanosecond too early", 8571428571, false, 1},
		{"in time", 8571428572, true, 0},
		{"and the next one two sevenths", 8571428572, false, 17142857143 - 8571428572},
	} {
		ok, hint := l.take(row.at, 0, false)
		if ok != row.ok || hint != row.hint {
			t.Errorf("%s: take(%s) = %t, %s, want %t, %s", row.name, row.at, ok, hint, row.ok, row.hint)
		}
	}
}

func TestLimitHint(t *testing.T) {
	for _, row := range []struct {
		text string
		wait time.Duration
		want time.Duration
	}{
		{"exact", 1500 * time.Millisecond, 1500 * time.Millisecond},
		{"seconds", 1500 * time.Millisecond, 2 * time.Second},
		{"seconds", 2 * time.Second, 2 * time.Second},
		{"none", time.Second, 0},
		{"3s", time.Second, 3 * time.Second},
	} {
		var h LimitHint
		if err := h.UnmarshalText([]byte(row.text)); err != nil {
			t.Errorf("%q: %v", row.text, err)
		}
		if got := h.after(row.wait); got != row.want {
			t.Errorf("%s of a wait of %s = %s, want %s", row.text, row.wait, got, row.want)
		}
	}
}

func TestFixedMinute(t *testing.T) {
	l := newLimiter(&Limits{RequestsPerMinute: 2, Counting: CountFixed})
	const minute = chain.Instant(time.Minute)
	for _, row := range []struct {
		name   string
		at     chain.Instant
		ok     bool
		hint   time.Duration
		closed chain.Instant // afterwards; at: open
	}{
		{"in the warm-up's last second", -1e9, true, 0, -1e9},
		{"the last of that minute", -1e9, true, 0, 0},
		{"used up until zero", -1e9, false, time.Second, 0},
		{"a new minute", 0, true, 0, 0},
		{"its second half", minute / 2, true, 0, minute},
		{"used up", minute - 1, false, 1, minute},
		{"the next minute begins at its first instant", minute, true, 0, minute},
	} {
		ok, hint := l.take(row.at, 0, false)
		if ok != row.ok || hint != row.hint || l.closedUntil(row.at, 0) != row.closed {
			t.Errorf("%s: take(%s) = %t, %s, closed until %s, want %t, %s, %s", row.name, row.at, ok, hint, l.closedUntil(row.at, 0), row.ok, row.hint, row.closed)
		}
	}
}

func TestPenalty(t *testing.T) {
	const second = chain.Instant(time.Second)
	type step struct {
		at     chain.Instant
		ok     bool
		hint   time.Duration
		closed chain.Instant
	}
	for _, row := range []struct {
		name     string
		extends  bool
		steps    []step
		extended time.Duration
	}{
		{"calls during it change nothing", false, []step{
			{0, true, 0, 2 * second}, {1 * second, false, 10e9, 11 * second}, {5 * second, false, 6e9, 11 * second}, {11 * second, true, 0, 13 * second},
		}, 9 * time.Second}, // the permit would have come at 2 s
		{"calls during it begin it anew", true, []step{
			{0, true, 0, 2 * second}, {1 * second, false, 10e9, 11 * second}, {5 * second, false, 10e9, 15 * second}, {14 * second, false, 10e9, 24 * second}, {24 * second, true, 0, 26 * second},
		}, (9 + 4 + 9) * time.Second},
	} {
		l := newLimiter(&Limits{RequestsPerMinute: 30, Burst: 1, Penalty: Penalty{For: 10 * time.Second, Extends: row.extends}})
		for _, s := range row.steps {
			ok, hint := l.take(s.at, 0, false)
			if ok != s.ok || hint != s.hint || l.closedUntil(s.at, 0) != s.closed {
				t.Errorf("%s: take(%s) = %t, %s, closed until %s, want %t, %s, %s", row.name, s.at, ok, hint, l.closedUntil(s.at, 0), s.ok, s.hint, s.closed)
			}
		}
		if l.extended != row.extended {
			t.Errorf("%s: extended by %s, want %s", row.name, l.extended, row.extended)
		}
	}
}

func TestLimitsCheck(t *testing.T) {
	for _, row := range []struct {
		name   string
		limits Limits
	}{
		{"nothing", Limits{}},
		{"a negative rate", Limits{RequestsPerMinute: -1}},
		{"an absurd rate", Limits{TokensPerMinute: 1 << 40}},
		{"a burst of nothing", Limits{Burst: 3, Concurrency: 1}},
		{"a burst in a fixed minute", Limits{RequestsPerMinute: 3, Burst: 2, Counting: CountFixed}},
		{"a burst that never fills", Limits{RequestsPerMinute: 1, Burst: 1_000_000}},
		{"a negative penalty", Limits{RequestsPerMinute: 1, Penalty: Penalty{For: -1}}},
		{"an extension of nothing", Limits{RequestsPerMinute: 1, Penalty: Penalty{Extends: true}}},
	} {
		if row.limits.Check() == nil {
			t.Errorf("%s passes the check", row.name)
		}
	}
}
