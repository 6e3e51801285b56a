package tune

import (
	"context"
	"errors"
	"fmt"
	"math"
	"sync"

	"wavetank/sim/pool"
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
	p := playing{Search: s, tasks: s.want(trials, from, to)}
	s.total = max(s.total, s.done+len(p.tasks))
	s.tell()
	return pool.Each(ctx, s.plan.Workers, len(p.tasks), func(k int) func(int) error {
		player := p.player(k)
		return func(i int) error { return p.one(ctx, player, &p.tasks[i]) }
	})
}

// playing are the tasks of one round.
type playing struct {
	*Search
	tasks []task
	mu    sync.Mutex // of everything that workers change
}

// player is that of a worker, kept for the rounds to come.
func (p *playing) player(k int) Player {
	p.mu.Lock()
	defer p.mu.Unlock()
	for len(p.players) <= k {
		p.players = append(p.players, p.problem.NewPlayer())
	}
	return p.players[k]
}

// one plays a task. A panic in a part becomes an error that names the point.
func (p *playing) one(ctx context.Context, player Player, t *task) (err error) {
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
func (p *playing) finish(t *task, figures []float64) error {
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
