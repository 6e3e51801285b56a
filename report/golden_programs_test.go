package report

import (
	"testing"

	"wavetank/report/judge"
	"wavetank/report/words"
)

// TestGoldensForPrograms holds what other programs read; that they do read it is
// held elsewhere.
func TestGoldensForPrograms(t *testing.T) {
	small := ours(gated())
	small.Strategies = small.Strategies[2:3]
	one := ours(gated())
	one.Strategies, one.Seeds = one.Strategies[2:3], one.Seeds[:1]
	one.Strategies[0].Runs = one.Strategies[0].Runs[:1]
	for _, tc := range []struct {
		file, format string
		report       words.Report
	}{
		{"junit.xml", "junit", words.Report{Results: []*judge.Result{small}}},
		{"github.txt", "github", words.Report{Results: []*judge.Result{ours(gated())}}},
		{"bench.txt", "bench", words.Report{Results: []*judge.Result{synthetic(2)}}},
		{"openmetrics.txt", "openmetrics", words.Report{Results: []*judge.Result{one}}},
	} {
		golden(t, tc.file, tc.format, &tc.report)
	}
}
