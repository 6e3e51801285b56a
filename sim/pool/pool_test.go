package pool

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
)

// TestEach wants every job done once, whatever the number of workers.
func TestEach(t *testing.T) {
	for _, workers := range []int{0, 1, 3, 100} {
		for _, jobs := range []int{0, 1, 50} {
			done, made := make([]atomic.Int32, jobs), atomic.Int32{}
			err := Each(context.Background(), workers, jobs, func(int) func(int) error {
				made.Add(1)
				return func(i int) error { done[i].Add(1); return nil }
			})
			if err != nil {
				t.Fatal(err)
			}
			for i := range done {
				if n := done[i].Load(); n != 1 {
					t.Errorf("%d workers, %d jobs: job %d was done %d times", workers, jobs, i, n)
				}
			}
			if n := int(made.Load()); n > jobs || workers > 0 && n > workers {
				t.Errorf("%d workers, %d jobs: %d workers were made", workers, jobs, n)
			}
		}
	}
}

// TestEachStops wants no job begun after an error or the end of the context.
func TestEachStops(t *testing.T) {
	ill := errors.New("ill")
	ctx, stop := context.WithCancel(context.Background())
	for _, c := range []struct {
		act  func() error
		want error
	}{
		{func() error { return ill }, ill},
		{func() error { stop(); return nil }, context.Canceled},
		{func() error { t.Error("a job was begun in vain"); return nil }, context.Canceled},
	} {
		last := 0
		err := Each(ctx, 1, 9, func(int) func(int) error {
			return func(i int) error {
				if last = i; i == 4 || ctx.Err() != nil {
					return c.act()
				}
				return nil
			}
		})
		if !errors.Is(err, c.want) || last > 4 {
			t.Errorf("%v after job %d, want %v", err, last, c.want)
		}
	}
}
