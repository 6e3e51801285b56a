package report

import (
	"fmt"
	"strings"
	"testing"

	"wavetank/report/judge"
	"wavetank/report/measure"
	"wavetank/report/words"
)

// TestSeveral: a line for each scenario however many there are, what did not fit
// is said, every broken rule is listed, and -v shows the screens themselves.
func TestSeveral(t *testing.T) {
	for _, width := range []int{60, 80, 100} {
		r := &words.Report{View: words.View{Width: width}}
		for i := range 9 {
			one := counselled(ruled(synthetic(3)), 4.9)
			one.Scenario.Name = fmt.Sprintf("scenario-%d", i)
			r.Results = append(r.Results, one)
		}
		text := string(render(t, "table", r))
		for i := range 9 {
			row := fmt.Sprintf("scenario-%d  ", i)
			if n := strings.Count("\n"+text, "\n"+row); n != 1 {
				t.Errorf("at %d columns %d lines begin with %q:\n%s", width, n, row, text)
			}
		}
		if fits := strings.Contains(text, "31.0 s to notice"); fits == strings.Contains(text, "no room for") {
			t.Errorf("at %d columns something is left out and nobody says so, or the other way round:\n%s", width, text)
		}
		broken := 0
		for i := range r.Results[0].Expectations {
			broken += measure.Truth(r.Results[0].Expectations[i].Verdict == judge.Fail)
		}
		if n := strings.Count(text, "  FAIL  "); n != 9*broken {
			t.Errorf("at %d columns %d broken rules are listed, want %d", width, n, 9*broken)
		}
		for l := range strings.Lines(text) {
			l = strings.TrimSuffix(l, "\n")
			if words.Runes(l) > width && !strings.HasPrefix(l, "why") && !strings.HasPrefix(l, "again") {
				t.Errorf("at %d columns: %s", width, l)
			}
		}
	}
	r := &words.Report{View: words.View{Width: 100, Wide: true}, Results: []*judge.Result{synthetic(3), troubled()}}
	if text := string(render(t, "table", r)); strings.Count(text, "sambanova, run 1") != 2 || !strings.Contains(text, "\n2 scenarios") {
		t.Errorf("not the table and both screens:\n%s", text)
	}
}

// TestSeveralRegressions: what moved in some scenario is listed under one count.
func TestSeveralRegressions(t *testing.T) {
	r := &words.Report{View: words.View{Width: 100}}
	for _, name := range []string{"calm", "storm"} {
		one := synthetic(3)
		one.Scenario.Name, one.BaselineName = name, "main"
		change := map[string]judge.Change{"calm": judge.Unchanged, "storm": judge.Regressed}[name]
		one.Regressions = []judge.Regression{{Strategy: "ours", Metric: "latency_p99", Change: change}}
		r.Results = append(r.Results, one)
	}
	text := string(render(t, "table", r))
	for _, want := range []string{"REGRESSIONS  against main: 1 regressed, 1 unchanged\n", "WORSE   storm: ours.latency_p99", "1 regressed\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("nothing says %q:\n%s", want, text)
		}
	}
}
