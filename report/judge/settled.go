package judge

import "wavetank/report/measure"

// Open says what more runs might still change, in a clause each: the comparison
// behind what to ship, rules whose margin is no larger than its interval, gated
// figures that may be worse. It depends on figures alone.
func (r *Result) Open() (out []string) {
	switch k := r.Rank(); {
	case k.Word == WordUnsure:
		out = append(out, "which of "+k.First[0].Name+" and "+k.First[1].Name)
	case k.Word == WordShip && k.RunnerUp != nil && !k.Choice.By.Settled():
		out = append(out, "whether "+k.First[0].Name+" beats "+k.RunnerUp.Name+" by as much as matters")
	}
	for i := range r.Expectations {
		if e := &r.Expectations[i]; e.Verdict < Skipped && !e.Advisory && e.Near {
			out = append(out, "rule "+e.Rule)
		}
	}
	for i := range r.Regressions {
		if g := &r.Regressions[i]; g.MayBeWorse() {
			out = append(out, "whether "+g.Strategy+"'s "+g.Metric+" is worse")
		}
	}
	return out
}

// margin is the rule's left side less its right side, over seeds.
func (r *Rule) margin(result *Result) measure.Summary {
	n := len(result.Seeds)
	values := map[*quantity][]float64{}
	for _, q := range r.Quantities() {
		f := q.figure(result)
		n = min(n, len(f.PerSeed))
		values[q] = f.PerSeed
	}
	out := make([]float64, n)
	for i := range out {
		at := func(q *quantity) span { return exactly(values[q][i]) }
		out[i] = r.left.eval(at).value - r.right.eval(at).value
	}
	return measure.Summarize(out)
}

// near reports whether the interval of a rule's margin holds its limit, so that other
// seeds might judge otherwise. Margins that never vary are not near.
func (r *Rule) near(result *Result) bool {
	m := r.margin(result)
	return m.N > 1 && m.Low < m.High && m.Low <= 0 && m.High >= 0
}
