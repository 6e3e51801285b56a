package measure

import (
	"wavetank/chain"
	"wavetank/faults"
	"wavetank/sim"
)

// watch follows one provider's breaker and judges it as a detector of illness
// (science.md 1.2).
type watch struct {
	ring  [ringSize]failure // the last failures that the breaker counted
	seen  int               // how many there were
	moves []move            // of the run, a handful per minute at most
	sent  []int32           // attempts sent in each episode

	trips, truths, stales, spurious, flaps int64
	missed                                 int64
	detect, recover                        spells
	hold                                   int64 // nanoseconds
	episodes                               int64 // all that there were
}

// ringSize is how many failures a trip's judgement looks back at most.
const ringSize = 64

// failure is one piece of evidence that a breaker counted.
type failure struct {
	sent    chain.Instant
	episode int32
	futile  bool
}

// move is a change of state; stale marks a trip that came too late.
type move struct {
	at    chain.Instant
	to    chain.State
	stale bool
	over  chain.Instant // of an opening: when its cooldown ends
	shut  chain.Instant // of an opening: until when the provider's limiter was known to stay closed
	asked chain.Instant // of a half-open state: when its first probe was sent, Never before that
}

func (b *watch) reset() {
	*b = watch{moves: b.moves[:0], sent: b.sent[:0]}
}

// attempt notes evidence.
func (b *watch) attempt(x *sim.Attempt) {
	if e := x.Reply.Episode; e >= 0 {
		for len(b.sent) <= int(e) {
			b.sent = append(b.sent, 0)
		}
		b.sent[e]++
	}
	if n := len(b.moves); x.Probe && n > 0 && b.moves[n-1].to == chain.HalfOpen {
		b.moves[n-1].asked = min(b.moves[n-1].asked, max(x.Sent, b.moves[n-1].at))
	}
	if x.Counted && x.Verdict.Evidence >= chain.Bad {
		b.ring[b.seen%ringSize] = failure{x.Sent, x.Reply.Episode, x.Reply.Futile}
		b.seen++
	}
}

func (b *watch) move(m *chain.Move, w *faults.World, stale bool) {
	b.moves = append(b.moves, move{at: m.At, to: m.To, stale: stale, over: m.At.Add(m.Open),
		shut: w.ClosedUntil(int(m.Provider), m.At), asked: chain.Never})
}

// closedSince is when the breaker closed last.
func (b *watch) closedSince() (at chain.Instant, ever bool) {
	if n := len(b.moves); n > 0 {
		return b.moves[n-1].at, true
	}
	return 0, false
}

// trip judges the opening of a closed breaker.
func (b *watch) trip(m *chain.Move, w *faults.World) Trip {
	bad, sick := w.Truth(int(m.Provider), m.At)
	t := Trip{At: m.At, Provider: int(m.Provider), Badness: bad, Counted: m.Counted}
	since, ever := b.closedSince()
	inside, caller, late, n := 0, 0, 0, min(m.Counted, b.seen, ringSize)
	for k := 1; k <= n; k++ {
		f := &b.ring[(b.seen-k)%ringSize]
		switch {
		case f.episode >= 0:
			inside++
		case f.futile:
			caller++
		case ever && f.sent < since:
			late++
		}
	}
	switch {
	case sick:
		t.Label = TrueTrip
	case n > 0 && 2*inside >= n:
		t.Label = StaleTrip
	default:
		t.Label = SpuriousTrip
		t.Reason = reason(caller, late, n)
	}
	b.move(m, w, t.Label == StaleTrip)
	if m.At >= 0 {
		b.book(t.Label, ever && m.At.Sub(since) < w.Blueprint().Spec().Truth.FlapWindow)
	}
	return t
}

// reason is the majority cause of a spurious trip's failures.
func reason(caller, late, n int) string {
	switch noise := n - caller - late; {
	case caller >= noise && caller >= late && caller > 0:
		return "caller_fault"
	case late > noise:
		return "race"
	}
	return "noise"
}

func (b *watch) book(l TripLabel, flap bool) {
	b.trips++
	switch l {
	case TrueTrip:
		b.truths++
	case StaleTrip:
		b.stales++
	default:
		b.spurious++
	}
	if flap {
		b.flaps++
	}
}

// add sums another provider's watch into this one.
func (b *watch) add(o *watch) {
	b.trips += o.trips
	b.truths += o.truths
	b.stales += o.stales
	b.spurious += o.spurious
	b.flaps += o.flaps
	b.missed += o.missed
	b.detect.add(o.detect)
	b.recover.add(o.recover)
	b.hold += o.hold
	b.episodes += o.episodes
}
