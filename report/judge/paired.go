package judge

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"wavetank/report/measure"
)

// Contrast compares one metric of a strategy with another strategy's, over the
// seeds where both have a value. What does not exist is NaN.
type Contrast struct {
	Strategy, Against string
	Metric            string
	Diff              measure.Summary // the strategy's values less the other's; a 95 % interval by its method
	Correlation       float64         // of the two strategies' values over seeds; NaN: one of them never varies
	Ratio             float64         // variance of the difference on different seeds over that on common seeds; +Inf: the latter is nothing
	P                 float64         // two-sided, of no difference
	Adjusted          float64         // P by Holm, over the strategies compared in this metric
	Shown             bool            // a difference is shown at 5 % of Adjusted
}

// Exists reports whether any seed has a value of both.
func (c *Contrast) Exists() bool { return c.Diff.Exists() }

// Paired reports whether common seeds helped: the strategies' values rise and
// fall together. Ratio then says how many times fewer replications they needed.
func (c *Contrast) Paired() bool {
	return c.Diff.Method != measure.NoMethod && c.Correlation > 0 && c.Ratio > 1
}

// pair is what two strategies have in common: values on the same seeds.
type pair struct {
	a, b, D []float64 // of the strategy, of the other, their difference
}

// NewPair takes the seeds where both have a value, in the order of seeds: in
// which order they were played changes nothing. Values are taken as files hold
// them, so that a result that was read from one compares as it did.
func NewPair(seeds []uint64, a, b []float64) *pair {
	order := make([]int, 0, len(a))
	for i := range min(len(seeds), len(a), len(b)) {
		if !measure.Bad(a[i]) && !measure.Bad(b[i]) {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(seeds[i], seeds[j]) })
	p := &pair{}
	for _, i := range order {
		p.a, p.b = append(p.a, measure.AsWritten(a[i])), append(p.b, measure.AsWritten(b[i]))
	}
	if p.D = measure.Differences(p.a, p.b); p.exact() {
		for i := range p.D {
			p.D[i] = p.D[0] // rounding is no scatter
		}
	}
	return p
}

// ContrastOf compares the values of two strategies, given in the order of seeds.
func ContrastOf(seeds []uint64, a, b []float64) Contrast {
	p := NewPair(seeds, a, b)
	c := Contrast{Diff: measure.Summarize(p.D), Correlation: measure.None, Ratio: measure.None, Adjusted: measure.None}
	c.P = c.Diff.P()
	c.Diff.PerSeed = make([]float64, min(len(a), len(b)))
	for i := range c.Diff.PerSeed {
		c.Diff.PerSeed[i] = a[i] - b[i]
	}
	if c.Diff.Method != measure.NoMethod {
		c.Correlation, c.Ratio = p.Correlation(), p.ratio()
	}
	return c
}

// rounding is the part of the values that a difference of two, in twelve digits
// each, may be off by, against another one.
const rounding = 3e-11

// exact reports whether all differences are the same, but for rounding.
func (p *pair) exact() bool {
	if len(p.D) == 0 {
		return false
	}
	largest := 0.0
	for i := range p.D {
		largest = max(largest, math.Abs(p.a[i]), math.Abs(p.b[i]))
	}
	return slices.Max(p.D)-slices.Min(p.D) <= rounding*largest
}

// Correlation is NaN where a side never varies, and for two seeds, whose values
// always lie on a line.
func (p *pair) Correlation() float64 {
	if len(p.D) < 3 || still(p.a) || still(p.b) {
		return measure.None
	}
	if r := stat.Correlation(p.a, p.b, nil); math.Abs(r) > rounding {
		return r
	}
	return 0 // or rounding would choose the method
}

// still reports whether values never vary.
func still(values []float64) bool { return slices.Max(values) == slices.Min(values) }

// ratio is the variance that the difference would have on different seeds, over
// the one that it has.
func (p *pair) ratio() float64 {
	apart, together := variance(p.a)+variance(p.b), variance(p.D)
	switch {
	case apart == 0:
		return measure.None
	case p.exact():
		return math.Inf(1)
	}
	return apart / together
}

func variance(values []float64) float64 {
	if still(values) {
		return 0
	}
	return stat.Variance(values, nil)
}
