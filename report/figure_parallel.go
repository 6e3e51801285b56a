package report

import (
	"slices"

	"wavetank/sim/tune"
)

// The room of parallel coordinates, and what surrounds the axes in it.
var parallelIn = rect{62, 44, 338, 264}

const parallelWidth, parallelHeight = 400, 290

// parallelFigure has an upright axis for each objective, the best at its bottom,
// and a line across them for everybody on the front, the setting in force, and
// the winner over them; nil where nobody has all values.
func parallelFigure(t *Tuning) *drawing {
	f := &drawing{Class: "all", Width: parallelWidth, Height: parallelHeight}
	s := scene{X: 1}
	var all [][]float64
	add := func(d sceneDot, values []tune.Estimate) {
		var means []float64
		for _, e := range values {
			means = append(means, e.Mean)
		}
		if len(finite(means)) == len(t.Objectives) {
			all = append(all, means)
			f.Marks = append(f.Marks, figureMark{Class: "line " + d.class, Lines: make([][]xy, 1), Hint: d.hint})
			f.Spoken += d.title + "; "
		}
	}
	for _, i := range t.front() {
		if i != t.Outcome.Winner {
			add(s.front(t, i, "front"), t.Outcome.Front[i].Values)
		}
	}
	add(s.current(t), t.Outcome.Current.Values)
	add(s.front(t, t.Outcome.Winner, "winner"), t.winner().Values)
	if len(all) == 0 {
		return nil
	}
	for k := range t.Objectives {
		f.upright(t, k, all)
	}
	return f
}

// upright draws one objective's axis, and leads the lines through it.
func (f *drawing) upright(t *Tuning, k int, all [][]float64) {
	var values []float64
	for _, v := range all {
		values = append(values, v[k])
	}
	o, axis := &t.Objectives[k], rangeAxis(t.Objectives[k].Unit, values)
	bottom := parallelIn.at(float64(k)/float64(len(t.Objectives)-1), 0)
	top := xy{bottom.X, parallelIn.top}
	best, worst := axis.low, axis.high
	if t.above(k) {
		best, worst = worst, best
	}
	f.line("upright", top, bottom)
	f.write("title", xy{top.X, 16}, "mid", 13, objectiveShort(o))
	f.write("tick", top.plus(0, -8), "mid", 12, inUnit(o.Unit, worst))
	f.write("tick", bottom.plus(0, 18), "mid", 12, inUnit(o.Unit, best))
	for i, v := range values {
		at := xy{bottom.X, bottom.Y - axis.apart(v, best)*parallelIn.height()}
		f.Marks[i].Lines[0] = append(f.Marks[i].Lines[0], at)
	}
}

// rangeAxis reaches from the least to the largest of some values.
func rangeAxis(u Unit, values []float64) *axis {
	a := newScale(u, values, nil)
	a.low, a.high = slices.Min(values), slices.Max(values)
	return a
}

// apart is the part of the axis that lies between two values.
func (a *axis) apart(v, w float64) float64 {
	if a.low == a.high {
		return 0
	}
	x, y := a.share(v), a.share(w)
	return max(x-y, y-x)
}
