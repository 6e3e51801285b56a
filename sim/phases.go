package sim

import (
	"time"

	"wavetank/chain"
	"wavetank/faults"
)

// Timeouts of a connection, a first byte and a gap must hear how an answer comes
// in. The other strategies' runs do without these events.

// way is how an attempt's answer comes in, and how far of it the chain was told.
type way struct {
	faults.Way
	told uint8
}

// What a chain was told of an attempt.
const (
	toldNothing uint8 = iota
	toldConnected
	toldPart // no more than that
)

// keep notes how the answer to the n-th attempt comes in, to a chain that bears
// silences shorter than most: where tokens come more slowly, the first is all that
// it sees. 0 is any.
func (s *slot) keep(n int, w faults.Way, most time.Duration) {
	if most > 0 && w.Gap >= most {
		w.Flows = w.First
	}
	if s.ways == nil {
		s.ways = new([]way)
	}
	*s.ways = append((*s.ways)[:n], way{Way: w})
}

// step is when the chain must be told the next thing about an attempt; Never
// for nothing more.
func (s *slot) step(k int) chain.Instant {
	a, w := &s.request.Attempts[k], &(*s.ways)[k]
	if a.End != chain.Never {
		return chain.Never
	}
	at := chain.Never
	switch w.told {
	case toldNothing:
		at = w.Connected
	case toldConnected:
		at = w.First
	}
	if at >= a.Reply.End { // the answer says it
		return chain.Never
	}
	return at
}

// comes is the earlier of an instant and the next thing to be told.
func (s *slot) comes(at chain.Instant, class uint64) (chain.Instant, uint64) {
	for k := range s.request.Attempts {
		if t := s.step(k); t < at || t == at && t != chain.Never && class == classWake {
			at, class = t, classAnswer
		}
	}
	return at, class
}

// progress makes the event of what is to be told now, if there is something.
func (s *slot) progress(now chain.Instant, ev *chain.Event) bool {
	for k := range s.request.Attempts {
		if s.step(k) != now {
			continue
		}
		w := &(*s.ways)[k]
		ev.Kind, ev.Attempt, ev.Phase, ev.Flow = chain.Progress, int32(k), chain.Connected, 0
		if w.told == toldConnected {
			ev.Phase, ev.Flow = chain.Part, w.Flows
		}
		w.told++
		return true
	}
	return false
}
