package report

import (
	"math"
	"time"

	"gonum.org/v1/gonum/stat/distuv"
)

// Closed forms that a simulation is held against and that a reader of its
// figures can do at a desk. The letters in brackets name the rows of
// testdata/oracles.json that each one gives.

// BudgetSpent returns the part of a window's error budget that a full outage
// uses up: outage / (window * (1 - objective)), the objective being the share of
// requests that must succeed (H3a; error budgets after the SRE workbook, ch. 5).
func BudgetSpent(outage, window time.Duration, objective float64) float64 {
	return outage.Seconds() / (window.Seconds() * (1 - objective))
}

// BurnRate returns how many times faster than evenly a window's error budget is
// spent when a share of it goes within a shorter time: share * window / within.
// 14.4 is the workbook's fast-burn alert: 2 % of 30 days' budget in an hour (H3b).
func BurnRate(share float64, within, window time.Duration) float64 {
	return share * window.Seconds() / within.Seconds()
}

// RunLength returns the mean number of independent calls up to and including the
// first run of n failures, each call failing with probability p:
// (1 - p^n) / ((1-p) p^n). With p of a healthy provider it is the mean time
// between false alarms of a consecutive-failures breaker, with p of a sick one
// its delay of detection (E1, E4c, J1, G2b; Feller I, XIII.7).
func RunLength(p float64, n int) float64 {
	pn := math.Pow(p, float64(n))
	return (1 - pn) / ((1 - p) * pn)
}

// BreakEven returns the share of failing calls from which skipping a provider
// pays: extra / (extra + cost), where a failed call costs its caller cost, and
// the next provider is slower than a success here by extra (J2).
func BreakEven(cost, extra time.Duration) float64 {
	return extra.Seconds() / (extra.Seconds() + cost.Seconds())
}

// z95 is the two-sided 95 % point of the normal law as tables print it; the
// rules below are quoted with it everywhere.
const z95 = 1.96

// QuantileRanks returns the ranks, from 1, of the two order statistics among n
// independent values that enclose their law's q-quantile with 95 % confidence,
// by the normal approximation to the binomial: the lower one at most
// nq - 1.96 sd, the upper one above nq + 1.96 sd (I1a; Hahn and Meeker,
// Statistical Intervals, 5.2).
func QuantileRanks(n int, q float64) (low, high int) {
	mean := float64(n) * q
	sd := math.Sqrt(mean * (1 - q))
	return int(math.Floor(mean - z95*sd)), int(math.Ceil(mean+z95*sd)) + 1
}

// LeastForQuantile returns how many independent values it takes until the
// largest one lies above their law's q-quantile but for a probability of miss:
// ceil(ln miss / ln q). A two-sided interval of 95 % leaves 2.5 % to each side
// (I1b), a one-sided bound 5 % (I1c).
func LeastForQuantile(q, miss float64) int {
	return int(math.Ceil(math.Log(miss) / math.Log(q)))
}

// QuantileHalfWidth returns half the width of the 95 % interval for the
// q-quantile of n independent lognormal values, relative to the quantile:
// 1.96 sigma sqrt(q(1-q)/n) / phi(z_q), sigma being that of the logarithm (I1d).
func QuantileHalfWidth(n int, q, sigma float64) float64 {
	density := distuv.UnitNormal.Prob(distuv.UnitNormal.Quantile(q))
	return z95 * sigma * math.Sqrt(q*(1-q)/float64(n)) / density
}

// SelectionConstant returns h^2 of the fully sequential procedure that picks the
// best of k systems with a chance of error of alpha, after n first replications
// of each: 2 eta (n-1), eta = ((2 alpha/(k-1))^(-2/(n-1)) - 1) / 2 (I3; Kim and
// Nelson 2001, with c = 1).
func SelectionConstant(k, n int, alpha float64) float64 {
	free := float64(n - 1)
	eta := (math.Pow(2*alpha/float64(k-1), -2/free) - 1) / 2
	return 2 * eta * free
}

// ReplicationsNeeded returns how many paired replications show a shift, counted
// in standard deviations of the paired difference, by a one-sided test of level
// alpha with the given power: ceil(((z_(1-alpha) + z_power) / shift)^2) (I4).
func ReplicationsNeeded(shift, alpha, power float64) int {
	z := distuv.UnitNormal.Quantile(1-alpha) + distuv.UnitNormal.Quantile(power)
	return int(math.Ceil(math.Pow(z/shift, 2)))
}

// GilbertElliott is a channel with a good and a bad state, which may change at
// each call (Gilbert 1960, Elliott 1963).
type GilbertElliott struct {
	ToBad, ToGood         float64 // chance per call of leaving the good and the bad state
	ErrorsGood, ErrorsBad float64 // share of calls that fail in either
}

// Bad returns the share of calls that meet the bad state in the long run:
// p / (p+r) (G1a).
func (g GilbertElliott) Bad() float64 { return g.ToBad / (g.ToBad + g.ToGood) }

// Errors returns the share of calls that fail in the long run (G1b).
func (g GilbertElliott) Errors() float64 {
	return (1-g.Bad())*g.ErrorsGood + g.Bad()*g.ErrorsBad
}

// BucketFloor returns the least share of calls that a token bucket refuses,
// however large it is, when calls come faster than permits: 1 - permits/calls,
// both per second (F1-inf).
func BucketFloor(permits, calls float64) float64 { return max(0, 1-permits/calls) }

// Stall is a server that answers at once for a while and then stops until an
// instant at which it answers everything that waits. An open loop shows what
// that does to callers; a closed one, which waits for each answer before it asks
// again, hides it: coordinated omission (G. Tene's name for it).
type Stall struct {
	Good, Stalled time.Duration // how long it answers, and how long it does not
	Served        time.Duration // an answer's time while it does
}

// Open returns the mean latency in seconds of calls that arrive evenly,
// whatever became of those before (I2a).
func (s Stall) Open() float64 {
	good, stalled := s.Good.Seconds(), s.Stalled.Seconds()
	return (good*s.Served.Seconds() + stalled*stalled/2) / (good + stalled)
}

// OpenQuantile returns the latency in seconds that a share q of those calls does
// not exceed, for q above the share of the good calls (I2b).
func (s Stall) OpenQuantile(q float64) float64 {
	return (s.Good.Seconds()+s.Stalled.Seconds())*q - s.Good.Seconds()
}

// Closed returns the mean that one caller who waits for each answer measures at
// the same rate of calls per second: the stall is one slow call among many.
func (s Stall) Closed(rate float64) float64 {
	calls := s.Good.Seconds() * rate
	return (calls*s.Served.Seconds() + s.Stalled.Seconds()) / (calls + 1)
}
