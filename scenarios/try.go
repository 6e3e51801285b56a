package scenarios

import (
	"context"
	"slices"
	"strconv"

	"wavetank/chain"
	"wavetank/chain/strategy"
	"wavetank/chain/strategy/yamldoc"
	"wavetank/report/judge"
	"wavetank/report/measure"
)

// maxTrials bounds what is played beside the strategies: each trial costs as much
// as a strategy.
const maxTrials = 2

// Advise finds what the strategy to ship leaves unsolved, and plays one
// alternative of the setting that this hangs on, under the same seeds; if that
// is no better, one more. It notes both in the result. A partial result is left
// as it is.
func (s *Scenario) Advise(ctx context.Context, r *judge.Result) error {
	if err := r.Diagnose(ctx); err != nil || r.Complaint == nil {
		return err
	}
	r.Trial = nil
	at := slices.IndexFunc(s.Strategies, func(l *strategy.Loaded) bool { return l.Name == r.Complaint.Strategy })
	if at < 0 {
		return nil
	}
	k := &bench{doc: &s.Strategies[at].Doc, complaint: r.Complaint, strategy: &r.Strategies[at],
		providers: r.Scenario.Providers, slo: s.SLO}
	left := maxTrials
	for _, turn := range knobs[r.Complaint.Cause] {
		c, ok := turn(k)
		if !ok || left == 0 {
			continue
		}
		left--
		t, err := s.try(ctx, r, k, c)
		if err != nil {
			return err
		}
		if t == nil {
			continue // the setting goes with nothing that the strategy has
		}
		if r.Trial == nil || r.Helps(t) {
			r.Trial = t
		}
		if r.Helps(t) {
			break
		}
	}
	return nil
}

// try plays one change. It gives nothing where the change makes no strategy.
func (s *Scenario) try(ctx context.Context, r *judge.Result, k *bench, c change) (*judge.Trial, error) {
	t := &judge.Trial{Base: r.Complaint.Strategy, Path: c.path, Value: c.value}
	t.Arg = s.free(c.name) + "=" + s.source(t.Base) + "," + c.path + "=" + c.value
	loaded, err := s.variant(t.Arg)
	if err != nil {
		return nil, nil
	}
	runs, seeds, err := measure.Compare(ctx, measure.Comparison{Setup: s.Setup, Strategies: []chain.Strategy{loaded.Recipe}, Seeds: r.Seeds, SLO: s.SLO})
	if err != nil || len(seeds) < len(r.Seeds) {
		return nil, err
	}
	t.Strategy = Contestant(loaded)
	t.Strategy.Runs = runs[0]
	return t, nil
}

// Arg returns the value of --strategy that plays a strategy of the scenario alone.
func (s *Scenario) Arg(name string) string {
	if p, text := s.picked(name); p != nil {
		return text
	}
	return name
}

// source is what a variant of a strategy starts from, with what changes it.
func (s *Scenario) source(name string) string {
	p, _ := s.picked(name)
	if p == nil {
		return name
	}
	out := p.Source
	for _, set := range p.Sets {
		out += "," + set.Path + "=" + set.Value
	}
	return out
}

// picked is the --strategy that a strategy came from, if it did.
func (s *Scenario) picked(name string) (*pick, string) {
	for _, text := range s.loader.Options.Strategies {
		if p, err := ParsePick(text); err == nil && p.name == name {
			return &p, text
		}
	}
	return nil, ""
}

// free is a name that no strategy of the scenario has.
func (s *Scenario) free(name string) string {
	taken := func(name string) bool {
		return slices.ContainsFunc(s.Strategies, func(l *strategy.Loaded) bool { return l.Name == name })
	}
	out := name
	for n := 2; taken(out); n++ {
		out = name + "-" + strconv.Itoa(n)
	}
	return out
}

// variant loads one more strategy, just as --strategy does.
func (s *Scenario) variant(arg string) (*strategy.Loaded, error) {
	p, err := ParsePick(arg)
	if err != nil {
		return nil, err
	}
	l := *s.loader
	w, err := l.sourceOf(p, yamldoc.Pos{Origin: "--strategy " + arg})
	if err != nil {
		return nil, err
	}
	w.sets = p.Sets
	loaded, ps := l.loadStrategy(w)
	if ps != nil {
		return nil, ps
	}
	return loaded, nil
}
