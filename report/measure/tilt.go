package measure

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// tilt is one end of the interval of a mean that few values carry. To the values
// it adds one that was not seen, as far out as such may lie, and gives all of
// them random weights, as the Bayesian bootstrap does (Rubin 1981); the end is
// the quantile of the weighted mean. For zeros and ones that is the exact bound
// of Clopper and Pearson (1934), for any others that of Gaffke (Three test
// statistics for a nonparametric one-sided hypothesis on the mean of a
// nonnegative variable, 2005). No luck is drawn: the quantile is found by the
// saddlepoint of Lugannani and Rice (1980), which tilts the weights until they
// fit the mean that is asked about. With distances d from the extreme, n of them,
// the weights are as 1/(u+d), and
//
//	H = harmonic mean of u+d, G = geometric mean of u+d
//	the mean lies u-H beyond the extreme
//	r = sqrt(2n log(G/H)), v = sqrt(sum (H/(u+d))^2 - n)
//	z = r + log(v/r)/r
type tilt struct {
	extreme float64
	sign    float64   // 1: the extreme is the greatest, -1: it is the least
	away    []float64 // distances of all from the extreme, its own 0 among them
	span    float64   // the greatest of them
}

// toward is the tilt to the upper end for 1, to the lower one for -1. A run that
// was not seen may lie beyond the farthest of that side, by as much as this one is
// beyond the next (Robson and Whitlock, Estimation of a truncation point,
// Biometrika 1964), and as far from the middle as any on the other side: runs
// whose differences all have one sign do not show that the others have it too. As
// in a sign test, it takes six of them.
func (s *sample) toward(sign float64) *tilt {
	n := len(s.values)
	least, most, behind := s.values[0], s.values[n-1], s.values[n-2]
	if sign < 0 {
		least, most, behind = most, least, s.values[1]
	}
	middle := float64((s.values[(n-1)/2] + s.values[n/2]) / 2)
	reach := max(math.Abs(least-middle), math.Abs(most-middle)+math.Abs(most-behind))
	t := &tilt{extreme: middle + float64(sign*reach), sign: sign, away: make([]float64, n+1)}
	for i, v := range s.values {
		t.away[i] = max(0, reach-float64(sign*(v-middle)))
		t.span = max(t.span, t.away[i])
	}
	return t
}

// at returns a mean, and how many standard errors out it is.
func (t *tilt) at(u float64) (mean, z float64) {
	inverse, squares, logs := 0.0, 0.0, 0.0
	for _, d := range t.away {
		w := 1 / (u + d)
		inverse += w
		squares += float64(w * w)
	}
	n := float64(len(t.away))
	h := n / inverse
	for _, d := range t.away { // of each one's share of h: their sum and n logarithms of h are alike in most digits
		logs += math.Log1p((u + d - h) / h)
	}
	r := math.Sqrt(2 * max(0, logs))
	v := math.Sqrt(float64(h*h*squares) - n)
	return t.extreme + float64(t.sign*(u-h)), r + math.Log(v/r)/r
}

// halvings are enough for the eight digits that an interval has at most.
const halvings = 40

// solve finds where the way out ends, that is from where on, as u falls and the
// mean goes outwards, it is beyond.
func (t *tilt) solve(beyond func(mean, z float64) bool) (mean, z float64) {
	near, far := math.Log(t.span)-21, math.Log(t.span)+5 // beyond that r drowns in rounding
	for range halvings {
		u := (near + far) / 2
		if beyond(t.at(math.Exp(u))) {
			near = u
		} else {
			far = u
		}
	}
	return t.at(math.Exp(near))
}

// end is the mean that lies so many standard errors out.
func (t *tilt) end(z float64) float64 {
	mean, _ := t.solve(func(_, out float64) bool { return out > z })
	return mean
}

// rareness is how many standard errors out a mean lies.
func (t *tilt) rareness(of float64) float64 {
	switch even := t.extreme - float64(t.sign*average(t.away)); {
	case t.sign*(t.extreme-of) <= 0:
		return math.Inf(1)
	case t.sign*(even-of) >= 0:
		return 0
	}
	_, z := t.solve(func(mean, _ float64) bool { return t.sign*(mean-of) > 0 })
	return max(0, z)
}

// twoSided is the chance of a normal value so far out, on either side.
func twoSided(z float64) float64 { return min(1, 2*float64(distuv.UnitNormal.Survival(z))) }
