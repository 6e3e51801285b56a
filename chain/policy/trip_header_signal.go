package policy

import "wavetank/chain"

func init() {
	Trips.Register("header_signal", "a failure that says when to come back opens it", func() Trip { return &HeaderTrip{} })
}

// HeaderTrip opens on any failure that tells when to come back, and on no other.
type HeaderTrip struct{}

func (*HeaderTrip) Check() error { return nil }

func (*HeaderTrip) Needs() int { return 0 }

func (*HeaderTrip) Build() Tally { return headerTally{} }

type headerTally struct{}

func (headerTally) Good(chain.Instant, *chain.Result) bool { return false }

func (headerTally) Bad(_ chain.Instant, r *chain.Result) (int, bool) { return 1, r.Hint > 0 }

func (headerTally) Clear() {}

func (headerTally) Failures() int { return 0 }
