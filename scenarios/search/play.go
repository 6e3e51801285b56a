package search

import (
	"context"
	"math"
	"slices"

	"wavetank/chain"
	"wavetank/chain/policy"
	"wavetank/chain/strategy"
	"wavetank/report/measure"
	"wavetank/scenarios"
	"wavetank/sim"
	"wavetank/sim/tune"
)

// Search makes the search. Log and progress may be nil.
func (t *Tuning) Search(log tune.Log, progress func(done, total int)) (*tune.Search, error) {
	return tune.New(t.problem(), t.Plan, log, progress)
}

// problem is the search as the package that makes it knows it.
func (t *Tuning) problem() tune.Problem {
	p := tune.Problem{Outside: 1 + len(t.rivals), Suite: len(t.suite), Over: t.Over,
		Objectives: t.objectives, Requirements: t.aims.requirements, Decide: t.decide}
	p.Space = *t.space()
	for _, a := range t.axes {
		p.InForce = append(p.InForce, a.inForce)
	}
	p.Columns = len(t.suite) * len(t.aims.columns.names)
	p.NewPlayer = func() tune.Player { return t.newPlayer() }
	return p
}

// space is every combination of what is varied.
func (t *Tuning) space() *tune.Space { return &t.varied }

// searchPlayer plays points in all scenarios of the suite, and keeps its buffers.
type searchPlayer struct {
	*Tuning
	benches []testBench
	metrics []int // of the columns, by place in Run.Values
	last    tune.Point
	recipes []chain.Strategy // of the last point, by scenario; nil: its settings do not go together
}

// testBench is what plays one scenario.
type testBench struct {
	runner *sim.Runner
	acc    *measure.Accumulator
}

func (t *Tuning) newPlayer() *searchPlayer {
	p := &searchPlayer{Tuning: t, last: math.MaxUint64}
	names := t.aims.columns.names
	for _, s := range t.suite {
		acc := measure.NewAccumulator(s.Setup, chain.Instant(s.SLO))
		if !slices.ContainsFunc(names, measure.OfPhase) {
			acc.Brief()
		}
		p.benches = append(p.benches, testBench{sim.NewRunner(s.Setup), acc})
	}
	for _, name := range names {
		i, _ := measure.Index[name]
		p.metrics = append(p.metrics, i)
	}
	return p
}

// Play implements tune.Player.
func (p *searchPlayer) Play(ctx context.Context, at tune.Point, replication int, figures []float64) error {
	if at != p.last {
		p.last, p.recipes = at, p.recipesOf(at)
	}
	if p.recipes == nil {
		return tune.ErrInvalid
	}
	return p.run(ctx, p.recipes, replication, figures)
}

// run plays a strategy, given for each scenario, and fills in the figures.
func (p *searchPlayer) run(ctx context.Context, recipes []chain.Strategy, replication int, figures []float64) error {
	for m, s := range p.suite {
		b := &p.benches[m]
		b.acc.Prepare(recipes[m], false)
		if err := b.runner.Run(ctx, recipes[m], s.Seed+uint64(replication), b.acc); err != nil {
			return err
		}
		values := b.acc.Values()
		for k, i := range p.metrics {
			figures[k*len(p.suite)+m] = values[i]
		}
	}
	return nil
}

// recipesOf builds a point's strategy for each scenario; nil where it is none.
func (p *searchPlayer) recipesOf(at tune.Point) []chain.Strategy {
	out := make([]chain.Strategy, len(p.suite))
	var last *strategy.Loaded
	for m, s := range p.suite {
		if m > 0 && !judges(s) && !judges(p.suite[m-1]) { // the same one: only a schema tells them apart
			out[m] = last.Recipe
			continue
		}
		l := p.loaded(at, s, true)
		if l == nil {
			return nil
		}
		last, out[m] = l, l.Recipe
	}
	return out
}

// judges reports whether answers are held against a schema here.
func judges(s *scenarios.Scenario) bool { return schema(s) != nil }

// schema is what answers are held against, nil for nothing.
func schema(s *scenarios.Scenario) []byte {
	if f := s.Document; f.Output != nil && f.Output.Judge != nil {
		return f.Output.Judge.Source
	}
	return nil
}

// loaded builds the strategy of a point in a scenario, nil if it is none. Known
// says that its shape was checked before.
func (t *Tuning) loaded(at tune.Point, s *scenarios.Scenario, known bool) *strategy.Loaded {
	base, sets, ok := t.document(at)
	if !ok {
		return nil
	}
	l, ps := strategy.Load(base.Name, base.Tree, strategy.Options{Set: sets, Engine: t.Engine, Env: t.Env, Schema: schema(s), Known: known})
	if ps != nil || !fits(l, s) {
		return nil
	}
	l.Preset = base.Preset // a merged tree names none
	return l
}

// fits reports whether all providers that a strategy lists are in a scenario.
func fits(l *strategy.Loaded, s *scenarios.Scenario) bool {
	order, listed := l.Doc.Order.(*policy.Listed)
	return !listed || len(scenarios.Without(order.Providers, s.Document.ProviderNames())) == 0
}

// document is what a point starts from and changes. A setting that its preset
// has no place for changes nothing; of the points that differ in nothing else,
// one stands for all.
func (t *Tuning) document(at tune.Point) (base *strategy.Loaded, sets []strategy.Setting, ok bool) {
	if !at.Inside() {
		k := int(at - tune.Outside)
		if k == 0 {
			return t.base, nil, true
		}
		return t.rivals[k-1], nil, true
	}
	settings := t.space().Settings(at)
	base, preset := t.base, 0
	if i := t.presetAxis(); i >= 0 {
		preset = settings[i]
		base = t.presets[preset]
	}
	for i, a := range t.axes {
		switch {
		case a.Name == presetPath:
		case a.applies[preset]:
			sets = append(sets, t.settings(base, a.Name, a.Labels[settings[i]])...)
		case settings[i] != 0:
			return nil, nil, false
		}
	}
	return base, sets, true
}
