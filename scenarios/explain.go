package scenarios

import (
	"context"
	"slices"

	"wavetank/chain/strategy"
	"wavetank/report"
)

// Explain says why a strategy did what it did under one seed: for the request of
// a number, or, with one below 0, for the worst.
func (s *Scenario) Explain(ctx context.Context, name string, request int64, worst report.Worst) (*report.Explanation, error) {
	at := slices.IndexFunc(s.Strategies, func(l *strategy.Loaded) bool { return l.Name == name })
	if at < 0 {
		var known []string
		for _, l := range s.Strategies {
			known = append(known, l.Name)
		}
		return nil, UnknownName("strategy", name, known)
	}
	bound := slices.IndexFunc(s.Strategies, func(l *strategy.Loaded) bool { return l.Name == Ideal })
	return report.Explain(ctx, report.Question{Scenario: s.Summary(), Setup: s.Setup, Strategy: s.Contestants()[at],
		Recipe: s.Strategies[at].Recipe, Ideal: s.Strategies[bound].Recipe, Seed: s.Seed, Request: request, Worst: worst})
}

// Names lists the strategies that take part but the bound, in order.
func (s *Scenario) Names() []string {
	var out []string
	for _, l := range s.Strategies {
		if l.Name != Ideal {
			out = append(out, l.Name)
		}
	}
	return out
}
