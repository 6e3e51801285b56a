package judge

import (
	"math"
	"strconv"

	"wavetank/report/measure"
	"wavetank/sim/tune"
)

// Rounded leaves off the digits that a file does not hold, so that a run equals
// its own baseline.
func Rounded(values []float64) []float64 {
	out := make([]float64, len(values))
	for i, v := range values {
		out[i] = v
		if !measure.Bad(v) {
			out[i], _ = strconv.ParseFloat(string(measure.Number(v).Append(nil)), 64)
		}
	}
	return out
}

// PairedAt summarizes head less base over the seeds where both have a value,
// with the t interval of a level. It holds whatever the correlation.
func PairedAt(head, base []float64, level float64) measure.Summary {
	d := make([]float64, min(len(head), len(base)))
	for i := range d {
		d[i] = head[i] - base[i]
	}
	s := measure.Summarize(d)
	if half := s.Half(); !measure.Bad(half) {
		half *= tune.QuantileT(float64(s.N-1), level) / tune.StudentT(s.N-1)
		s.Low, s.High = s.Mean-half, s.Mean+half
	}
	return s
}

// UnpairedAt compares the means of runs under different seeds, with the interval
// of Welch (1947) and Satterthwaite's degrees of freedom. It has no value by
// seed; N is the smaller number of them.
func UnpairedAt(head, base []float64, level float64) measure.Summary {
	h, b := measure.Summarize(head), measure.Summarize(base)
	s := measure.Summary{Mean: h.Mean - b.Mean, Low: math.NaN(), High: math.NaN(), N: min(h.N, b.N)}
	if s.N < 2 || measure.Bad(h.Half()) || measure.Bad(b.Half()) {
		return s
	}
	u, v := error2(&h), error2(&b)
	if u+v == 0 {
		s.Low, s.High = s.Mean, s.Mean
		return s
	}
	half := tune.QuantileT(tune.Freedom(u, h.N, v, b.N), level) * math.Sqrt(u+v)
	s.Low, s.High = s.Mean-half, s.Mean+half
	return s
}

// error2 is the squared standard error of the mean.
func error2(s *measure.Summary) float64 {
	e := s.Half() / tune.StudentT(s.N-1)
	return float64(e * e)
}
