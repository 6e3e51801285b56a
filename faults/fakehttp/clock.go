package fakehttp

import (
	"context"
	"time"

	"wavetank/chain"
)

// Clock is the time of a scenario.
type Clock interface {
	// Now returns the instant of the run.
	Now() chain.Instant
	// Wait returns at that instant, at once if it is past, or earlier with the
	// context's error. An instant of Never only ends with the context.
	Wait(ctx context.Context, until chain.Instant) error
	// Date returns what a calendar shows at an instant.
	Date(at chain.Instant) time.Time
}

// Wall is the clock on the wall: instants count from Start. In a
// testing/synctest bubble it is the bubble's clock.
type Wall struct{ Start time.Time }

func (c Wall) Now() chain.Instant { return chain.Instant(time.Since(c.Start)) }

func (c Wall) Date(at chain.Instant) time.Time { return c.Start.Add(time.Duration(at)) }

func (c Wall) Wait(ctx context.Context, until chain.Instant) error {
	if until == chain.Never {
		<-ctx.Done()
		return ctx.Err()
	}
	left := until.Sub(c.Now())
	if left <= 0 {
		return ctx.Err()
	}
	t := time.NewTimer(left)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
