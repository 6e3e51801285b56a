package tune

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestBeats(t *testing.T) {
	// low is below high by its interval, and rough varies too much to tell.
	low, high, rough := []float64{1, 2, 1.1, 2.1}, []float64{2, 3.1, 2, 3}, []float64{9, 0.1, 9, 0.2}
	some := []float64{2, nan, 2, 3}
	none := []float64{nan, nan, nan, nan}
	for _, c := range []struct {
		why  string
		a, b [][]float64
		want bool
	}{
		{"better", [][]float64{low}, [][]float64{high}, true},
		{"worse", [][]float64{high}, [][]float64{low}, false},
		{"itself", [][]float64{low}, [][]float64{low}, false},
		{"a better mean is not enough", [][]float64{low}, [][]float64{rough}, false},
		{"better in all", [][]float64{low, low}, [][]float64{high, high}, true},
		{"unclear in one", [][]float64{low, low}, [][]float64{high, rough}, false},
		{"worse in one", [][]float64{low, high}, [][]float64{high, low}, false},
		{"the same in one is no hindrance", [][]float64{low, high}, [][]float64{high, high}, true},
		{"the same in all", [][]float64{low, high}, [][]float64{low, high}, false},
		{"a known difference", [][]float64{{1, 2, 3}}, [][]float64{{2, 3, 4}}, true},
		{"one replication shows nothing", [][]float64{{1}}, [][]float64{{9}}, false},
		{"who lacks what the other has", [][]float64{{1, nan, 1.1, 2.1}}, [][]float64{high}, false},
		{"who has what the other lacks", [][]float64{low}, [][]float64{some}, true},
		{"against nothing at all", [][]float64{low}, [][]float64{none}, true},
		{"nothing against something", [][]float64{none}, [][]float64{low}, false},
		{"both lack the same", [][]float64{low, none}, [][]float64{high, none}, true},
		{"one value against none is but one", [][]float64{{1, nan}}, [][]float64{{nan, nan}}, false},
		{"the same where both exist, but the other lacks some", [][]float64{{2, 5, 2, 3}}, [][]float64{some}, false},
		{"which is no hindrance", [][]float64{low, {2, 1, 2, 3}}, [][]float64{high, some}, true},
		{"better in pairs, no better in the mean", [][]float64{{1, 2, 4.5}}, [][]float64{{2, 3, nan}}, false},
		{"better in pairs, worse in the mean", [][]float64{{10, 11, 1000}}, [][]float64{{11, 12, nan}}, false},
		{"nor if something else is better", [][]float64{{10, 11, 1000}, {1, 1, 1}}, [][]float64{{11, 12, nan}, {2, 2, 2}}, false},
	} {
		if got := beats(c.a, c.b); got != c.want {
			t.Errorf("%s: beats(%v, %v) = %v", c.why, c.a, c.b, got)
		}
	}
}

func TestBeatsIsThePairedInterval(t *testing.T) {
	luck := rand.New(rand.NewPCG(3, 4))
	won := 0
	for range 2000 {
		a, b := make([]float64, 8), make([]float64, 8)
		for r := range a {
			a[r], b[r] = luck.NormFloat64(), luck.NormFloat64()+1
		}
		want := paired(a, b).High < 0
		if got := beats([][]float64{a}, [][]float64{b}); got != want {
			t.Fatalf("beats = %v, paired = %+v", got, paired(a, b))
		}
		if want {
			won++
		}
	}
	if won < 200 || won > 1800 {
		t.Errorf("won %d of 2000: shows nothing", won)
	}
}

func TestFrontOf(t *testing.T) {
	values := [][][]float64{
		{{1, 2, 3}, {5, 6, 7}},       // on the front
		{{2, 3, 4}, {4, 5, 6}},       // on the front
		{{3, 4, 5}, {5, 6, 7}},       // beaten by both
		{{2, 3, 4.1}, {4, 5, 6.1}},   // its mean is worse than 1's, not by its interval
		{{1, 2, nan}, {5, 6, 7}},     // better than 0 in the mean, since it lacks a figure
		{{nan, nan, nan}, {9, 9, 9}}, // nothing to show
	}
	members, estimated := frontOf(values)
	if d := cmp.Diff([]int{0, 1, 3, 4}, members); d != "" {
		t.Errorf("members: -want +got\n%s", d)
	}
	if d := cmp.Diff([]bool{false, true, false, true}, estimated); d != "" {
		t.Errorf("estimated: -want +got\n%s", d)
	}
	if m, e := frontOf(nil); len(m)+len(e) != 0 {
		t.Errorf("of nobody %v %v", m, e)
	}
}

func TestAlike(t *testing.T) {
	values := [][][]float64{
		{{1, 2}, {3, nan}},
		{{1, 2}, {3, 4}},
		{{1, 2}, {3, nan}},
		{{1, 2, 3}, {nan}}, // the same figures in another shape
		{{1, 2}, {3, 4}},
		{{1, 2}, {nan, 3}},
	}
	if d := cmp.Diff([]int{0, 1, 0, 3, 1, 5}, alike(values)); d != "" {
		t.Errorf("-want +got\n%s", d)
	}
}

// race is n points whose means lie in a cloud, each with its own luck around them.
func race(n, objectives, replications int, spread float64) [][][]float64 {
	luck := rand.New(rand.NewPCG(5, 6))
	out := make([][][]float64, n)
	for i, mean := range cloud(n, objectives, 8) {
		for _, m := range mean {
			figures := make([]float64, replications)
			for r := range figures {
				figures[r] = m + spread*luck.NormFloat64()
			}
			out[i] = append(out[i], figures)
		}
	}
	return out
}

// A dumb implementation asks every pair.
func TestFrontOfAsksEveryPair(t *testing.T) {
	for _, spread := range []float64{0.01, 0.2, 1} {
		values := race(150, 2, 6, spread)
		var want []int
		for i := range values {
			if !slices.ContainsFunc(values, func(v [][]float64) bool { return beats(v, values[i]) }) {
				want = append(want, i)
			}
		}
		if got, _ := frontOf(values); !slices.Equal(got, want) {
			t.Errorf("spread %v: %v, want %v", spread, got, want)
		}
	}
}

func BenchmarkFrontOf(b *testing.B) {
	for name, spread := range map[string]float64{"clear": 0.01, "noisy": 1, "luck-alone": 100} {
		values := race(3000, 3, 20, spread)
		b.Run(name, func(b *testing.B) {
			for range b.N {
				frontOf(values)
			}
		})
	}
}
