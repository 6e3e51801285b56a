package scenarios

import (
	"context"
	"slices"
	"strings"

	"wavetank/chain/strategy/yamldoc"
	"wavetank/report/judge"
	"wavetank/report/measure"
)

// Sampling says when there are replications enough. The zero value asks for no
// more than the seeds given.
type Sampling struct {
	Precision []judge.Precision // every figure is to be known so well
	Settle    bool              // what the result says is to be settled
	SeedsMax  int               // of replications; below the seeds given it adds none

	// Look sees the result at each look before it is asked whether it is settled, and
	// may hold it against another; it may be nil.
	Look func(context.Context, *judge.Result) error
}

// PlayUntil is Play with as many replications as the sampling needs: the seeds
// given, then the successors of the last one at looks fixed beforehand, until
// every precision holds and everything said is settled, or the most is reached. Only
// results decide, never time. What was not reached then is in the result's
// warnings, precisions also in its Imprecise.
func (s *Scenario) PlayUntil(ctx context.Context, seeds []uint64, q Sampling, progress func(done, total int)) (*judge.Result, error) {
	looks := []int{len(seeds)}
	if q.Settle || len(q.Precision) > 0 {
		looks = judge.Looks(len(seeds), q.SeedsMax)
	}
	level := judge.LookLevel(len(looks))
	all := make([][]measure.Run, len(s.Strategies))
	var done []uint64
	seen := s.sheets()
	for i, n := range looks {
		more := seeds
		if i > 0 {
			more = successors(done[len(done)-1], n-len(done))
		}
		runs, finished, err := s.compare(ctx, more, seen, counted(progress, len(done), len(s.Strategies)))
		if err != nil && ctx.Err() == nil {
			return nil, err
		}
		join(all, runs)
		done = append(done, finished...)
		r := s.result(all, done)
		r.Asked, r.Partial, r.Seen = n, err != nil, seen
		r.Replay = s.replayUnder(ctx)
		if q.Look != nil && len(done) > 0 {
			if e := q.Look(ctx, r); e != nil && err == nil {
				return r, e
			}
		}
		if more, last := q.unreached(r, level), i+1 == len(looks); err != nil || !more || last {
			if !r.Partial && q.Settle && last && len(looks) > 1 {
				r.Warnings = append(slices.Clip(r.Warnings), unsettled(r)...)
			}
			return r, err
		}
	}
	panic("scenarios: a sampling without a look")
}

// unreached notes which precisions are not reached, and reports whether more
// replications are asked for.
func (q *Sampling) unreached(r *judge.Result, level float64) bool {
	misses, open := r.Misses(q.Precision, level)
	r.Imprecise = misses
	r.Warnings = slices.Clip(r.Warnings)
	for _, text := range append(misses, r.Valueless(q.Precision)...) {
		r.Warnings = append(r.Warnings, judge.Warning{Text: text})
	}
	return open > 0 || q.Settle && len(r.Open()) > 0
}

// unsettled says what the most replications leave open.
func unsettled(r *judge.Result) (out []judge.Warning) {
	for _, text := range r.Open() {
		out = append(out, judge.Warning{Text: "not settled by " + measure.Plural(len(r.Seeds), "run") + ": " + text})
	}
	return out
}

// Extend plays the seeds that a result does not begin with already, and returns the
// result of all; nil is a result of none.
func (s *Scenario) Extend(ctx context.Context, r *judge.Result, seeds []uint64, progress func(done, total int)) (*judge.Result, error) {
	all := make([][]measure.Run, len(s.Strategies))
	var done []uint64
	if r != nil && len(r.Seeds) <= len(seeds) && slices.Equal(r.Seeds, seeds[:len(r.Seeds)]) {
		done = slices.Clone(r.Seeds)
		for i := range all {
			all[i] = slices.Clone(r.Strategies[i].Runs)
		}
	}
	runs, finished, err := s.compare(ctx, seeds[len(done):], s.sheets(), progress)
	if err != nil {
		return nil, err
	}
	join(all, runs)
	out := s.result(all, append(done, finished...))
	out.Asked, out.Replay = len(seeds), s.replayUnder(ctx)
	return out, nil
}

// join appends runs to those of earlier looks. Strips are those of the first
// seed.
func join(all, runs [][]measure.Run) {
	for k := range runs {
		if len(all[k]) > 0 && len(runs[k]) > 0 {
			runs[k][0].Strips = nil
		}
		all[k] = append(all[k], runs[k]...)
	}
}

// successors are the n seeds after one.
func successors(last uint64, n int) []uint64 {
	out := make([]uint64, n)
	for i := range out {
		out[i] = last + 1 + uint64(i)
	}
	return out
}

// counted makes a progress count on from the runs of earlier looks.
func counted(progress func(done, total int), seeds, strategies int) func(done, total int) {
	if progress == nil {
		return nil
	}
	before := seeds * strategies
	return func(done, total int) { progress(before+done, before+total) }
}

// meanReference refuses a reference that does not play.
func (l *loader) meanReference() {
	name := l.Reference
	l.sc.Reference = name
	if name == "" || len(l.problems) > 0 {
		return
	}
	var known []string
	for _, s := range l.sc.Strategies {
		known = append(known, s.Name)
	}
	if slices.Contains(known, name) {
		return
	}
	hint := yamldoc.DidYouMean(name, known)
	if hint == "" {
		hint = "it may be " + strings.Join(known, ", ")
	}
	l.noteAt(yamldoc.Pos{Origin: "--reference " + name}, "", hint, "no strategy of %s is called %q", l.sc.Document.Name, name)
}
