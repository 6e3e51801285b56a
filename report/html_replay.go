package report

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
)

// tapes plays every strategy under every seed again, side by side, and returns
// what the plots need of each strategy, in their order. Every core holds one
// tape besides: memory grows with neither requests nor seeds.
func (r *Result) tapes(ctx context.Context) ([]*tape, error) {
	n, points := len(r.Strategies), r.tapePoints()
	out := make([]*tape, n)
	for i := range out {
		out[i] = newTape(&r.Scenario, points)
	}
	jobs := n * len(r.Seeds)
	locks := make([]sync.Mutex, n)
	errs := make([]error, min(runtime.GOMAXPROCS(0), jobs))
	var next atomic.Int64
	var wg sync.WaitGroup
	for k := range errs {
		wg.Go(func() {
			own := newTape(&r.Scenario, points)
			for {
				i := int(next.Add(1)) - 1
				if i >= jobs {
					return
				}
				if errs[k] = r.record(ctx, i%n, r.Seeds[i/n], own); errs[k] != nil {
					return
				}
				locks[i%n].Lock()
				out[i%n].add(own)
				locks[i%n].Unlock()
			}
		})
	}
	wg.Wait()
	return out, errors.Join(errs...)
}

// record plays one run on a tape. A panic in a part becomes an error that names
// the run, so that it can be repeated.
func (r *Result) record(ctx context.Context, strategy int, seed uint64, t *tape) (err error) {
	name := r.Strategies[strategy].Name
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("strategy %s, seed %d: internal error: %v", name, seed, p)
		}
	}()
	t.reset()
	if err := r.Replay(ctx, strategy, seed, t); err != nil {
		return fmt.Errorf("strategy %s, seed %d: %w", name, seed, err)
	}
	return nil
}
