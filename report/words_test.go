package report

import (
	"strings"
	"testing"
	"time"

	"wavetank/faults"
)

func TestScenarioWords(t *testing.T) {
	at := func(kind string, targets ...int) Fault {
		return Fault{Kind: kind, Targets: targets, At: faults.Span{Min: 4 * time.Minute, Max: 6 * time.Minute},
			For: faults.Span{Min: 90 * time.Second, Max: 10 * time.Minute}}
	}
	for _, tc := range []struct {
		timeline     []Fault
		phase, while string
		story        string
	}{
		{nil, "", " over the whole run", "a title"},
		{[]Fault{at("hang", 0)}, "while a was down", " while it was down", "a takes calls and never answers, at 4-6 min for 90 s-10 min"},
		{[]Fault{at("throttle", 0, 1)}, "while a and b were throttled", " while they were throttled", "a and b are throttled, at 4-6 min for 90 s-10 min"},
		{[]Fault{at("latency", 0, 1, 2)}, "while 3 providers were slow", " while they were slow", "3 providers are slow, at 4-6 min for 90 s-10 min"},
		{[]Fault{at("hang", 0), at("refuse", 0)}, "while a was down", " while it was down", "a title"},
		{[]Fault{at("hang", 0), at("latency", 1), at("latency", 1)}, "while a and b were ill", " while they were ill", "a title"},
		{[]Fault{at("home-made", 2)}, "while c was ill", " while it was ill", "c has the fault home-made, at 4-6 min for 90 s-10 min"},
	} {
		sc := Scenario{Title: "a title", Providers: []string{"a", "b", "c"}, Timeline: tc.timeline}
		if tc.timeline != nil && sc.phaseTitles()[0] != tc.phase {
			t.Errorf("%v: phase %q, want %q", tc.timeline, sc.phaseTitles()[0], tc.phase)
		}
		if got := sc.while(); got != tc.while {
			t.Errorf("%v: %q, want %q", tc.timeline, got, tc.while)
		}
		if got := sc.stories()[0]; got != tc.story {
			t.Errorf("%v: story %q, want %q", tc.timeline, got, tc.story)
		}
	}
}

// TestExitCode says what the rules of a result end the command with.
func TestExitCode(t *testing.T) {
	for _, tc := range []struct {
		verdicts []Verdict
		partial  bool
		want     int
	}{
		{nil, false, 0},
		{[]Verdict{Pass, Skipped, Inconclusive}, false, 0},
		{[]Verdict{Pass, Fail}, false, 1},
		{[]Verdict{Pass, Fail}, true, 130},
	} {
		r := Result{Partial: tc.partial}
		for _, v := range tc.verdicts {
			r.Expectations = append(r.Expectations, Expectation{Verdict: v})
		}
		if got := r.exitCode(); got != tc.want {
			t.Errorf("%v, partial %v: exit %d, want %d", tc.verdicts, tc.partial, got, tc.want)
		}
	}
}

// TestVerdictWraps: a clause that does not fit begins a line of its own, and one
// wider than a line breaks at a blank.
func TestVerdictWraps(t *testing.T) {
	r := synthetic(20)
	s := screen{Result: r, view: View{Width: 70}, rank: r.Rank()}
	want := []string{
		"SHIP  five-provider    97 % answered in time while it was down (naive:",
		"                       0 %), no bad JSON delivered",
	}
	if got := s.verdict(); strings.Join(got, "|") != strings.Join(want, "|") {
		t.Errorf("got %q, want %q", got, want)
	}
	s.view.Width = 77 // the first clause fits, its comma does not
	for _, l := range s.verdict() {
		if runes(l) > 77 || strings.Contains(l, "…") {
			t.Errorf("at 77 columns: %q", l)
		}
	}
}

func TestCutAndWrap(t *testing.T) {
	if got := cut("takes calls and never answers", 20); got != "takes calls and…" {
		t.Errorf("cut at a word: %q", got)
	}
	if got := cut("five-provider-as-written", 10); got != "five-prov…" {
		t.Errorf("cut in a word: %q", got)
	}
	if got := shell([]string{"wavetank", "--set", "a=b c", "it's"}); got != `wavetank --set 'a=b c' 'it'\''s'` {
		t.Errorf("shell: %s", got)
	}
}
