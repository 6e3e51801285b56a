package policy

import (
	"time"

	"wavetank/chain"
)

// Trip answers how much bad evidence opens a breaker. Evidence trip opens it at
// once, whatever the kind.
type Trip interface {
	Check() error
	Build() Tally
	Needs() int // the fewest failures that can open the breaker; 0: no count does
}

// Tally counts a closed breaker's evidence. It belongs to one breaker.
type Tally interface {
	// Good is told of a good result. A slow one may suffice to open.
	Good(now chain.Instant, r *chain.Result) (trip bool)
	// Bad is told of a bad result; it returns how many failures it counts now, and
	// whether they suffice.
	Bad(now chain.Instant, r *chain.Result) (counted int, trip bool)
	// Clear forgets everything: the breaker opened or closed.
	Clear()
	// Failures returns how many failures it counts now.
	Failures() int
}

// counter is implemented by tallies that can say how close they are to opening.
type counter interface {
	counts(now chain.Instant) chain.Counts
}

// Sweeper is implemented by tallies that can be asked at any time whether what
// they count suffices, for breakers that look at intervals.
type Sweeper interface {
	Tripped(now chain.Instant) bool
	// Memory returns how long after the newest result the answer may still change;
	// 0: it changes by results alone.
	Memory() time.Duration
}

// Sweeping is implemented by kinds of trip that look at intervals alone.
type Sweeping interface {
	Every() time.Duration // 0: at once
}

// Trips holds the kinds of trip.
var Trips chain.Registry[Trip]

func init() {
	Trips.Register("never", "no count opens the breaker", func() Trip { return &NeverTrip{} })
	Trips.Register("immediate", "the first failure opens it", func() Trip { return &ImmediateTrip{} })
	Trips.Register("consecutive", "so many failures in a row open it", func() Trip { return &ConsecutiveTrip{} })
}

// NeverTrip opens on evidence trip alone.
type NeverTrip struct{}

func (*NeverTrip) Check() error { return nil }

func (*NeverTrip) Needs() int { return 0 }

func (*NeverTrip) Build() Tally { return &inARow{} }

// ImmediateTrip opens on each failure.
type ImmediateTrip struct{}

func (*ImmediateTrip) Check() error { return nil }

func (*ImmediateTrip) Needs() int { return 1 }

func (*ImmediateTrip) Build() Tally { return &inARow{limit: 1} }

// ConsecutiveTrip opens on the last of so many failures in a row.
type ConsecutiveTrip struct {
	Failures int `yaml:"failures" required:"true" doc:"failures in a row, with no success between them"`
}

func (t *ConsecutiveTrip) Check() error { return within("failures", t.Failures, 1, 1<<20) }

func (t *ConsecutiveTrip) Needs() int { return t.Failures }

func (t *ConsecutiveTrip) Build() Tally { return &inARow{limit: t.Failures} }

// inARow counts failures since the last success. It implements Tally.
type inARow struct{ limit, failures int } // a limit of 0 is never reached

func (t *inARow) Good(chain.Instant, *chain.Result) bool {
	t.failures = 0
	return false
}

func (t *inARow) Bad(chain.Instant, *chain.Result) (int, bool) {
	t.failures++
	return t.failures, t.limit > 0 && t.failures >= t.limit // over it where the breaker was not let open
}

func (t *inARow) Clear() { t.failures = 0 }

func (t *inARow) Failures() int { return t.failures }

func (t *inARow) counts(chain.Instant) chain.Counts {
	return chain.Counts{Failures: t.failures, Enough: t.limit}
}
