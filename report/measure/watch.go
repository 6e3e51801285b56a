package measure

import (
	"time"

	"wavetank/chain"
	"wavetank/faults"
	"wavetank/sim"
)

// watch follows one provider's breaker and judges it as a detector of illness
// (science.md 1.2).
type watch struct {
	ring  [ringSize]failure // the last failures that the breaker counted
	seen  int               // how many there were
	moves []move            // that are not judged yet, after the last one that is
	sent  []int32           // attempts sent in each episode that is not judged yet
	first int               // the episode of sent[0]
	tests []pass            // probes of half-open states, those of a share left out

	now         episode
	waits, owed returns
	most        int             // it is to hold, before it is asked to judge
	buckets     []time.Duration // held back, by bucket of its strip; none: no strip shows it

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
	sick    bool // the provider was, when it was sent
	futile  bool
	refused bool // by the provider's limiter
}

// move is a change of state; stale marks a trip that came too late.
type move struct {
	at    chain.Instant
	to    chain.State
	stale bool
	why   Trip          // of an opening: its failures, judged
	over  chain.Instant // of an opening: when its cooldown ends
	shut  chain.Instant // of an opening: until when the provider's limiter was known to stay closed
	door  chain.Door    // of a half-open state
	first chain.Instant // of a half-open state: when its first probe was sent, Never before that
}

// pass is one probe's use of a half-open state's permit.
type pass struct {
	move     int // by which the state began
	from, to chain.Instant
}

func (b *watch) reset() {
	*b = watch{moves: b.moves[:0], sent: b.sent[:0], tests: b.tests[:0], most: unjudged}
}

// attempt notes evidence.
func (b *watch) attempt(x *sim.Attempt, theta float64) {
	if e := int(x.Reply.Episode) - b.first; e >= 0 && x.Reply.Episode >= 0 {
		for len(b.sent) <= e {
			b.sent = append(b.sent, 0)
		}
		b.sent[e]++
	}
	if x.Probe {
		b.tested(x)
	}
	if x.Counted && x.Verdict.Evidence >= chain.Bad {
		b.ring[b.seen%ringSize] = failure{x.Sent, x.Reply.Episode >= 0 || x.Reply.Bad >= theta, x.Reply.Futile, x.Reply.Source < 0 && x.Reply.Outcome.Status == 429}
		b.seen++
	}
}

func (b *watch) move(m *chain.Move, w *faults.World, why Trip, stale bool) {
	b.moves = append(b.moves, move{at: m.At, to: m.To, why: why, stale: stale, over: m.At.Add(m.Open),
		shut: w.ClosedUntil(int(m.Provider), m.At), door: m.Door, first: chain.Never})
	b.returned(m.At, m.To == chain.Closed, stale)
}

// closedSince is when the breaker closed last.
func (b *watch) closedSince() (at chain.Instant, ever bool) {
	if n := len(b.moves); n > 0 {
		return b.moves[n-1].at, true
	}
	return 0, false
}

// opening judges the opening of a breaker by the truth and by the failures that it
// counted; of a test that is lost, by the last one.
func (b *watch) opening(m *chain.Move, w *faults.World) Trip {
	bad, sick := w.Truth(int(m.Provider), m.At)
	t := Trip{At: m.At, Provider: int(m.Provider), Badness: bad, Counted: m.Counted}
	since, ever := b.closedSince()
	inside, caller, late, n := 0, 0, 0, min(m.Counted, b.seen, ringSize)
	if m.From != chain.Closed {
		n = min(1, b.seen)
	}
	for k := 1; k <= n; k++ {
		f := &b.ring[(b.seen-k)%ringSize]
		switch {
		case f.sick:
			inside++
		case f.futile:
			caller++
		case ever && f.sent < since:
			late++
		}
	}
	switch {
	case sick || n > 0 && b.refused(m.At, w):
		t.Label, t.Slow = TrueTrip, w.Slow(int(m.Provider), m.At)
	case n > 0 && 2*inside >= n:
		t.Label = StaleTrip
	default:
		t.Label = SpuriousTrip
		t.Reason = reason(caller, late, n)
	}
	return t
}

// refused reports whether the latest failure was a limiter's refusal, just now: a
// permit that has come meanwhile is no recovery, as short illness is no episode.
func (b *watch) refused(now chain.Instant, w *faults.World) bool {
	f := &b.ring[(b.seen-1)%ringSize]
	return f.refused && f.sick && now.Sub(f.sent) < w.Blueprint().Spec().Truth.MinEpisode
}

// heard judges an opening that another process has copied: the failures behind it
// are those of the first, whatever the provider is like by now.
func (b *watch) heard(m *chain.Move, w *faults.World, first *watch) Trip {
	bad, _ := w.Truth(int(m.Provider), m.At)
	t := Trip{At: m.At, Provider: int(m.Provider), Badness: bad}
	for k := len(first.moves) - 1; k >= 0; k-- {
		if o := &first.moves[k]; o.at == m.Since && o.to == chain.Open {
			t.Label, t.Reason, t.Counted, t.Slow = o.why.Label, o.why.Reason, o.why.Counted, o.why.Slow
			break
		}
	}
	return t
}

// trip books the opening of a closed breaker.
func (b *watch) trip(m *chain.Move, w *faults.World, t Trip) {
	since, ever := b.closedSince()
	b.move(m, w, t, t.Label == StaleTrip)
	if m.At >= 0 {
		b.book(t.Label, ever && m.At.Sub(since) < w.Blueprint().Spec().Truth.FlapWindow)
	}
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
