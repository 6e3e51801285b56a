// Package pool shares jobs out among workers, side by side. What a job gives
// must not depend on who did it, or when: then the number of workers changes
// nothing but the time.
package pool

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"sync/atomic"
)

// Each has jobs 0 to jobs-1 done, begun in that order, by at most so many workers
// (0: one a core). Each worker is made once, in its own goroutine, by its number,
// and keeps its buffers from job to job. The first error, or the context's end,
// keeps jobs from being begun; those that were are waited for. The context's
// error goes before what it caused.
func Each(ctx context.Context, workers, jobs int, worker func(k int) (job func(i int) error)) error {
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	errs := make([]error, min(workers, jobs))
	var next atomic.Int64
	var failed atomic.Bool
	var wg sync.WaitGroup
	for k := range errs {
		wg.Go(func() {
			do := worker(k)
			for !failed.Load() && ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= jobs {
					return
				}
				if errs[k] = do(i); errs[k] != nil {
					failed.Store(true)
					return
				}
			}
		})
	}
	wg.Wait()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return errors.Join(errs...)
}
