package sim

import (
	"fmt"
	"time"

	"wavetank/chain"
	"wavetank/faults"
)

// Traffic is one run's requests: when they come and what they ask. A Runner
// draws them in virtual time; a driver with a clock of its own does the same
// with [Setup.Traffic] and so meets the same questions. It is not safe for
// concurrent use.
type Traffic struct {
	setup    *Setup
	clock    Clock
	users    Users // not nil: a closed loop
	sizes    Sizer
	lucks    lucks
	from     chain.Instant
	until    chain.Instant
	deadline time.Duration
	number   int64 // of the next request
	serial   bool
}

// Traffic starts the traffic of one seed.
func (s *Setup) Traffic(seed uint64) (*Traffic, error) {
	t := &Traffic{setup: s, deadline: s.Workload.Deadline}
	return t, t.reset(seed)
}

// reset begins again with another seed.
func (t *Traffic) reset(seed uint64) (err error) {
	spec := t.setup.World.Spec()
	t.from, t.until = chain.Instant(0).Add(-spec.Warmup), chain.Instant(0).Add(spec.Duration)
	t.number, t.lucks = 0, newLucks(seed)
	a := t.setup.Workload.Arrivals
	if t.clock, err = a.Clock(t.lucks.arrival, t.from, t.until); err != nil {
		return fmt.Errorf("sim: arrivals: %w", err)
	}
	t.serial = a.Serial()
	t.users, _ = t.clock.(Users)
	t.sizes, _ = t.clock.(Sizer)
	return nil
}

// Span returns when requests may arrive: from the warm-up's start, at or before
// zero, up to but without until.
func (t *Traffic) Span() (from, until chain.Instant) { return t.from, t.until }

// Serial reports whether a request waits for the end of the one before.
func (t *Traffic) Serial() bool { return t.serial }

// Users returns how many users of a closed loop ask by Think; 0 for an open
// loop, which asks by Next.
func (t *Traffic) Users() int {
	if t.users == nil {
		return 0
	}
	return t.users.Users()
}

// Next returns the number and the instant of the next request of an open loop;
// ok is false after the last one.
func (t *Traffic) Next() (number int64, at chain.Instant, ok bool) {
	if at, ok = t.clock.Next(t.number); !ok || at >= t.until {
		return 0, chain.Never, false
	}
	t.number++
	return t.number - 1, at, true
}

// Think returns the number of a user's next question and how long the user
// thinks before it. A question at or after the end of the span is not asked.
func (t *Traffic) Think(user int) (number int64, wait time.Duration) {
	t.number++
	return t.number - 1, t.users.Think(user, t.number-1)
}

// Ask fills in the request of that number, due at an instant and begun at now. It
// counts by when it was due: serial traffic may begin it long after, and every
// strategy is to be counted by the same requests.
func (t *Traffic) Ask(number int64, due, now chain.Instant, w *faults.World, q *Request) {
	t.setup.ask(number, &t.lucks, t.sizes, &q.Request)
	q.Arrived, q.Counted = now, due >= 0 && due < t.until
	q.Servable = q.Kind == chain.Chat || t.setup.World.Servable(q.Kind, q.TokensIn)
	q.Stretch = w.Stretch(now)
	q.Attempts = q.Attempts[:0]
	q.Deadline = 0
	if t.deadline > 0 {
		q.Deadline = now.Add(t.deadline)
		if q.Deadline == 0 { // which would mean none; only a warm-up request can meet it
			q.Deadline = 1
		}
	}
}
