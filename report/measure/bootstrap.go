package measure

import (
	"math"
	"math/bits"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"wavetank/chain"
)

// Resamples is how many times a bootstrap draws. One less than a round number
// makes every quantile (resamples+1)*p of the levels in use a whole rank.
const Resamples = 9999

// purposeBootstrap keeps the draws apart from those of chains and worlds.
const purposeBootstrap = 64

// bootstrap is the distribution of a mean under resampling, with what the
// bias-corrected and accelerated interval (Efron 1987) corrects by.
type bootstrap struct {
	means        []float64 // sorted
	bias         float64   // z0: the normal quantile of the share of means below the estimate
	acceleration float64   // a: from the jackknife
}

// NewBootstrap resamples values. The draws are keyed by the seeds that the
// values belong to and by nothing else: the same seeds give the same bytes, and
// exchanging two strategies mirrors the interval.
func NewBootstrap(values []float64, seeds []uint64) *bootstrap {
	b := &bootstrap{means: make([]float64, Resamples), acceleration: Acceleration(values)}
	luck, n, draw := luckOf(seeds), uint64(len(values)), uint64(0)
	for k := range b.means {
		sum := 0.0
		for range values {
			at, _ := bits.Mul64(luck.Draw(draw), n)
			sum += values[at]
			draw++
		}
		b.means[k] = sum / float64(n)
	}
	slices.Sort(b.means)
	estimate := average(values)
	below := float64(b.below(estimate)+b.upTo(estimate)) / 2 // ties count half
	below = min(max(below, 0.5), Resamples-0.5)
	b.bias = distuv.UnitNormal.Quantile(below / Resamples)
	return b
}

// luckOf is the stream of a list of seeds.
func luckOf(seeds []uint64) chain.Luck {
	luck := chain.NewLuck(uint64(len(seeds)))
	for _, s := range seeds {
		luck = luck.Of(s)
	}
	return luck.For(purposeBootstrap)
}

// Acceleration is the skewness of the jackknife's means, over six: how fast the
// standard error of the mean changes with the mean.
//
//	a = sum (m. - m_i)^3 / (6 (sum (m. - m_i)^2)^1.5)
func Acceleration(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	left := make([]float64, len(values))
	for i, v := range values {
		left[i] = (sum - v) / float64(len(values)-1)
	}
	center := average(left)
	squares, cubes := 0.0, 0.0
	for _, m := range left {
		d := center - m
		squares += float64(d * d)
		cubes += float64(d * d * d)
	}
	if squares == 0 {
		return 0
	}
	return cubes / (6 * math.Pow(squares, 1.5))
}

// below counts the means less than v.
func (b *bootstrap) below(v float64) int {
	at, _ := slices.BinarySearch(b.means, v)
	return at
}

// upTo counts the means of at most v.
func (b *bootstrap) upTo(v float64) int {
	return b.below(math.Nextafter(v, math.Inf(1)))
}

// Interval is the two-sided interval of a level.
func (b *bootstrap) Interval(level float64) (low, high float64) {
	tail := (1 - level) / 2
	z := distuv.UnitNormal.Quantile(tail)
	return b.quantile(b.corrected(z)), b.quantile(b.corrected(-z))
}

// corrected turns the normal quantile that an interval asks for into the share
// of means that it ends at: Phi(z0 + (z0 + z) / (1 - a (z0 + z))).
func (b *bootstrap) corrected(z float64) float64 {
	w := b.bias + z
	slope := 1 - b.acceleration*w
	if slope <= 0 { // beyond the pole, where the share no longer rises with z
		return (1 + math.Copysign(1, w)) / 2
	}
	return distuv.UnitNormal.CDF(b.bias + w/slope)
}

// quantile is the mean at rank share*(resamples+1), between two by their
// distance.
func (b *bootstrap) quantile(share float64) float64 {
	rank := min(max(share*(Resamples+1), 1), Resamples)
	whole := math.Floor(rank)
	at := int(whole) - 1
	if at+1 == Resamples {
		return b.means[at]
	}
	return b.means[at] + float64((rank-whole)*(b.means[at+1]-b.means[at]))
}

// P is the smallest level at which the interval leaves zero out: corrected,
// solved for z at the share of means that lie on zero's far side. Means that are
// zero count against it, and so does one that was not drawn; less than that one
// could tell is not claimed.
func (b *bootstrap) P() float64 {
	low := float64(b.upTo(0)+1) / (Resamples + 1)
	high := float64(Resamples-b.below(0)+1) / (Resamples + 1)
	return min(1, max(2.0/(Resamples+1), 2*min(b.tail(low, 1), b.tail(high, -1))))
}

// tail is the one-sided level at which the interval's end, the lower one for a
// sign of 1, lies at that share of means from its side.
func (b *bootstrap) tail(share, sign float64) float64 {
	bias, a := sign*b.bias, sign*b.acceleration
	if share >= 1 {
		return 1
	}
	w := distuv.UnitNormal.Quantile(share) - bias
	slope := 1 + a*w
	if slope <= 0 { // no z leads so far
		return (1 + math.Copysign(1, w)) / 2
	}
	return distuv.UnitNormal.CDF(w/slope - bias)
}

// average is the mean of values, added in their order.
func average(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum / float64(len(values))
}
