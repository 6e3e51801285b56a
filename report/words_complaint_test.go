package report

import (
	"strings"
	"testing"

	"wavetank/report/judge"
	"wavetank/report/measure"
	"wavetank/report/words"
)

// TestComplaintTexts: every cause has words, and they name whom they blame.
func TestComplaintTexts(t *testing.T) {
	sc := &measure.Scenario{Providers: []string{"groq"}}
	seen := map[string]judge.Cause{}
	for cause := judge.CauseNobody; cause <= judge.CauseDiffers; cause++ {
		c := judge.Complaint{Cause: cause, Strategy: "ours", Against: "theirs", Metric: "latency_p99", Reason: "race", Figures: judge.ComplaintFigures{
			Value: 7, Other: 0.9, Each: 3, Noticed: measure.None, Missed: 0.25, P99: measure.None}}
		switch cause {
		case judge.CauseNobody, judge.CauseFailed, judge.CauseRefused, judge.CauseStopped:
			c.Metric, c.Provider = "slo_rate", -1
		case judge.CauseLimited:
			c.Metric, c.Provider, c.Reason = "slo_rate", -1, "budget"
		case judge.CauseDuplicate, judge.CauseLate, judge.CauseInvalid, judge.CauseRepeat, judge.CauseThrottled:
			c.Metric = "wasted_calls"
		}
		fact, text := words.ComplaintText(sc, &c)
		if other, twice := seen[fact+text]; twice || fact == "" || strings.Contains(fact+text, "NaN") {
			t.Errorf("cause %d (as %d): %q, %q", cause, other, fact, text)
		}
		seen[fact+text] = cause
		about := strings.Contains(text, "groq")
		if c.Provider == 0 && !about && cause != judge.CauseSilent && cause != judge.CauseHang && cause != judge.CauseDiffers {
			t.Errorf("cause %d names nobody: %q", cause, text)
		}
	}
	late := judge.Complaint{Cause: judge.CauseWaits, Metric: "latency_p99", Figures: judge.ComplaintFigures{Each: 6, Missed: measure.None, P99: 9}}
	if _, text := words.ComplaintText(sc, &late); text != "6.0 s of each slow request, after a failure on groq: p99 stays at 9.0 s" {
		t.Error(text)
	}
}
