package simtest

import (
	"math"
	"strings"

	"wavetank/report/measure"
)

// judge puts the chains before the scenario's strategies and holds the rules
// against all of them.
func (p *play) judge() {
	r := p.result
	var own []measure.Strategy
	for _, c := range p.chains {
		if c.err != nil {
			continue
		}
		s := measure.Strategy{Name: c.name, Summary: "a chain of this test's own", HasBreaker: c.told, Runs: c.runs}
		if !c.told {
			forget(s.Runs)
		}
		own = append(own, s)
		r.Warnings = append(r.Warnings, c.warnings(p.scenario.File)...)
	}
	r.Strategies = append(own, r.Strategies...)
	r.Again = []string{"go", "test", "-run", "^" + strings.ReplaceAll(p.t.Name(), "/", "$/^") + "$"}
	r.Expectations = nil
	for _, rule := range p.scenario.Rules {
		r.Expectations = append(r.Expectations, rule.Judge(r))
	}
}

// forget removes the figures of breakers that nobody told of: an outage is not
// missed by a breaker that is not there.
func forget(runs []measure.Run) {
	for _, name := range []string{"missed_outages", "time_to_detect", "time_to_detect.censored", "time_to_detect.episodes",
		"time_to_recover", "time_to_recover.censored", "time_to_recover.episodes", "over_hold"} {
		for i := range runs {
			if m, ok := measure.Index[name]; ok {
				runs[i].Values[m] = math.NaN()
			}
			if m, ok := measure.ProviderMetricIndex(name); ok {
				for _, figures := range runs[i].Providers {
					figures[m] = math.NaN()
				}
			}
		}
	}
}
