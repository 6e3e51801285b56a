package report

import (
	"context"
	"fmt"
	"sync"

	"wavetank/sim"
	"wavetank/sim/pool"
)

// Sheet is what a format needs of runs beside their figures: a sim.Sink that
// sums over the runs that it sees. The order of the runs is nothing to it, and
// its memory does not grow with them.
type Sheet interface {
	sim.Sink
	Reset()          // forgets all runs
	Add(other Sheet) // sums another of its kind and scenario into this one
}

// Need is a kind of sheet that formats ask for before the play.
type Need struct {
	New func(*Scenario) Sheet
}

// Seen holds the sheets of runs, one of each strategy for each need.
type Seen struct {
	scenario *Scenario
	needs    []*Need
	sums     [][]Sheet // by need and strategy
}

// NewSeen makes the empty sheets of a scenario that so many strategies play; nil
// if nobody needs any.
func NewSeen(sc Scenario, needs []*Need, strategies int) *Seen {
	if len(needs) == 0 {
		return nil
	}
	s := &Seen{scenario: &sc, needs: needs, sums: make([][]Sheet, len(needs))}
	for i, n := range needs {
		for range strategies {
			s.sums[i] = append(s.sums[i], n.New(s.scenario))
		}
	}
	return s
}

// of returns a need's sheets by strategy, nil if nobody asked for them.
func (s *Seen) of(n *Need) []Sheet {
	if s == nil {
		return nil
	}
	for i := range s.needs {
		if s.needs[i] == n {
			return s.sums[i]
		}
	}
	return nil
}

// sheetsOf returns the sheets of a need, by strategy: those that were filled while
// the runs were played, else the runs are played again for them.
func sheetsOf[S Sheet](ctx context.Context, r *Result, n *Need) ([]S, error) {
	sheets := r.Seen.of(n)
	if sheets == nil {
		var err error
		if sheets, err = r.replaySheets(ctx, n); err != nil {
			return nil, err
		}
	}
	out := make([]S, len(sheets))
	for i := range out {
		out[i] = sheets[i].(S)
	}
	return out, nil
}

// replaySheets plays every strategy under every seed again, side by side. Every
// worker holds one sheet besides.
func (r *Result) replaySheets(ctx context.Context, need *Need) ([]Sheet, error) {
	n := len(r.Strategies)
	out := NewSeen(r.Scenario, []*Need{need}, n).of(need)
	if r.Replay == nil && n*len(r.Seeds) > 0 {
		return nil, ErrNoReplay
	}
	locks := make([]sync.Mutex, n)
	err := pool.Each(ctx, 0, n*len(r.Seeds), func(int) func(int) error {
		own := need.New(&r.Scenario)
		return func(i int) error {
			own.Reset()
			if err := r.replayOne(ctx, i%n, r.Seeds[i/n], own); err != nil {
				return err
			}
			locks[i%n].Lock()
			defer locks[i%n].Unlock()
			out[i%n].Add(own)
			return nil
		}
	})
	return out, err
}

// replayOne plays one run again. A panic in a part becomes an error that names
// the run, so that it can be repeated.
func (r *Result) replayOne(ctx context.Context, strategy int, seed uint64, sink sim.Sink) (err error) {
	name := r.Strategies[strategy].Name
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("strategy %s, seed %d: internal error: %v", name, seed, p)
		}
	}()
	if err := r.Replay(ctx, strategy, seed, sink); err != nil {
		return fmt.Errorf("strategy %s, seed %d: %w", name, seed, err)
	}
	return nil
}
