package policy

import (
	"errors"
	"fmt"

	"wavetank/chain"
)

func init() {
	Trips.Register("any_of", "whatever opens it first", func() Trip { return &AnyTrip{} })
}

// AnyTrip opens as soon as one of its kinds does.
type AnyTrip struct {
	Of []Trip `yaml:"of" required:"true" doc:"kinds of trip, each of which counts by itself"`
}

func (t *AnyTrip) Check() error {
	if len(t.Of) == 0 {
		return errors.New("of: lists no kind of trip")
	}
	var err error
	for i, one := range t.Of {
		if e := one.Check(); e != nil {
			err = errors.Join(err, fmt.Errorf("of[%d]: %w", i, e))
		}
		if s, ok := one.(Sweeping); ok && s.Every() > 0 {
			err = errors.Join(err, fmt.Errorf("of[%d]: looks at intervals, which a part of any_of cannot: write every for none", i))
		}
	}
	return err
}

// Needs implements Trip: the least that any of them needs.
func (t *AnyTrip) Needs() int {
	least := 0
	for _, one := range t.Of {
		if n := one.Needs(); n > 0 && (least == 0 || n < least) {
			least = n
		}
	}
	return least
}

func (t *AnyTrip) Build() Tally {
	var out anyOf
	for _, one := range t.Of {
		out = append(out, one.Build())
	}
	return out
}

// anyOf tells every tally of every result.
type anyOf []Tally

func (a anyOf) Good(now chain.Instant, r *chain.Result) (trip bool) {
	for _, t := range a {
		trip = t.Good(now, r) || trip
	}
	return trip
}

func (a anyOf) Bad(now chain.Instant, r *chain.Result) (counted int, trip bool) {
	for _, t := range a {
		n, hit := t.Bad(now, r)
		if hit && !trip {
			counted, trip = n, true
		} else if !trip {
			counted = max(counted, n)
		}
	}
	return counted, trip
}

func (a anyOf) Clear() {
	for _, t := range a {
		t.Clear()
	}
}

func (a anyOf) Failures() (most int) {
	for _, t := range a {
		most = max(most, t.Failures())
	}
	return most
}
