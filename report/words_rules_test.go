package report

import (
	"strings"
	"testing"
	"time"

	"wavetank/report/judge"
	"wavetank/report/measure"
	"wavetank/report/words"
)

// TestRulesOfOthers: rules about strategies that do not take part are counted in one
// line, in every medium, and a rule that only lacks a baseline is not among them.
func TestRulesOfOthers(t *testing.T) {
	names := judge.Names{Strategies: []string{"ours", "theirs"}}
	result := func(rules ...string) *judge.Result {
		r := contest(3, true, time.Second, entry("ours", 3, 0, figures{"trips": 2}))
		for _, text := range rules {
			rule, err := judge.ParseRule(text, names)
			if err != nil {
				t.Fatal(err)
			}
			r.Expectations = append(r.Expectations, rule.Judge(r))
		}
		return r
	}
	const left = "2 rules about strategies that are not here left out"
	for _, format := range []string{"table", "md", "html"} {
		all := result("theirs.trips <= 1", "ours.trips <= 3", "ours.trips <= baseline", "ours.trips <= theirs.trips")
		got := string(render(t, format, &words.Report{Results: []*judge.Result{all}, View: words.View{Width: 100}}))
		if !strings.Contains(got, left) || strings.Contains(got, "theirs.trips") || !strings.Contains(got, "1 hold") {
			t.Errorf("%s: four rules, two of them of others:\n%s", format, got)
		}
		if format != "html" && !strings.Contains(got, "baseline") {
			t.Errorf("%s: the rule without a baseline is not told:\n%s", format, got)
		}
		none := result("theirs.trips <= 1", "ours.trips <= theirs.trips")
		got = string(render(t, format, &words.Report{Results: []*judge.Result{none}, View: words.View{Width: 100}}))
		if !strings.Contains(got, left) || strings.Contains(got, "theirs.trips") || strings.Contains(got, "skip") && format != "html" {
			t.Errorf("%s: two rules, both of others:\n%s", format, got)
		}
	}
	if r := result("theirs.trips <= 1"); judge.ExitCode(r) != 0 || words.VerdictCounts(r.Expectations) != "1 rule about strategies that are not here left out" {
		t.Errorf("one rule: %q, exit %d", words.VerdictCounts(r.Expectations), judge.ExitCode(r))
	}
}

// TestSharesInPoints: how a share changed is said in points, and in nothing else, however
// the interval was made.
func TestSharesInPoints(t *testing.T) {
	for _, m := range measure.Catalogue {
		for _, method := range []measure.Method{measure.NoMethod, measure.Likelihood} {
			g := judge.Regression{Strategy: "ours", Metric: m.Name, Tolerance: 0.04,
				Diff: measure.Summary{Mean: -0.16, Low: -0.18, High: -0.14, N: 20, Method: method}}
			got := words.ChangeRemark(&g)
			if points := m.Unit == measure.Rate; points != strings.Contains(got, " pp") || strings.Contains(got, " %") {
				t.Errorf("%s: %s", m.Name, got)
			}
		}
	}
}
