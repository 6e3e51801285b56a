package report

// jsonComparisons is the comparison of each strategy with the reference, and
// with the bound:
//
//	comparisons  strategy, reference
//	  improved, worsened  part of the requests that it answered better and worse
//	                      than the reference on the same seed, over seeds; null
//	                      where requests were not compared
//	  metrics, regret     its figures less the reference's, and less the bound's
//	    mean, low, high   95 % interval over common seeds
//	    method            t, bca, welch, exact, or none where one seed has no interval
//	    correlation       of the two strategies' values over seeds; null where one never varies
//	    variance_ratio    how many times fewer replications common seeds need; null where
//	                      the difference never varies
//	    p, p_adjusted     two-sided; by Holm over the strategies
//	    shown             a difference is shown at 5 % of p_adjusted
func jsonComparisons(r *Result) block {
	compared, regret := r.Compared(), r.Regret()
	out := block{}
	for i := range r.Strategies {
		s := &r.Strategies[i]
		o := object{{"strategy", s.Name}, {"reference", nil}}
		for k := range compared {
			if compared[k].Strategy == s.Name {
				o[1].value = compared[k].Against
			}
		}
		better, worse := s.Shares()
		o = append(o, member{"improved", jsonSummary(better)}, member{"worsened", jsonSummary(worse)})
		metrics, lost := jsonContrasts(compared, s.Name), jsonContrasts(regret, s.Name)
		if len(metrics)+len(lost) > 0 {
			out = append(out, append(o, member{"metrics", metrics}, member{"regret", lost}))
		}
	}
	return out
}

func jsonContrasts(all []Contrast, strategy string) object {
	out := object{}
	for i := range all {
		c := &all[i]
		if c.Strategy != strategy {
			continue
		}
		var v any
		if c.Exists() {
			v = line{{"mean", number(c.Diff.Mean)}, {"low", number(c.Diff.Low)}, {"high", number(c.Diff.High)}, {"method", c.Method.String()},
				{"correlation", number(c.Correlation)}, {"variance_ratio", number(c.Ratio)},
				{"p", number(c.P)}, {"p_adjusted", number(c.Adjusted)}, {"shown", c.Shown}}
		}
		out = append(out, member{c.Metric, v})
	}
	return out
}
