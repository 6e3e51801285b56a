package scenarios

import (
	"context"

	"wavetank/chain"
	"wavetank/faults"
	"wavetank/report"
	"wavetank/sim"
)

// Play runs every strategy under every seed and judges the rules. When the
// context ends, the result holds the seeds that all have finished, is marked
// partial, and comes with the context's error. Progress may be nil.
func (s *Scenario) Play(ctx context.Context, seeds []uint64, progress func(done, total int)) (*report.Result, error) {
	c := report.Comparison{Setup: s.Setup, Strategies: s.Recipes(), Seeds: seeds, SLO: s.SLO, Progress: progress}
	runs, done, err := report.Compare(ctx, c)
	if err != nil && ctx.Err() == nil {
		return nil, err
	}
	if runs == nil {
		runs = make([][]report.Run, len(c.Strategies))
	}
	r := report.NewResult(s.Summary(), s.Contestants(), runs, done)
	r.Asked, r.Partial, r.Warnings, r.Replay = len(seeds), err != nil, s.Warnings, s.replay
	for _, rule := range s.Rules {
		r.Expectations = append(r.Expectations, rule.Judge(r))
	}
	return r, err
}

// replay plays one strategy under one seed again, for formats that tell more
// than figures.
func (s *Scenario) replay(ctx context.Context, strategy int, seed uint64, sink sim.Sink) error {
	return sim.NewRunner(s.Setup).Run(ctx, s.Strategies[strategy].Recipe, seed, sink)
}

// Summary is what reports say about the scenario.
func (s *Scenario) Summary() report.Scenario {
	f := s.file
	out := report.Scenario{Name: s.Name, Hash: s.Hash, File: s.File, Title: f.Why, Rate: f.Workload.Arrivals.String(),
		Duration: f.Duration, SLO: f.SLO, Providers: f.providerNames()}
	spec := s.Setup.World.Spec()
	for i := range f.Timeline {
		e := &f.Timeline[i]
		targets, _ := faults.Targets(e.Provider, spec.Providers)
		out.Timeline = append(out.Timeline, report.Fault{Kind: kindOf(e.Fault), Targets: targets, At: e.At, For: e.For})
	}
	return out
}

// kindOf is the name that a fault is written with.
func kindOf(f faults.Fault) string { return types.Node(&f).Get("kind").Text }

// Contestants is what reports say about the strategies, in their order.
func (s *Scenario) Contestants() []report.Strategy {
	out := make([]report.Strategy, len(s.Strategies))
	for i, st := range s.Strategies {
		out[i] = report.Strategy{Name: st.Name, Preset: st.Preset, Version: st.Version, Unverified: st.Unverified,
			Hash: st.Hash, Summary: st.Summary, Ideal: st.Name == Ideal, HasBreaker: st.Doc.Breaker != nil}
	}
	return out
}

// Recipes returns the strategies as the machine takes them, in their order.
func (s *Scenario) Recipes() []chain.Strategy {
	out := make([]chain.Strategy, len(s.Strategies))
	for i, st := range s.Strategies {
		out[i] = st.Recipe
	}
	return out
}
