package measure

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"wavetank/sim/tune"
)

// Method is how an interval was found.
type Method uint8

// The methods.
const (
	NoMethod   Method = iota // fewer than two values: no interval
	Exact                    // every value is the same, and not 0: it is known
	NoneSeen                 // every value is 0: what the runs that were not played hold is not known
	StudentT                 // t interval
	Likelihood               // for values that lean to one side, as where few runs carry all
)

// String returns the method as it is written in files.
func (m Method) String() string {
	return [...]string{"none", "exact", "none seen", "t", "likelihood"}[m]
}

// rounding is the part of the largest value that values of twelve digits, or
// differences of such, may be off by and are still the same.
const rounding = 3e-11

// leastSkewed is from how many values on their skewness says something.
const leastSkewed = 10

// Skewed tells whether a t interval of n values with that skewness is to be
// doubted. It is Cochran's rule for means (Sampling Techniques, 1977, 2.15): n
// should exceed 25 times the squared skewness; at 60 seeds that is 1.5.
func Skewed(n int, skewness float64) bool {
	return n >= leastSkewed && float64(n) <= 25*skewness*skewness
}

// sample is the values that exist, what a mean and its interval are made of.
type sample struct {
	values []float64 // ascending
	mean   float64
	spread float64 // standard error of the mean
	method Method
}

// newSample takes values as they come; it adds in their order, without library
// sums, whose order depends on the processor.
func newSample(values []float64) sample {
	s := sample{mean: average(values)}
	n := float64(len(values))
	squares, cubes, largest := 0.0, 0.0, 0.0
	for _, v := range values {
		d := v - s.mean
		squares += float64(d * d)
		cubes += float64(d * d * d)
		largest = max(largest, math.Abs(v))
	}
	s.values = slices.Sorted(slices.Values(values))
	s.spread = math.Sqrt(squares / (n - 1) / n)
	skewness := cubes / n / math.Pow(squares/n, 1.5) * math.Sqrt(float64(n*(n-1))) / (n - 2)
	switch {
	case len(values) < 2 || Bad(s.spread):
		s.method = NoMethod
	case largest == 0:
		s.method = NoneSeen
	case s.values[len(values)-1]-s.values[0] <= rounding*largest:
		s.method, s.mean = Exact, s.values[0]
	case Skewed(len(values), skewness):
		s.method = Likelihood
	default:
		s.method = StudentT
	}
	return s
}

// average is the mean of values, added in their order.
func average(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum / float64(len(values))
}

// interval is the two-sided interval of a level; NaN where there is none.
func (s *sample) interval(level float64) (low, high float64) {
	switch s.method {
	case NoMethod:
		return math.NaN(), math.NaN()
	case Exact, NoneSeen:
		return s.mean, s.mean
	case StudentT:
		half := float64(tune.QuantileT(float64(len(s.values)-1), level) * s.spread)
		return s.mean - half, s.mean + half
	}
	z := distuv.UnitNormal.Quantile((1 + level) / 2)
	below, above := s.toward(-1), s.toward(1)
	return below.end(z), above.end(z)
}

// p is the chance, two-sided, of values at least so far from a mean of 0. It is
// never below that of a fair coin which always falls on one side.
func (s *sample) p() float64 {
	switch s.method {
	case NoMethod:
		return math.NaN()
	case Exact:
		return 0
	case NoneSeen:
		return 1
	case StudentT:
		t := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: float64(len(s.values) - 1)}
		return min(1, 2*t.Survival(math.Abs(s.mean/s.spread)))
	}
	zero := s.toward(math.Copysign(1, -s.mean))
	z := zero.rareness(0)
	return min(1, max(math.Pow(2, 1-float64(len(s.values))), twoSided(z)))
}
