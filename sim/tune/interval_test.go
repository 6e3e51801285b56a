package tune

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"gonum.org/v1/gonum/stat/distuv"
)

var nan = math.NaN()

// near compares figures to ten digits; NaN equals NaN.
var near = cmp.Options{cmpopts.EquateNaNs(), cmpopts.EquateApprox(1e-10, 1e-10)}

func TestEstimate(t *testing.T) {
	for _, c := range []struct {
		why    string
		values []float64
		want   Estimate
	}{
		{"nothing", nil, Estimate{nan, nan, nan, 0}},
		{"nothing that exists", []float64{nan, math.Inf(1)}, Estimate{nan, nan, nan, 0}},
		{"one has no interval", []float64{nan, 3}, Estimate{3, nan, nan, 1}},
		{"equal ones are known, without rounding", []float64{0.1, 0.1, 0.1, nan}, Estimate{0.1, 0.1, 0.1, 3}},
		// t(.975, 1) = 12.7062047362; half = t * sqrt(2) / sqrt(2)
		{"two", []float64{1, 3}, Estimate{2, 2 - 12.706204736174698, 2 + 12.706204736174698, 2}},
		// t(.975, 4) = 2.7764451052; half = t * sqrt(2.5/5)
		{"five", []float64{1, 2, 3, 4, 5}, Estimate{3, 3 - 1.9632431614775, 3 + 1.9632431614775, 5}},
	} {
		got := estimate(c.values)
		if d := cmp.Diff(c.want, got, cmpopts.EquateNaNs(), cmpopts.EquateApprox(0, 1e-8)); d != "" {
			t.Errorf("%s: estimate(%v): -want +got\n%s", c.why, c.values, d)
		}
	}
	if e := estimate([]float64{0.1, 0.1, 0.1}); e.Low != e.Mean || e.High != e.Mean || e.Mean != 0.1 {
		t.Errorf("equal values are not exact: %+v", e)
	}
}

func TestPairedTakesCommonReplications(t *testing.T) {
	a := []float64{5, nan, 7, 9, 100}
	b := []float64{1, 2, nan, 3}
	if d := cmp.Diff(estimate([]float64{4, 6}), paired(a, b), near); d != "" {
		t.Errorf("paired: -want +got\n%s", d)
	}
	if e := paired([]float64{1, 2}, []float64{nan, nan}); !math.IsNaN(e.Mean) || e.N != 0 {
		t.Errorf("without a common replication: %+v", e)
	}
}

// The textbook example of Welch's test, two times six screws: t = 1.959 with 7.031
// degrees of freedom, p = 0.09077.
func TestUnpairedIsWelch(t *testing.T) {
	a := []float64{30.02, 29.99, 30.11, 29.97, 30.01, 29.99}
	b := []float64{29.89, 29.93, 29.72, 29.98, 30.02, 29.98}
	published := distuv.StudentsT{Sigma: 1, Nu: 7.031}.Quantile(0.975) * 0.095 / 1.959
	want := Estimate{0.095, 0.095 - published, 0.095 + published, 6}
	if diff := cmp.Diff(want, unpaired(a, b), cmpopts.EquateApprox(0, 1e-4)); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	for _, c := range []struct {
		why  string
		a, b []float64
		want Estimate
	}{
		{"both known", []float64{2, 2}, []float64{5, 5, 5}, Estimate{-3, -3, -3, 2}},
		{"one of a side has no interval", []float64{2}, []float64{5, 6}, Estimate{-3.5, nan, nan, 1}},
		{"no value", []float64{nan}, []float64{5, 6}, Estimate{nan, nan, nan, 0}},
		// Only b varies: its own t interval.
		{"one side known", []float64{2, 2}, []float64{1, 3}, Estimate{0, -12.706204736174698, 12.706204736174698, 2}},
	} {
		if diff := cmp.Diff(c.want, unpaired(c.a, c.b), cmpopts.EquateNaNs(), cmpopts.EquateApprox(0, 1e-8)); diff != "" {
			t.Errorf("%s: -want +got\n%s", c.why, diff)
		}
	}
}

func TestSignOf(t *testing.T) {
	for _, c := range []struct {
		d             Estimate
		lower, higher Sign
	}{
		{Estimate{-2, -3, -1, 9}, Better, Behind},
		{Estimate{2, 1, 3, 9}, Behind, Better},
		{Estimate{1, -1, 3, 9}, Unclear, Unclear},
		{Estimate{1, 0, 2, 9}, Unclear, Unclear},
		{Estimate{0, 0, 0, 9}, Same, Same},
		{Estimate{-1, -1, -1, 2}, Better, Behind},
		{Estimate{0, nan, nan, 1}, Unclear, Unclear},
		{Estimate{nan, nan, nan, 0}, Unclear, Unclear},
	} {
		if got := [2]Sign{signOf(c.d, false), signOf(c.d, true)}; got != [2]Sign{c.lower, c.higher} {
			t.Errorf("signOf(%+v) = %v", c.d, got)
		}
	}
}

func TestQuantileOfStudent(t *testing.T) {
	for freedom, want := range map[int]float64{1: 12.7062, 4: 2.7764, 19: 2.0930, 300: 1.9679} {
		if got := StudentT(freedom); math.Abs(got-want) > 5e-5 {
			t.Errorf("StudentT(%d) = %v, want %v", freedom, got, want)
		}
	}
}
