package judge

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"wavetank/report/measure"
	"wavetank/sim/tune"
)

// Method is how the interval of a difference was found.
type Method uint8

// The methods.
const (
	NoMethod Method = iota // fewer than two seeds: no interval
	Exact                  // every seed gives the same difference: it is known
	StudentT               // t interval of the differences
	BCa                    // bias-corrected and accelerated bootstrap of the differences
	Welch                  // the strategies do not vary together: as if of different seeds
)

// String returns the method as it is written in files.
func (m Method) String() string { return [...]string{"none", "exact", "t", "bca", "welch"}[m] }

// Contrast compares one metric of a strategy with another strategy's, over the
// seeds where both have a value. What does not exist is NaN.
type Contrast struct {
	Strategy, Against string
	Metric            string
	Diff              measure.Summary // the strategy's values less the other's; a 95 % interval by Method
	Method            Method
	Correlation       float64 // of the two strategies' values over seeds; NaN: one of them never varies
	Ratio             float64 // variance of the difference on different seeds over that on common seeds; +Inf: the latter is nothing
	P                 float64 // two-sided, of no difference
	Adjusted          float64 // P by Holm, over the strategies compared in this metric
	Shown             bool    // a difference is shown at 5 % of Adjusted
}

// Exists reports whether any seed has a value of both.
func (c *Contrast) Exists() bool { return c.Diff.Exists() }

// Paired reports whether common seeds helped: the strategies' values rise and
// fall together. Ratio then says how many times fewer replications they needed.
func (c *Contrast) Paired() bool {
	return c.Method != Welch && c.Method != NoMethod && c.Correlation > 0 && c.Ratio > 1
}

// Skewed tells whether a t interval of n values with that skewness is to be
// doubted. It is Cochran's rule for means (Sampling Techniques, 1977, 2.15): n
// should exceed 25 times the squared skewness; at 20 seeds that is 0.9. Fewer
// than ten values give a bootstrap too little to draw from.
func Skewed(n int, skewness float64) bool {
	return n >= leastBootstrap && float64(n) <= 25*skewness*skewness
}

const leastBootstrap = 10

// pair is what two strategies have in common: values on the same seeds.
type pair struct {
	seeds   []uint64
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
		x, y := measure.AsWritten(a[i]), measure.AsWritten(b[i])
		p.seeds, p.a, p.b, p.D = append(p.seeds, seeds[i]), append(p.a, x), append(p.b, y), append(p.D, x-y)
	}
	return p
}

// ContrastOf compares the values of two strategies, given in the order of seeds.
func ContrastOf(seeds []uint64, a, b []float64) Contrast {
	p := NewPair(seeds, a, b)
	d := measure.Summarize(p.D)
	d.PerSeed = make([]float64, min(len(a), len(b)))
	for i := range d.PerSeed {
		d.PerSeed[i] = a[i] - b[i]
	}
	c := Contrast{Diff: d, Correlation: measure.None, Ratio: measure.None, P: measure.None, Adjusted: measure.None}
	if d.N < 2 || measure.Bad(d.Low) && !p.exact() {
		return c
	}
	c.Correlation, c.Ratio = p.Correlation(), p.ratio()
	switch {
	case p.exact():
		c.exactly(p.D[0])
	case c.Correlation <= 0:
		c.welch(p)
	case Skewed(d.N, stat.Skew(p.D, nil)):
		c.bootstrap(p)
	default:
		c.Student()
	}
	return c
}

// rounding is the part of the values that a difference of two, in twelve digits
// each, may be off by, against another one.
const rounding = 3e-11

// exact reports whether all differences are the same, but for rounding.
func (p *pair) exact() bool {
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

// exactly says that the difference is known.
func (c *Contrast) exactly(d float64) {
	c.Method, c.P = Exact, 0
	c.Diff.Mean, c.Diff.Low, c.Diff.High = d, d, d
	if d == 0 {
		c.P = 1
	}
}

// Student takes the differences as normal, as the summary's interval does.
func (c *Contrast) Student() {
	scale := c.Diff.Half() / tune.StudentT(c.Diff.N-1)
	c.Method, c.P = StudentT, twoSided(c.Diff.Mean/scale, float64(c.Diff.N-1))
}

// welch takes the strategies' values as if they came from different seeds
// (Welch 1947, with Satterthwaite's degrees of freedom).
func (c *Contrast) welch(p *pair) {
	n := len(p.D)
	a, b := variance(p.a)/float64(n), variance(p.b)/float64(n)
	freedom := tune.Freedom(a, n, b, n)
	scale := math.Sqrt(a + b)
	half := tune.QuantileT(freedom, tune.Confidence) * scale
	c.Method, c.P = Welch, twoSided(c.Diff.Mean/scale, freedom)
	c.Diff.Low, c.Diff.High = c.Diff.Mean-half, c.Diff.Mean+half
}

// bootstrap takes the interval that follows the differences' skewness.
func (c *Contrast) bootstrap(p *pair) {
	b := measure.NewBootstrap(p.D, p.seeds)
	c.Method, c.P = BCa, b.P()
	c.Diff.Low, c.Diff.High = b.Interval(tune.Confidence)
}

// twoSided is the chance of a t at least so far from zero.
func twoSided(t, freedom float64) float64 {
	return min(1, 2*distuv.StudentsT{Mu: 0, Sigma: 1, Nu: freedom}.Survival(math.Abs(t)))
}
