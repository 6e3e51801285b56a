package scenarios

import (
	"context"
	"slices"

	"wavetank/chain"
	"wavetank/chain/strategy"
	"wavetank/faults"
	"wavetank/report/explain"
	"wavetank/report/judge"
	"wavetank/report/measure"
	"wavetank/sim"
)

// Play runs every strategy under every seed and judges the rules. When the
// context ends, the result holds the seeds that all have finished, is marked
// partial, and comes with the context's error. Progress may be nil.
func (s *Scenario) Play(ctx context.Context, seeds []uint64, progress func(done, total int)) (*judge.Result, error) {
	return s.PlayUntil(ctx, seeds, Sampling{}, progress)
}

// sheets are what formats need to see of the runs, empty.
func (s *Scenario) sheets() *measure.Seen {
	return measure.NewSeen(s.Summary(), s.Needs, len(s.Strategies))
}

// compare plays the strategies, and their requests against the reference's.
func (s *Scenario) compare(ctx context.Context, seeds []uint64, seen *measure.Seen, progress func(done, total int)) ([][]measure.Run, []uint64, error) {
	c := measure.Comparison{Setup: s.Setup, Strategies: s.Recipes(), Seeds: seeds, SLO: s.SLO, Progress: progress,
		Shares: true, Reference: s.reference(), Seen: seen}
	runs, done, err := measure.Compare(ctx, c)
	if runs == nil {
		runs = make([][]measure.Run, len(c.Strategies))
	}
	return runs, done, err
}

// reference is the place of the strategy that others are compared with.
func (s *Scenario) reference() int {
	for i, st := range s.Strategies {
		if st.Name == s.Reference || s.Reference == "" && st.Name != Ideal {
			return i
		}
	}
	return 0
}

// result makes figures of runs and judges the rules.
func (s *Scenario) result(runs [][]measure.Run, seeds []uint64) *judge.Result {
	r := judge.NewResult(s.Summary(), s.Contestants(), runs, seeds)
	r.Warnings, r.Reference, r.Explain = s.Warnings, s.Reference, s.explainWorst
	for _, rule := range s.Rules {
		r.Expectations = append(r.Expectations, rule.Judge(r))
	}
	return r
}

// replay plays one strategy under one seed again, for formats that tell more
// than figures.
func (s *Scenario) replay(ctx context.Context, strategy int, seed uint64, sink sim.Sink) error {
	return sim.NewRunner(s.Setup).Run(ctx, s.Strategies[strategy].Recipe, seed, sink)
}

// replayUnder is a replay that the end of a context ends too, unless it came
// before: what had finished by then is still told.
func (s *Scenario) replayUnder(outer context.Context) judge.Replay {
	if outer.Err() != nil {
		return s.replay
	}
	return func(ctx context.Context, strategy int, seed uint64, sink sim.Sink) error {
		ctx, stop := context.WithCancel(ctx)
		defer stop()
		defer context.AfterFunc(outer, stop)()
		return s.replay(ctx, strategy, seed, sink)
	}
}

// Summary is what reports say about the scenario.
func (s *Scenario) Summary() measure.Scenario {
	f := s.Document
	out := measure.Scenario{Name: s.Name, Hash: s.Hash, File: s.File, Title: f.Why, Rate: f.Workload.Arrivals.String(),
		Duration: f.Duration, SLO: f.SLO,
		Limit: f.Truth.Limit, LimitOf: f.Truth.limitOf, Providers: f.ProviderNames()}
	for _, d := range f.Decide {
		out.Decide = append(out.Decide, d.Decide)
	}
	spec := s.Setup.World.Spec()
	for i := range f.Timeline {
		e := &f.Timeline[i]
		targets, _ := faults.Targets(e.Provider, spec.Providers)
		out.Timeline = append(out.Timeline, measure.Fault{Kind: faults.Kinds.KindOf(e.Fault), Targets: targets, At: e.At, For: e.For})
	}
	return out
}

// Contestants is what reports say about the strategies, in their order.
func (s *Scenario) Contestants() []measure.Strategy {
	out := make([]measure.Strategy, len(s.Strategies))
	for i, st := range s.Strategies {
		out[i] = Contestant(st)
		if at := s.places[i]; at.Line > 0 {
			out[i].File, out[i].Line = at.Origin, at.Line
		}
	}
	return out
}

// Contestant is what reports say about a strategy.
func Contestant(st *strategy.Loaded) measure.Strategy {
	return measure.Strategy{Name: st.Name, Preset: st.Preset, Version: st.Version, Unverified: st.Unverified,
		Hash: st.Hash, Summary: st.Summary, Ideal: st.Name == Ideal, Counterexample: st.Counterexample, HasBreaker: st.Doc.Breaker != nil}
}

// Recipes returns the strategies as the machine takes them, in their order.
func (s *Scenario) Recipes() []chain.Strategy {
	out := make([]chain.Strategy, len(s.Strategies))
	for i, st := range s.Strategies {
		out[i] = st.Recipe
	}
	return out
}

// Explain says why a strategy did what it did under one seed: for the request of
// a number, or, with one below 0, for the worst.
func (s *Scenario) Explain(ctx context.Context, name string, request int64, worst explain.Worst) (*explain.Explanation, error) {
	at := slices.IndexFunc(s.Strategies, func(l *strategy.Loaded) bool { return l.Name == name })
	if at < 0 {
		var known []string
		for _, l := range s.Strategies {
			known = append(known, l.Name)
		}
		return nil, UnknownName("strategy", name, known)
	}
	bound := slices.IndexFunc(s.Strategies, func(l *strategy.Loaded) bool { return l.Name == Ideal })
	return explain.Explain(ctx, explain.Question{Scenario: s.Summary(), Setup: s.Setup, Strategy: s.Contestants()[at],
		Recipe: s.Strategies[at].Recipe, Ideal: s.Strategies[bound].Recipe, Seed: s.Seed, Request: request, Worst: worst})
}

// explainWorst tells of the request that took longest.
func (s *Scenario) explainWorst(ctx context.Context, name string) (*explain.Explanation, error) {
	return s.Explain(ctx, name, -1, explain.WorstLatency)
}

// Names lists the strategies that take part but the bound, in order.
func (s *Scenario) Names() []string {
	var out []string
	for _, l := range s.Strategies {
		if l.Name != Ideal {
			out = append(out, l.Name)
		}
	}
	return out
}
