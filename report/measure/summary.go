package measure

import (
	"math"

	"wavetank/sim/tune"
)

// Summary is a figure over seeds, or a difference of two. What does not exist is
// NaN.
type Summary struct {
	Mean      float64   // over the seeds that have a value
	Low, High float64   // interval of the mean by Method; NaN with fewer than two values
	N         int       // seeds that have a value
	PerSeed   []float64 // in order of seeds
	Method    Method
}

// Summarize takes one value per seed, NaN for none. Its interval is one of 95 %.
func Summarize(perSeed []float64) Summary { return SummarizeAt(perSeed, tune.Confidence) }

// SummarizeAt is Summarize with an interval of another level. It is the one place
// where an interval over seeds comes from.
func SummarizeAt(perSeed []float64, level float64) Summary {
	s := Summary{Mean: math.NaN(), Low: math.NaN(), High: math.NaN(), PerSeed: perSeed}
	values := existing(perSeed)
	if s.N = len(values); s.N == 0 {
		return s
	}
	of := newSample(values)
	s.Mean, s.Method = of.mean, of.method
	s.Low, s.High = of.interval(level)
	return s
}

// SummarizeIn is Summarize for values that have a unit, of which no interval goes
// beyond what they can be: below nothing, where none is negative, or above all.
func SummarizeIn(u Unit, perSeed []float64) Summary {
	s := Summarize(perSeed)
	least, most := math.Inf(1), math.Inf(-1)
	for _, v := range perSeed {
		if !Bad(v) {
			least, most = min(least, v), max(most, v)
		}
	}
	if least >= 0 && s.Low < 0 {
		s.Low = 0
	}
	if u == Rate && most <= 1 && s.High > 1 {
		s.High = 1
	}
	return s
}

func existing(values []float64) []float64 {
	out := make([]float64, 0, len(values))
	for _, v := range values {
		if !Bad(v) {
			out = append(out, v)
		}
	}
	return out
}

// Exists reports whether any seed has a value.
func (s *Summary) Exists() bool { return s.N > 0 }

// Half is how far the interval's farther end lies from the mean, NaN where there
// is none.
func (s *Summary) Half() float64 { return max(s.High-s.Mean, s.Mean-s.Low) }

// Shown reports whether a paired difference is shown not to be zero. One seed
// shows nothing.
func (s *Summary) Shown() bool { return s.Low > 0 || s.High < 0 }

// P is the chance, two-sided, of a difference at least so great where there is
// none; NaN with fewer than two seeds.
func (s *Summary) P() float64 {
	if s.N < 2 {
		return math.NaN()
	}
	of := newSample(existing(s.PerSeed))
	return of.p()
}

// Carriers counts the seeds that carry a difference: under all others it is 0.
func (s *Summary) Carriers() (n int) {
	for _, v := range s.PerSeed {
		if !Bad(v) && v != 0 {
			n++
		}
	}
	return n
}

// Unseen is what share of runs may yet be of a kind that no run was: three over
// their number, at 95 % (Hanley and Lippman-Hand, If nothing goes wrong, is
// everything all right?, JAMA 1983). 1 where none was played.
func (s *Summary) Unseen() float64 { return min(1, 3/float64(max(1, s.N))) }

// Bad reports whether a value is no finite number.
func Bad(v float64) bool { return math.IsNaN(v) || math.IsInf(v, 0) }
