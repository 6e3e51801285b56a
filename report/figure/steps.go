package figure

import (
	"cmp"
	"math"
	"slices"

	"wavetank/report/judge"
	"wavetank/report/measure"
	"wavetank/report/words"
	"wavetank/sim/tune"
)

// ShareRows are the parts of each objective's variance that axes explain alone.
func ShareRows(t *judge.Tuning) (out []*FigureRows) {
	for k := range t.Objectives {
		p := &FigureRows{Title: words.ObjectiveShort(&t.Objectives[k]), Zero: -1, Bars: true}
		rest, any := 1.0, false
		add := func(name, class string, v float64) {
			m := figureRow{Name: name, Class: class, Text: measure.Missing, None: true}
			if !measure.Bad(v) {
				m.Text, m.To, m.None = measure.FormatPercentShort(v), Place(min(max(v, 0), 1), 1), false
			}
			p.add(m)
		}
		for i := range t.Outcome.Sensitivity {
			s := &t.Outcome.Sensitivity[i]
			add(t.Axes[s.Axis].Name, "front", s.Shares[k])
			if !measure.Bad(s.Shares[k]) {
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

// StepPlots is one axis: what each of its values makes of every objective.
type StepPlots struct {
	Name  string
	Plots []*stepPlot   // of an axis with an order
	Rows  []*FigureRows // of one without
}

// stepPlot is one objective along one axis.
type stepPlot struct {
	Title string
	*Drawing
}

// stepRoom is its size.
var stepRoom = FigureRoom{class: "all", Width: 340, Height: 176, Letter: 12, ticks: 6}

// RowsShown is how many values of an axis without an order are drawn, the best
// first: chosen.
const RowsShown = 12

// NewStepPlots are all axes.
func NewStepPlots(t *judge.Tuning) (out []*StepPlots) {
	for i := range t.Outcome.Sensitivity {
		s := &t.Outcome.Sensitivity[i]
		p := &StepPlots{Name: t.Axes[s.Axis].Name}
		for k := range t.Objectives {
			if t.Axes[s.Axis].At == nil {
				p.Rows = append(p.Rows, StepRows(t, s, k))
			} else {
				p.Plots = append(p.Plots, tuningStepPlot(t, s, k))
			}
		}
		out = append(out, p)
	}
	return out
}

// own is the place of the winner's value on an axis; -1: it lies outside.
func own(t *judge.Tuning, axis int) int {
	if w := Winner(t); w.Settings != nil {
		return w.Settings[axis]
	}
	return -1
}

// stepAxis holds the values of an objective along an axis.
func stepAxis(t *judge.Tuning, s *tune.Sensitivity, objective int) Axis {
	var all, ends []float64
	for _, e := range s.Steps[objective] {
		all, ends = append(all, e.Mean), append(ends, e.Low, e.High)
	}
	return NewAxis(t.Objectives[objective].Unit, all, ends, nil)
}

// stepHint says what one value of an axis makes of an objective.
func stepHint(t *judge.Tuning, s *tune.Sensitivity, k, v int) string {
	rows := [][2]string{{words.ObjectiveShort(&t.Objectives[k]), words.ObjectiveValue(&t.Objectives[k], &s.Steps[k][v], true)}}
	if own := own(t, s.Axis); v == own {
		rows = append(rows, [2]string{"this is", WinnerPhrase(t) + "'s value"})
	} else if own >= 0 {
		rows = append(rows, [2]string{"against " + t.Axes[s.Axis].Labels[own], stepVerdict(t, s, k, v)})
	}
	return hint(t.Axes[s.Axis].Name+" "+t.Axes[s.Axis].Labels[v], rows)
}

func stepVerdict(t *judge.Tuning, s *tune.Sensitivity, k, v int) string {
	if s.Signs[k][v] == tune.Unclear {
		return "no difference shown"
	}
	return words.SignWords[s.Signs[k][v]]
}

// tuningStepPlot draws a line over the values of an axis with an order.
func tuningStepPlot(t *judge.Tuning, s *tune.Sensitivity, k int) *stepPlot {
	axis, y, own, o := &t.Axes[s.Axis], stepAxis(t, s, k), own(t, s.Axis), &t.Objectives[k]
	var x []Tick
	for v, label := range axis.Labels {
		x = append(x, Tick{At: 100 * axisShare(axis, v), Label: words.Cut(label, tickLetters)})
	}
	f, in := newChart(&stepRoom, stepTicks(x, own), y.Ticks(stepRoom.ticks), "", "")
	var line []Xy
	for v := range s.Steps[k] {
		e, at := &s.Steps[k][v], x[v].At/100
		if v == own {
			f.line("own-line", in.at(at, 0), in.at(at, 1))
		} else if axis.Labels[v] == words.CurrentLabel(t, s.Axis) {
			f.line("now-line", in.at(at, 0), in.at(at, 1))
		}
		if measure.Bad(e.Mean) {
			continue
		}
		low, high := ends(e)
		middle := in.at(at, y.Share(e.Mean))
		line = append(line, middle)
		f.Marks = append(f.Marks, FigureMark{Class: stepClass(t, s, k, v), At: middle, Hint: stepHint(t, s, k, v),
			Lines: [][]Xy{{in.at(at, y.Share(low)), in.at(at, y.Share(high))}}})
		f.Spoken += axis.Labels[v] + " " + words.ObjectiveValue(o, e, false) + "; "
	}
	f.line("run", line...)
	return &stepPlot{words.ObjectiveShort(o), f}
}

// stepClass is the mark of a value: the winner's own, one that is shown to
// differ from it, or one that is not.
func stepClass(t *judge.Tuning, s *tune.Sensitivity, k, v int) string {
	if v == own(t, s.Axis) {
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
	on := Axis{Log: a.Log, Low: a.At[0], High: a.At[n-1]}
	if share := on.Share(a.At[v]); !measure.Bad(share) {
		return share
	}
	return float64(v) / float64(n-1)
}

// tickLetters is how many letters of a value's name stand below a plot.
const tickLetters = 16

// stepTicks are the labels that fit, the winner's own among them.
func stepTicks(all []Tick, own int) (out []Tick) {
	clear := func(a, b Tick) bool {
		return len(spaced([]Tick{a, b}, 270, func(s string) float64 { return TextWidth(s, stepRoom.tickLetter(), false) + 8 })) == 2
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
func byValue(t *judge.Tuning, s *tune.Sensitivity, k int) []int {
	order := make([]int, len(s.Steps[k]))
	worth := make([]float64, len(order))
	for v := range order {
		order[v], worth[v] = v, s.Steps[k][v].Mean
		switch {
		case measure.Bad(worth[v]):
			worth[v] = math.Inf(1)
		case t.Above(k):
			worth[v] = -worth[v]
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(worth[a], worth[b]) })
	return order
}

// StepRows are the values of an axis without an order, the best first.
func StepRows(t *judge.Tuning, s *tune.Sensitivity, k int) *FigureRows {
	axis, o, order, own := stepAxis(t, s, k), &t.Objectives[k], byValue(t, s, k), own(t, s.Axis)
	p := &FigureRows{Title: words.ObjectiveShort(o), Ticks: axis.rowTicks(), Zero: -1}
	for rank, v := range order {
		if rank >= RowsShown && v != own {
			continue
		}
		m := figureRow{Name: t.Axes[s.Axis].Labels[v], Class: stepClass(t, s, k, v), Mark: "front",
			Text: words.ObjectiveValue(o, &s.Steps[k][v], true), Hint: stepHint(t, s, k, v), Verdict: WinnerPhrase(t)}
		if v != own {
			m.Verdict = stepVerdict(t, s, k, v)
		}
		m.mark(&axis, &s.Steps[k][v])
		p.add(m)
	}
	if left := len(order) - len(p.Rows); left > 0 {
		p.Note = measure.FormatThousands(int64(left)) + " more in the table below"
	}
	return p
}
