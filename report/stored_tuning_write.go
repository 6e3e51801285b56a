package report

import (
	"io"
	"strconv"

	"wavetank/sim/tune"
)

func init() {
	registerTuning("json", "everything that the search found, for programs", writeTuningJSON)
}

// writeTuningJSON writes the document of a search. It holds no value from a wall
// clock; points are decimal strings, since they may not fit a double.
func writeTuningJSON(w io.Writer, t *Tuning, _ View) error {
	s, p := &t.Strategy, &t.Products
	return writeDocument(w, tuningShape, &tuningDoc{SchemaVersion: schemaVersion, Kind: "tuning", Model: Model,
		Scenarios:    each(t.Scenarios, scenarioOf),
		Strategy:     settingDoc{Name: s.Name, Preset: s.Preset, Version: s.Version, Unverified: s.Unverified, Hash: s.Hash},
		Axes:         each(t.Axes, axisOf),
		Objectives:   each(t.Objectives, objectiveOf),
		Over:         t.Over.String(),
		Requirements: t.Require, Rivals: t.Rivals, Replications: t.Asked, Again: t.Again,
		Seeds:    firstSeedsDoc{Search: seed(t.Seeds[0]), HeldOut: seed(t.Seeds[1])},
		Warnings: each(t.Warnings, warningOf),
		Verdict:  t.headline().word,
		Outcome:  outcomeOf(t.Outcome),
		Changes:  each(t.Changes, func(c *TuningChange) changeDoc { return changeDoc{Path: c.Path, From: orNull(c.From), To: c.To} }),
		Products: productsDoc{Strategy: orNull(p.Strategy), Gobreaker: orNull(p.Gobreaker), GobreakerReason: orNull(p.GobreakerReason),
			Patch: orNull(p.Patch), PatchReason: orNull(p.PatchReason)},
	})
}

func axisOf(a *tune.Axis) axisDoc {
	out := axisDoc{Name: a.Name, Labels: a.Labels, Log: a.Log}
	if a.At != nil {
		out.At = each(a.At, func(v *float64) amount { return amount(*v) })
	}
	return out
}

func objectiveOf(o *TuningObjective) objectiveDoc {
	return objectiveDoc{Metric: o.Name, Unit: unitNames[o.Unit], Better: betterNames[o.higher()], Weight: amount(o.Weight), Weighted: o.Weighted}
}

func outcomeOf(o *tune.Outcome) outcomeDoc {
	c := &o.Contest
	out := outcomeDoc{Size: amount(o.Size), Candidates: o.Candidates, Sampled: o.Sampled, Invalid: o.Invalid, Infeasible: o.Infeasible,
		Rungs:   each(o.Rungs, func(r *tune.Rung) rungDoc { return rungDoc{Points: r.Points, Replications: r.Replications} }),
		Partial: o.Partial, Feasible: o.Feasible,
		Broken: each(o.Broken, func(c *tune.Closest) brokenDoc {
			return brokenDoc{Requirement: c.Requirement, Scenario: c.Member, Best: c.Best, Point: pointOf(&c.Point)}
		}),
		Front:  each(o.Front, finalistOf),
		Winner: o.Winner, Chord: o.Chord, Utopia: o.Utopia, How: o.How.String(),
		Contest: contestDoc{Finalists: c.Finalists, Replications: c.Replications, Delta: amount(c.Delta), Left: c.Left, Settled: c.Settled},
		Current: finalistOf(&o.Current),
		Sensitivity: each(o.Sensitivity, func(s *tune.Sensitivity) sensitivityDoc {
			return sensitivityDoc{Axis: s.Axis, Shares: s.Shares, Steps: each(s.Steps, estimatesOf),
				Verdicts: each(s.Signs, func(all *[]tune.Sign) []string { return names(*all...) })}
		})}
	if h := o.Held; h != nil {
		out.HeldOut = heldOf(h)
	}
	if h := o.Heat; h != nil {
		out.Heat = &heatDoc{X: h.X, Y: h.Y, Replications: h.Replications, Values: h.Values}
	}
	return out
}

// pointOf is a point as a decimal string.
func pointOf(p *tune.Point) string { return strconv.FormatUint(uint64(*p), 10) }

func finalistOf(f *tune.Finalist) finalistDoc {
	out := finalistDoc{Point: pointOf(&f.Point), Settings: f.Settings, Values: estimatesOf(&f.Values), Mean: f.Mean, Worst: f.Worst,
		Regret: f.Regret, Score: f.Score, Estimated: f.Estimated, Feasible: f.Feasible, Bend: f.Bend, Alike: each(f.Alike, pointOf)}
	if f.Members != nil {
		out.Members = each(f.Members, estimatesOf)
	}
	return out
}

func heldOf(h *tune.Held) *heldDoc {
	return &heldDoc{Replications: h.Replications, Winner: estimatesOf(&h.Winner), Optimism: estimatesOf(&h.Optimism), Kept: h.Kept,
		Rivals: each(h.Rivals, func(r *tune.Rival) rivalDoc {
			return rivalDoc{Point: pointOf(&r.Point), Values: estimatesOf(&r.Values), Difference: estimatesOf(&r.Diff),
				Verdict: names(r.Sign...), Kept: r.Kept}
		})}
}

// estimatesOf are null where no replication has a value.
func estimatesOf(all *[]tune.Estimate) []*estimateDoc {
	return each(*all, func(e *tune.Estimate) *estimateDoc {
		if bad(e.Mean) {
			return nil
		}
		return &estimateDoc{Mean: e.Mean, Low: e.Low, High: e.High, N: e.N}
	})
}
