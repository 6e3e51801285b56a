package tune

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"sync"
	"sync/atomic"
)

// task is one replication of a point that is wanted.
type task struct {
	*trial
	replication int
	row         *[]float64
}

// want lists the replications in [from, to) of points that are neither played
// nor in the log. A point may be named twice, as a rival and as what regret is
// counted from.
func (s *Search) want(trials []*trial, from, to int) (tasks []task) {
	named := make(map[*trial]bool, len(trials))
	for _, t := range trials {
		if named[t] {
			continue
		}
		named[t] = true
		for r := from; r < to && !t.invalid; r++ {
			if *t.row(r) != nil {
				continue
			}
			if s.log != nil {
				if figures, ok := s.log.Find(t.point, r); ok {
					t.invalid = figures == nil
					*t.row(r) = figures
					s.done++
					continue
				}
			}
			tasks = append(tasks, task{trial: t, replication: r})
		}
	}
	for i := range tasks { // now that no row moves any more
		tasks[i].row = tasks[i].trial.row(tasks[i].replication)
	}
	return tasks
}

// play plays replications [from, to) of points, side by side. When the context
// ends, those that have finished are kept.
func (s *Search) play(ctx context.Context, trials []*trial, from, to int) error {
	p := pool{Search: s, tasks: s.want(trials, from, to)}
	s.total = max(s.total, s.done+len(p.tasks))
	s.tell()
	workers := s.plan.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	workers = min(workers, len(p.tasks))
	for len(s.players) < workers {
		s.players = append(s.players, s.problem.NewPlayer())
	}
	errs := make([]error, workers)
	var wg sync.WaitGroup
	for k := range errs {
		wg.Go(func() { errs[k] = p.work(ctx, s.players[k]) })
	}
	wg.Wait()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return errors.Join(errs...)
}

// pool hands tasks out to workers.
type pool struct {
	*Search
	tasks  []task
	next   atomic.Int64
	failed atomic.Bool // somebody gave up: so do all
	mu     sync.Mutex  // of everything that a finished task changes
}

func (p *pool) work(ctx context.Context, player Player) error {
	for !p.failed.Load() && ctx.Err() == nil {
		i := int(p.next.Add(1)) - 1
		if i >= len(p.tasks) {
			return nil
		}
		if err := p.one(ctx, player, &p.tasks[i]); err != nil {
			p.failed.Store(true)
			return err
		}
	}
	return nil
}

// one plays a task. A panic in a part becomes an error that names the point.
func (p *pool) one(ctx context.Context, player Player, t *task) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("tune: point %d, replication %d: internal error: %v", t.point, t.replication, r)
		}
	}()
	figures := make([]float64, p.problem.Columns)
	err = player.Play(ctx, t.point, t.replication, figures)
	if errors.Is(err, ErrInvalid) {
		figures, err = nil, nil
	}
	if err != nil {
		return err
	}
	for c, v := range figures {
		if !exists(v) { // infinity is no value either, and a log of text knows one word for both
			figures[c] = math.NaN()
		}
	}
	return p.finish(t, figures)
}

// finish keeps what was played.
func (p *pool) finish(t *task, figures []float64) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if figures == nil {
		if t.invalid {
			return nil // another replication said so
		}
		t.invalid = true
	}
	*t.row = figures
	p.done++
	p.tell()
	if p.log == nil {
		return nil
	}
	return p.log.Record(t.point, t.replication, figures)
}

// tell reports progress.
func (s *Search) tell() {
	if s.progress != nil {
		s.progress(s.done, max(s.total, s.done))
	}
}
