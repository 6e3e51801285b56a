package report

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
	"pgregory.net/rapid"

	"wavetank/report/measure"
)

// hours between failures of an aircraft's air conditioning (Proschan 1963), the
// standing example of Davison and Hinkley, Bootstrap Methods, 1997.
var hours = []float64{3, 5, 7, 18, 43, 85, 91, 98, 100, 130, 230, 487}

// fewOf are n values of which k are 1, and all others 0.
func fewOf(k, n int) []float64 {
	out := make([]float64, n)
	for i := range k {
		out[i] = 1
	}
	return out
}

// TestIntervalOfFew: where few runs carry a difference, and all as much, the end
// away from zero is the exact bound of a share (Clopper and Pearson 1934), within
// what the saddlepoint takes from it. It takes six runs, as in a sign test, until
// the other end leaves zero.
func TestIntervalOfFew(t *testing.T) {
	for _, n := range []int{20, 60, 120, 400} {
		for k := 2; k <= n/10; k++ {
			s := measure.Summarize(fewOf(k, n))
			exact := distuv.Beta{Alpha: float64(k + 1), Beta: float64(n - k)}.Quantile(0.975)
			if s.Method != measure.Likelihood {
				continue // of many, Student's
			}
			if math.Abs(s.High/exact-1) > 0.01 {
				t.Errorf("%d of %d: up to %.5f, Clopper and Pearson say %.5f", k, n, s.High, exact)
			}
			if s.Shown() != (k >= 6) || s.Carriers() != k {
				t.Errorf("%d of %d, %d carriers: [%.5f, %.5f]", k, n, s.Carriers(), s.Low, s.High)
			}
		}
	}
}

// TestNoneSeen: runs that all show nothing show what share of runs may yet show
// something, by the rule of three, and no p value.
func TestNoneSeen(t *testing.T) {
	for _, n := range []int{2, 20, 60, 400} {
		s := measure.Summarize(make([]float64, n))
		if s.Method != measure.NoneSeen || s.Carriers() != 0 || s.P() != 1 || s.Unseen() != min(1, 3/float64(n)) {
			t.Errorf("%d runs: %s, %d carriers, p %g, unseen %g", n, s.Method, s.Carriers(), s.P(), s.Unseen())
		}
		exact := 1 - math.Pow(0.05, 1/float64(n)) // Hanley and Lippman-Hand's own check
		if s.Unseen() < exact || n >= 60 && s.Unseen() > 1.03*exact {
			t.Errorf("%d runs: three over n is %g, exactly it is %g", n, s.Unseen(), exact)
		}
	}
}

// TestIntervalRobsonWhitlock: one run of twenty carries all. A run twice as far
// may be unseen, on either side.
func TestIntervalRobsonWhitlock(t *testing.T) {
	s := measure.Summarize(fewOf(1, 20))
	if s.Low > -0.05 || s.High < 0.25 || s.Shown() {
		t.Errorf("one of twenty: [%g, %g]", s.Low, s.High)
	}
}

// TestIntervalP: the p value is the level at which the interval's end meets zero,
// wherever zero lies, and never below that of a coin.
func TestIntervalP(t *testing.T) {
	for _, shift := range []float64{-300, -230, -180, -140, -108, -90, -75, -60, -50, -30} {
		p := measure.Summarize(moved(hours, shift))
		at := func(level float64) measure.Summary { return measure.SummarizeAt(p.PerSeed, level) }
		if out := at(1 - 1.01*p.P()); p.P() < 0.98 && !out.Shown() {
			t.Errorf("shift %g: p %g, but the interval is [%g, %g]", shift, p.P(), out.Low, out.High)
		}
		if in := at(1 - p.P()/1.01); p.P() > 0.001 && in.Shown() {
			t.Errorf("shift %g: p %g, but the interval is [%g, %g]", shift, p.P(), in.Low, in.High)
		}
	}
	if p := measure.Summarize(moved(hours, 1e6)); p.P() != math.Pow(2, -11) {
		t.Errorf("twelve values far from zero: p %g", p.P())
	}
}

func moved(values []float64, by float64) []float64 { return plus(values, by) }

// TestIntervalLaws: the mean lies within; a higher level contains a lower one; a
// scale scales; the quantities of the catalogue never have an interval below
// nothing, and shares none above all.
func TestIntervalLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(rapid.SampledFrom([]float64{0, 0, 0, 0, 0.25, 0.5, 1, 1, 30}), 2, 80).Draw(t, "values")
		s, wide := measure.Summarize(values), measure.SummarizeAt(values, 0.99)
		if !(s.Low <= s.Mean && s.Mean <= s.High && wide.Low <= s.Low && s.High <= wide.High) {
			t.Fatalf("%s: %g in [%g, %g], of 99 %% in [%g, %g]", s.Method, s.Mean, s.Low, s.High, wide.Low, wide.High)
		}
		if s.Shown() != (s.P() <= 0.05) && math.Abs(s.P()-0.05) > 1e-6 {
			t.Fatalf("%s: [%g, %g], but p %g", s.Method, s.Low, s.High, s.P())
		}
		by := float64(rapid.IntRange(1, 9).Draw(t, "by"))
		times := make([]float64, len(values))
		shares := make([]float64, len(values))
		for i, v := range values {
			times[i], shares[i] = by*v, min(v, 1)
		}
		if m := measure.Summarize(times); math.Abs(m.Low-by*s.Low) > 1e-7*(1+math.Abs(m.Low)) || math.Abs(m.High-by*s.High) > 1e-7*(1+m.High) {
			t.Fatalf("%s: %g times [%g, %g] is [%g, %g]", s.Method, by, s.Low, s.High, m.Low, m.High)
		}
		if m := measure.SummarizeIn(measure.Seconds, values); m.Low < 0 {
			t.Fatalf("times from %g on", m.Low)
		}
		if m := measure.SummarizeIn(measure.Rate, shares); m.Low < 0 || m.High > 1 {
			t.Fatalf("a share in [%g, %g]", m.Low, m.High)
		}
	})
}
