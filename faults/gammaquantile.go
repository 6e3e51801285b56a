package faults

import (
	"math"

	"gonum.org/v1/gonum/mathext"
)

// gammaSteps bounds the search for one quantile; some five are usual.
const gammaSteps = 100

// GammaQuantile returns the quantile function of the gamma law with a shape and
// scale one. It is Newton's method for the logarithm of the smaller tail over
// the logarithm of the value: both tails are concave there, so that from outside
// the steps never overshoot. gonum's inverse is a bisection where the shape is
// small, forty times as slow for bursty gaps.
func GammaQuantile(shape float64) func(p float64) float64 {
	lg, _ := math.Lgamma(shape)
	lgNext, _ := math.Lgamma(shape + 1)
	return func(p float64) float64 {
		if p <= 0.5 {
			return gammaLower(shape, lg, lgNext, p)
		}
		return gammaUpper(shape, lg, 1-p)
	}
}

// gammaLower solves P(X <= x) = p from below: P is at most x^a/Gamma(a+1).
func gammaLower(a, lg, lgNext, p float64) float64 {
	target := math.Log(p)
	y := (target + lgNext) / a
	switch {
	case y < -600:
		return 0 // the bound is the value, and far below a nanosecond of anything
	case a > 1:
		y = math.Log(a) // the bound is far off; from here the first step goes below
	}
	for range gammaSteps {
		x := math.Exp(y)
		f := mathext.GammaIncReg(a, x)
		step := (target - math.Log(f)) * f / gammaRise(a, lg, x, y)
		y += step
		if math.Abs(step) <= 1e-15*max(1, math.Abs(y)) {
			break
		}
	}
	return math.Exp(y)
}

// gammaUpper solves P(X > x) = q from above.
func gammaUpper(a, lg, q float64) float64 {
	target := math.Log(q)
	x := max(a, 1)
	for mathext.GammaIncRegComp(a, x) > q {
		x += float64(4 * math.Sqrt(max(a, 1)))
	}
	y := math.Log(x)
	for range gammaSteps {
		x := math.Exp(y)
		s := mathext.GammaIncRegComp(a, x)
		step := (math.Log(s) - target) * s / gammaRise(a, lg, x, y)
		y += step
		if math.Abs(step) <= 1e-15*max(1, math.Abs(y)) {
			break
		}
	}
	return math.Exp(y)
}

// gammaRise is the density times the value: the tails' slope over y = log x.
func gammaRise(a, lg, x, y float64) float64 { return math.Exp(float64(a*y) - x - lg) }
