package scenarios

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"wavetank/chain"
	"wavetank/chain/strategy"
	"wavetank/chain/strategy/yamldoc"
	"wavetank/report/judge"
	"wavetank/report/measure"
)

// maxTrials bounds what is played beside the strategies: each trial costs as much
// as a strategy.
const maxTrials = 3

// Advise finds what costs the strategy to ship most, and plays alternatives of the
// settings that this hangs on, under the same seeds, until one helps: each of the
// first two alone, then both together. It notes what it finds in the result. A
// partial result is left as it is.
func (s *Scenario) Advise(ctx context.Context, r *judge.Result) error {
	if err := r.Diagnose(ctx); err != nil || r.Complaint == nil {
		return err
	}
	r.Trial, r.Tried = nil, nil
	at := slices.IndexFunc(s.Strategies, func(l *strategy.Loaded) bool { return l.Name == r.Complaint.Strategy })
	if at < 0 {
		return nil
	}
	k := &bench{doc: &s.Strategies[at].Doc, complaint: r.Complaint, strategy: &r.Strategies[at], spec: s.Setup.World.Spec(), slo: s.SLO,
		deadline: s.Document.Workload.Deadline}
	for _, c := range k.alternatives(func(c change) bool { _, ok := s.own(at, c); return ok }) {
		t, err := s.try(ctx, r, at, c)
		if err != nil {
			return err
		}
		switch {
		case t == nil: // the setting goes with nothing that the strategy has
		case r.Helps(t):
			r.Trial, r.Tried = t, nil
			return nil
		default:
			r.Tried = append(r.Tried, t.Change)
		}
	}
	return nil
}

// own is a change in the words of the configuration that a strategy came from.
func (s *Scenario) own(at int, c change) (text string, ok bool) {
	if s.Own == nil {
		return "", true
	}
	return s.Own(s.Strategies[at], c.path, c.value)
}

// alternatives are the changes to try, in their order: of those that can be said.
func (k *bench) alternatives(sayable func(change) bool) (out [][]change) {
	for _, turn := range knobs[k.complaint.Cause] {
		c, ok := turn(k)
		known := slices.ContainsFunc(out, func(o []change) bool { return o[0].path == c.path && o[0].value == c.value })
		if ok && !known && len(out) < maxTrials && sayable(c) {
			out = append(out, []change{c})
		}
	}
	if len(out) > 1 && out[0][0].path != out[1][0].path {
		both := []change{out[0][0], out[1][0]}
		out = append(out[:min(len(out), maxTrials-1)], both)
	}
	return out
}

// try plays changes together. It gives nothing where they make no strategy.
func (s *Scenario) try(ctx context.Context, r *judge.Result, at int, cs []change) (*judge.Trial, error) {
	t := &judge.Trial{Base: r.Complaint.Strategy}
	var sets, own []string
	for _, c := range cs {
		sets = append(sets, c.path+"="+c.value)
		if text, _ := s.own(at, c); text != "" {
			own = append(own, text)
		}
	}
	t.Change, t.Own = strings.Join(sets, ","), strings.Join(own, ", ")
	t.Arg = s.free(cs[0].name) + "=" + s.source(t.Base) + "," + t.Change
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
