package explain

import (
	"context"
	"errors"
	"fmt"
	"time"

	"wavetank/chain"
	"wavetank/report/measure"
	"wavetank/sim"
)

// Question asks why one strategy did what it did in one run.
type Question struct {
	Scenario measure.Scenario
	Setup    *sim.Setup
	Strategy measure.Strategy // what reports say about it
	Recipe   chain.Strategy   // how to play it
	Ideal    chain.Strategy   // the clairvoyant chain, for what it would have done
	Seed     uint64
	Request  int64 // the number of one request; below 0: the worst one
	Worst    Worst // which request is the worst
}

// Worst is what the worst request is the worst in.
type Worst uint8

// The ways to be the worst.
const (
	WorstLatency Worst = iota // it took longest
	WorstWaste                // it had the most wasted calls
	WorstCost                 // it cost the most without use, then the most
)

var worstWords = []string{"latency", "waste", "cost"}

// Words lists the ways as they are written.
func (Worst) Words() []string { return worstWords }

// String returns the way as it is written.
func (w Worst) String() string { return worstWords[w] }

// Explanation is the answer.
type Explanation struct {
	Scenario measure.Scenario
	Strategy measure.Strategy // with its one run
	Seed     uint64
	Schema   bool          // answers have a form to fit
	Patience time.Duration // after which callers give up
	Last     int64
	Chosen   string // why this request was chosen, in words; "" where its number was given

	Moves   []BreakerMove            // of all breakers, in order of time
	P99     float64                  // seconds, of requests during the faults if there are any; NaN: nobody asked
	During  bool                     // P99 is of those
	Slow    int64                    // requests at or above P99
	Seconds float64                  // that they took
	Slowest []measure.Part           // what those seconds went to, the most first
	Wasted  []measure.Part           // all attempts that were not useful, the most first
	Unsent  [chain.NumRefusals]int64 // attempts that the chain itself did not send, of all counted requests
	Story   *Story                   // of the request
}

// BreakerMove is a change of a breaker's state; a trip is judged.
type BreakerMove struct {
	chain.Move
	Trip    *measure.Trip // nil: no opening of a closed breaker
	Cleared bool          // a late success closed an open breaker before its cooldown was over
}

// ErrNoRequest is returned where a run has no request that could be explained.
var ErrNoRequest = errors.New("report: the run has no request of that kind")

// RequestRangeError says that a run has no request of a number.
type RequestRangeError struct{ Number, Last int64 }

func (e *RequestRangeError) Error() string {
	return fmt.Sprintf("there is no request %d: this run has 0 to %d", e.Number, e.Last)
}

// Explain plays the run twice, first to find the request and the slowest percent,
// then to watch them, and once more with the clairvoyant chain.
func Explain(ctx context.Context, q Question) (*Explanation, error) {
	e := &Explanation{Scenario: q.Scenario, Strategy: q.Strategy, Seed: q.Seed, Last: -1,
		Schema: q.Setup.World.Spec().Schema != nil, Patience: q.Setup.Workload.Patience}
	s := newSurvey(q)
	runner := sim.NewRunner(q.Setup)
	if err := runner.Run(ctx, q.Recipe, q.Seed, s); err != nil {
		return nil, fmt.Errorf("report: playing %s: %w", q.Strategy.Name, err)
	}
	number, err := s.choose(e, q)
	if err != nil {
		return nil, err
	}
	s.figures(e)
	t, st := measure.NewTail(chain.Instant(q.Scenario.SLO), measure.SlowFrom(e.P99), e.During), newStoryteller(number)
	if err := runner.Run(ctx, q.Recipe, q.Seed, sim.Tee{t, st}); err != nil {
		return nil, fmt.Errorf("report: playing %s again: %w", q.Strategy.Name, err)
	}
	e.Unsent = t.Unsent
	e.Slow, e.Seconds, e.Slowest = t.Number, t.Seconds, t.Slowest.Sorted(measure.BySeconds)
	e.Story = st.story
	ideal := newStoryteller(number)
	if err := runner.Run(ctx, q.Ideal, q.Seed, ideal); err != nil {
		return nil, fmt.Errorf("report: playing the bound: %w", err)
	}
	e.Story.Ideal = ideal.story
	return e, nil
}
