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
// with the interval of a level. It holds whatever the correlation.
func PairedAt(head, base []float64, level float64) measure.Summary {
	return measure.SummarizeAt(measure.Differences(head, base), level)
}

// UnpairedAt compares the means of runs under different seeds. Where neither side
// is skewed its interval is that of Welch (1947) with Satterthwaite's degrees of
// freedom, else it is made of both sides' own (MOVER: Zou and Donner, Construction
// of confidence limits about effect measures, 2008). It has no value by seed; N is
// the smaller number of them.
func UnpairedAt(head, base []float64, level float64) measure.Summary {
	h, b := measure.SummarizeAt(head, level), measure.SummarizeAt(base, level)
	s := measure.Summary{Mean: h.Mean - b.Mean, Low: math.NaN(), High: math.NaN(), N: min(h.N, b.N)}
	if h.Method == measure.NoMethod || b.Method == measure.NoMethod {
		return s
	}
	s.Method = max(h.Method, b.Method)
	below, above := math.Hypot(h.Mean-h.Low, b.High-b.Mean), math.Hypot(h.High-h.Mean, b.Mean-b.Low)
	if s.Method == measure.StudentT {
		u, v := error2(&h, level), error2(&b, level)
		below = tune.QuantileT(tune.Freedom(u, h.N, v, b.N), level) * math.Sqrt(u+v)
		above = below
	}
	s.Low, s.High = s.Mean-below, s.Mean+above
	return s
}

// error2 is the squared standard error of the mean.
func error2(s *measure.Summary, level float64) float64 {
	e := s.Half() / tune.QuantileT(float64(s.N-1), level)
	return float64(e * e)
}
