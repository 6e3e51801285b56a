package report

import (
	"math"
	"slices"

	"wavetank/sim/tune"
)

// sharePlots are the parts of each objective's variance that axes explain alone.
func (t *Tuning) sharePlots() (out []*pageRows) {
	for k := range t.Objectives {
		p := &pageRows{Title: t.Objectives[k].short(), Zero: -1, Bars: true}
		rest, any := 1.0, false
		add := func(name, class string, v float64) {
			m := pageRowMark{Name: name, Class: class, Text: missing, None: true}
			if !bad(v) {
				m.Text, m.To, m.None = percentShort(v), place(min(max(v, 0), 1), 1), false
			}
			p.Rows, p.Spoken = append(p.Rows, m), p.Spoken+name+" "+m.Text+"; "
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

// pageSteps is one axis: what each of its values makes of every objective.
type pageSteps struct {
	Name  string
	Plots []*stepPlot // of an axis with an order
	Rows  []*pageRows // of one without
}

// stepPlot is one objective along one axis, in a box of stepWidth by stepHeight.
type stepPlot struct {
	Title          string
	Spoken         string
	XTicks, YTicks []drawnTick
	Line           string
	Dots           []drawnDot
	Own, Now       float64 // where the winner's value stands, and that in force; below zero: nowhere
}

// The box of a plot along an axis, in pixels, and the margins in it.
const (
	stepWidth, stepHeight                    = 340, 176
	stepLeft, stepTop, stepRight, stepBottom = 50, 10, 14, 24
)

// rowsShown is how many values of an axis without an order are drawn, the best
// first: chosen.
const rowsShown = 12

// stepPlots are all axes.
func (t *Tuning) stepPlots() (out []*pageSteps) {
	for i := range t.Outcome.Sensitivity {
		s := &t.Outcome.Sensitivity[i]
		p := &pageSteps{Name: t.Axes[s.Axis].Name}
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
func (t *Tuning) stepAxis(s *tune.Sensitivity, objective int) figureAxis {
	var all, ends []float64
	for _, e := range s.Steps[objective] {
		all, ends = append(all, e.Mean), append(ends, e.Low, e.High)
	}
	return newFigureAxis(t.Objectives[objective].Unit, all, ends, nil)
}

// stepHint says what one value of an axis makes of an objective.
func (t *Tuning) stepHint(s *tune.Sensitivity, k, v int) string {
	rows := [][2]string{{t.Objectives[k].short(), t.Objectives[k].value(&s.Steps[k][v], true)}}
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
	axis, y := &t.Axes[s.Axis], t.stepAxis(s, k)
	p := &stepPlot{Title: t.Objectives[k].short(), Own: -1, Now: -1}
	at := func(v int) float64 { return roundTo(stepLeft+axisShare(axis, v)*(stepWidth-stepLeft-stepRight), 1) }
	level := func(v float64) float64 { return roundTo(stepTop+(1-y.share(v))*(stepHeight-stepTop-stepBottom), 1) }
	var line []xy
	for v, e := range s.Steps[k] {
		p.XTicks = append(p.XTicks, drawnTick{at(v), axis.Labels[v]})
		if v == t.own(s.Axis) {
			p.Own = at(v)
		}
		if axis.Labels[v] == t.current(s.Axis) && v != t.own(s.Axis) {
			p.Now = at(v)
		}
		if bad(e.Mean) {
			continue
		}
		line = append(line, xy{at(v), level(e.Mean)})
		dot := drawnDot{Class: t.stepClass(s, k, v), D: markPath("front"), At: xy{at(v), level(e.Mean)}, Hint: t.stepHint(s, k, v)}
		if !bad(e.Low) && !bad(e.High) {
			dot.Whiskers = "M" + pixels(at(v)) + " " + pixels(level(e.Low)) + "V" + pixels(level(e.High))
		}
		p.Dots, p.Spoken = append(p.Dots, dot), p.Spoken+axis.Labels[v]+" "+t.Objectives[k].value(&s.Steps[k][v], false)+"; "
	}
	p.Line = (&frontDrawing{}).path(line...)
	p.XTicks = stepTicks(p.XTicks, t.own(s.Axis))
	for _, tick := range y.ticks(6) {
		p.YTicks = append(p.YTicks, drawnTick{level(tick.Value), tick.Label})
	}
	p.YTicks = spaced(p.YTicks, func(string) float64 { return 16 })
	return p
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
	even := float64(v) / float64(n-1)
	scale := func(x float64) float64 { return x }
	if a.Log {
		scale = math.Log
	}
	if share := (scale(a.At[v]) - scale(a.At[0])) / (scale(a.At[n-1]) - scale(a.At[0])); !bad(share) {
		return share
	}
	return even
}

// tickLetters is how many letters of a value's name stand below a plot.
const tickLetters = 16

// stepTicks are the labels that fit, the winner's own among them.
func stepTicks(all []drawnTick, own int) (out []drawnTick) {
	room := func(s string) float64 { return measureText(s, 11, false)*fontSlack + 8 }
	for i := range all {
		t := &all[i]
		t.Label = cut(t.Label, tickLetters)
		t.At = min(max(t.At, room(t.Label)/2), stepWidth-room(t.Label)/2)
	}
	clear := func(a, b drawnTick) bool { return math.Abs(a.At-b.At) >= (room(a.Label)+room(b.Label))/2 }
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
	for v := range order {
		order[v] = v
	}
	slices.SortStableFunc(order, func(a, b int) int {
		x, y := s.Steps[k][a].Mean, s.Steps[k][b].Mean
		switch {
		case bad(x) && bad(y):
			return 0
		case bad(y) || !bad(x) && t.ahead(k, x, y):
			return -1
		case bad(x) || t.ahead(k, y, x):
			return 1
		}
		return 0
	})
	return order
}

// stepRows are the values of an axis without an order, the best first.
func (t *Tuning) stepRows(s *tune.Sensitivity, k int) *pageRows {
	axis, o, order, own := t.stepAxis(s, k), &t.Objectives[k], t.byValue(s, k), t.own(s.Axis)
	p := &pageRows{Title: o.short(), Ticks: axis.rowTicks(), Zero: -1}
	for rank, v := range order {
		if rank >= rowsShown && v != own {
			continue
		}
		m := pageRowMark{Name: t.Axes[s.Axis].Labels[v], Class: t.stepClass(s, k, v), D: markPath("front"),
			Text: o.value(&s.Steps[k][v], true), Hint: t.stepHint(s, k, v), Verdict: t.winnerPhrase()}
		if v != own {
			m.Verdict = t.stepVerdict(s, k, v)
		}
		m.mark(&axis, &s.Steps[k][v])
		p.Rows, p.Spoken = append(p.Rows, m), p.Spoken+m.Name+" "+m.Text+"; "
	}
	if left := len(order) - len(p.Rows); left > 0 {
		p.Note = thousands(int64(left)) + " more in the table below"
	}
	return p
}
