package search

import (
	"context"
	"fmt"

	"wavetank/chain/strategy"
	"wavetank/chain/strategy/yamldoc"
	"wavetank/report/judge"
	"wavetank/scenarios"
	"wavetank/sim/tune"
)

// Report puts words to what a search found. It plays a patch again before it is
// offered, until the context ends.
func (t *Tuning) Report(ctx context.Context, o *tune.Outcome) (_ *judge.Tuning, err error) {
	r := &judge.Tuning{Strategy: scenarios.Contestant(t.base), Objectives: t.aims.objectives, Over: t.Over, Require: t.aims.texts,
		Outcome: o, Warnings: t.warnings, Asked: o.Rungs[len(o.Rungs)-1].Replications}
	r.Axes = t.space().Axes
	first := t.suite[0].Seed
	r.Seeds = [2]uint64{first, first + tune.FirstHeld}
	for _, s := range t.suite {
		r.Scenarios = append(r.Scenarios, s.Summary())
	}
	r.Rivals = append(r.Rivals, t.base.Name)
	for _, l := range t.rivals {
		r.Rivals = append(r.Rivals, l.Name)
	}
	if len(o.Front) == 0 {
		return r, nil
	}
	won := o.Front[o.Winner]
	winner := t.loaded(won.Point, t.suite[0], false)
	if winner == nil {
		return nil, fmt.Errorf("internal error: the winner, point %d, is no strategy", won.Point)
	}
	r.Changes = t.changes(&won)
	r.Products, err = t.products(ctx, r, winner)
	return r, err
}

// changes are the settings that the winner has otherwise than the strategy in
// force.
func (t *Tuning) changes(won *tune.Finalist) (out []judge.TuningChange) {
	for i, a := range t.axes {
		to := a.Labels[won.Settings[i]]
		from := ""
		switch a.Name {
		case presetPath:
			from = t.base.Preset
			if from == "" {
				from = t.base.Name
			}
		case orderPath:
			from = t.orderInForce()
		default:
			from = t.valueInForce(a.Name)
		}
		if a.Name == presetPath && from != to || a.Name != presetPath && t.alters(a.Name, to) {
			out = append(out, judge.TuningChange{Path: a.Name, From: from, To: to})
		}
	}
	return out
}

// canonical is a strategy's document with everything spelled out.
func canonical(l *strategy.Loaded) *yamldoc.Node {
	n, ps := yamldoc.Parse(l.Name, l.Canonical())
	if ps != nil {
		return &yamldoc.Node{Kind: yamldoc.Map}
	}
	return n
}

// alters reports whether a value makes another strategy of the one in force, which
// is given in full: 60s is 1m, and what is a default already changes nothing.
func (t *Tuning) alters(path, label string) bool {
	if path == orderPath && label == t.orderInForce() || label == nothing && t.before.Find(path) == nil {
		return false
	}
	l, ps := strategy.Load(t.base.Name, t.base.Tree, strategy.Options{Set: t.settings(t.base, path, label), Engine: t.Engine, Env: t.Env})
	return ps != nil || l.Hash != t.base.Hash
}

// nothing is what an absent slot does, written out.
const nothing = "{kind: none}"

// shown is a value on one line, as a document has it in braces and brackets.
func shown(n *yamldoc.Node) string {
	if n == nil || n.Kind == yamldoc.Null {
		return ""
	}
	if n.Kind == yamldoc.Scalar {
		return n.Text
	}
	return yamldoc.OneLine(n)
}
