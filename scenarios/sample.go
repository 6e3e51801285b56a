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
	SeedsMax  int               // of replications; below the seeds given it adds none
}

// PlayUntil is Play with as many replications as the sampling needs: the seeds
// given, then the successors of the last one at looks fixed beforehand, until
// every precision holds or the most is reached. What was not reached then is in
// the result's Imprecise, and in its warnings.
func (s *Scenario) PlayUntil(ctx context.Context, seeds []uint64, q Sampling, progress func(done, total int)) (*judge.Result, error) {
	if len(q.Precision) == 0 || len(seeds) == 0 {
		return s.Play(ctx, seeds, progress)
	}
	looks := judge.Looks(len(seeds), q.SeedsMax)
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
		misses, open := r.Misses(q.Precision, level)
		if err == nil && open > 0 && i+1 < len(looks) {
			continue
		}
		r.Asked, r.Partial, r.Seen = n, err != nil, seen
		r.Replay = s.replayUnder(ctx)
		r.Imprecise = misses
		r.Warnings = slices.Clip(r.Warnings)
		for _, text := range append(misses, r.Valueless(q.Precision)...) {
			r.Warnings = append(r.Warnings, judge.Warning{Text: text})
		}
		return r, err
	}
	panic("scenarios: a sampling without a look")
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
