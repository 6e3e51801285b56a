package tune

import (
	"math"

	"gonum.org/v1/gonum/stat"
)

// exists reports whether a figure is a finite number. What is none counts as no
// value at all: an infinite mean has no interval either.
func exists(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// estimate is the mean of the values that exist and its t interval.
func estimate(values []float64) Estimate {
	m := momentsOf(values)
	return m.interval(math.Sqrt(m.variance/float64(m.n)), func() float64 { return StudentT(m.n - 1) })
}

// paired is the mean of a less b over the replications where both have a value,
// and its t interval: on common luck most of what the two share cancels out.
func paired(a, b []float64) Estimate {
	d := make([]float64, min(len(a), len(b)))
	for i := range d {
		d[i] = difference(a[i], b[i])
	}
	return estimate(d)
}

// unpaired is the mean of a less that of b where the two share no luck, with
// the interval of Welch (1947) by Satterthwaite's degrees of freedom. N is the
// smaller side's.
func unpaired(a, b []float64) Estimate {
	x, y := momentsOf(a), momentsOf(b)
	d := moments{n: min(x.n, y.n), mean: x.mean - y.mean, still: x.still && y.still}
	u, v := x.variance/float64(x.n), y.variance/float64(y.n)
	return d.interval(math.Sqrt(u+v), func() float64 {
		return QuantileT(Freedom(u, x.n, v, y.n), Confidence)
	})
}

// signOf says what the interval of a difference, the first one's figure less the
// second one's, shows of the first one. One replication has no interval, so it
// shows nothing: not even that the two are the same, since with so little a
// setting that matters may well have had no occasion to.
func signOf(d Estimate, higher bool) Sign {
	if higher {
		d.Low, d.High = -d.High, -d.Low
	}
	switch {
	case d.Low == 0 && d.High == 0 && d.Mean == 0:
		return Same
	case d.High < 0:
		return Better
	case d.Low > 0:
		return Behind
	}
	return Unclear
}

// difference is a less b, NaN where one of them does not exist.
func difference(a, b float64) float64 {
	if !exists(a) || !exists(b) {
		return math.NaN()
	}
	return a - b
}

// moments are those of the values that exist.
type moments struct {
	n              int
	mean, variance float64
	still          bool // they are all the same
}

func momentsOf(values []float64) moments {
	kept := make([]float64, 0, len(values))
	still := true
	for _, v := range values {
		if exists(v) {
			still = still && (len(kept) == 0 || v == kept[0])
			kept = append(kept, v)
		}
	}
	switch {
	case len(kept) == 0:
		return moments{mean: math.NaN()}
	case still: // a sum would round
		return moments{n: len(kept), mean: kept[0], still: true}
	}
	mean, variance := stat.MeanVariance(kept, nil)
	return moments{n: len(kept), mean: mean, variance: variance}
}

// interval is the mean with its interval, given the mean's standard error and
// the quantile to take, which is only asked for where there is an interval.
func (m moments) interval(scale float64, quantile func() float64) Estimate {
	e := Estimate{Mean: m.mean, Low: math.NaN(), High: math.NaN(), N: m.n}
	switch {
	case m.n < 2:
	case m.still:
		e.Low, e.High = m.mean, m.mean
	default:
		half := float64(quantile() * scale)
		e.Low, e.High = m.mean-half, m.mean+half
	}
	return e
}
