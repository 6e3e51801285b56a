package tune

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestKimNelsonConstant(t *testing.T) {
	for _, c := range []struct {
		k, n0 int
		alpha float64
		want  float64
	}{
		{5, 20, .05, 9.01505599033736},
		{2, 2, .05, 99},           // (2 alpha)^-2 - 1
		{2, 10, .5, 0},            // a coin will do
		{1, 20, .05, math.Inf(1)}, // nobody to beat
		{5, 1, .05, math.Inf(1)},  // no variance
	} {
		if got := kimNelson(c.k, c.n0, c.alpha); got != c.want && !(math.Abs(got-c.want) < 1e-9) {
			t.Errorf("kimNelson(%d, %d, %v) = %v, want %v", c.k, c.n0, c.alpha, got, c.want)
		}
	}
}

func TestContest(t *testing.T) {
	type step struct {
		values  []float64
		left    []int
		settled bool
	}
	one := func(v float64, n int) []float64 {
		out := make([]float64, n)
		for i := range out {
			out[i] = v
		}
		return out
	}
	for _, c := range []struct {
		why    string
		scores [][]float64
		delta  float64
		steps  []step // the first has no values: the first stage
	}{
		{"nobody", nil, .1, []step{{nil, nil, true}}},
		{"one has won", [][]float64{{1, 2}}, .1, []step{{nil, []int{0}, true}, {[]float64{5}, []int{0}, true}}},
		{"a known difference decides at once, however small",
			[][]float64{{1, 2, 3}, {0.5, 1.5, 2.5}, {1, 2, 3}}, 9, []step{{nil, []int{1}, true}}},
		{"those that never differ are all as good",
			[][]float64{{1, 2, 3}, {1, 2, 3}}, .1, []step{{nil, []int{0, 1}, true}, {[]float64{4, 4}, []int{0, 1}, true}}},
		{"the first difference of two that never differed decides nothing",
			[][]float64{one(1, 20), one(1, 20)}, .1, []step{{nil, []int{0, 1}, true}, {[]float64{9, 1}, []int{1, 0}, false}}},
		{"too near to tell", [][]float64{{1, 3, 2}, {2, 1, 3.1}, {3, 2, 1.2}}, .1, []step{{nil, []int{0, 1, 2}, false}}},
		{"a first stage longer than it needs takes the best mean",
			[][]float64{{1, 3, 2, 4}, {1.1, 2.8, 2, 4}}, 100, []step{{nil, []int{1}, true}}},
		{"no indifference: never over", [][]float64{{1, 3}, {20, 21}}, 0, []step{{nil, []int{0, 1}, false}}},
		{"who lacks a score is out, however good", [][]float64{{5, 3, 4}, {nan, 0, 0}, {4, 6, 5}}, .1, []step{{nil, []int{0, 2}, false}}},
		{"all lack the same one", [][]float64{{5, nan, 4}, {1, nan, 0}}, .1, []step{{nil, []int{1}, true}}},
		{"nobody has any", [][]float64{{nan, nan}, {nan, nan}}, .1, []step{{nil, []int{0, 1}, false}}},
		{"who comes to lack one", [][]float64{{1, 3, 2}, {2, 1, 3.1}}, .1,
			[]step{{nil, []int{0, 1}, false}, {[]float64{nan, 9}, []int{1}, true}, {[]float64{nan, 9}, []int{1}, true}}},
	} {
		k := newContest(c.scores, c.delta, .05)
		for n, s := range c.steps {
			if s.values != nil {
				k.add(s.values)
			}
			if d := cmp.Diff(s.left, k.left()); d != "" || k.settled() != s.settled {
				t.Errorf("%s: step %d: settled %v, left: -want +got\n%s", c.why, n, k.settled(), d)
			}
		}
	}
}

// The region narrows by delta/2 with each replication and starts at
// h² S²/(2 delta): worked by hand for two finalists and three replications.
func TestContestRegion(t *testing.T) {
	scores := [][]float64{{0, 0, 0}, {1, 2, 3}} // differences of variance 1
	k := newContest(scores, 1, .05)
	h2 := 2 * (math.Pow(.1, -1) - 1) // 18
	g := k.gap(1, 0)
	if g.n != 3 || g.sum != 6 || g.variance != 1 {
		t.Errorf("gap %+v", g)
	}
	if got, want := k.luck(1, 0, g), (h2-3)/2; math.Abs(got-want) > 1e-12 { // 7.5
		t.Errorf("luck = %v, want %v", got, want)
	}
	if len(k.left()) != 2 {
		t.Fatal("out with a sum of 6, within 7.5")
	}
	k.add([]float64{0, 1}) // 7 is just what luck may do at four
	if len(k.left()) != 2 {
		t.Fatal("out with a sum of 7, within 7")
	}
	k.add([]float64{0, -.4}) // 6.6 against 6.5
	if len(k.left()) != 1 || k.left()[0] != 0 {
		t.Errorf("left %v with a sum of 6.6, beyond 6.5", k.left())
	}
}

// play runs a contest whose first finalist leads the others by delta, the hardest
// case that the procedure promises anything of, and tells whether it won, and
// after how many replications.
func play(k, n0 int, delta, shared float64, seed uint64) (won bool, replications int) {
	luck := rand.New(rand.NewPCG(seed, 99))
	draw := func() []float64 {
		common, out := luck.NormFloat64()*shared, make([]float64, k)
		for i := range out {
			out[i] = common + luck.NormFloat64()*float64(1+i%2) // unequal variances
			if i > 0 {
				out[i] += delta
			}
		}
		return out
	}
	scores := make([][]float64, k)
	for range n0 {
		for i, v := range draw() {
			scores[i] = append(scores[i], v)
		}
	}
	c := newContest(scores, delta, .05)
	for replications = n0; !c.settled() && replications < 5000; replications++ {
		c.add(draw())
	}
	return c.settled() && c.left()[0] == 0, replications
}

func TestContestChoosesTheBest(t *testing.T) {
	for _, c := range []struct {
		k, n0  int
		shared float64
	}{{2, 10, 0}, {2, 10, 5}, {5, 10, 5}} {
		const contests = 400
		won, longest := 0, 0
		for seed := range uint64(contests) {
			ok, n := play(c.k, c.n0, 1, c.shared, seed)
			longest = max(longest, n)
			if ok {
				won++
			}
		}
		// Three standard errors below 95 %.
		if least := contests * (.95 - 3*math.Sqrt(.95*.05/contests)); float64(won) < least {
			t.Errorf("%d finalists, common luck %v: the best won %d of %d", c.k, c.shared, won, contests)
		}
		t.Logf("%d finalists, common luck %v: the best won %d of %d, longest %d", c.k, c.shared, won, contests, longest)
	}
}

// Luck that all share cancels out: it makes no contest longer.
func TestContestGainsByCommonLuck(t *testing.T) {
	for seed := range uint64(20) {
		_, alone := play(3, 10, 1, 0, seed)
		_, shared := play(3, 10, 1, 64, seed)
		if alone != shared {
			t.Errorf("seed %d: %d replications with common luck, %d without", seed, shared, alone)
		}
	}
}
