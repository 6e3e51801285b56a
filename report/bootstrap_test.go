package report

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"wavetank/report/measure"
)

// hours between failures of an aircraft's air conditioning (Proschan 1963), the
// standing example of Davison and Hinkley, Bootstrap Methods, 1997.
var hours = []float64{3, 5, 7, 18, 43, 85, 91, 98, 100, 130, 230, 487}

// TestAcceleration: the value that Davison and Hinkley print for the mean of
// hours (example 5.8).
func TestAcceleration(t *testing.T) {
	if a := measure.Acceleration(hours); math.Abs(a-0.0938) > 0.00005 {
		t.Errorf("acceleration %.5f, want 0.0938", a)
	}
	if a := measure.Acceleration([]float64{1, 2, 3}); math.Abs(a) > 1e-12 {
		t.Errorf("of symmetric values %g, want 0", a)
	}
}

// TestBCaAgainstR: R's boot.ci, with a million resamples, as SciPy's own tests
// quote it.
func TestBCaAgainstR(t *testing.T) {
	low, high := overSeeds([]float64{10, 12, 12.5, 12.5, 13.9, 15, 21, 22, 23, 34, 50, 81, 89, 121, 134, 213})
	if math.Abs(low/32.31-1) > 0.005 || math.Abs(high/91.43-1) > 0.005 {
		t.Errorf("interval [%.2f, %.2f], R says [32.31, 91.43]", low, high)
	}
}

// TestBCaExact: the distribution of all resamples, by convolution of whole
// numbers.
func TestBCaExact(t *testing.T) {
	wantLow, wantHigh := exactBCa(hours, 0.95)
	low, high := overSeeds(hours)
	if math.Abs(low/wantLow-1) > 0.01 || math.Abs(high/wantHigh-1) > 0.01 {
		t.Errorf("interval [%.2f, %.2f], all resamples give [%.2f, %.2f]", low, high, wantLow, wantHigh)
	}
}

// overSeeds averages the interval over lists of seeds: what one list draws
// scatters by a few percent.
func overSeeds(values []float64) (low, high float64) {
	const lists = 30
	for k := range uint64(lists) {
		l, h := measure.NewBootstrap(values, []uint64{k}).Interval(0.95)
		low, high = low+l/lists, high+h/lists
	}
	return low, high
}

// exactBCa adds up the chances of every possible sum.
func exactBCa(values []float64, level float64) (low, high float64) {
	n, sum := len(values), 0
	for _, v := range values {
		sum += int(v)
	}
	chance := []float64{1}
	for range n {
		next := make([]float64, len(chance)+487)
		for s, p := range chance {
			for _, v := range values {
				next[s+int(v)] += p / float64(n)
			}
		}
		chance = next
	}
	below := chance[sum] / 2
	for _, p := range chance[:sum] {
		below += p
	}
	bias, mean, squares, cubes := distuv.UnitNormal.Quantile(below), float64(sum)/float64(n), 0.0, 0.0
	for _, v := range values {
		squares += (v - mean) * (v - mean)
		cubes += (v - mean) * (v - mean) * (v - mean)
	}
	a := cubes / (6 * math.Pow(squares, 1.5)) // of a mean, in closed form
	end := func(tail float64) float64 {
		w := bias + distuv.UnitNormal.Quantile(tail)
		share, s := distuv.UnitNormal.CDF(bias+w/(1-a*w)), 0
		for up := chance[0]; up < share; up += chance[s] {
			s++
		}
		return float64(s) / float64(n)
	}
	return end((1 - level) / 2), end(1 - (1-level)/2)
}

// TestBootstrapP: the p value is the level at which the interval's end meets
// zero, wherever zero lies, and rather too large than too small.
func TestBootstrapP(t *testing.T) {
	for _, shift := range []float64{-300, -230, -180, -140, -108, -90, -75, -60, -50, -30} {
		values := make([]float64, len(hours))
		for i, v := range hours {
			values[i] = v + shift
		}
		b := measure.NewBootstrap(values, []uint64{1})
		p := b.P()
		if low, high := b.Interval(1 - p/2); p > 2.0/(measure.Resamples+1) && (low > 0 || high < 0) {
			t.Errorf("shift %g: p %g, but the interval of %g is [%g, %g]", shift, p, 1-p/2, low, high)
		}
		if low, high := b.Interval(1 - 1.02*p); p < 0.98 && low <= 0 && high >= 0 {
			t.Errorf("shift %g: p %g, but the interval of %g is [%g, %g]", shift, p, 1-1.02*p, low, high)
		}
	}
}
