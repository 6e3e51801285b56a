package judge

import (
	"fmt"
	"slices"
	"strings"

	"wavetank/report/measure"
)

// Fits says why a result is no baseline of a run: of another world, on other
// seeds, or without a strategy in common. Results of another model are not read.
// Nil: it is one.
func (r *Result) Fits(sc measure.Scenario, seeds []uint64, strategies []string) error {
	if r.Scenario.Hash != sc.Hash {
		return fmt.Errorf("it is of scenario %s %s, and this is %s %s: providers, faults or traffic changed, so save a new one",
			r.Scenario.Name, r.Scenario.Hash, sc.Name, sc.Hash)
	}
	if !slices.Equal(r.Seeds, seeds) {
		hint := ""
		if n := len(r.Seeds); n > 0 && consecutive(r.Seeds) {
			hint = fmt.Sprintf(", so play --seed %d --seeds %d, or save a new one", r.Seeds[0], n)
		}
		return fmt.Errorf("it has %s, and this run has %s%s", seedsNamed(r.Seeds), seedsNamed(seeds), hint)
	}
	var names []string
	for i := range r.Strategies {
		s := &r.Strategies[i]
		if s.Ideal {
			continue
		}
		if slices.Contains(strategies, s.Name) {
			return nil
		}
		names = append(names, s.Name)
	}
	return fmt.Errorf("no strategy is in both: it has %s, and this run has %s", strings.Join(names, ", "), strings.Join(strategies, ", "))
}

// seedsNamed names a list of seeds in a few words.
func seedsNamed(seeds []uint64) string {
	switch n := len(seeds); {
	case n == 0:
		return "no seed"
	case n == 1:
		return fmt.Sprintf("seed %d", seeds[0])
	case consecutive(seeds):
		return fmt.Sprintf("seeds %d to %d", seeds[0], seeds[n-1])
	default:
		return fmt.Sprintf("%d seeds from %d on, with gaps", n, seeds[0])
	}
}

func consecutive(seeds []uint64) bool {
	for i := range seeds {
		if seeds[i] != seeds[0]+uint64(i) {
			return false
		}
	}
	return true
}

// Hold judges the result against a baseline that people know by a name, and
// says which strategies only one of the two has.
func (r *Result) Hold(base *Result, name string, g Gate) error {
	changes, err := g.Hold(r, base)
	if err != nil {
		return err
	}
	r.Baseline, r.BaselineName, r.Regressions = base, name, changes
	r.Warnings = slices.Clone(r.Warnings)
	only := func(a, b *Result, format string) {
		for i := range a.Strategies {
			if s := &a.Strategies[i]; !s.Ideal && b.Strategy(s.Name) == nil {
				w := Warning{Text: fmt.Sprintf(format, s.Name, name)}
				if !slices.Contains(r.Warnings, w) { // a result that was saved may say so already
					r.Warnings = append(r.Warnings, w)
				}
			}
		}
	}
	only(r, base, "%s is not in %s: it is compared with nothing")
	only(base, r, "%s is in %s alone: it is compared with nothing")
	return nil
}
