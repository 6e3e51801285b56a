package tune

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// extent is by objective the least figure and the distance to the greatest; NaN
// and 0 where nobody has one.
func extent(means [][]float64) (low, width []float64) {
	low, width = make([]float64, len(means[0])), make([]float64, len(means[0]))
	for j := range low {
		least, most := math.Inf(1), math.Inf(-1)
		for _, row := range means {
			if exists(row[j]) {
				least, most = min(least, row[j]), max(most, row[j])
			}
		}
		low[j], width[j] = least, most-least
		if least > most {
			low[j], width[j] = math.NaN(), 0
		}
	}
	return low, width
}

// normalised measures each figure from low by width: 0 to 1, 0 where nothing
// differs, NaN for one that does not exist while others do.
func normalised(means [][]float64, low, width []float64) [][]float64 {
	out := make([][]float64, len(means))
	for i, row := range means {
		out[i] = make([]float64, len(row))
		for j, v := range row {
			switch {
			case math.IsNaN(low[j]):
			case !exists(v):
				out[i][j] = math.NaN()
			case width[j] > 0:
				out[i][j] = (v - low[j]) / width[j]
			}
		}
	}
	return out
}

// chordKnee is, of rows that are normalised, the one farthest from the plane through the front's ends, the
// best of each objective, towards the best of every objective at once: of two
// objectives the farthest from the chord (Branke et al. 2004). Where the ends
// span no such plane, as with fewer than three rows, it is the one with the
// least sum of normalised objectives. -1: there is no row.
func chordKnee(rows [][]float64) int {
	if len(rows) == 0 {
		return -1
	}
	normal := planeNormal(rows)
	return leastRow(rows, func(row []float64) float64 {
		sum := 0.0
		for j, z := range row {
			sum += float64(normal[j] * z)
		}
		return sum
	})
}

// utopiaKnee is, of rows that are normalised, the one nearest to the best of every objective at once, in
// normalised objectives. -1: there is no row.
func utopiaKnee(rows [][]float64) int {
	if len(rows) == 0 {
		return -1
	}
	return leastRow(rows, func(row []float64) float64 { return floats.Norm(row, 2) })
}

// noise is the difference of normalised figures that rounding may make.
const noise = 1e-12

// leastRow is the first of the rows with the least figure, but for rounding; those
// without one do not win.
func leastRow(rows [][]float64, figure func([]float64) float64) int {
	best, at := math.NaN(), 0
	for i, row := range rows {
		if v := figure(row); v < best-noise || math.IsNaN(best) && !math.IsNaN(v) {
			best, at = v, i
		}
	}
	return at
}

// planeNormal is the normal n of the plane n·z = 1 through the ends of the
// objectives that differ by their whole measure. It is one for the others, whose
// ends would be noise, and all ones, a plane as good as any, where the ends span
// none, or one that a better point may lie behind.
func planeNormal(rows [][]float64) []float64 {
	normal := make([]float64, len(rows[0]))
	var wide []int
	for j := range normal {
		normal[j] = 1
		if slices.ContainsFunc(rows, func(z []float64) bool { return z[j] >= 1-noise }) {
			wide = append(wide, j)
		}
	}
	if len(rows) < 3 || len(wide) < 2 {
		return normal
	}
	ends := mat.NewDense(len(wide), len(wide), nil)
	ones := mat.NewVecDense(len(wide), nil)
	for r, j := range wide {
		end := rows[endOf(rows, j)]
		for c, k := range wide {
			ends.Set(r, c, end[k])
		}
		ones.SetVec(r, 1)
	}
	var solved mat.VecDense
	if solved.SolveVec(ends, ones) != nil || !(mat.Min(&solved) > 0) {
		return normal
	}
	for c, k := range wide {
		normal[k] = solved.AtVec(c)
	}
	return normal
}

// endOf is the row that is best in an objective; of several, the one with the
// best of the others.
func endOf(rows [][]float64, j int) int {
	at := 0
	for i := range rows {
		c := compare(rows[i][j], rows[at][j])
		if c < 0 || c == 0 && compare(floats.Sum(rows[i]), floats.Sum(rows[at])) < 0 {
			at = i
		}
	}
	return at
}

// bends are the degrees by which the front turns at each row, on the way from
// the best of the first of two objectives to the best of the second, both
// normalised: above 0 where it bulges towards the best of both. It is 0 at the
// front's ends, for rows that another one dominates, and for any other number of
// objectives.
func bends(means [][]float64) []float64 {
	out := make([]float64, len(means))
	if len(means) == 0 || len(means[0]) != 2 {
		return out
	}
	var front []int
	for i, layer := range layers(means) {
		if layer == 0 && exists(means[i][0]) && exists(means[i][1]) {
			front = append(front, i)
		}
	}
	if len(front) < 3 {
		return out
	}
	slices.SortStableFunc(front, func(a, b int) int { return compare(means[a][0], means[b][0]) })
	rows := make([][]float64, len(front))
	for n, i := range front {
		rows[n] = means[i]
	}
	low, width := extent(rows)
	for n, bend := range turns(normalised(rows, low, width)) {
		out[front[n]] = bend
	}
	return out
}

// turns are the degrees by which a line turns to the left at each of its points.
// Points that come several times, one after another, count as one.
func turns(line [][]float64) []float64 {
	out := make([]float64, len(line))
	for n, z := range line {
		before, after := n-1, n+1
		for before >= 0 && slices.Equal(line[before], z) {
			before--
		}
		for after < len(line) && slices.Equal(line[after], z) {
			after++
		}
		if before < 0 || after == len(line) {
			continue
		}
		in := math.Atan2(z[1]-line[before][1], z[0]-line[before][0])
		on := math.Atan2(line[after][1]-z[1], line[after][0]-z[0])
		out[n] = (on - in) * 180 / math.Pi
	}
	return out
}
