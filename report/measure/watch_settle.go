package measure

import (
	"time"

	"wavetank/chain"
	"wavetank/faults"
)

// Judgement needs what a breaker did before, in and after an episode. What is over
// and can no more change is judged as the run goes on, so that its memory does not
// grow with the run's length: by the end at the latest, and sooner where there is
// much of it.

// unjudged is how many moves, tests and episodes a watch holds before it is asked to
// judge them, and unread how many spans of wellness are read at a time.
const (
	unjudged = 1024
	unread   = 4096
)

// court judges the breakers of one provider, those of all processes of a fleet.
type court struct {
	ill     *faults.Illnesses
	episode faults.Episode
	inside  bool // the episode has begun
	over    bool // there is no other after it
	well    *faults.Health
	settled chain.Instant // up to which they are judged
}

// holding is how much a watch holds.
func (b *watch) holding() int { return len(b.moves) + len(b.tests) + len(b.sent) }

// settle judges what nothing after now can change any more. Whatever was sent so
// long before that its caller has lost patience has ended. A breaker that is not
// closed tells of its next move when it is asked again, as of when it came.
func (t *tally) settle(w *faults.World, provider int, now chain.Instant, patience time.Duration, needs int) {
	upTo := now.Add(-patience)
	for k := range t.breaker {
		b := &t.breaker[k]
		if n := len(b.moves); n > 0 {
			switch m := &b.moves[n-1]; m.to {
			case chain.Open:
				upTo = min(upTo, m.over)
			case chain.HalfOpen:
				upTo = min(upTo, m.at)
			}
		}
	}
	if upTo > t.court.settled {
		t.judge(w, provider, upTo, upTo, needs)
		t.hear(w, upTo)
	}
	for k := range t.breaker {
		b := &t.breaker[k]
		b.drop(t.court.settled, now)
		b.most = max(unjudged, 2*b.holding())
	}
}

// close judges all that is left, at the end.
func (t *tally) close(w *faults.World, provider int, end chain.Instant, needs int) {
	t.judge(w, provider, end, chain.Never, needs)
	for k := range t.breaker {
		t.breaker[k].unreturned(end)
	}
	t.hear(w, chain.Never)
}

// judge holds the breakers against the episodes that begin before an instant, by
// their moves up to another.
func (t *tally) judge(w *faults.World, provider int, before, moves chain.Instant, needs int) {
	c := &t.court
	if c.ill == nil {
		c.ill, c.well = w.Illnesses(provider), w.Health(provider)
		c.next(w)
	}
	for ; !c.over && c.episode.From < before; c.next(w) {
		for k := range t.breaker {
			if !c.inside {
				t.breaker[k].begin(c.episode)
			}
			t.breaker[k].detection(c.episode, moves)
		}
		if c.inside = true; c.episode.To > before && moves < chain.Never {
			return
		}
		for k := range t.breaker {
			b := &t.breaker[k]
			b.undetected(c.episode, needs, before)
			if c.episode.To <= before { // else nobody knows
				b.recovery(c.episode)
			}
		}
	}
}

// next goes on to the next episode. A provider may be ill by itself, from ever on.
func (c *court) next(w *faults.World) {
	e, ok := c.ill.Next()
	e.From = max(e.From, chain.Instant(0).Add(-w.Blueprint().Spec().Warmup))
	c.episode, c.over, c.inside = e, !ok, false
}

// hear books who was held back up to an instant, from zero to the scenario's end.
func (t *tally) hear(w *faults.World, upTo chain.Instant) {
	c := &t.court
	for upTo = min(upTo, end(w)); c.settled < upTo; {
		to := c.well.Reach(upTo, unread)
		if to > c.settled {
			for k := range t.breaker {
				t.breaker[k].held(w, c.well, c.settled, to)
			}
			c.settled = to
		}
		c.well.Forget(c.settled)
	}
}

// drop lets go what is judged up to an instant: moves but the last of them, and
// openings of which another process may hear yet.
func (b *watch) drop(upTo, now chain.Instant) {
	n := max(0, b.after(upTo)-1)
	for k := range n {
		if b.moves[k].to == chain.Open && b.moves[k].over > now {
			n = k
			break
		}
	}
	b.moves = b.moves[:copy(b.moves, b.moves[n:])]
	kept := b.tests[:0]
	for _, p := range b.tests {
		if p.move -= n; p.move >= 0 && p.to > upTo {
			kept = append(kept, p)
		}
	}
	b.tests = kept
}
