package tune

import (
	"math"
	"slices"
)

// contest is the fully sequential procedure of Kim and Nelson (2001) on common
// replications: after each replication whoever is behind another one by more than
// luck may do is out. It ends with the best with probability 1-alpha at least, if
// that leads by delta or more; of those that are nearer than delta to the best it
// may take any. It allows unequal variances, and correlation through common luck,
// and takes scores as normal.
//
// A score that does not exist is worse than any: who lacks more of them than
// another one is out.
type contest struct {
	scores   [][]float64 // by finalist, by replication; of those out until then
	delta    float64
	h2       float64
	variance [][]float64 // of the differences in the first stage
	in       []bool
}

// newContest starts from the scores of the first stage, by finalist, by
// replication: at least two, all equally long, smaller is better. It screens them
// at once.
func newContest(scores [][]float64, delta, alpha float64) *contest {
	k := len(scores)
	c := &contest{scores: make([][]float64, k), delta: delta, in: make([]bool, k), variance: make([][]float64, k)}
	for i := range scores {
		c.scores[i], c.in[i] = slices.Clone(scores[i]), true
	}
	if k > 0 {
		c.h2 = kimNelson(k, len(scores[0]), alpha)
	}
	for i := range scores {
		c.variance[i] = make([]float64, k)
		for l := range i {
			v := c.gap(i, l).variance
			c.variance[i][l], c.variance[l][i] = v, v
		}
	}
	c.screen()
	return c
}

// kimNelson is their h² for k finalists, a first stage of n0 replications and
// c = 1: 2 η (n0-1), η = ((2α/(k-1))^(-2/(n0-1)) - 1)/2.
func kimNelson(k, n0 int, alpha float64) float64 {
	if k < 2 || n0 < 2 {
		return math.Inf(1) // nobody to beat, or no variance known: nobody goes
	}
	freedom := float64(n0 - 1)
	return max(0, freedom*(math.Pow(2*alpha/float64(k-1), -2/freedom)-1))
}

// gap is how far one finalist is behind another, over the replications where
// both have a score.
type gap struct {
	n             int
	sum, variance float64
}

func (c *contest) gap(i, l int) gap {
	d := make([]float64, min(len(c.scores[i]), len(c.scores[l])))
	for r := range d {
		d[r] = difference(c.scores[i][r], c.scores[l][r])
	}
	m := momentsOf(d)
	if m.n == 0 {
		return gap{variance: math.NaN()}
	}
	if m.n == 1 {
		m.variance = math.NaN()
	}
	return gap{m.n, m.mean * float64(m.n), m.variance}
}

// luck is how far the sum of differences may be above zero by luck (the W of the
// procedure). A pair that the first stage saw no variance of takes that of all
// replications so far: if there is still none, the difference is known.
func (c *contest) luck(i, l int, g gap) float64 {
	v := c.variance[i][l]
	if v == 0 {
		v = g.variance
	}
	switch {
	case v == 0:
		return 0
	case !(v > 0) || !(c.delta > 0):
		return math.Inf(1)
	}
	return max(0, c.delta/2*(c.h2*v/(c.delta*c.delta)-float64(g.n)))
}

// screen takes out whoever lacks more scores than another one, or is behind
// another one by more than luck.
func (c *contest) screen() {
	fewest := math.MaxInt
	for _, i := range c.left() {
		fewest = min(fewest, c.lacks(i))
	}
	for i := range c.in {
		c.in[i] = c.in[i] && c.lacks(i) == fewest
	}
	before := c.left()
	if len(before) == 0 {
		return
	}
	for _, i := range before[1:] { // nobody is ahead of the first
		c.in[i] = !slices.ContainsFunc(before, func(l int) bool {
			g := c.gap(i, l)
			return l != i && g.sum > c.luck(i, l, g)
		})
	}
}

// lacks is how many scores of a finalist do not exist.
func (c *contest) lacks(i int) (n int) {
	for _, v := range c.scores[i] {
		if !exists(v) {
			n++
		}
	}
	return n
}

// left are the finalists that are still in, best mean first, ties by index.
func (c *contest) left() []int {
	var out []int
	means := make([]float64, len(c.scores))
	for i := range c.scores {
		if c.in[i] {
			out = append(out, i)
			means[i] = momentsOf(c.scores[i]).mean
		}
	}
	slices.SortStableFunc(out, func(a, b int) int { return compare(means[a], means[b]) })
	return out
}

// add takes one more replication, the scores by finalist, of which only those of
// finalists that are still in count, and screens.
func (c *contest) add(values []float64) {
	for i := range c.scores {
		if c.in[i] {
			c.scores[i] = append(c.scores[i], values[i])
		}
	}
	c.screen()
}

// settled reports whether the contest is over: one is left, or several whose
// differences luck no longer explains, and that are nil.
func (c *contest) settled() bool {
	left := c.left()
	for n, i := range left {
		for _, l := range left[:n] {
			g := c.gap(i, l)
			if c.luck(i, l, g) > 0 {
				return false
			}
		}
	}
	return true
}
