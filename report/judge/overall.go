package judge

import (
	"slices"
	"strconv"
	"strings"

	"wavetank/report/measure"
)

// Overall joins results of several scenarios into one, so that one decision is made
// over all: of each strategy that plays in all of them, a figure under a seed is the
// mean of those that the scenarios have under the seed of the same place, each
// scenario counting alike. What a scenario says of the time since its first fault it
// says of its whole run where it has no fault. It is nil where there is nothing to
// join.
func Overall(all []*Result) *Result {
	if len(all) < 2 {
		return nil
	}
	first := all[0]
	out := &Result{Scenario: measure.Scenario{Name: strconv.Itoa(len(all)) + " scenarios", SLO: first.Scenario.SLO, Providers: first.Scenario.Providers}}
	n := len(first.Seeds)
	for _, r := range all {
		n = min(n, len(r.Seeds))
		out.Scenario.SLO = min(out.Scenario.SLO, r.Scenario.SLO)
		out.Scenario.Timeline = append(out.Scenario.Timeline, r.Scenario.Timeline...)
		out.Expectations = append(out.Expectations, r.Expectations...)
		out.Partial = out.Partial || r.Partial
	}
	if sameDecide(all) {
		out.Scenario.Decide = first.Scenario.Decide
	}
	out.Seeds = first.Seeds[:n]
	for i := range first.Strategies {
		if s, ok := joined(all, first.Strategies[i].Name, n); ok {
			out.Strategies = append(out.Strategies, s)
		}
	}
	if !slices.ContainsFunc(out.Strategies, func(s measure.Strategy) bool { return !s.Ideal }) || n == 0 {
		return nil
	}
	return out
}

// sameDecide reports whether all scenarios ask the same.
func sameDecide(all []*Result) bool {
	return !slices.ContainsFunc(all, func(r *Result) bool { return !slices.Equal(r.Scenario.Decide, all[0].Scenario.Decide) })
}

// joined is one strategy over all scenarios.
func joined(all []*Result, name string, n int) (measure.Strategy, bool) {
	var parts []*measure.Strategy
	for _, r := range all {
		s := r.Strategy(name)
		if s == nil || len(s.Runs) < n {
			return measure.Strategy{}, false
		}
		parts = append(parts, s)
	}
	out := *parts[0]
	out.Runs = make([]measure.Run, n)
	for i := range out.Runs {
		out.Runs[i] = measure.Run{Seed: parts[0].Runs[i].Seed, Values: make([]float64, len(measure.Catalogue))}
		for m := range out.Runs[i].Values {
			out.Runs[i].Values[m] = over(all, parts, m, i)
		}
	}
	for _, p := range parts {
		out.Counterexample = out.Counterexample || p.Counterexample
		out.HasBreaker = out.HasBreaker || p.HasBreaker
	}
	return out, true
}

// over is the mean of a metric over the scenarios, under one seed.
func over(all []*Result, parts []*measure.Strategy, metric, seed int) float64 {
	sum, n := 0.0, 0
	whole, since := strings.CutSuffix(measure.Catalogue[metric].Name, "."+measure.Since)
	for i, s := range parts {
		m := metric
		if since && len(all[i].Scenario.Timeline) == 0 {
			m = measure.Index[whole]
		}
		if v := s.Runs[seed].Values[m]; !measure.Bad(v) {
			sum, n = sum+v, n+1
		}
	}
	return measure.Ratio(sum, float64(n))
}
