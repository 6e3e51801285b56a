package report

import (
	"strings"
	"testing"
	"time"

	"wavetank/faults"
	"wavetank/report/judge"
	"wavetank/report/measure"
	"wavetank/report/screen"
	"wavetank/report/words"
)

func TestScenarioWords(t *testing.T) {
	at := func(kind string, targets ...int) measure.Fault {
		return measure.Fault{Kind: kind, Targets: targets, At: faults.Span{Min: 4 * time.Minute, Max: 6 * time.Minute},
			For: faults.Span{Min: 90 * time.Second, Max: 10 * time.Minute}}
	}
	for _, tc := range []struct {
		timeline     []measure.Fault
		phase, while string
		story        string
	}{
		{nil, "", " over the whole run", "a title"},
		{[]measure.Fault{at("hang", 0)}, "while a was down", " while it was down", "a takes calls and never answers, at 4-6 min for 90 s-10 min"},
		{[]measure.Fault{at("throttle", 0, 1)}, "while a and b were throttled", " while they were throttled", "a and b are throttled, at 4-6 min for 90 s-10 min"},
		{[]measure.Fault{at("latency", 0, 1, 2)}, "while 3 providers were slow", " while they were slow", "3 providers are slow, at 4-6 min for 90 s-10 min"},
		{[]measure.Fault{at("hang", 0), at("refuse", 0)}, "while a was down", " while it was down", "a title"},
		{[]measure.Fault{at("hang", 0), at("latency", 1), at("latency", 1)}, "while a and b were ill", " while they were ill", "a title"},
		{[]measure.Fault{at("home-made", 2)}, "while c was ill", " while it was ill", "c has the fault home-made, at 4-6 min for 90 s-10 min"},
	} {
		sc := measure.Scenario{Title: "a title", Providers: []string{"a", "b", "c"}, Timeline: tc.timeline}
		if tc.timeline != nil && words.PhaseTitles(&sc)[0] != tc.phase {
			t.Errorf("%v: phase %q, want %q", tc.timeline, words.PhaseTitles(&sc)[0], tc.phase)
		}
		if got := words.WhileIll(&sc); got != tc.while {
			t.Errorf("%v: %q, want %q", tc.timeline, got, tc.while)
		}
		if got := words.Stories(&sc)[0]; got != tc.story {
			t.Errorf("%v: story %q, want %q", tc.timeline, got, tc.story)
		}
	}
}

// TestExitCode says what the rules of a result end the command with.
func TestExitCode(t *testing.T) {
	for _, tc := range []struct {
		verdicts []judge.Verdict
		partial  bool
		want     int
	}{
		{nil, false, 0},
		{[]judge.Verdict{judge.Pass, judge.Skipped, judge.Inconclusive}, false, 0},
		{[]judge.Verdict{judge.Pass, judge.Fail}, false, 1},
		{[]judge.Verdict{judge.Pass, judge.Fail}, true, 130},
	} {
		r := judge.Result{Partial: tc.partial}
		for _, v := range tc.verdicts {
			r.Expectations = append(r.Expectations, judge.Expectation{Verdict: v})
		}
		if got := r.ExitCode(); got != tc.want {
			t.Errorf("%v, partial %v: exit %d, want %d", tc.verdicts, tc.partial, got, tc.want)
		}
	}
}

// TestVerdictWraps: a clause that does not fit begins a line of its own, and one
// wider than a line breaks at a blank.
func TestVerdictWraps(t *testing.T) {
	r := synthetic(20)
	s := screen.Screen{Ranked: words.RankedResult(r, false), View: words.View{Width: 70}}
	want := []string{
		"SHIP  five-provider    97 % answered in time since the fault (naive:",
		"                       0 %), no bad JSON delivered",
	}
	if got := s.Verdict(); strings.Join(got, "|") != strings.Join(want, "|") {
		t.Errorf("got %q, want %q", got, want)
	}
	s.View.Width = 77 // the first clause fits, its comma does not
	for _, l := range s.Verdict() {
		if words.Runes(l) > 77 || strings.Contains(l, "…") {
			t.Errorf("at 77 columns: %q", l)
		}
	}
}

func TestCutAndWrap(t *testing.T) {
	if got := words.Cut("takes calls and never answers", 20); got != "takes calls and…" {
		t.Errorf("cut at a word: %q", got)
	}
	if got := words.Cut("five-provider-as-written", 10); got != "five-prov…" {
		t.Errorf("cut in a word: %q", got)
	}
	if got := words.Shell([]string{"wavetank", "--set", "a=b c", "it's"}); got != `wavetank --set 'a=b c' 'it'\''s'` {
		t.Errorf("shell: %s", got)
	}
}

// TestNothingIsHalfSaid: a long rule goes on below, a long story too, and a
// percent sign stays with its number.
func TestNothingIsHalfSaid(t *testing.T) {
	r := synthetic(20)
	r.Expectations = []judge.Expectation{{Rule: "five-provider.wasted_calls.after <= 0.05 * naive-retry.wasted_calls.after", Verdict: judge.Pass, Observed: 18, Half: 2.5, Detail: "limit 1,339"}}
	s := screen.Screen{Ranked: words.RankedResult(r, false), View: words.View{Width: 80}}
	want := []string{
		"  ok    five-provider.wasted_calls.after <= 0.05 *          18  ±2.5  limit 1,339",
		"          naive-retry.wasted_calls.after",
	}
	got := s.RuleLines([]*judge.Expectation{&r.Expectations[0]})
	if strings.Join(strings.Fields(strings.Join(got, " ")), " ") != strings.Join(strings.Fields(strings.Join(want, " ")), " ") || len(got) != 2 {
		t.Errorf("a long rule: %q, want %q", got, want)
	}
	r.Scenario.Timeline = nil
	for title, lines := range map[string]int{
		"Each refused call costs another minute; whoever keeps asking is never let in":          1,
		"Each refused call costs another minute and whoever keeps asking is never let in again": 3,
	} {
		r.Scenario.Title = title
		got := s.Header()
		if text := strings.Join(got, " "); strings.Contains(text, "…") || !strings.Contains(text, "another minute") || len(got) != lines {
			t.Errorf("the story: %q, want %d lines", got, lines)
		}
	}
	s = screen.Screen{Ranked: words.RankedResult(r, true), View: words.View{Width: 60, Wide: true}}
	r.Strategies[0].Preset, r.Strategies[0].Version, r.Strategies[0].Unverified = "five-provider-as-written", "2026-07-11", 5
	if lines, _ := s.Presets(); !strings.Contains(strings.Join(strings.Fields(strings.Join(lines, " ")), " "), "5 numbers chosen where its source gives none") {
		t.Errorf("presets: %q", lines)
	}
	if got := words.Wrap("ten (naive: 35 %) more", 16); got[0] != "ten (naive:" || got[1] != "35 %) more" {
		t.Errorf("percent sign: %q", got)
	}
}

// TestHalfHasTheUnitOfItsFigure: what stands behind ± is read in the unit before it.
func TestHalfHasTheUnitOfItsFigure(t *testing.T) {
	for _, row := range []struct {
		u        measure.Unit
		of, half float64
		want     string
	}{
		{measure.Seconds, 0.7, 0.00435, "0.004"}, {measure.Seconds, 30.7, 1.26, "1.3"}, {measure.Seconds, 0.045, 0.003, "3"},
		{measure.Seconds, 170, 38, "38.0 s"}, {measure.Rate, 0.97, 0.002, "0.2"}, {measure.Count, 467, 11.2, "11"}, {measure.Dollars, 1, 0.25, "$0.250"},
	} {
		if got := measure.FormatHalf(row.u, row.of, row.half); got != row.want {
			t.Errorf("±%v beside %v: %s, want %s", row.half, row.of, got, row.want)
		}
	}
}
