package scenarios

import (
	"slices"
	"strings"
	"testing"

	"wavetank/chain/strategy"
	"wavetank/report/judge"
)

// TestMutants demands of each strategy that is wrong on purpose that a scenario
// of the library notices: the right strategy keeps all its rules there, and the
// mutant in its place breaks the one that the table names.
func TestMutants(t *testing.T) {
	const seeds = 2
	right := map[string]map[string]judge.Expectation{}
	var caught []string
	for _, row := range rows(t, "testdata/mutants.txt", 5) {
		flaw, mutant, role, scenario, rule := row[0], row[1], row[2], row[3], row[4]
		caught = append(caught, strategy.MutantPrefix+mutant)
		t.Run(mutant, func(t *testing.T) {
			key := scenario + " " + role
			if right[key] == nil {
				right[key] = play{scenario, role, "", seeds}.verdicts(t)
			}
			for _, e := range right[key] {
				if e.Verdict != judge.Pass {
					t.Errorf("%s without the mutant: %s: %s, observed %g", scenario, e.Rule, e.Verdict, e.Observed)
				}
			}
			got, ok := play{scenario, role, strategy.MutantPrefix + mutant, seeds}.verdicts(t)[rule]
			switch {
			case !ok:
				t.Errorf("%s has no rule %q", scenario, rule)
			case got.Verdict != judge.Fail:
				t.Errorf("%s: %s lets %s pass: observed %g", flaw, rule, mutant, got.Observed)
			}
			t.Logf("%-45s %-24s %-24s %s: %g %s (right: %g)", flaw, mutant, scenario, rule, got.Observed, got.Text, right[key][rule].Observed)
		})
	}
	slices.Sort(caught)
	if all := strategy.Mutants(); !slices.Equal(caught, all) {
		t.Errorf("the table has\n%s\nthere are\n%s", strings.Join(caught, "\n"), strings.Join(all, "\n"))
	}
}
