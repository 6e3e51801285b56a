package report

import "testing"

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
		report       Report
	}{
		{"junit.xml", "junit", Report{Results: []*Result{small}}},
		{"github.txt", "github", Report{Results: []*Result{ours(gated())}}},
		{"bench.txt", "bench", Report{Results: []*Result{synthetic(2)}}},
		{"openmetrics.txt", "openmetrics", Report{Results: []*Result{one}}},
	} {
		golden(t, tc.file, tc.format, &tc.report)
	}
}
