package faults

import (
	"cmp"
	"slices"

	"wavetank/chain"
)

// life is one provider's segments, as far as anybody has looked: a window that
// moves with time. What lies ahead is made when it is asked for; what lies far
// behind is let go, and whoever asks for it after all has it made again from the
// beginning.
type life struct {
	schedule
	segments []segment
	illness  illness
	waiting  int           // of the last segments: whether they are in an episode is not known yet
	at       int           // the cursor, for those who only move on; -1: its segment was let go
	until    chain.Instant // when the cursor's segment ends
}

// behind is how many segments behind the cursor are kept at least, and window how
// many in all, once there were so many: an oracle looks foreseenChanges ahead.
const (
	behind = 1024
	window = 2 * foreseenChanges
)

// forget leaves all segments, so that the next question begins again.
func (l *life) forget() { l.segments, l.at, l.until = l.segments[:0], -1, past }

// begin makes the first segment.
func (l *life) begin() {
	l.forget()
	l.schedule, l.illness, l.waiting = l.w.schedule(l.p.index), illness{}, 0
	l.extend()
}

// extend makes one segment more.
func (l *life) extend() {
	switch n := len(l.segments); {
	case l.at >= 2*behind:
		l.drop(l.at - behind)
	case n >= 2*window && n-l.waiting >= window:
		l.drop(window)
	}
	s := l.step()
	s.episode = l.illness.follow(&l.w.b.spec.Truth, s.regime.bad, s.from, l.next)
	l.segments = append(l.segments, s)
	switch n := len(l.segments); {
	case !l.illness.ill:
		l.waiting = 0
	case !l.illness.sure:
		l.waiting++
	default:
		for ; l.waiting > 0; l.waiting-- {
			l.segments[n-1-l.waiting].episode = s.episode
		}
	}
}

// drop lets the first segments go.
func (l *life) drop(n int) {
	l.segments = l.segments[:copy(l.segments, l.segments[n:])]
	if l.at -= n; l.at < 0 {
		l.at, l.until = -1, past
	}
}

// reach makes segments until that of an instant is there, and what there is to
// know about it.
func (l *life) reach(at chain.Instant) {
	if len(l.segments) == 0 || at < l.segments[0].from && l.segments[0].from > past {
		l.begin()
	}
	for l.next < chain.Never && (l.next <= at || l.waiting > 0 && l.segments[len(l.segments)-l.waiting].from <= at) {
		l.extend()
	}
}

// seek moves the cursor on to now. It does not go back.
func (l *life) seek(now chain.Instant) {
	if now < l.until {
		return
	}
	l.reach(now)
	if l.at < 0 {
		l.at = l.search(now)
	}
	for l.at+1 < len(l.segments) && l.segments[l.at+1].from <= now {
		l.at++
	}
	l.until = l.end(l.at)
}

// end is when a segment ends.
func (l *life) end(k int) chain.Instant {
	if k+1 < len(l.segments) {
		return l.segments[k+1].from
	}
	return l.next
}

// find returns the segment that holds an instant, wherever the cursor stands, and
// when it ends. The segment is valid until the next question.
func (l *life) find(at chain.Instant) (s *segment, end chain.Instant) {
	if at < l.until && l.segments[l.at].from <= at {
		return &l.segments[l.at], l.until
	}
	l.reach(at)
	k := l.search(at)
	return &l.segments[k], l.end(k)
}

// search returns the place of the segment that holds an instant.
func (l *life) search(at chain.Instant) int {
	i, exact := slices.BinarySearchFunc(l.segments, at, func(s segment, at chain.Instant) int {
		return cmp.Compare(s.from, at)
	})
	if exact {
		return i
	}
	return max(0, i-1)
}
