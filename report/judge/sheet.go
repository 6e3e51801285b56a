package judge

import (
	"context"
	"fmt"
	"sync"

	"wavetank/report/measure"
	"wavetank/sim"
	"wavetank/sim/pool"
)

// SheetsOf returns the sheets of a need, by strategy: those that were filled while
// the runs were played, else the runs are played again for them.
func SheetsOf[S measure.Sheet](ctx context.Context, r *Result, n *measure.Need) ([]S, error) {
	sheets := r.Seen.Of(n)
	if sheets == nil {
		var err error
		if sheets, err = r.ReplaySheets(ctx, n); err != nil {
			return nil, err
		}
	}
	out := make([]S, len(sheets))
	for i := range out {
		out[i] = sheets[i].(S)
	}
	return out, nil
}

// ReplaySheets plays every strategy under every seed again, side by side. Every
// worker holds one sheet besides.
func (r *Result) ReplaySheets(ctx context.Context, need *measure.Need) ([]measure.Sheet, error) {
	n := len(r.Strategies)
	out := measure.NewSeen(r.Scenario, []*measure.Need{need}, n).Of(need)
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
