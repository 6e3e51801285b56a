package report

import "wavetank/sim/tune"

func (t *Tuning) jsonOutcome() object {
	o := t.Outcome
	rungs, broken, front := block{}, block{}, block{}
	for _, r := range o.Rungs {
		rungs = append(rungs, line{{"points", r.Points}, {"replications", r.Replications}})
	}
	for _, c := range o.Broken {
		broken = append(broken, line{{"requirement", c.Requirement}, {"scenario", c.Member}, {"best", number(c.Best)}, {"point", jsonPoint(c.Point)}})
	}
	for i := range o.Front {
		front = append(front, jsonFinalist(&o.Front[i]))
	}
	c := &o.Contest
	return object{
		{"size", number(o.Size)}, {"candidates", o.Candidates}, {"sampled", o.Sampled},
		{"invalid", o.Invalid}, {"infeasible", o.Infeasible},
		{"rungs", rungs},
		{"partial", o.Partial}, {"feasible", o.Feasible},
		{"broken", broken},
		{"front", front},
		{"winner", o.Winner}, {"chord", o.Chord}, {"utopia", o.Utopia}, {"how", o.How.String()},
		{"contest", line{{"finalists", c.Finalists}, {"replications", c.Replications}, {"delta", number(c.Delta)},
			{"left", places(c.Left)}, {"settled", c.Settled}}},
		{"current", jsonFinalist(&o.Current)},
		{"held_out", jsonHeld(o.Held)},
		{"sensitivity", jsonSensitivity(o.Sensitivity)},
		{"heat", jsonHeat(o.Heat)},
	}
}

// places are never null.
func places(all []int) []int {
	if all == nil {
		return []int{}
	}
	return all
}

func jsonFinalist(f *tune.Finalist) object {
	var settings, members any
	if f.Settings != nil {
		settings = f.Settings
	}
	if f.Members != nil {
		all := block{}
		for _, m := range f.Members {
			all = append(all, jsonEstimates(m))
		}
		members = all
	}
	return object{
		{"point", jsonPoint(f.Point)}, {"settings", settings},
		{"values", jsonEstimates(f.Values)}, {"members", members},
		{"mean", numbersOf(f.Mean)}, {"worst", numbersOf(f.Worst)}, {"regret", numbersOf(f.Regret)},
		{"score", number(f.Score)}, {"estimated", f.Estimated}, {"feasible", f.Feasible},
		{"bend", number(f.Bend)}, {"alike", jsonPoints(f.Alike)},
	}
}

func jsonHeld(h *tune.Held) any {
	if h == nil {
		return nil
	}
	rivals := block{}
	for i := range h.Rivals {
		r := &h.Rivals[i]
		rivals = append(rivals, object{{"point", jsonPoint(r.Point)}, {"values", jsonEstimates(r.Values)},
			{"difference", jsonEstimates(r.Diff)}, {"verdict", signNames(r.Sign)}, {"kept", flags(r.Kept)}})
	}
	return object{{"replications", h.Replications}, {"winner", jsonEstimates(h.Winner)},
		{"optimism", jsonEstimates(h.Optimism)}, {"rivals", rivals}, {"kept", flags(h.Kept)}}
}

func signNames(all []tune.Sign) []string {
	out := make([]string, len(all))
	for i, s := range all {
		out[i] = s.String()
	}
	return out
}

// flags are never null.
func flags(all []bool) []bool {
	if all == nil {
		return []bool{}
	}
	return all
}

func jsonSensitivity(all []tune.Sensitivity) block {
	out := block{}
	for i := range all {
		s := &all[i]
		steps, signs := block{}, block{}
		for o := range s.Steps {
			steps = append(steps, jsonEstimates(s.Steps[o]))
		}
		for o := range s.Signs {
			signs = append(signs, signNames(s.Signs[o]))
		}
		out = append(out, object{{"axis", s.Axis}, {"shares", numbersOf(s.Shares)}, {"steps", steps}, {"verdicts", signs}})
	}
	return out
}

func jsonHeat(h *tune.Heat) any {
	if h == nil {
		return nil
	}
	values := block{}
	for _, byY := range h.Values {
		rows := block{}
		for _, row := range byY {
			rows = append(rows, numbersOf(row))
		}
		values = append(values, rows)
	}
	return object{{"x", h.X}, {"y", h.Y}, {"replications", h.Replications}, {"values", values}}
}
