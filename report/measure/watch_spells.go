package measure

import (
	"sort"

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

// episode is what is known of the illness in which a watch stands.
type episode struct {
	open  bool // the breaker was, as it began
	found bool // it has opened since
}

// returns are episodes that are over and wait for the breaker: how many, how many of
// them it had noticed, and the sum of the instants at which they ended.
type returns struct {
	n, noticed int64
	ends       int64
}

// begin takes up an episode: whether the breaker holds the provider back already.
func (b *watch) begin(e faults.Episode) {
	k := b.after(e.From)
	b.now = episode{open: k > 0 && b.moves[k-1].to != chain.Closed}
	b.episodes++
}

// after is the place of the first move at or after an instant.
func (b *watch) after(at chain.Instant) int {
	return sort.Search(len(b.moves), func(k int) bool { return b.moves[k].at >= at })
}

// detection books when an episode was noticed, as far as moves up to an instant tell.
func (b *watch) detection(e faults.Episode, upTo chain.Instant) {
	if b.now.open || b.now.found {
		return // held back since before it began
	}
	for k := b.after(e.From); k < len(b.moves) && b.moves[k].at < min(e.To, upTo); k++ {
		if b.moves[k].to == chain.Open {
			b.detect.book(e.From, b.moves[k].at, true)
			b.now.found = true
			return
		}
	}
}

// undetected books an episode that is over, or of which no more was seen, if nobody
// noticed it. One that nobody asked about is no question, and one with too little
// evidence is not missed.
func (b *watch) undetected(e faults.Episode, needs int, end chain.Instant) {
	sent := 0
	if len(b.sent) > 0 {
		sent = int(b.sent[0])
		b.sent = b.sent[1:]
	}
	b.first++
	if b.now.open || b.now.found {
		return
	}
	if needs > 0 && sent > 0 {
		b.detect.book(e.From, min(e.To, end), false)
	}
	if needs > 0 && sent >= needs {
		b.missed++
	}
}

// recovery books when the breaker closed after an episode that it was open in. One
// that was closed at the episode's end is back at once, unless failures of the
// episode open it yet: that, its next move tells.
func (b *watch) recovery(e faults.Episode) {
	r := returns{n: 1, ends: int64(e.To), noticed: int64(Truth(b.now.open || b.now.found))}
	k := b.after(e.To)
	if open := k > 0 && b.moves[k-1].to != chain.Closed; open {
		b.owed.add(r)
	} else {
		b.waits.add(r)
	}
	for ; k < len(b.moves); k++ {
		b.returned(b.moves[k].at, b.moves[k].to == chain.Closed, b.moves[k].stale)
	}
}

// returned takes the next move after all episodes that wait for one.
func (b *watch) returned(at chain.Instant, closed, stale bool) {
	if stale {
		b.owed.add(b.waits)
	} else {
		b.recover.n += b.waits.noticed
	}
	b.waits = returns{}
	if closed {
		b.recover.n += b.owed.n
		b.recover.sum += b.owed.n*int64(at) - b.owed.ends
		b.owed = returns{}
	}
}

// unreturned books what still waits at the end.
func (b *watch) unreturned(end chain.Instant) {
	b.recover.n += b.waits.noticed + b.owed.n
	b.recover.censored += b.owed.n
	b.recover.sum += b.owed.n*int64(end) - b.owed.ends
	b.waits, b.owed = returns{}, returns{}
}

func (r *returns) add(o returns) {
	r.n += o.n
	r.noticed += o.noticed
	r.ends += o.ends
}
