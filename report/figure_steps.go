package report

import (
	"cmp"
	"math"
	"slices"

	"wavetank/sim/tune"
)

// shareRows are the parts of each objective's variance that axes explain alone.
func shareRows(t *Tuning) (out []*figureRows) {
	for k := range t.Objectives {
		p := &figureRows{Title: objectiveShort(&t.Objectives[k]), Zero: -1, Bars: true}
		rest, any := 1.0, false
		add := func(name, class string, v float64) {
			m := figureRow{Name: name, Class: class, Text: missing, None: true}
			if !bad(v) {
				m.Text, m.To, m.None = percentShort(v), place(min(max(v, 0), 1), 1), false
			}
			p.add(m)
		}
		for i := range t.Outcome.Sensitivity {
			s := &t.Outcome.Sensitivity[i]
			add(t.Axes[s.Axis].Name, "front", s.Shares[k])
			if !bad(s.Shares[k]) {
				rest, any = rest-s.Shares[k], true
			}
		}
		if any && len(t.Axes) > 1 {
			add("in combination", "rest", max(rest, 0))
		}
		out = append(out, p)
	}
	return out
}

// stepPlots is one axis: what each of its values makes of every objective.
type stepPlots struct {
	Name  string
	Plots []*stepPlot   // of an axis with an order
	Rows  []*figureRows // of one without
}

// stepPlot is one objective along one axis.
type stepPlot struct {
	Title string
	*drawing
}

// stepRoom is its size.
var stepRoom = figureRoom{class: "all", width: 340, height: 176, letter: 12, ticks: 6}

// rowsShown is how many values of an axis without an order are drawn, the best
// first: chosen.
const rowsShown = 12

// newStepPlots are all axes.
func newStepPlots(t *Tuning) (out []*stepPlots) {
	for i := range t.Outcome.Sensitivity {
		s := &t.Outcome.Sensitivity[i]
		p := &stepPlots{Name: t.Axes[s.Axis].Name}
		for k := range t.Objectives {
			if t.Axes[s.Axis].At == nil {
				p.Rows = append(p.Rows, t.stepRows(s, k))
			} else {
				p.Plots = append(p.Plots, t.stepPlot(s, k))
			}
		}
		out = append(out, p)
	}
	return out
}

// own is the place of the winner's value on an axis; -1: it lies outside.
func (t *Tuning) own(axis int) int {
	if w := t.winner(); w.Settings != nil {
		return w.Settings[axis]
	}
	return -1
}

// stepAxis holds the values of an objective along an axis.
func (t *Tuning) stepAxis(s *tune.Sensitivity, objective int) axis {
	var all, ends []float64
	for _, e := range s.Steps[objective] {
		all, ends = append(all, e.Mean), append(ends, e.Low, e.High)
	}
	return newAxis(t.Objectives[objective].Unit, all, ends, nil)
}

// stepHint says what one value of an axis makes of an objective.
func (t *Tuning) stepHint(s *tune.Sensitivity, k, v int) string {
	rows := [][2]string{{objectiveShort(&t.Objectives[k]), objectiveValue(&t.Objectives[k], &s.Steps[k][v], true)}}
	if own := t.own(s.Axis); v == own {
		rows = append(rows, [2]string{"this is", t.winnerPhrase() + "'s value"})
	} else if own >= 0 {
		rows = append(rows, [2]string{"against " + t.Axes[s.Axis].Labels[own], t.stepVerdict(s, k, v)})
	}
	return hint(t.Axes[s.Axis].Name+" "+t.Axes[s.Axis].Labels[v], rows)
}

func (t *Tuning) stepVerdict(s *tune.Sensitivity, k, v int) string {
	if s.Signs[k][v] == tune.Unclear {
		return "no difference shown"
	}
	return signWords[s.Signs[k][v]]
}

// stepPlot draws a line over the values of an axis with an order.
func (t *Tuning) stepPlot(s *tune.Sensitivity, k int) *stepPlot {
	axis, y, own, o := &t.Axes[s.Axis], t.stepAxis(s, k), t.own(s.Axis), &t.Objectives[k]
	var x []tick
	for v, label := range axis.Labels {
		x = append(x, tick{At: 100 * axisShare(axis, v), Label: cut(label, tickLetters)})
	}
	f, in := newChart(&stepRoom, stepTicks(x, own), y.ticks(stepRoom.ticks), "", "")
	var line []xy
	for v := range s.Steps[k] {
		e, at := &s.Steps[k][v], x[v].At/100
		if v == own {
			f.line("own-line", in.at(at, 0), in.at(at, 1))
		} else if axis.Labels[v] == currentLabel(t, s.Axis) {
			f.line("now-line", in.at(at, 0), in.at(at, 1))
		}
		if bad(e.Mean) {
			continue
		}
		low, high := ends(e)
		middle := in.at(at, y.share(e.Mean))
		line = append(line, middle)
		f.Marks = append(f.Marks, figureMark{Class: t.stepClass(s, k, v), At: middle, Hint: t.stepHint(s, k, v),
			Lines: [][]xy{{in.at(at, y.share(low)), in.at(at, y.share(high))}}})
		f.Spoken += axis.Labels[v] + " " + objectiveValue(o, e, false) + "; "
	}
	f.line("run", line...)
	return &stepPlot{objectiveShort(o), f}
}

// stepClass is the mark of a value: the winner's own, one that is shown to
// differ from it, or one that is not.
func (t *Tuning) stepClass(s *tune.Sensitivity, k, v int) string {
	if v == t.own(s.Axis) {
		return "own"
	}
	return signClass(s.Signs[k][v])
}

// axisShare is where a value of an axis stands along it.
func axisShare(a *tune.Axis, v int) float64 {
	n := len(a.Labels)
	if n < 2 {
		return 0.5
	}
	on := axis{log: a.Log, low: a.At[0], high: a.At[n-1]}
	if share := on.share(a.At[v]); !bad(share) {
		return share
	}
	return float64(v) / float64(n-1)
}

// tickLetters is how many letters of a value's name stand below a plot.
const tickLetters = 16

// stepTicks are the labels that fit, the winner's own among them.
func stepTicks(all []tick, own int) (out []tick) {
	clear := func(a, b tick) bool {
		return len(spaced([]tick{a, b}, 270, func(s string) float64 { return textWidth(s, stepRoom.tickLetter(), false) + 8 })) == 2
	}
	for i, t := range all {
		if i == own || (own < 0 || clear(t, all[own])) && (len(out) == 0 || clear(t, out[len(out)-1])) {
			out = append(out, t)
		}
	}
	return out
}

// byValue are the places of an axis' values, the best first and those without a
// figure last.
func (t *Tuning) byValue(s *tune.Sensitivity, k int) []int {
	order := make([]int, len(s.Steps[k]))
	worth := make([]float64, len(order))
	for v := range order {
		order[v], worth[v] = v, s.Steps[k][v].Mean
		switch {
		case bad(worth[v]):
			worth[v] = math.Inf(1)
		case t.above(k):
			worth[v] = -worth[v]
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(worth[a], worth[b]) })
	return order
}

// stepRows are the values of an axis without an order, the best first.
func (t *Tuning) stepRows(s *tune.Sensitivity, k int) *figureRows {
	axis, o, order, own := t.stepAxis(s, k), &t.Objectives[k], t.byValue(s, k), t.own(s.Axis)
	p := &figureRows{Title: objectiveShort(o), Ticks: axis.rowTicks(), Zero: -1}
	for rank, v := range order {
		if rank >= rowsShown && v != own {
			continue
		}
		m := figureRow{Name: t.Axes[s.Axis].Labels[v], Class: t.stepClass(s, k, v), Mark: "front",
			Text: objectiveValue(o, &s.Steps[k][v], true), Hint: t.stepHint(s, k, v), Verdict: t.winnerPhrase()}
		if v != own {
			m.Verdict = t.stepVerdict(s, k, v)
		}
		m.mark(&axis, &s.Steps[k][v])
		p.add(m)
	}
	if left := len(order) - len(p.Rows); left > 0 {
		p.Note = thousands(int64(left)) + " more in the table below"
	}
	return p
}
