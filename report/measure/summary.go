package measure

import (
	"math"

	"wavetank/sim/tune"
)

// Summary is a figure over seeds. What does not exist is NaN.
type Summary struct {
	Mean      float64   // over the seeds that have a value
	Low, High float64   // t interval of the mean; NaN with fewer than two values
	N         int       // seeds that have a value
	PerSeed   []float64 // in order of seeds
}

// Summarize takes one value per seed, NaN for none. It adds in the order of
// seeds and without library sums, whose order depends on the processor.
func Summarize(perSeed []float64) Summary {
	s := Summary{Mean: math.NaN(), Low: math.NaN(), High: math.NaN(), PerSeed: perSeed}
	sum, first, same := 0.0, math.NaN(), true
	for _, v := range perSeed {
		if Bad(v) {
			continue
		}
		if sum += v; s.N == 0 {
			first = v
		}
		same = same && v == first
		s.N++
	}
	if s.N == 0 {
		return s
	}
	if s.Mean = sum / float64(s.N); same { // to the last bit, which a division may lose
		s.Mean = first
	}
	if s.N < 2 || Bad(s.Mean) {
		return s
	}
	squares := 0.0
	for _, v := range perSeed {
		if !Bad(v) {
			d := v - s.Mean
			squares += float64(d * d)
		}
	}
	n := float64(s.N)
	half := tune.StudentT(s.N-1) * math.Sqrt(squares/(n-1)/n)
	if !Bad(half) {
		s.Low, s.High = s.Mean-half, s.Mean+half
	}
	return s
}

// Exists reports whether any seed has a value.
func (s *Summary) Exists() bool { return s.N > 0 }

// Half is half the interval's width, NaN where there is none.
func (s *Summary) Half() float64 { return (s.High - s.Low) / 2 }

// Shown reports whether a paired difference is shown not to be zero. One seed
// shows nothing.
func (s *Summary) Shown() bool { return s.Low > 0 || s.High < 0 }

// Bad reports whether a value is no finite number.
func Bad(v float64) bool { return math.IsNaN(v) || math.IsInf(v, 0) }
