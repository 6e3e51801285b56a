package report

import (
	"strings"
	"testing"

	"wavetank/chain/strategy/yamldoc"
)

func TestParseFailOn(t *testing.T) {
	for _, tc := range []struct {
		text string
		want FailOn
		err  string
	}{
		{"expect", FailExpect, ""},
		{"regression, expect", FailExpect | FailRegression, ""},
		{"advisory,inconclusive,regression,expect", FailExpect | FailRegression | FailAdvisory | FailInconclusive, ""},
		{"none", failNothing, ""},
		{"regresion", 0, `unknown word "regresion" (did you mean "regression"?)`},
		{"", 0, `unknown word "" (it may be expect, regression, advisory, inconclusive, none)`},
		{"expect,", 0, `unknown word ""`},
		{"none,expect", 0, "none stands alone"},
	} {
		got, err := ParseFailOn(tc.text, yamldoc.Nearest)
		if got != tc.want || (err == nil) != (tc.err == "") || err != nil && !strings.Contains(err.Error(), tc.err) {
			t.Errorf("ParseFailOn(%q) = %s, %v; want %s, %s", tc.text, got, err, tc.want, tc.err)
		}
	}
	if got := FailOn(0).String(); got != "expect,regression" {
		t.Errorf("by default it fails on %s", got)
	}
}

// TestExitCodes says what each finding ends the command with, by what is to fail.
func TestExitCodes(t *testing.T) {
	broken := func(r *Result) { r.Expectations = append(r.Expectations, Expectation{Verdict: Fail}) }
	missed := func(r *Result) { r.Expectations = append(r.Expectations, Expectation{Verdict: Fail, Advisory: true}) }
	open := func(r *Result) { r.Expectations = append(r.Expectations, Expectation{Verdict: Inconclusive}) }
	openAdvice := func(r *Result) {
		r.Expectations = append(r.Expectations, Expectation{Verdict: Inconclusive, Advisory: true})
	}
	change := func(c Change, high float64) func(*Result) {
		return func(r *Result) {
			r.Regressions = append(r.Regressions, Regression{Strategy: "ours", Metric: "trips", Change: c, Diff: Summary{Low: -5, High: high}, Tolerance: 1})
		}
	}
	worse, straddles, better, same := change(Regressed, 9), change(Unclear, 9), change(Unclear, 0), change(Unchanged, 0)
	partial := func(r *Result) { r.Partial = true }
	for _, tc := range []struct {
		about string
		on    string
		found []func(*Result)
		want  int
	}{
		{"nothing", "", nil, 0},
		{"a broken rule", "", []func(*Result){broken}, 1},
		{"a broken rule, not asked for", "regression", []func(*Result){broken}, 0},
		{"a regression", "", []func(*Result){same, worse}, 1},
		{"a regression, not asked for", "expect", []func(*Result){worse}, 0},
		{"advice", "", []func(*Result){missed}, 0},
		{"advice that is to fail", "advisory", []func(*Result){missed}, 1},
		{"advice that is to fail, and a rule that is not", "advisory", []func(*Result){broken}, 0},
		{"an open rule", "", []func(*Result){open}, 0},
		{"an open rule that is to fail", "inconclusive", []func(*Result){open}, 4},
		{"an open comparison", "", []func(*Result){straddles}, 0},
		{"an open comparison that is to fail", "regression,inconclusive", []func(*Result){straddles}, 4},
		{"one that is better or the same", "regression,inconclusive", []func(*Result){better}, 0},
		{"open advice", "inconclusive", []func(*Result){openAdvice}, 0},
		{"open advice that is to fail", "inconclusive,advisory", []func(*Result){openAdvice}, 4},
		{"open and broken", "expect,inconclusive", []func(*Result){open, broken}, 1},
		{"everything, and nothing is to fail", "none", []func(*Result){open, broken, missed, worse, straddles}, 0},
		{"interrupted", "none", []func(*Result){partial}, 130},
	} {
		r := &Result{}
		if tc.on != "" {
			on, err := ParseFailOn(tc.on, nil)
			if err != nil {
				t.Fatal(err)
			}
			r.FailOn = on
		}
		for _, f := range tc.found {
			f(r)
		}
		if got := ExitCode(r); got != tc.want {
			t.Errorf("%s, failing on %s: exit %d, want %d", tc.about, r.FailOn, got, tc.want)
		}
		if said := len(r.Failures()) > 0; said != (tc.want == 1 || tc.want == 4) {
			t.Errorf("%s, failing on %s: exit %d, and is said: %q", tc.about, r.FailOn, tc.want, r.Failures())
		}
	}
	four, one := &Result{FailOn: FailInconclusive}, &Result{}
	open(four)
	broken(one)
	if got := ExitCode(four, one, &Result{}); got != 1 {
		t.Errorf("a failure beside something open: exit %d", got)
	}
}

// TestFits holds why a result is no baseline.
func TestFits(t *testing.T) {
	base := synthetic(5)
	sc, seeds := base.Scenario, base.Seeds
	other := sc
	other.Hash = "000000000000"
	gaps := synthetic(5)
	gaps.Seeds = []uint64{1, 2, 3, 5, 8}
	for _, tc := range []struct {
		about string
		base  *Result
		sc    Scenario
		seeds []uint64
		names []string
		want  string
	}{
		{"the same", base, sc, seeds, []string{"naive"}, ""},
		{"another world", base, other, seeds, []string{"naive"}, "it is of scenario hang-primary 3f9a1c27d04b, and this is hang-primary 000000000000"},
		{"fewer seeds", base, sc, seeds[:3], []string{"naive"}, "it has seeds 1 to 5, and this run has seeds 1 to 3, so play --seed 1 --seeds 5, or save a new one"},
		{"one seed", base, sc, seeds[4:], []string{"naive"}, "this run has seed 5"},
		{"seeds with gaps", gaps, sc, seeds, []string{"naive"}, "it has 5 seeds from 1 on, with gaps, and this run has seeds 1 to 5"},
		{"no name in common", base, sc, seeds, []string{"ours"}, "no strategy is in both: it has naive, naive-retry, five-provider, ai-memory, gobreaker, and this run has ours"},
		{"the bound in common", base, sc, seeds, []string{"clairvoyant"}, "no strategy is in both"},
	} {
		err := tc.base.Fits(tc.sc, tc.seeds, tc.names)
		if (err == nil) != (tc.want == "") || err != nil && !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s: %v, want %s", tc.about, err, tc.want)
		}
	}
}
