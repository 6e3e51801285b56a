package tune

import "math"

// shares is by axis the part of the figures' variance over the points that the
// axis alone explains: the first-order index Var(E[y|x]) / Var(y) of Sobol'. It
// is NaN where no figure varies, or too few are there to tell. Figures that do
// not exist, and points outside the space, are left out.
//
// Where the points are a sample, every value's mean has luck in it, which would
// pass for an effect; the share is then the ω² of a one-way analysis of variance
// (Hays 1963), at least 0.
func shares(space *Space, points []Point, values []float64, sampled bool) []float64 {
	groups := make([][]group, len(space.Axes))
	for a := range groups {
		groups[a] = make([]group, len(space.Axes[a].Labels))
	}
	var all group
	mean := momentsOf(values).mean
	for i, p := range points {
		if !p.Inside() || !exists(values[i]) {
			continue
		}
		d := values[i] - mean // so that squares of large figures do not swallow small differences
		all.add(d)
		for a, at := range space.Settings(p) {
			groups[a][at].add(d)
		}
	}
	out := make([]float64, len(groups))
	for a := range out {
		out[a] = share(groups[a], all, sampled)
	}
	return out
}

// group is the figures that one value of an axis has.
type group struct {
	n            int
	sum, squares float64
}

func (g *group) add(v float64) {
	g.n++
	g.sum += v
	g.squares += float64(v * v)
}

// around is the sum of squares that the group's mean explains.
func (g *group) around() float64 {
	if g.n == 0 {
		return 0
	}
	return float64(g.sum*g.sum) / float64(g.n)
}

// share is the part of one axis.
func share(groups []group, all group, sampled bool) float64 {
	total := all.squares - all.around()
	between, used := -all.around(), 0
	for i := range groups {
		between += groups[i].around()
		if groups[i].n > 0 {
			used++
		}
	}
	if !(total > 0) {
		return math.NaN()
	}
	if !sampled {
		return min(1, max(0, between/total))
	}
	if all.n <= used {
		return math.NaN()
	}
	within := max(0, total-between) / float64(all.n-used)
	return min(1, max(0, (between-float64(float64(used-1)*within))/(total+within)))
}
