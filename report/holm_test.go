package report

import (
	"math"
	"testing"

	"wavetank/report/judge"
	"wavetank/report/measure"
)

// TestHolm: the textbook's four p values, then the edges.
func TestHolm(t *testing.T) {
	for _, tc := range []struct {
		about   string
		p, want []float64
	}{
		{"four p values", []float64{0.01, 0.04, 0.03, 0.005}, []float64{0.03, 0.06, 0.06, 0.02}},
		{"the later one is not below the earlier", []float64{0.02, 0.021, 0.5}, []float64{0.06, 0.06, 0.5}},
		{"never above one", []float64{0.6, 0.7}, []float64{1, 1}},
		{"one alone is not adjusted", []float64{0.04}, []float64{0.04}},
		{"what does not exist is no member of the family", []float64{measure.None, 0.02, measure.None, 0.03}, []float64{measure.None, 0.04, measure.None, 0.04}},
		{"no family", nil, nil},
	} {
		got := judge.Holm(tc.p)
		for i, want := range tc.want {
			if math.IsNaN(want) != math.IsNaN(got[i]) || math.Abs(got[i]-want) > 1e-12 {
				t.Errorf("%s: holm(%v) = %v, want %v", tc.about, tc.p, got, tc.want)
				break
			}
		}
	}
}
