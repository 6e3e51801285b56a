package tune

import (
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// figure is mostly a small number, so that ties abound, and now and then none.
var figure = rapid.Custom(func(t *rapid.T) float64 {
	if v := rapid.IntRange(0, 12).Draw(t, "figure"); v < 12 {
		return float64(v % 6)
	}
	return math.NaN()
})

// drawRows draws points with up to four objectives.
func drawRows(t *rapid.T) [][]float64 {
	objectives := rapid.IntRange(1, 4).Draw(t, "objectives")
	row := rapid.SliceOfN(figure, objectives, objectives)
	return rapid.SliceOfN(row, 0, 30).Draw(t, "rows")
}

// drawSeries draws points with up to three objectives and six replications.
func drawSeries(t *rapid.T) [][][]float64 {
	objectives := rapid.IntRange(1, 3).Draw(t, "objectives")
	replications := rapid.IntRange(1, 6).Draw(t, "replications")
	figures := rapid.SliceOfN(figure, replications, replications)
	point := rapid.SliceOfN(figures, objectives, objectives)
	return rapid.SliceOfN(point, 0, 12).Draw(t, "series")
}

// shuffled draws another order: at[i] is where the i-th comes from.
func shuffled(t *rapid.T, n int) (at []int) {
	for i := range n {
		at = append(at, i)
	}
	return rapid.Permutation(at).Draw(t, "order")
}

func picked[T any](all []T, at []int) []T {
	out := make([]T, len(at))
	for i, k := range at {
		out[i] = all[k]
	}
	return out
}

// dominatesByDefinition is weak Pareto dominance, word for word.
func dominatesByDefinition(a, b []float64) bool {
	better := false
	for j := range a {
		switch {
		case math.IsNaN(a[j]) && math.IsNaN(b[j]), a[j] == b[j]:
		case math.IsNaN(b[j]), a[j] < b[j]:
			better = true
		default:
			return false
		}
	}
	return better
}

// layersByDefinition peels off, again and again, those whom nobody left dominates.
func layersByDefinition(values [][]float64) []int {
	out := make([]int, len(values))
	for i := range out {
		out[i] = -1
	}
	for layer, left := 0, len(values); left > 0; layer++ {
		var off []int
		for i := range values {
			dominated := false
			for l := range values {
				dominated = dominated || out[l] < 0 && dominatesByDefinition(values[l], values[i])
			}
			if out[i] < 0 && !dominated {
				off = append(off, i)
			}
		}
		for _, i := range off {
			out[i] = layer
		}
		left -= len(off)
	}
	return out
}

func TestLawLayersAreTheirDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := drawRows(t)
		if d := cmp.Diff(layersByDefinition(rows), layers(rows)); d != "" {
			t.Fatalf("-want +got\n%s", d)
		}
	})
}

func TestLawSurvivors(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := drawRows(t)
		violation := rapid.SliceOfN(rapid.SampledFrom([]float64{0, 0, 0, 1, 2, math.NaN()}), len(rows), len(rows)).Draw(t, "violation")
		keep := rapid.IntRange(0, 35).Draw(t, "keep")
		got := survivors(rows, violation, keep)

		var feasible []int
		for i, v := range violation {
			if v == 0 {
				feasible = append(feasible, i)
			}
		}
		layer := layersByDefinition(picked(rows, feasible))
		first, worst := 0, -1
		for k, i := range feasible {
			in := slices.Contains(got, i)
			if layer[k] == 0 {
				first++
				if !in {
					t.Fatalf("%d of the first layer is out: %v", i, got)
				}
			}
			if in {
				worst = max(worst, layer[k])
			}
		}
		if want := max(first, min(keep, len(rows))); len(got) != want {
			t.Fatalf("%d survivors, want %d", len(got), want)
		}
		for k, i := range feasible {
			if layer[k] < worst && !slices.Contains(got, i) {
				t.Fatalf("%d of layer %d is out, one of layer %d is in: %v", i, layer[k], worst, got)
			}
		}
		if len(got) > len(feasible) && len(picked(rows, feasible)) != len(intersection(got, feasible)) {
			t.Fatalf("one that breaks a rule is in, one that keeps them is out: %v", got)
		}
		if !slices.IsSorted(got) || len(slices.Compact(slices.Clone(got))) != len(got) {
			t.Fatalf("not rising: %v", got)
		}
	})
}

func intersection(a, b []int) (out []int) {
	for _, v := range a {
		if slices.Contains(b, v) {
			out = append(out, v)
		}
	}
	return out
}

func TestLawFront(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := drawSeries(t)
		members, estimated := frontOf(values)
		means := make([][]float64, len(values))
		for i := range values {
			means[i] = meansOf(values[i])
		}
		layer := layersByDefinition(means)
		for i := range values {
			beaten := slices.ContainsFunc(values, func(v [][]float64) bool { return beats(v, values[i]) })
			at, member := slices.BinarySearch(members, i)
			switch {
			case beaten == member:
				t.Fatalf("%d beaten: %v, member: %v", i, beaten, member)
			case layer[i] == 0 && !member:
				t.Fatalf("%d is on the front of the means and no member", i)
			case member && estimated[at] != (layer[i] == 0):
				t.Fatalf("%d is of layer %d of the means, estimated: %v", i, layer[i], estimated[at])
			}
			for l := range values {
				if beats(values[i], values[l]) && beats(values[l], values[i]) {
					t.Fatalf("%d and %d beat each other", i, l)
				}
			}
		}
	})
}

func TestLawOrderDoesNotMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := drawRows(t)
		at := shuffled(t, len(rows))
		if d := cmp.Diff(picked(layers(rows), at), layers(picked(rows, at))); d != "" {
			t.Fatalf("layers: -want +got\n%s", d)
		}
		if d := cmp.Diff(picked(bends(rows), at), bends(picked(rows, at)), near); d != "" {
			t.Fatalf("bends: -want +got\n%s", d)
		}
	})
	rapid.Check(t, func(t *rapid.T) {
		values := drawSeries(t)
		at := shuffled(t, len(values))
		want, _ := frontOf(values)
		var got []int
		members, _ := frontOf(picked(values, at))
		for _, m := range members {
			got = append(got, at[m])
		}
		slices.Sort(got)
		if d := cmp.Diff(want, got); d != "" {
			t.Fatalf("front: -want +got\n%s", d)
		}
	})
}

// No lead, however small, is lost: the best mean of a contest stays to its end,
// nobody who is out comes back, and names do not matter.
func TestLawContest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		score := rapid.IntRange(0, 9)
		k := rapid.IntRange(1, 6).Draw(t, "finalists")
		draw := func() (out []float64) {
			for _, v := range rapid.SliceOfN(score, k, k).Draw(t, "scores") {
				out = append(out, float64(v))
			}
			return out
		}
		at := shuffled(t, k)
		first, others := make([][]float64, k), make([][]float64, k)
		for range rapid.IntRange(2, 6).Draw(t, "first stage") {
			for i, v := range draw() {
				first[i] = append(first[i], v)
			}
		}
		copy(others, picked(first, at))
		c, d := newContest(first, .5, .2), newContest(others, .5, .2)
		for range rapid.IntRange(0, 40).Draw(t, "more") {
			before := c.left()
			values := draw()
			c.add(values)
			d.add(picked(values, at))
			after, same := c.left(), d.left()
			if len(after) == 0 || len(intersection(after, before)) != len(after) {
				t.Fatalf("%v after %v", after, before)
			}
			same = picked(at, same)
			slices.Sort(same)
			if slices.Sort(after); !slices.Equal(after, same) || c.settled() != d.settled() {
				t.Fatalf("%v, by other names %v", after, same)
			}
		}
	})
}

func TestLawHypercube(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		space := grid(rapid.SliceOfN(rapid.IntRange(1, 9), 1, 5).Draw(t, "sizes")...)
		n := rapid.IntRange(1, 60).Draw(t, "n")
		points := hypercube(space, n, rapid.Uint64().Draw(t, "seed"))
		size := sizeOf(space)
		if len(points) != min(n, int(size)) || !slices.IsSorted(points) || len(slices.Compact(slices.Clone(points))) != len(points) {
			t.Fatalf("%d of %d points: %v", n, size, points)
		}
		for a := range space.Axes {
			values := map[int]bool{}
			for _, p := range points {
				if p >= size {
					t.Fatalf("%d is outside", p)
				}
				values[space.Settings(p)[a]] = true
			}
			if all := len(space.Axes[a].Labels); n >= all && len(values) != all {
				t.Fatalf("%d points show %d of axis %d's %d values", n, len(values), a, all)
			}
		}
	})
}

func TestLawSharesAreShares(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		space := grid(rapid.SliceOfN(rapid.IntRange(1, 4), 1, 3).Draw(t, "sizes")...)
		points := everyPoint(sizeOf(space))
		values := rapid.SliceOfN(figure, len(points), len(points)).Draw(t, "values")
		sampled := rapid.Bool().Draw(t, "sampled")
		got := shares(space, points, values, sampled)
		for a, v := range got {
			if !(v >= 0 && v <= 1) && !math.IsNaN(v) {
				t.Fatalf("axis %d explains %v", a, v)
			}
		}
	})
}
