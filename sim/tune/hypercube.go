package tune

import (
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distmv"
	"gonum.org/v1/gonum/stat/samplemv"
)

// mostCubes bounds how many hypercubes are drawn for one sample. Each finds a
// like part of the points that are still missing, at the very least two in
// three where nearly the whole space is wanted, so it is never reached but by
// bad luck without example.
const mostCubes = 32

// hypercubeStream keeps the draws apart from any other that takes the same seed.
const hypercubeStream = 0x6c6174696e206375 // "latin cu"

// hypercube is a Latin hypercube sample of n different points of a space, rising:
// each axis takes each of its values equally often, but for one, in a random
// order (McKay et al. 1979). Points that come twice make room for those of
// further hypercubes. A space of at most n points is returned whole. Its size must
// fit below Outside.
func hypercube(space *Space, n int, seed uint64) []Point {
	if n <= 0 {
		return nil
	}
	switch size, fits := space.Size(); {
	case !fits:
		panic("tune: a space beyond Outside")
	case size <= uint64(n):
		return everyPoint(Point(size))
	}
	src := rand.NewPCG(seed, hypercubeStream)
	axes := len(space.Axes)
	sampler := samplemv.LatinHypercube{Q: distmv.NewUnitUniform(axes, src), Src: src}
	batch := mat.NewDense(n, axes, nil)
	seen := make(map[Point]bool, n)
	out := make([]Point, 0, n)
	for range mostCubes {
		sampler.Sample(batch)
		for r := 0; r < n && len(out) < n; r++ {
			if p := space.pointIn(batch.RawRowView(r), n); !seen[p] {
				seen[p] = true
				out = append(out, p)
			}
		}
		if len(out) == n {
			break
		}
	}
	slices.Sort(out)
	return out
}

func everyPoint(size Point) []Point {
	out := make([]Point, size)
	for i := range out {
		out[i] = Point(i)
	}
	return out
}

// pointIn is the point of a hypercube's row. Of n rows each lies in its own of n
// equal parts of every axis; the part, not the place in it, decides the value, so
// that n rows never miss one of up to n values.
func (s *Space) pointIn(row []float64, n int) Point {
	settings := make([]int, len(row))
	for a, u := range row {
		part := min(n-1, int(u*float64(n)))
		settings[a] = part * len(s.Axes[a].Labels) / n
	}
	return s.Point(settings)
}
