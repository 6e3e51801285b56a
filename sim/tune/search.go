package tune

import (
	"context"
	"errors"
	"math"
)

// Search is one search. It is used by one goroutine.
type Search struct {
	problem    Problem
	plan       Plan
	log        Log
	progress   func(done, total int)
	players    []Player
	trials     map[Point]*trial
	candidates []Point // rising
	size       float64
	rungs      []int // replications
	sampled    bool
	stood      int // replications of the last rung that was played whole; 0: none was

	done, total int // plays, for progress
}

// hypercubeSeed is the luck of the sample. There is no reason to draw another:
// more candidates are the better second opinion.
const hypercubeSeed = 1

// New makes a search. Log and progress may be nil; progress is told of plays,
// one call at a time, and its total is a guess until the end.
func New(p Problem, plan Plan, log Log, progress func(done, total int)) (*Search, error) {
	if len(p.Space.Axes) == 0 || len(p.Objectives) == 0 || p.Outside < 1 {
		return nil, errors.New("tune: a search needs an axis, an objective and a setting in force")
	}
	s := &Search{problem: p, plan: plan.settled(), log: log, progress: progress, trials: map[Point]*trial{}}
	size, fits := p.Space.Size()
	if !fits {
		return nil, errors.New("tune: the space has more than 9e18 points: vary less")
	}
	s.size = float64(size)
	if s.sampled = size > uint64(s.plan.Candidates); s.sampled {
		s.candidates = hypercube(&s.problem.Space, s.plan.Candidates, hypercubeSeed)
	} else {
		for i := range size {
			s.candidates = append(s.candidates, Point(i))
		}
	}
	s.rungs = schedule(len(s.candidates), s.plan.Replications, s.plan.Affordable)
	s.total = s.guess()
	return s, nil
}

// settled fills in the defaults.
func (p Plan) settled() Plan {
	d := NewPlan()
	for _, f := range []struct{ to, from *int }{{&p.Candidates, &d.Candidates}, {&p.Replications, &d.Replications},
		{&p.Affordable, &d.Affordable}, {&p.Held, &d.Held}} {
		if *f.to <= 0 {
			*f.to = *f.from
		}
	}
	if p.Most < p.Replications {
		p.Most = max(p.Replications, d.Most)
	}
	if p.Indifference <= 0 {
		p.Indifference = d.Indifference
	}
	return p
}

// guess is how many plays the search will be, about.
func (s *Search) guess() int {
	n, total := 0, 0
	for _, b := range s.plan.Shard.share(len(s.candidates), len(s.rungs) > 1) {
		n += len(b)
	}
	before := 0
	for _, r := range s.rungs {
		total += n * (r - before)
		before, n = r, max(n/halving, 1)
	}
	total += s.problem.Outside * s.plan.Replications
	if s.plan.Shard.Of == 0 {
		total += (s.problem.Outside+1)*s.plan.Held + min(s.plan.Affordable/aside, s.plan.Replications*s.labels())*2
	}
	return total
}

// labels counts the values of all axes.
func (s *Search) labels() (n int) {
	for i := range s.problem.Space.Axes {
		n += len(s.problem.Space.Axes[i].Labels)
	}
	return n
}

// trial returns what was played of a point.
func (s *Search) trial(p Point) *trial {
	t := s.trials[p]
	if t == nil {
		t = &trial{point: p}
		s.trials[p] = t
	}
	return t
}

// outside returns the trials of the strategies that lie outside the space.
func (s *Search) outside() []*trial {
	out := make([]*trial, s.problem.Outside)
	for k := range out {
		out[k] = s.trial(Outside + Point(k))
	}
	return out
}

// Screen plays the candidates of the plan's shard, rung by rung: in each block the
// better part goes on. When the context ends, what was played is kept.
func (s *Search) Screen(ctx context.Context) error {
	if err := s.play(ctx, s.outside()[:1], 0, s.plan.Replications); err != nil {
		return err
	}
	if s.trial(Outside).invalid {
		return errors.New("tune: the setting in force is no strategy")
	}
	parts := s.plan.Shard.share(len(s.candidates), len(s.rungs) > 1)
	alive := make([][]*trial, len(parts))
	for i, b := range parts {
		for _, at := range b {
			alive[i] = append(alive[i], s.trial(s.candidates[at]))
		}
	}
	before := 0
	for k, r := range s.rungs {
		var all []*trial
		for _, b := range alive {
			all = append(all, b...)
		}
		if err := s.play(ctx, all, before, r); err != nil {
			return err
		}
		before, s.stood = r, r
		if k+1 < len(s.rungs) {
			for i := range alive {
				alive[i] = s.halve(alive[i], r)
			}
		}
	}
	return nil
}

// halve returns the part of a block that goes on.
func (s *Search) halve(block []*trial, replications int) (out []*trial) {
	valid := whole(block, replications)
	if len(valid) == 0 {
		return nil
	}
	means := means(s.series(valid, replications, nil))
	broken := make([]float64, len(valid))
	for i, t := range valid {
		broken[i] = s.violation(t, replications, lenient)
		// Who has the benefit of the doubt must not crowd out who needs none.
		means[i] = append(means[i], s.violation(t, replications, wary))
	}
	for _, i := range survivors(means, broken, (len(block)+halving-1)/halving) {
		out = append(out, valid[i])
	}
	return out
}

// whole keeps the trials of which so many replications are there.
func whole(trials []*trial, replications int) (out []*trial) {
	for _, t := range trials {
		if t.played(replications) {
			out = append(out, t)
		}
	}
	return out
}

// means are the means over replications, by point and objective; NaN where there
// is no value at all.
func means(series [][][]float64) [][]float64 {
	out := make([][]float64, len(series))
	for i := range series {
		out[i] = make([]float64, len(series[i]))
		for o, values := range series[i] {
			out[i][o] = mean(values)
		}
	}
	return out
}

// mean is the mean of the values that exist.
func mean(values []float64) float64 {
	sum, n := 0.0, 0
	for _, v := range values {
		if !math.IsNaN(v) {
			sum += v
			n++
		}
	}
	if n == 0 {
		return math.NaN()
	}
	return sum / float64(n)
}
