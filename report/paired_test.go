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
		method                             judge.Method
		mean, low, high, p, correlation, n float64
	}
	for _, tc := range []struct {
		about string
		a, b  []float64
		want  numbers
	}{
		{"sleep, the second drug's patients in another order: Welch, t.test of R", drug1, against(drug1, drug2),
			numbers{judge.Welch, -1.58, -3.3654832, 0.2054832, 0.07939, math.NaN(), 10}},
		{"the same difference on each seed is known", []float64{5, 9, 2, 7}, []float64{4, 8, 1, 6},
			numbers{judge.Exact, 1, 1, 1, 0, 1, 4}},
		{"equal values differ by nothing", []float64{0.1, 0.7}, []float64{0.1, 0.7},
			numbers{judge.Exact, 0, 0, 0, 1, measure.None, 2}},
		{"a difference that only rounding moves", []float64{0.1 + 0.2, 1.3, 0.5}, []float64{0.2, 1.2, 0.4},
			numbers{judge.Exact, 0.1, 0.1, 0.1, 0, 1, 3}},
		{"one seed shows nothing", []float64{5}, []float64{4},
			numbers{judge.NoMethod, 1, measure.None, measure.None, measure.None, measure.None, 1}},
		{"no seed in common", []float64{5, measure.None}, []float64{measure.None, 4},
			numbers{judge.NoMethod, measure.None, measure.None, measure.None, measure.None, measure.None, 0}},
		{"seeds without a value of both are left out", []float64{5, measure.None, 6, 7}, []float64{4, 3, measure.None, 6},
			numbers{judge.Exact, 1, 1, 1, 0, measure.None, 2}},
		// Mean 2.5, deviation sqrt(5/3); t.975 of 3 degrees is 3.1824463.
		{"one of the two never varies", []float64{1, 2, 3, 4}, []float64{0, 0, 0, 0},
			numbers{judge.StudentT, 2.5, 2.5 - 3.1824463*math.Sqrt(5.0/12), 2.5 + 3.1824463*math.Sqrt(5.0/12), 0.03047, measure.None, 4}},
	} {
		c := judge.ContrastOf(countUp(len(tc.a)), tc.a, tc.b)
		got := numbers{c.Method, c.Diff.Mean, c.Diff.Low, c.Diff.High, c.P, c.Correlation, float64(c.Diff.N)}
		for _, x := range []struct {
			what      string
			got, want float64
			within    float64
		}{{"mean", got.mean, tc.want.mean, 1e-7}, {"low", got.low, tc.want.low, 1e-7}, {"high", got.high, tc.want.high, 1e-7},
			{"p", got.p, tc.want.p, 5e-6}, {"correlation", got.correlation, tc.want.correlation, 1e-7}, {"n", got.n, tc.want.n, 0}} {
			if x.what == "correlation" && tc.want.method == judge.Welch {
				continue
			}
			if math.IsNaN(x.got) != math.IsNaN(x.want) || math.Abs(x.got-x.want) > x.within {
				t.Errorf("%s: %s %.8g, want %.8g", tc.about, x.what, x.got, x.want)
			}
		}
		if got.method != tc.want.method {
			t.Errorf("%s: method %s, want %s", tc.about, got.method, tc.want.method)
		}
	}
}

// TestStudent: t.test of R, paired, of the sleep data. Their differences are too
// skewed for it, so that a contrast would take the bootstrap.
func TestStudent(t *testing.T) {
	p := judge.NewPair(countUp(10), drug1, drug2)
	c := judge.Contrast{Diff: measure.Summarize(p.D)}
	c.Student()
	if !close7(c.Diff.Mean, -1.58) || !close7(c.Diff.Low, -2.4598858) || !close7(c.Diff.High, -0.7001142) || math.Abs(c.P-0.002833) > 5e-7 {
		t.Errorf("%v in [%.7f, %.7f], p %.6f", c.Diff.Mean, c.Diff.Low, c.Diff.High, c.P)
	}
	if r := p.Correlation(); !close7(r, 0.7951702) {
		t.Errorf("correlation %.7f, want 0.7951702", r)
	}
	if c := judge.ContrastOf(countUp(10), drug1, drug2); c.Method != judge.BCa {
		t.Errorf("method %s, want bca", c.Method)
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
	for i := range a { // symmetric, so that it is no case for the bootstrap
		b[i] = float64(i)
		a[i] = b[i] + math.Sqrt(19)*[]float64{-1, 1}[i%2]
	}
	c := judge.ContrastOf(countUp(20), a, b)
	if c.Method != judge.StudentT || math.Abs(c.Diff.Half()-2.0930) > 0.00005 || math.Abs(c.Diff.Mean) > 1e-9 {
		t.Errorf("%s: %v ± %.5f, want 0 ± 2.0930", c.Method, c.Diff.Mean, c.Diff.Half())
	}
}

// TestNoPairingClaimed: values that fall as the other's rise are compared as if
// of different seeds, and nothing is said to be saved.
func TestNoPairingClaimed(t *testing.T) {
	a, b := drug1, against(drug1, drug2)
	c := judge.ContrastOf(countUp(len(a)), a, b)
	if c.Correlation > 0 || c.Method != judge.Welch || c.Paired() || c.Ratio > 1 {
		t.Errorf("correlation %.2f: method %s, paired %v, ratio %.2f", c.Correlation, c.Method, c.Paired(), c.Ratio)
	}
	if c := judge.ContrastOf(countUp(len(drug1)), drug1, drug2); !c.Paired() || c.Ratio < 2 {
		t.Errorf("correlation %.2f: paired %v, ratio %.2f", c.Correlation, c.Paired(), c.Ratio)
	}
}

// TestSkewed: Cochran's rule at twenty seeds, and too few seeds for a bootstrap.
func TestSkewed(t *testing.T) {
	for _, tc := range []struct {
		n        int
		skewness float64
		want     bool
	}{{20, 0.89, false}, {20, 0.90, true}, {20, -0.90, true}, {9, 2, false}, {10, 2, true}, {640, 5, false}, {20, math.NaN(), false}} {
		if got := judge.Skewed(tc.n, tc.skewness); got != tc.want {
			t.Errorf("skewed(%d, %g) = %v, want %v", tc.n, tc.skewness, got, tc.want)
		}
	}
	b := make([]float64, len(hours))
	for i, v := range hours {
		b[i] = v / 2
	}
	if c := judge.ContrastOf(countUp(len(b)), hours, b); c.Method != judge.BCa {
		t.Errorf("method %s for a difference as skewed as failure times, want bca", c.Method)
	}
}
