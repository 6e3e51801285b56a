package report

import (
	"math"
	"testing"

	"wavetank/report/judge"
	"wavetank/report/measure"
)

// The sleep data of Student's paper of 1908: hours gained under two drugs.
var (
	drug1 = []float64{0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0}
	drug2 = []float64{1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4}
)

func countUp(n int) []uint64 {
	out := make([]uint64, n)
	for i := range out {
		out[i] = uint64(i + 1)
	}
	return out
}

// TestContrast holds each method against numbers from elsewhere.
func TestContrast(t *testing.T) {
	type numbers struct {
		method                             measure.Method
		mean, low, high, p, correlation, n float64
	}
	for _, tc := range []struct {
		about string
		a, b  []float64
		want  numbers
	}{
		{"the same difference on each seed is known", []float64{5, 9, 2, 7}, []float64{4, 8, 1, 6},
			numbers{measure.Exact, 1, 1, 1, 0, 1, 4}},
		{"equal values differ by nothing that was seen", []float64{0.1, 0.7}, []float64{0.1, 0.7},
			numbers{measure.NoneSeen, 0, 0, 0, 1, measure.None, 2}},
		{"a difference that only rounding moves", []float64{0.1 + 0.2, 1.3, 0.5}, []float64{0.2, 1.2, 0.4},
			numbers{measure.Exact, 0.1, 0.1, 0.1, 0, 1, 3}},
		{"one seed shows nothing", []float64{5}, []float64{4},
			numbers{measure.NoMethod, 1, measure.None, measure.None, measure.None, measure.None, 1}},
		{"no seed in common", []float64{5, measure.None}, []float64{measure.None, 4},
			numbers{measure.NoMethod, measure.None, measure.None, measure.None, measure.None, measure.None, 0}},
		{"seeds without a value of both are left out", []float64{5, measure.None, 6, 7}, []float64{4, 3, measure.None, 6},
			numbers{measure.Exact, 1, 1, 1, 0, measure.None, 2}},
		// Mean 2.5, deviation sqrt(5/3); t.975 of 3 degrees is 3.1824463.
		{"one of the two never varies", []float64{1, 2, 3, 4}, []float64{0, 0, 0, 0},
			numbers{measure.StudentT, 2.5, 2.5 - 3.1824463*math.Sqrt(5.0/12), 2.5 + 3.1824463*math.Sqrt(5.0/12), 0.03047, measure.None, 4}},
	} {
		c := judge.ContrastOf(countUp(len(tc.a)), tc.a, tc.b)
		got := numbers{c.Diff.Method, c.Diff.Mean, c.Diff.Low, c.Diff.High, c.P, c.Correlation, float64(c.Diff.N)}
		for _, x := range []struct {
			what      string
			got, want float64
			within    float64
		}{{"mean", got.mean, tc.want.mean, 1e-7}, {"low", got.low, tc.want.low, 1e-7}, {"high", got.high, tc.want.high, 1e-7},
			{"p", got.p, tc.want.p, 5e-6}, {"correlation", got.correlation, tc.want.correlation, 1e-7}, {"n", got.n, tc.want.n, 0}} {
			if math.IsNaN(x.got) != math.IsNaN(x.want) || math.Abs(x.got-x.want) > x.within {
				t.Errorf("%s: %s %.8g, want %.8g", tc.about, x.what, x.got, x.want)
			}
		}
		if got.method != tc.want.method {
			t.Errorf("%s: method %s, want %s", tc.about, got.method, tc.want.method)
		}
	}
}

// TestStudent: t.test of R, paired, of the sleep data without the patient who
// makes their differences skewed; their squares about the mean sum up to 3.4822.
func TestStudent(t *testing.T) {
	c := judge.ContrastOf(countUp(9), without(drug1, drug1[8]), without(drug2, drug2[8]))
	if c.Diff.Method != measure.StudentT || !close7(c.Diff.Mean, -1.2444444) || math.Abs(c.Diff.Half()-2.3060041*math.Sqrt(3.4822222/8/9)) > 1e-6 {
		t.Errorf("%s: %v in [%.7f, %.7f], p %.6f", c.Diff.Method, c.Diff.Mean, c.Diff.Low, c.Diff.High, c.P)
	}
	if r := judge.NewPair(countUp(10), drug1, drug2).Correlation(); !close7(r, 0.7951702) {
		t.Errorf("correlation %.7f, want 0.7951702", r)
	}
	if c := judge.ContrastOf(countUp(10), drug1, drug2); c.Diff.Method != measure.Likelihood {
		t.Errorf("method %s, want likelihood", c.Diff.Method)
	}
}

func close7(a, b float64) bool { return math.Abs(a-b) < 5.1e-8 }

// against reorders b so that it falls where a rises: Welch's interval does not
// look at the order, and a pairing of these would be worse than none.
func against(a, b []float64) []float64 {
	out := make([]float64, len(a))
	for i := range a {
		rank := 0
		for j := range a {
			if a[j] < a[i] {
				rank++
			}
		}
		greater := append([]float64{}, b...)
		for range rank {
			greater = without(greater, largest(greater))
		}
		out[i] = largest(greater)
	}
	return out
}

func largest(values []float64) float64 {
	out := math.Inf(-1)
	for _, v := range values {
		out = max(out, v)
	}
	return out
}

func without(values []float64, v float64) []float64 {
	for i := range values {
		if values[i] == v {
			return append(values[:i:i], values[i+1:]...)
		}
	}
	return values
}

// TestStudentQuantile: t.975 of 19 degrees, from any table, is the half width of
// twenty values with the variance 20.
func TestStudentQuantile(t *testing.T) {
	a, b := make([]float64, 20), make([]float64, 20)
	for i := range a { // symmetric, so that it is no case for likelihoods
		b[i] = float64(i)
		a[i] = b[i] + math.Sqrt(19)*[]float64{-1, 1}[i%2]
	}
	c := judge.ContrastOf(countUp(20), a, b)
	if c.Diff.Method != measure.StudentT || math.Abs(c.Diff.Half()-2.0930) > 0.00005 || math.Abs(c.Diff.Mean) > 1e-9 {
		t.Errorf("%s: %v ± %.5f, want 0 ± 2.0930", c.Diff.Method, c.Diff.Mean, c.Diff.Half())
	}
}

// TestNoPairingClaimed: where values fall as the other's rise the interval of the
// differences holds as well, and nothing is said to be saved.
func TestNoPairingClaimed(t *testing.T) {
	a, b := drug1, against(drug1, drug2)
	c := judge.ContrastOf(countUp(len(a)), a, b)
	if c.Correlation > 0 || c.Paired() || c.Ratio > 1 || c.Diff.Half() < 1.7854832 { // Welch's, by t.test of R
		t.Errorf("correlation %.2f: ± %.3f, paired %v, ratio %.2f", c.Correlation, c.Diff.Half(), c.Paired(), c.Ratio)
	}
	if c := judge.ContrastOf(countUp(len(drug1)), drug1, drug2); !c.Paired() || c.Ratio < 2 {
		t.Errorf("correlation %.2f: paired %v, ratio %.2f", c.Correlation, c.Paired(), c.Ratio)
	}
}

// TestSkewed: Cochran's rule at twenty seeds, and too few seeds to tell.
func TestSkewed(t *testing.T) {
	for _, tc := range []struct {
		n        int
		skewness float64
		want     bool
	}{{20, 0.89, false}, {20, 0.90, true}, {20, -0.90, true}, {9, 2, false}, {10, 2, true}, {640, 5, false}, {20, math.NaN(), false}} {
		if got := measure.Skewed(tc.n, tc.skewness); got != tc.want {
			t.Errorf("skewed(%d, %g) = %v, want %v", tc.n, tc.skewness, got, tc.want)
		}
	}
	b := make([]float64, len(hours))
	for i, v := range hours {
		b[i] = v / 2
	}
	if c := judge.ContrastOf(countUp(len(b)), hours, b); c.Diff.Method != measure.Likelihood {
		t.Errorf("method %s for a difference as skewed as failure times, want likelihood", c.Diff.Method)
	}
}
