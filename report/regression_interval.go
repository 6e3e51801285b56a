package report

import (
	"math"
	"strconv"

	"wavetank/sim/tune"
)

// rounded leaves off the digits that a file does not hold, so that a run equals
// its own baseline.
func rounded(values []float64) []float64 {
	out := make([]float64, len(values))
	for i, v := range values {
		out[i] = v
		if !bad(v) {
			out[i], _ = strconv.ParseFloat(string(number(v).append(nil)), 64)
		}
	}
	return out
}

// pairedAt summarizes head less base over the seeds where both have a value,
// with the t interval of a level. It holds whatever the correlation.
func pairedAt(head, base []float64, level float64) Summary {
	d := make([]float64, min(len(head), len(base)))
	for i := range d {
		d[i] = head[i] - base[i]
	}
	s := Summarize(d)
	if half := s.Half(); !bad(half) {
		half *= tune.QuantileT(float64(s.N-1), level) / tune.StudentT(s.N-1)
		s.Low, s.High = s.Mean-half, s.Mean+half
	}
	return s
}

// unpairedAt compares the means of runs under different seeds, with the interval
// of Welch (1947) and Satterthwaite's degrees of freedom. It has no value by
// seed; N is the smaller number of them.
func unpairedAt(head, base []float64, level float64) Summary {
	h, b := Summarize(head), Summarize(base)
	s := Summary{Mean: h.Mean - b.Mean, Low: math.NaN(), High: math.NaN(), N: min(h.N, b.N)}
	if s.N < 2 || bad(h.Half()) || bad(b.Half()) {
		return s
	}
	u, v := h.error2(), b.error2()
	if u+v == 0 {
		s.Low, s.High = s.Mean, s.Mean
		return s
	}
	half := tune.QuantileT(tune.Freedom(u, h.N, v, b.N), level) * math.Sqrt(u+v)
	s.Low, s.High = s.Mean-half, s.Mean+half
	return s
}

// error2 is the squared standard error of the mean.
func (s *Summary) error2() float64 {
	e := s.Half() / tune.StudentT(s.N-1)
	return float64(e * e)
}
