package stored

import (
	"io"
	"time"

	"wavetank/report/judge"
	"wavetank/report/measure"
	"wavetank/report/words"
)

// Write writes the document of one scenario, or a list of them. Times are
// in seconds and no value comes from a wall clock.
func Write(w io.Writer, r *words.Report) error {
	runs := each(r.Results, func(one **judge.Result) resultDoc { return documentOf(*one) })
	if len(runs) == 1 {
		return writeDocument(w, resultShape(), &runs[0])
	}
	return writeDocument(w, severalShape(), &severalDoc{SchemaVersion: schemaVersion, Runs: runs})
}

func documentOf(r *judge.Result) resultDoc {
	d := resultDoc{SchemaVersion: schemaVersion, Model: judge.Model, Scenario: scenarioOf(&r.Scenario), Again: r.Again, Partial: r.Partial,
		Seeds:        each(r.Seeds, func(s *uint64) seed { return seed(*s) }),
		Warnings:     each(r.Warnings, warningOf),
		Imprecise:    r.Imprecise,
		Strategies:   each(r.Strategies, func(s *measure.Strategy) strategyDoc { return strategyOf(r, s) }),
		Comparisons:  comparisonsOf(r),
		Expectations: each(r.Expectations, expectationOf),
		Decision:     decisionOf(r)}
	if r.Regressions != nil {
		d.Baseline, d.Regressions = &baselineDoc{Name: r.BaselineName}, each(r.Regressions, regressionOf)
	}
	return d
}

func decisionOf(r *judge.Result) decisionDoc {
	k := r.Rank()
	name := func(s **measure.Strategy) string { return (*s).Name }
	d := decisionDoc{Word: k.Word.String(), Strategies: each(k.First, name), By: k.By, Barred: each(k.Barred, name)}
	if k.RunnerUp != nil {
		d.Against = k.RunnerUp.Name
	}
	return d
}

func warningOf(w *judge.Warning) warningDoc {
	return warningDoc{File: w.File, Line: w.Line, Text: w.Text}
}

// scenarioOf is all that a result says about its scenario, so that reading it
// back gives the same screen.
func scenarioOf(sc *measure.Scenario) scenarioDoc {
	return scenarioDoc{Name: sc.Name, Hash: sc.Hash, File: sc.File, Title: sc.Title, Rate: sc.Rate,
		Duration: sc.Duration, SLO: sc.SLO, Limit: sc.Limit, LimitOf: sc.LimitOf, Providers: sc.Providers,
		Decide: each(sc.Decide, func(c *measure.Decide) decideDoc { return decideDoc{Metric: c.Metric, Part: c.Part, Least: c.Least} }),
		Timeline: each(sc.Timeline, func(f *measure.Fault) faultDoc {
			return faultDoc{Kind: f.Kind, Targets: f.Targets, At: [2]time.Duration{f.At.Min, f.At.Max}, For: [2]time.Duration{f.For.Min, f.For.Max}}
		})}
}

func strategyOf(r *judge.Result, s *measure.Strategy) strategyDoc {
	d := strategyDoc{Name: s.Name, Preset: s.Preset, Version: s.Version, Unverified: s.Unverified, Hash: s.Hash, Summary: s.Summary,
		Ideal: s.Ideal, HasBreaker: s.HasBreaker, Counter: s.Counterexample, Providers: named[providerFigures]{}}
	if s.File != "" {
		d.File, d.Line = s.File, &s.Line
	}
	for _, m := range measure.Catalogue {
		d.Metrics = append(d.Metrics, member[*figureDoc]{m.Name, figureOf(m.Unit, s.Figure(m.Name))})
	}
	for p, name := range r.Scenario.Providers {
		d.Providers.add(name, each(measure.ProviderCatalogue, func(m *string) member[*figureDoc] {
			return member[*figureDoc]{*m, figureOf(judge.ProviderUnit(*m), s.ProviderFigure(p, *m))}
		}))
	}
	for i := range s.Runs {
		run := &s.Runs[i]
		d.Fired = append(d.Fired, run.Fired[:min(len(run.Fired), len(r.Scenario.Timeline))])
		d.TripsOmitted += int64(run.TripsOmitted)
		for _, t := range run.Trips {
			d.Trips = append(d.Trips, tripDoc{Seed: seed(run.Seed), Provider: r.Scenario.Providers[t.Provider], At: time.Duration(t.At),
				Label: t.Label.String(), Reason: t.Reason, Badness: share(t.Badness), Counted: t.Counted, Slow: t.Slow})
		}
	}
	return d
}

// figureOf is nil where no seed has a value. Mean and interval are those of the
// values as they are written, so that reading them back gives the same.
func figureOf(u measure.Unit, s measure.Summary) *figureDoc {
	s = measure.SummarizeIn(u, judge.Rounded(s.PerSeed))
	if !s.Exists() {
		return nil
	}
	return &figureDoc{Mean: s.Mean, Low: s.Low, High: s.High, PerSeed: s.PerSeed}
}

// comparisonsOf are those of each strategy with the reference, and with the bound.
func comparisonsOf(r *judge.Result) (out []comparisonDoc) {
	compared, regret := r.Compared(), r.Regret()
	for i := range r.Strategies {
		s := &r.Strategies[i]
		better, worse := judge.Shares(s)
		c := comparisonDoc{Strategy: s.Name, Improved: figureOf(measure.Rate, better), Worsened: figureOf(measure.Rate, worse),
			Metrics: contrastsOf(compared, s.Name), Regret: contrastsOf(regret, s.Name)}
		for k := range compared {
			if compared[k].Strategy == s.Name {
				c.Reference = orNull(compared[k].Against)
			}
		}
		if len(c.Metrics)+len(c.Regret) > 0 {
			out = append(out, c)
		}
	}
	return out
}

func contrastsOf(all []judge.Contrast, strategy string) (out named[*contrastDoc]) {
	for i := range all {
		c := &all[i]
		if c.Strategy != strategy {
			continue
		}
		var d *contrastDoc
		if c.Exists() {
			d = &contrastDoc{Mean: c.Diff.Mean, Low: c.Diff.Low, High: c.Diff.High, Method: c.Diff.Method.String(), Carriers: c.Diff.Carriers(), Unseen: c.Diff.Unseen(),
				Correlation: c.Correlation, Ratio: c.Ratio, P: c.P, Adjusted: c.Adjusted, Shown: c.Shown}
		}
		out.add(c.Metric, d)
	}
	return out
}

// expectationOf is a rule and its verdict; how it is judged is told where it is
// not as usual.
func expectationOf(e *judge.Expectation) expectationDoc {
	d := expectationDoc{Rule: e.Rule, Observed: mixed{e.Observed, e.Text}, Verdict: e.Verdict.String(), File: e.File, Line: e.Line,
		Why: e.Why, About: e.About, Near: e.Near, Detail: e.Detail}
	if e.Advisory {
		d.Severity = "advisory"
	}
	if e.On != judge.OnEstimate {
		d.On = e.On.String()
	}
	return d
}

func regressionOf(g *judge.Regression) regressionDoc {
	return regressionDoc{Strategy: g.Strategy, Metric: g.Metric, Change: g.Change.String(), Base: g.Base.Mean, Head: g.Head.Mean,
		Diff: g.Diff.Mean, Low: g.Diff.Low, High: g.Diff.High, Level: g.Level, Tolerance: g.Tolerance, Text: g.Text}
}
