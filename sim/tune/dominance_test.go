package tune

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestLayers(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct {
		why    string
		values [][]float64
		want   []int
	}{
		{"no point", nil, []int{}},
		{"one objective: by rank, ties together", [][]float64{{3}, {1}, {2}, {1}}, []int{2, 0, 1, 0}},
		{"a staircase", [][]float64{{1, 3}, {2, 2}, {3, 1}, {2, 3}, {3, 3}}, []int{0, 0, 0, 1, 2}},
		{"equal in one, better in the other", [][]float64{{1, 1}, {1, 2}, {2, 1}}, []int{0, 1, 1}},
		{"equal points share a layer", [][]float64{{2, 2}, {1, 1}, {2, 2}, {1, 1}}, []int{1, 0, 1, 0}},
		{"three objectives", [][]float64{{1, 2, 3}, {1, 2, 4}, {0, 9, 9}, {2, 2, 4}, {9, 0, 0}}, []int{0, 1, 0, 2, 0}},
		{"four objectives", [][]float64{{1, 2, 3, 4}, {1, 2, 3, 5}, {0, 9, 9, 9}, {2, 2, 3, 5}}, []int{0, 1, 0, 2}},
		{"no value is worse than any, infinite ones too", [][]float64{{1, nan}, {1, inf}, {2, nan}, {0, nan}, {nan, nan}}, []int{1, 0, 2, 0, 3}},
		{"the sign of zero means nothing", [][]float64{{0, 1}, {math.Copysign(0, -1), 1}}, []int{0, 0}},
	} {
		if d := cmp.Diff(c.want, layers(c.values)); d != "" {
			t.Errorf("%s: layers(%v): -want +got\n%s", c.why, c.values, d)
		}
	}
}

// cloud is n points with independent figures of a keyed generator.
func cloud(n, objectives int, seed uint64) [][]float64 {
	luck := rand.New(rand.NewPCG(seed, 1))
	out := make([][]float64, n)
	for i := range out {
		out[i] = make([]float64, objectives)
		for j := range out[i] {
			out[i][j] = luck.Float64()
		}
	}
	return out
}

// shell is n points that nobody dominates: they lie on a plane.
func shell(n, objectives int, seed uint64) [][]float64 {
	out := cloud(n, objectives, seed)
	for _, row := range out {
		last := len(row) - 1
		row[last] = float64(objectives)
		for _, v := range row[:last] {
			row[last] -= v
		}
	}
	return out
}

func TestLayersOfAPlane(t *testing.T) {
	for objectives := 2; objectives <= 5; objectives++ {
		for i, l := range layers(shell(2000, objectives, 7)) {
			if l != 0 {
				t.Fatalf("%d objectives: point %d in layer %d", objectives, i, l)
			}
		}
	}
}

func BenchmarkLayers(b *testing.B) {
	for name, points := range map[string][][]float64{
		"2": cloud(28_800, 2, 1), "3": cloud(28_800, 3, 1), "4": cloud(28_800, 4, 1),
		"3-plane": shell(28_800, 3, 1), "4-plane": shell(28_800, 4, 1),
	} {
		b.Run(name, func(b *testing.B) {
			for range b.N {
				layers(points)
			}
		})
	}
}
