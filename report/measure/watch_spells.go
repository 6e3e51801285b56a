package measure

import (
	"wavetank/chain"
	"wavetank/faults"
)

// spells are times until something came about. One that never ended is counted to
// the end of what was seen of it, so that their mean is a restricted one: the
// true one is at least that.
type spells struct {
	n, censored int64 // all, and those that never ended
	sum         int64 // nanoseconds
}

// book counts a spell between two instants.
func (s *spells) book(from, to chain.Instant, ended bool) {
	s.n++
	s.sum += int64(to - from)
	if !ended {
		s.censored++
	}
}

func (s *spells) add(o spells) {
	s.n += o.n
	s.censored += o.censored
	s.sum += o.sum
}

// close holds the breaker's history against the episodes.
func (b *watch) close(w *faults.World, provider int, end chain.Instant, needs int) {
	k := 0 // moves up to the episode's start
	begin := chain.Instant(0).Add(-w.Blueprint().Spec().Warmup)
	i := -1
	for e := range w.Episodes(provider) {
		i++
		e.From = max(e.From, begin) // a provider may be ill by itself, from ever on
		if e.From >= end {
			break
		}
		b.episodes++
		for k < len(b.moves) && b.moves[k].at < e.From {
			k++
		}
		sent := 0
		if i < len(b.sent) {
			sent = int(b.sent[i])
		}
		open := k > 0 && b.moves[k-1].to != chain.Closed
		detected := b.detection(k, e, open, needs, sent, end)
		if e.To <= end { // else nobody knows
			b.recovery(k, e, open || detected, end)
		}
	}
	b.held(w, provider)
}

// detection books whether and when an episode was noticed. One that nobody asked
// about is no question, and one with too little evidence is not missed.
func (b *watch) detection(k int, e faults.Episode, open bool, needs, sent int, end chain.Instant) bool {
	if open {
		return false // held back since before it began
	}
	for ; k < len(b.moves) && b.moves[k].at < e.To; k++ {
		if b.moves[k].to == chain.Open {
			b.detect.book(e.From, b.moves[k].at, true)
			return true
		}
	}
	if needs > 0 && sent > 0 {
		b.detect.book(e.From, min(e.To, end), false)
	}
	if needs > 0 && sent >= needs {
		b.missed++
	}
	return false
}

// recovery books when the breaker closed after an episode that it was open in. One
// that was closed at the episode's end is back at once, unless failures of the
// episode open it yet.
func (b *watch) recovery(k int, e faults.Episode, noticed bool, end chain.Instant) {
	for k < len(b.moves) && b.moves[k].at < e.To {
		k++
	}
	if k == 0 || b.moves[k-1].to == chain.Closed {
		if late := k < len(b.moves) && b.moves[k].stale; !late {
			if noticed {
				b.recover.book(e.To, e.To, true)
			}
			return
		}
	}
	for ; k < len(b.moves); k++ {
		if b.moves[k].to == chain.Closed {
			b.recover.book(e.To, b.moves[k].at, true)
			return
		}
	}
	b.recover.book(e.To, end, false)
}
