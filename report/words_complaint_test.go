package report

import (
	"strings"
	"testing"
)

// TestComplaintTexts: every cause has words, and they name whom they blame.
func TestComplaintTexts(t *testing.T) {
	sc := &Scenario{Providers: []string{"groq"}}
	seen := map[string]Cause{}
	for cause := CauseNobody; cause <= CauseDiffers; cause++ {
		c := Complaint{Cause: cause, Strategy: "ours", Against: "theirs", Metric: "latency_p99", Reason: "race", Figures: ComplaintFigures{
			Value: 7, Other: 0.9, Each: 3, Noticed: none, Missed: 0.25, P99: none}}
		switch cause {
		case CauseNobody, CauseFailed, CauseRefused, CauseStopped:
			c.Metric, c.Provider = "slo_rate", -1
		case CauseDuplicate, CauseLate, CauseInvalid, CauseRepeat, CauseThrottled:
			c.Metric = "wasted_calls"
		}
		fact, text := ComplaintText(sc, &c)
		if other, twice := seen[fact+text]; twice || fact == "" || strings.Contains(fact+text, "NaN") {
			t.Errorf("cause %d (as %d): %q, %q", cause, other, fact, text)
		}
		seen[fact+text] = cause
		about := strings.Contains(text, "groq")
		if c.Provider == 0 && !about && cause != CauseSilent && cause != CauseHang && cause != CauseDiffers {
			t.Errorf("cause %d names nobody: %q", cause, text)
		}
	}
	late := Complaint{Cause: CauseWaits, Metric: "latency_p99", Figures: ComplaintFigures{Each: 6, Missed: none, P99: 9}}
	if _, text := ComplaintText(sc, &late); text != "6.0 s of each slow request, after a failure on groq: p99 stays at 9.0 s" {
		t.Error(text)
	}
}
