package tune

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/floats"
)

// grid is a space of axes with so many values each.
func grid(sizes ...int) *Space {
	s := &Space{}
	for _, n := range sizes {
		s.Axes = append(s.Axes, Axis{Labels: make([]string, n)})
	}
	return s
}

func sizeOf(s *Space) Point {
	n, _ := s.Size()
	return Point(n)
}

// evaluate is a function's figures at points.
func evaluate(space *Space, points []Point, f func(settings []int) float64) []float64 {
	out := make([]float64, len(points))
	for i, p := range points {
		out[i] = f(space.Settings(p))
	}
	return out
}

func TestSharesOfAdditiveFunctions(t *testing.T) {
	space := grid(3, 2, 4)
	points := everyPoint(sizeOf(space))
	// Variances 2/3, 9/4 and 5/4*4 of the terms.
	f := func(s []int) float64 { return float64(s[0]) + 3*float64(s[1]) + 2*float64(s[2]) + 1e6 }
	got := shares(space, points, evaluate(space, points, f), false)
	total := 2./3 + 9./4 + 5
	if d := cmp.Diff([]float64{2. / 3 / total, 9. / 4 / total, 5 / total}, got, near); d != "" {
		t.Errorf("-want +got\n%s", d)
	}
	if sum := floats.Sum(got); math.Abs(sum-1) > 1e-12 {
		t.Errorf("they sum to %v", sum)
	}
}

func TestSharesOfAnInteraction(t *testing.T) {
	space := grid(2, 2, 1)
	points := everyPoint(4)
	values := evaluate(space, points, func(s []int) float64 { return float64((2*s[0] - 1) * (2*s[1] - 1)) })
	if d := cmp.Diff([]float64{0, 0, 0}, shares(space, points, values, false)); d != "" {
		t.Errorf("no axis alone explains anything: -want +got\n%s", d)
	}
}

func TestSharesOfLittle(t *testing.T) {
	space := grid(2, 2)
	for _, c := range []struct {
		why     string
		points  []Point
		values  []float64
		sampled bool
		want    []float64
	}{
		{"no point", nil, nil, false, []float64{nan, nan}},
		{"nothing varies", []Point{0, 1, 2, 3}, []float64{5, 5, 5, 5}, false, []float64{nan, nan}},
		{"no value", []Point{0, 1}, []float64{nan, nan}, false, []float64{nan, nan}},
		{"what does not exist, or lies outside, is left out",
			[]Point{0, 1, 2, 3, 0, Outside}, []float64{1, 1, 2, 2, nan, 99}, false, []float64{1, 0}},
		{"as many values as points: luck could be all", []Point{0, 3}, []float64{1, 2}, true, []float64{nan, nan}},
		{"the second axis has one value: it explains nothing", []Point{0, 2, 0, 2}, []float64{1, 2, 1, 2}, true, []float64{1, 0}},
	} {
		if d := cmp.Diff(c.want, shares(space, c.points, c.values, c.sampled), near); d != "" {
			t.Errorf("%s: -want +got\n%s", c.why, d)
		}
	}
}

// ishigami is the function of Ishigami and Homma (1990), a = 7, b = 0.1, at the
// middle of each cell of a grid over the cube of -π to π.
func ishigami(cells int) func([]int) float64 {
	at := func(i int) float64 { return math.Pi * (2*(float64(i)+.5)/float64(cells) - 1) }
	return func(s []int) float64 {
		x, y, z := at(s[0]), at(s[1]), at(s[2])
		return math.Sin(x) + 7*math.Pow(math.Sin(y), 2) + .1*math.Pow(z, 4)*math.Sin(x)
	}
}

// published are its first-order indices.
var published = []float64{.3139, .4424, 0}

func TestSharesOfIshigami(t *testing.T) {
	fine := grid(48, 48, 48)
	points := everyPoint(sizeOf(fine))
	got := shares(fine, points, evaluate(fine, points, ishigami(48)), false)
	for a, want := range published {
		if math.Abs(got[a]-want) > .001 {
			t.Errorf("whole grid: axis %d explains %.4f, want %.4f", a, got[a], want)
		}
	}
	points = hypercube(fine, 4000, 1)
	got = shares(fine, points, evaluate(fine, points, ishigami(48)), true)
	for a, want := range published {
		if math.Abs(got[a]-want) > .02 {
			t.Errorf("hypercube: axis %d explains %.4f, want %.4f", a, got[a], want)
		}
	}
}

// Pure luck explains nothing once the sample is allowed for, and would seem to
// explain much if it were not: 32 groups of 128 points, (32-1)/(128-1) = 0.24.
func TestSharesOfLuck(t *testing.T) {
	space := grid(32, 32, 32)
	var plain, corrected float64
	const samples = 50
	for seed := range uint64(samples) {
		points := hypercube(space, 128, seed)
		luck := rand.New(rand.NewPCG(seed, 5))
		values := evaluate(space, points, func([]int) float64 { return luck.NormFloat64() })
		plain += floats.Sum(shares(space, points, values, false)) / 3 / samples
		corrected += floats.Sum(shares(space, points, values, true)) / 3 / samples
	}
	if math.Abs(plain-.244) > .02 || corrected > .04 {
		t.Errorf("luck explains %.3f, corrected %.3f", plain, corrected)
	}
}
