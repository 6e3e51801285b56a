package tune

import (
	"sync"

	"gonum.org/v1/gonum/stat/distuv"
)

// Confidence is the level of every interval.
const Confidence = 0.95

// StudentT is the two-sided quantile of Student's distribution at Confidence.
func StudentT(freedom int) float64 {
	if freedom < len(quantilesT) {
		return quantilesT[freedom]()
	}
	return QuantileT(float64(freedom), Confidence)
}

// QuantileT is the two-sided quantile of any level. It takes tens of
// microseconds, and a search asks millions of times.
func QuantileT(freedom, level float64) float64 {
	return distuv.StudentsT{Mu: 0, Sigma: 1, Nu: freedom}.Quantile(1 - float64((1-level)/2))
}

// quantilesT are the quantiles by degrees of freedom, each computed when it is
// first asked for.
var quantilesT = func() (out [256]func() float64) {
	for freedom := range out {
		out[freedom] = sync.OnceValue(func() float64 { return QuantileT(float64(freedom), Confidence) })
	}
	return out
}()

// Freedom is the degrees of freedom (Satterthwaite's) of the difference of two
// means that share no luck (Welch 1947), given each one's squared standard error
// and how many values it is of.
func Freedom(u float64, n int, v float64, m int) float64 {
	return (u + v) * (u + v) / (float64(u*u)/float64(n-1) + float64(v*v)/float64(m-1))
}
