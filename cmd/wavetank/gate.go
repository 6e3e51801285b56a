package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"wavetank/chain/strategy/yamldoc"
	"wavetank/report/judge"
	"wavetank/scenarios"
)

// gateFlags say what a run is held against, and what fails it.
type gateFlags struct {
	expect   []string
	baseline string
	save     string
	against  string
	only     []string
	failOn   []string

	fail  judge.FailOn
	sides map[*scenarios.Scenario]*side
}

// side is what one scenario is held against: a result that is there, or
// strategies to play.
type side struct {
	name  string
	base  *judge.Result
	other *scenarios.Scenario // neither: there is nothing to compare with; base then is what it has played
	gate  judge.Gate
	tell  []string // what the reader must know
}

// register adds the flags that run and check share.
func (g *gateFlags) register(c *cobra.Command) {
	fl := c.Flags()
	fl.StringVar(&g.baseline, "baseline", "", "hold the result against `FILE`, which --save-baseline or -o json wrote")
	fl.StringArrayVar(&g.only, "gate", nil, "look for regressions of strategy `NAME` alone; repeatable\n(default all that both sides have)")
	fl.StringArrayVar(&g.failOn, "fail-on", nil, "fail on `WORDS`, joined by commas: expect, regression, advisory,\ninconclusive, or none (default expect, and regression with a baseline)")
}

// registerRun adds those of run alone.
func (g *gateFlags) registerRun(c *cobra.Command) {
	fl := c.Flags()
	fl.StringArrayVar(&g.expect, "expect", nil, "demand `RULE` too, as 'ours.latency_p99 <= baseline + 50ms'; repeatable")
	fl.StringVar(&g.save, "save-baseline", "", "write the result to `FILE`, for a later --baseline")
	fl.StringVar(&g.against, "against", "", "look for regressions against another version's strategies, played\non the same seeds: `REV|FILE`, a git revision, or a scenario, chain\nor strategy file")
}

// read checks the flags' values.
func (g *gateFlags) read() error {
	if g.baseline != "" && g.against != "" {
		return errors.New("--baseline and --against both say what to compare with: give one")
	}
	held := g.baseline != "" || g.against != ""
	if len(g.failOn) > 0 {
		on, err := judge.ParseFailOn(strings.Join(g.failOn, ","), yamldoc.Nearest)
		if err != nil {
			return fmt.Errorf("--fail-on: %w", err)
		}
		if on&judge.FailRegression != 0 && !held {
			return errors.New("--fail-on regression: nothing to compare with; give --baseline FILE or --against REV")
		}
		g.fail = on
	}
	if len(g.only) > 0 && !held {
		return errors.New("--gate: nothing to compare with; give --baseline FILE or --against REV")
	}
	return nil
}

// saved is where a baseline is kept, if it is.
func (g *gateFlags) saved() []target {
	if g.save == "" {
		return nil
	}
	return []target{{kind: "json", path: g.save, flag: "--save-baseline"}}
}

// prepare finds what each scenario is held against, before anything is played.
func (g *gateFlags) prepare(s *system, f *runFlags, all []*scenarios.Scenario) error {
	g.sides = map[*scenarios.Scenario]*side{}
	var err error
	switch {
	case g.baseline != "":
		err = g.readBaseline(s, f.opts.Files(), all, f.seeds, f.sampling.plan)
	case g.against != "":
		err = g.loadAgainst(f.opts, all)
	}
	if err != nil {
		return err
	}
	return g.choose(all)
}

// choose turns --gate into the strategies of each scenario. A name that none of
// them has on both sides is a slip.
func (g *gateFlags) choose(all []*scenarios.Scenario) error {
	var known []string
	for _, sc := range all {
		d := g.sides[sc]
		if d == nil {
			continue
		}
		shared := slices.DeleteFunc(contestants(sc), func(name string) bool { return !slices.Contains(d.names(), name) })
		if len(g.only) > 0 {
			d.gate.Strategies = slices.DeleteFunc(slices.Clone(shared), func(name string) bool { return !slices.Contains(g.only, name) })
		}
		known = append(known, shared...)
	}
	return knownGates(g.only, known)
}

// knownGates refuses a --gate that nothing has on both sides.
func knownGates(only, known []string) error {
	for _, name := range only {
		if !slices.Contains(known, name) {
			slices.Sort(known)
			return fmt.Errorf("--gate %s: no strategy of that name on both sides (%s)", name,
				hintOr(name, known, "there are: "+strings.Join(slices.Compact(known), ", ")))
		}
	}
	return nil
}

// contestants are the strategies of a scenario, but for the bound.
func contestants(sc *scenarios.Scenario) (out []string) {
	for _, s := range sc.Strategies {
		if s.Name != scenarios.Ideal {
			out = append(out, s.Name)
		}
	}
	return out
}

// names are the strategies of the other side.
func (d *side) names() (out []string) {
	if d.other != nil {
		return contestants(d.other)
	}
	if d.base != nil {
		for _, s := range d.base.Strategies {
			out = append(out, s.Name)
		}
	}
	return out
}

// hold judges a result against the other side, playing that first where it is to
// be played, and judges the rules again, which may speak of it.
func (g *gateFlags) hold(ctx context.Context, s *system, quiet bool, sc *scenarios.Scenario, r *judge.Result) error {
	r.FailOn = g.fail
	d := g.sides[sc]
	if d == nil {
		return nil
	}
	for _, text := range d.tell {
		r.Warnings = append(slices.Clone(r.Warnings), judge.Warning{Text: text})
	}
	if d.base == nil && d.other == nil {
		return nil
	}
	if r.Partial {
		r.Warnings = append(slices.Clone(r.Warnings), judge.Warning{Text: "not compared with " + d.name + ", for seeds are missing"})
		return nil
	}
	if d.other != nil {
		tell, finish := newProgress(s, quiet, sc.Name+" against "+d.name)
		base, err := d.other.Extend(ctx, d.base, r.Seeds, tell)
		finish()
		if err != nil {
			r.Partial = ctx.Err() != nil
			return ours(err)
		}
		d.base = base
	} else if err := d.base.Fits(r.Scenario, r.Seeds, contestants(sc)); err != nil {
		return aboutBaseline(g.baseline, d.base, err)
	}
	if err := r.Hold(d.base, d.name, d.gate); err != nil {
		return err
	}
	r.Judge(sc.Rules)
	d.point(sc, r)
	return nil
}

// point moves where strategies are said to be written to the line that the other
// side has differently, for whoever looks into a regression.
func (d *side) point(sc *scenarios.Scenario, r *judge.Result) {
	if d.other == nil {
		return
	}
	for i := range r.Strategies {
		if file, line, ok := sc.Changed(d.other, r.Strategies[i].Name); ok {
			r.Strategies[i].File, r.Strategies[i].Line = file, line
		}
	}
}

// again are the arguments that judge the same.
func (g *gateFlags) again() (out []string) {
	add := func(flag string, values ...string) {
		for _, v := range values {
			if v != "" {
				out = append(out, flag, v)
			}
		}
	}
	add("--expect", g.expect...)
	add("--baseline", g.baseline)
	add("--against", g.against)
	add("--gate", g.only...)
	add("--fail-on", g.failOn...)
	return out
}
