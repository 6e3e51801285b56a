package report

import (
	"strings"
	"testing"

	"wavetank/chain/strategy/yamldoc"
	"wavetank/report/judge"
	"wavetank/report/measure"
	"wavetank/report/words"
)

func TestParseFailOn(t *testing.T) {
	for _, tc := range []struct {
		text string
		want judge.FailOn
		err  string
	}{
		{"expect", judge.FailExpect, ""},
		{"regression, expect", judge.FailExpect | judge.FailRegression, ""},
		{"advisory,inconclusive,regression,expect", judge.FailExpect | judge.FailRegression | judge.FailAdvisory | judge.FailInconclusive, ""},
		{"none", judge.FailNothing, ""},
		{"regresion", 0, `unknown word "regresion" (did you mean "regression"?)`},
		{"", 0, `unknown word "" (it may be expect, regression, advisory, inconclusive, none)`},
		{"expect,", 0, `unknown word ""`},
		{"none,expect", 0, "none stands alone"},
	} {
		got, err := judge.ParseFailOn(tc.text, yamldoc.Nearest)
		if got != tc.want || (err == nil) != (tc.err == "") || err != nil && !strings.Contains(err.Error(), tc.err) {
			t.Errorf("ParseFailOn(%q) = %s, %v; want %s, %s", tc.text, got, err, tc.want, tc.err)
		}
	}
	if got := judge.FailOn(0).String(); got != "expect,regression" {
		t.Errorf("by default it fails on %s", got)
	}
}

// TestExitCodes says what each finding ends the command with, by what is to fail.
func TestExitCodes(t *testing.T) {
	broken := func(r *judge.Result) { r.Expectations = append(r.Expectations, judge.Expectation{Verdict: judge.Fail}) }
	missed := func(r *judge.Result) {
		r.Expectations = append(r.Expectations, judge.Expectation{Verdict: judge.Fail, Advisory: true})
	}
	open := func(r *judge.Result) {
		r.Expectations = append(r.Expectations, judge.Expectation{Verdict: judge.Inconclusive})
	}
	openAdvice := func(r *judge.Result) {
		r.Expectations = append(r.Expectations, judge.Expectation{Verdict: judge.Inconclusive, Advisory: true})
	}
	change := func(c judge.Change, high float64) func(*judge.Result) {
		return func(r *judge.Result) {
			r.Regressions = append(r.Regressions, judge.Regression{Strategy: "ours", Metric: "trips", Change: c, Diff: measure.Summary{Low: -5, High: high}, Tolerance: 1})
		}
	}
	worse, straddles, better, same := change(judge.Regressed, 9), change(judge.Unclear, 9), change(judge.Unclear, 0), change(judge.Unchanged, 0)
	partial := func(r *judge.Result) { r.Partial = true }
	for _, tc := range []struct {
		about string
		on    string
		found []func(*judge.Result)
		want  int
	}{
		{"nothing", "", nil, 0},
		{"a broken rule", "", []func(*judge.Result){broken}, 1},
		{"a broken rule, not asked for", "regression", []func(*judge.Result){broken}, 0},
		{"a regression", "", []func(*judge.Result){same, worse}, 1},
		{"a regression, not asked for", "expect", []func(*judge.Result){worse}, 0},
		{"advice", "", []func(*judge.Result){missed}, 0},
		{"advice that is to fail", "advisory", []func(*judge.Result){missed}, 1},
		{"advice that is to fail, and a rule that is not", "advisory", []func(*judge.Result){broken}, 0},
		{"an open rule", "", []func(*judge.Result){open}, 0},
		{"an open rule that is to fail", "inconclusive", []func(*judge.Result){open}, 4},
		{"an open comparison", "", []func(*judge.Result){straddles}, 0},
		{"an open comparison that is to fail", "regression,inconclusive", []func(*judge.Result){straddles}, 4},
		{"one that is better or the same", "regression,inconclusive", []func(*judge.Result){better}, 0},
		{"open advice", "inconclusive", []func(*judge.Result){openAdvice}, 0},
		{"open advice that is to fail", "inconclusive,advisory", []func(*judge.Result){openAdvice}, 4},
		{"open and broken", "expect,inconclusive", []func(*judge.Result){open, broken}, 1},
		{"everything, and nothing is to fail", "none", []func(*judge.Result){open, broken, missed, worse, straddles}, 0},
		{"interrupted", "none", []func(*judge.Result){partial}, 130},
	} {
		r := &judge.Result{}
		if tc.on != "" {
			on, err := judge.ParseFailOn(tc.on, nil)
			if err != nil {
				t.Fatal(err)
			}
			r.FailOn = on
		}
		for _, f := range tc.found {
			f(r)
		}
		if got := judge.ExitCode(r); got != tc.want {
			t.Errorf("%s, failing on %s: exit %d, want %d", tc.about, r.FailOn, got, tc.want)
		}
		if said := len(words.Failures(r)) > 0; said != (tc.want == 1 || tc.want == 4) {
			t.Errorf("%s, failing on %s: exit %d, and is said: %q", tc.about, r.FailOn, tc.want, words.Failures(r))
		}
	}
	four, one := &judge.Result{FailOn: judge.FailInconclusive}, &judge.Result{}
	open(four)
	broken(one)
	if got := judge.ExitCode(four, one, &judge.Result{}); got != 1 {
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
		base  *judge.Result
		sc    measure.Scenario
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
