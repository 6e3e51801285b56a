package tune

import (
	"slices"
	"testing"
)

func TestHypercubeTakesEachValueEquallyOften(t *testing.T) {
	for _, c := range []struct {
		sizes []int
		n     int
	}{{[]int{120, 8, 6, 5, 50}, 120}, {[]int{7, 3, 11, 13}, 13}, {[]int{64, 64, 64}, 1000}, {[]int{1, 97, 89, 83}, 100}} {
		space := grid(c.sizes...)
		points := hypercube(space, c.n, 3)
		if len(points) != c.n {
			t.Errorf("%v: %d points, want %d", c.sizes, len(points), c.n)
		}
		for a, size := range c.sizes {
			count := make([]int, size)
			for _, p := range points {
				count[space.Settings(p)[a]]++
			}
			// Points that come twice are replaced by those of another hypercube.
			if least, most := slices.Min(count), slices.Max(count); least == 0 || float64(most) > 2*float64(c.n)/float64(size)+3 {
				t.Errorf("%v: axis %d takes its values %d to %d times", c.sizes, a, least, most)
			}
		}
	}
}

func TestHypercubeIsAStrictSample(t *testing.T) {
	space := grid(60, 8, 6, 5)
	size := int(sizeOf(space))
	for _, n := range []int{1, 2, 100, size / 2, size - 1} {
		points := hypercube(space, n, 9)
		if len(points) != n {
			t.Errorf("%d points, want %d", len(points), n)
		}
		for i, p := range points {
			if p >= Point(size) || i > 0 && p <= points[i-1] {
				t.Fatalf("%d points: %v at %d", n, p, i)
			}
		}
		if !slices.Equal(points, hypercube(space, n, 9)) {
			t.Error("the same seed, other points")
		}
	}
	if slices.Equal(hypercube(space, 100, 1), hypercube(space, 100, 2)) {
		t.Error("another seed, the same points")
	}
}

func TestHypercubeOfSmallSpaces(t *testing.T) {
	for _, c := range []struct {
		space *Space
		n     int
		want  []Point
	}{
		{grid(2, 3), 6, []Point{0, 1, 2, 3, 4, 5}},
		{grid(2, 3), 99, []Point{0, 1, 2, 3, 4, 5}},
		{grid(2, 3), 0, nil},
		{grid(2, 3), -1, nil},
		{grid(), 5, []Point{0}},
		{grid(3, 0), 5, []Point{}},
	} {
		if got := hypercube(c.space, c.n, 1); !slices.Equal(got, c.want) {
			t.Errorf("hypercube(%v axes, %d) = %v, want %v", len(c.space.Axes), c.n, got, c.want)
		}
	}
}

func TestHypercubeOfAVastSpace(t *testing.T) {
	sizes := make([]int, 15)
	for i := range sizes {
		sizes[i] = 16
	}
	if got := hypercube(grid(sizes...), 1000, 1); len(got) != 1000 || !got[999].Inside() {
		t.Errorf("%d points of 2^60", len(got))
	}
	defer func() {
		if recover() == nil {
			t.Error("sampled a space whose points have no number")
		}
	}()
	hypercube(grid(append(sizes, 16)...), 1000, 1)
}

func BenchmarkHypercube(b *testing.B) {
	space := grid(325, 8, 6, 5, 9, 9)
	for range b.N {
		hypercube(space, 100_000, 1)
	}
}
