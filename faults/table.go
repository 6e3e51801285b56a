package faults

import (
	"math"
	"math/bits"
	"sort"
	"time"
)

// A Table is a law of times compiled to integer nanoseconds: 64 cells per octave
// of each tail, so that the far tail is as exact as the middle (error about
// 1e-5, science.md section 4). A draw is an inversion: monotone in u, one cost
// for all laws, no floating point.
type Table struct {
	lower, upper []int64             // quantiles at the cells' edges, from the median outwards
	edges        *[2 * sideLen]int64 // both sides, one behind the other, so that a draw needs no branch
	constant     bool
}

// sideLen is the number of edges of one tail.
const sideLen = octaves*cells + 1

const (
	octaves = 36 // of each tail: beyond 2^-37 a draw is clamped
	cells   = 64 // per octave
)

// NewTable compiles a quantile function that takes probabilities in (0, 1) and
// returns seconds. Negative and absurd times are clamped to [0, 10 years].
func NewTable(quantile func(p float64) float64) *Table {
	edges := new([2 * sideLen]int64)
	t := &Table{lower: edges[:sideLen], upper: edges[sideLen:], edges: edges, constant: true}
	for i := range t.lower {
		p := edge(i)
		t.lower[i] = nanoseconds(quantile(p))
		t.upper[i] = nanoseconds(upperQuantile(quantile, p))
		t.constant = t.constant && t.lower[i] == t.lower[0] && t.upper[i] == t.lower[0]
	}
	return t
}

// upperQuantile asks for 1-p as exactly as a float64 can say it.
func upperQuantile(quantile func(float64) float64, p float64) float64 {
	return quantile(math.Min(1-p, 1-0x1p-53))
}

// edge is the tail probability of the i-th edge: 1/2 at 0, halved each octave.
func edge(i int) float64 {
	octave, cell := i/cells, i%cells
	top := math.Ldexp(0.5, -octave)
	return top - float64(top/2*float64(cell)/cells)
}

func nanoseconds(s float64) int64 {
	const most = 10 * 365 * 24 * 3600
	if !(s > 0) {
		return 0
	}
	return int64(math.Round(float64(math.Min(s, most) * 1e9)))
}

// Draw returns the time at the quantile u/2^64.
func (t *Table) Draw(u uint64) time.Duration {
	if t.constant {
		return time.Duration(t.lower[0])
	}
	upper := uint64(int64(u) >> 63) // all ones in the upper tail, which mirrors the lower one
	u ^= upper
	first := int(upper & sideLen)
	// u is a tail probability below 2^63. Octave k holds [2^(62-k), 2^(63-k)).
	u |= 1
	octave := bits.LeadingZeros64(u) - 1
	if octave >= octaves {
		return time.Duration(t.edges[first+octaves*cells])
	}
	// Distance from the octave's upper edge as a 62-bit fraction of the octave.
	rest := (1<<63 - 1 - u<<uint(octave)) & (1<<62 - 1)
	cell := int(rest >> 56)
	frac := int64(rest >> 36 & (1<<20 - 1)) // 20 bits are plenty within a cell
	i := first + octave*cells + cell
	a, b := t.edges[i], t.edges[i+1]
	if d := b - a; d < 1<<42 && d > -1<<42 {
		return time.Duration(a + d*frac>>20)
	}
	return time.Duration(a + (b-a)>>20*frac)
}

// Fixed reports whether every draw is the same, so that none need be made.
func (t *Table) Fixed() (time.Duration, bool) { return time.Duration(t.lower[0]), t.constant }

// Above returns the probability of more than d, by inverting the table.
func (t *Table) Above(d time.Duration) float64 {
	if t.constant {
		if time.Duration(t.lower[0]) > d {
			return 1
		}
		return 0
	}
	n := int64(d)
	if n < t.lower[0] {
		i := sort.Search(len(t.lower), func(i int) bool { return t.lower[i] <= n })
		if i == len(t.lower) {
			return 1
		}
		return 1 - between(t.lower, i, n)
	}
	i := sort.Search(len(t.upper), func(i int) bool { return t.upper[i] > n })
	if i == len(t.upper) {
		return 0
	}
	if i == 0 {
		return 0.5
	}
	return between(t.upper, i, n)
}

// between interpolates the tail probability of n between edges i-1 and i.
func between(side []int64, i int, n int64) float64 {
	if i == 0 {
		return edge(0)
	}
	a, b := side[i-1], side[i]
	if a == b {
		return edge(i)
	}
	return edge(i-1) + (edge(i)-edge(i-1))*float64(n-a)/float64(b-a)
}

// Mean returns the law's mean by the trapezoid rule over the table.
func (t *Table) Mean() time.Duration {
	if t.constant {
		return time.Duration(t.lower[0])
	}
	var sum float64
	for _, side := range [][]int64{t.lower, t.upper} {
		for i := 1; i < len(side); i++ {
			sum += float64((edge(i-1) - edge(i)) * float64(side[i-1]+side[i]) / 2)
		}
	}
	return time.Duration(math.Round(sum))
}
