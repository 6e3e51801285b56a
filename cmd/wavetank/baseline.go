package main

import (
	"fmt"

	"wavetank/report/judge"
	"wavetank/report/measure"
	"wavetank/report/stored"
	"wavetank/scenarios"
)

// readResults reads an input that -o json wrote; - is standard input.
func (s *system) readResults(path string, files scenarios.Files) ([]*judge.Result, error) {
	if path == "-" {
		return stored.ReadResults(scenarios.StandardInput, s.stdin)
	}
	s.opened(path)
	return readResults(path, files)
}

// readResults reads a file that -o json wrote.
func readResults(path string, files scenarios.Files) ([]*judge.Result, error) {
	f, err := files.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return stored.ReadResults(path, f)
}

// readBaseline finds the result of each scenario in the baseline, and refuses
// what does not compare before anything is played.
func (g *gateFlags) readBaseline(s *system, files scenarios.Files, all []*scenarios.Scenario, seeds int, plan scenarios.Sampling) error {
	saved, err := s.readResults(g.baseline, files)
	if err != nil {
		return fmt.Errorf("--baseline: %w", err)
	}
	for _, sc := range all {
		base, err := pickBaseline(saved, sc.Summary())
		if err == nil && len(plan.Precision) == 0 { // with it nobody knows the seeds yet
			played := sc.Seeds(seeds)
			if plan.Settle {
				played = base.Seeds
			}
			err = base.Fits(sc.Summary(), played, contestants(sc))
		}
		if err != nil {
			return aboutBaseline(g.baseline, base, err)
		}
		g.sides[sc] = &side{name: g.baseline, base: base}
	}
	return nil
}

// aboutBaseline says where in a baseline the result is that does not compare; nil:
// none of it does.
func aboutBaseline(file string, r *judge.Result, err error) error {
	line := 1
	if r != nil {
		line = r.Line
	}
	return fmt.Errorf("--baseline %s:%d: %w", file, line, err)
}

// seeds are those to play first: the baseline's where nobody asked for others, and
// then those alone, for figures compare seed by seed.
func (g *gateFlags) seeds(sc *scenarios.Scenario, n int, plan scenarios.Sampling) ([]uint64, scenarios.Sampling) {
	if d := g.sides[sc]; d != nil && d.base != nil && d.other == nil && plan.Settle && len(plan.Precision) == 0 {
		plan.Settle = false
		return d.base.Seeds, plan
	}
	return sc.Seeds(n), plan
}

// pickBaseline is the result of a scenario in a file: of its hash, and where
// there are several, of its name. One of its name alone is returned to be
// refused with the reason.
func pickBaseline(saved []*judge.Result, sc measure.Scenario) (*judge.Result, error) {
	var found *judge.Result
	for _, r := range saved {
		same, named := r.Scenario.Hash == sc.Hash, r.Scenario.Name == sc.Name
		switch {
		case same && named:
			return r, nil
		case same, named && (found == nil || found.Scenario.Hash != sc.Hash):
			found = r
		}
	}
	if found == nil {
		return nil, fmt.Errorf("it holds no run of %s", sc.Name)
	}
	return found, nil
}
