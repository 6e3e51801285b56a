package tune

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func TestExtent(t *testing.T) {
	low, width := extent([][]float64{{10, 5, 7, nan}, {20, nan, 7, nan}, {30, 3, 7, nan}})
	if d := cmp.Diff([][]float64{{10, 3, 7, nan}, {20, 2, 0, 0}}, [][]float64{low, width}, near); d != "" {
		t.Errorf("low and width: -want +got\n%s", d)
	}
}

// unit normalises rows by their own extent.
func unit(means [][]float64) [][]float64 {
	if len(means) == 0 {
		return nil
	}
	low, width := extent(means)
	return normalised(means, low, width)
}

func TestScore(t *testing.T) {
	low, width := []float64{10, 1, nan}, []float64{20, 4, nan}
	for _, c := range []struct {
		why     string
		weights []float64
		row     []float64
		want    float64
	}{
		{"equal weights", []float64{1, 1, 1}, []float64{20, 5, nan}, .75},
		{"weights are shares of their sum", []float64{6, 2, 0}, []float64{20, 1, 3}, .375},
		{"what has no weight may have no value", []float64{1, 0, 0}, []float64{30, nan, nan}, 1},
		{"what has a weight may not", []float64{1, 1, 0}, []float64{30, nan, nan}, nan},
	} {
		got := (&conclusion{weights: c.weights}).score(c.row, low, width)
		if d := cmp.Diff(c.want, got, near); d != "" {
			t.Errorf("%s: -want +got\n%s", c.why, d)
		}
	}
}

func TestKnees(t *testing.T) {
	for _, c := range []struct {
		why           string
		means         [][]float64
		chord, utopia int
	}{
		{"nothing", nil, -1, -1},
		{"one", [][]float64{{3, 4}}, 0, 0},
		{"of two the one with the least sum; both are 1", [][]float64{{0, 5}, {7, 0}}, 0, 0},
		{"the bulge", [][]float64{{0, 10}, {1, 2}, {5, 1}, {10, 0}}, 1, 1},
		{"units do not matter", [][]float64{{0, 10e6}, {1, 2e6}, {5, 1e6}, {10, 0}}, 1, 1},
		{"a straight front has none: the first end", [][]float64{{0, 4}, {1, 3}, {2, 2}, {3, 1}, {4, 0}}, 0, 2},
		{"nor has one that rounding bends", [][]float64{{0, .6000000000000001}, {1, .5}, {2, .4}, {3, .30000000000000004}, {4, .2}, {5, .1}, {6, 0}}, 0, 3},
		// Sums .61 and .66, distances .600 and .467.
		{"the two differ", [][]float64{{0, 1}, {.01, .6}, {.33, .33}, {1, 0}}, 1, 2},
		{"a hollow front: its ends", [][]float64{{0, 10}, {6, 9}, {9, 6}, {10, 0}}, 0, 0},
		{"what does not differ does not count", [][]float64{{0, 10, 3}, {1, 2, 3}, {5, 1, 3}, {10, 0, 3}}, 1, 1},
		{"one objective: the best", [][]float64{{3}, {1}, {2}}, 1, 1},
		{"one is best of all", [][]float64{{3, 3}, {1, 1}, {2, 2}}, 1, 1},
		{"three ends and the bulge", [][]float64{{0, 1, 1}, {1, 0, 1}, {1, 1, 0}, {.3, .3, .3}, {.1, .9, .6}}, 3, 3},
		{"no value never wins", [][]float64{{nan, 0}, {0, 10}, {1, 2}, {10, 0}}, 2, 2},
		{"nobody has any", [][]float64{{nan, nan}, {nan, nan}, {nan, nan}}, 0, 0},
	} {
		if got := [2]int{chordKnee(unit(c.means)), utopiaKnee(unit(c.means))}; got != [2]int{c.chord, c.utopia} {
			t.Errorf("%s: knees of %v = %v, want %v", c.why, c.means, got, [2]int{c.chord, c.utopia})
		}
	}
}

// The plane goes through the ends, wherever they lie: here n = (5/4, 5/4, 15/16),
// and the plane of equal sums would choose the fourth row.
func TestChordKneeTakesThePlaneThroughTheEnds(t *testing.T) {
	means := [][]float64{
		{0, .5, .4}, {.5, 0, .4}, {.4, .4, 0}, // the ends
		{.3, .28, .05}, // sum .63, plane .772
		{.2, .2, .25},  // sum .65, plane .734
		{1, 1, 1},      // beaten by all, it only sets the scale
	}
	if d := cmp.Diff([]float64{1.25, 1.25, .9375}, planeNormal(means), near); d != "" {
		t.Errorf("normal: -want +got\n%s", d)
	}
	if got := chordKnee(means); got != 4 {
		t.Errorf("chordKnee = %d", got)
	}
	if got := endOf([][]float64{{.1, 0, 0}, {0, .9, .2}, {0, .3, .2}, {0, .3, .3}, {nan, 0, 0}}, 0); got != 2 {
		t.Errorf("of several ends %d", got)
	}
	// These ends' plane turns its back on the best, n3 = -5/4.
	back := [][]float64{{0, .5, .2}, {.5, 0, .2}, {.2, .2, 0}}
	if d := cmp.Diff([]float64{1, 1, 1}, planeNormal(back)); d != "" {
		t.Errorf("normal: -want +got\n%s", d)
	}
}

func TestBends(t *testing.T) {
	for _, c := range []struct {
		why   string
		means [][]float64
		want  []float64
	}{
		{"nothing", nil, []float64{}},
		{"one objective", [][]float64{{1}, {2}, {3}}, []float64{0, 0, 0}},
		{"three objectives", [][]float64{{1, 2, 3}, {2, 1, 3}, {3, 2, 1}}, []float64{0, 0, 0}},
		{"two points", [][]float64{{0, 1}, {1, 0}}, []float64{0, 0}},
		{"a straight front", [][]float64{{0, 2}, {1, 1}, {2, 0}}, []float64{0, 0, 0}},
		// Down along x = 0, then along y = 0: all but a right angle.
		{"a corner, in any order and unit", [][]float64{{1e3, 0}, {1e-6, 1e-9}, {0, 1}}, []float64{0, 90, 0}},
		{"a bulge away from the best", [][]float64{{0, 1}, {1 - 1e-9, 1 - 1e-9}, {1, 0}}, []float64{0, -90, 0}},
		// Slopes -3 and -1/3.
		{"half way", [][]float64{{0, 4}, {1, 1}, {4, 0}}, []float64{0, (math.Atan(3) - math.Atan(1./3)) * 180 / math.Pi, 0}},
		{"twice the same point", [][]float64{{0, 4}, {1, 1}, {1, 1}, {4, 0}}, []float64{0, 53.13010235415598, 53.13010235415598, 0}},
		{"one that is dominated does not bend the front", [][]float64{{0, 4}, {1, 1}, {2, 2}, {4, 0}, {9, nan}}, []float64{0, 53.13010235415598, 0, 0, 0}},
	} {
		if d := cmp.Diff(c.want, bends(c.means), cmpopts.EquateApprox(0, 1e-4)); d != "" {
			t.Errorf("%s: -want +got\n%s", c.why, d)
		}
	}
}

// TestNarrow: an objective in which the front differs by less than matters does
// not choose its knee, however its noise falls.
func TestNarrow(t *testing.T) {
	c := &conclusion{Search: &Search{problem: Problem{Objectives: []Objective{{Least: 1}, {LeastShare: .05}, {}}}}}
	front := [][]float64{{0, 100, 0}, {10, 100.2, 4}, {1, 101, 1}}
	low, width := c.scale(front)
	if d := cmp.Diff([][]float64{{0, 100, 0}, {10, 5, 4}}, [][]float64{low, width}, near); d != "" {
		t.Errorf("low and width: -want +got\n%s", d)
	}
	rows := normalised(front, low, width)
	if d := cmp.Diff([]float64{1, 1, 1}, planeNormal(rows), near); d != "" {
		t.Errorf("normal: -want +got\n%s", d)
	}
	if got := chordKnee(rows); got != 0 {
		t.Errorf("the knee is %d", got)
	}
}
