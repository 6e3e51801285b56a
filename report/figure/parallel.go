package figure

import (
	"slices"

	"wavetank/report/judge"
	"wavetank/report/measure"
	"wavetank/report/words"
	"wavetank/sim/tune"
)

// The room of parallel coordinates, and what surrounds the axes in it.
var parallelIn = Rect{62, 44, 338, 264}

const parallelWidth, parallelHeight = 400, 290

// ParallelFigure has an upright axis for each objective, the best at its bottom,
// and a line across them for everybody on the front, the setting in force, and
// the winner over them; nil where nobody has all values.
func ParallelFigure(t *judge.Tuning) *Drawing {
	f := &Drawing{Class: "all", Width: parallelWidth, Height: parallelHeight}
	s := Scene{X: 1}
	var all [][]float64
	add := func(d sceneDot, values []tune.Estimate) {
		var means []float64
		for _, e := range values {
			means = append(means, e.Mean)
		}
		if len(finite(means)) == len(t.Objectives) {
			all = append(all, means)
			f.Marks = append(f.Marks, FigureMark{Class: "line " + d.Class, Lines: make([][]Xy, 1), Hint: d.hint})
			f.Spoken += d.Title + "; "
		}
	}
	for _, i := range t.Front() {
		if i != t.Outcome.Winner {
			add(s.front(t, i, "front"), t.Outcome.Front[i].Values)
		}
	}
	add(s.current(t), t.Outcome.Current.Values)
	add(s.front(t, t.Outcome.Winner, "winner"), Winner(t).Values)
	if len(all) == 0 {
		return nil
	}
	for k := range t.Objectives {
		f.upright(t, k, all)
	}
	return f
}

// upright draws one objective's axis, and leads the lines through it.
func (f *Drawing) upright(t *judge.Tuning, k int, all [][]float64) {
	var values []float64
	for _, v := range all {
		values = append(values, v[k])
	}
	o, axis := &t.Objectives[k], rangeAxis(t.Objectives[k].Unit, values)
	bottom := parallelIn.at(float64(k)/float64(len(t.Objectives)-1), 0)
	top := Xy{bottom.X, parallelIn.Top}
	best, worst := axis.Low, axis.High
	if t.Above(k) {
		best, worst = worst, best
	}
	f.line("upright", top, bottom)
	f.write("title", Xy{top.X, 16}, "mid", 13, words.ObjectiveShort(o))
	f.write("tick", top.plus(0, -8), "mid", 12, measure.Format(o.Unit, worst))
	f.write("tick", bottom.plus(0, 18), "mid", 12, measure.Format(o.Unit, best))
	for i, v := range values {
		at := Xy{bottom.X, bottom.Y - float64(axis.apart(v, best)*parallelIn.Height())}
		f.Marks[i].Lines[0] = append(f.Marks[i].Lines[0], at)
	}
}

// rangeAxis reaches from the least to the largest of some values.
func rangeAxis(u measure.Unit, values []float64) *Axis {
	a := newScale(u, values, nil)
	a.Low, a.High = slices.Min(values), slices.Max(values)
	return a
}

// apart is the part of the axis that lies between two values.
func (a *Axis) apart(v, w float64) float64 {
	if a.Low == a.High {
		return 0
	}
	x, y := a.Share(v), a.Share(w)
	return max(x-y, y-x)
}
