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

// FigureRows is a plot of a row each: a name, a mark with its interval on an axis
// that all rows share, and its value in words.
type FigureRows struct {
	Title  string
	Note   string
	Rows   []figureRow
	Ticks  []Tick
	Zero   float64 // percent from the left, where a line stands; below zero: nowhere
	Left   string  // what lies at that end
	Right  string
	Bars   bool // rows are bars from the left
	Spoken string
}

// figureRow is one row. Places are percent from the left.
type figureRow struct {
	Name, Class, Mark, Text, Verdict string // Mark is one of markRadius
	At, From, To                     float64
	OffLeft, OffRight                bool // it lies, or reaches, beyond the axis
	None                             bool // there is nothing to draw
	Hint                             string
}

// mark places an estimate on an axis.
func (r *figureRow) mark(a *Axis, e *tune.Estimate) {
	if measure.Bad(e.Mean) {
		r.None = true
		return
	}
	low, high := ends(e)
	r.At, r.From, r.To = Place(a.Share(e.Mean), 2), Place(a.Share(low), 2), Place(a.Share(high), 2)
	r.OffLeft, r.OffRight = a.Beyond(e.Mean) < 0, a.Beyond(e.Mean) > 0
}

// wideTick is how far apart ticks of a row plot are at least, in percent, on a
// desk; on a phone twice as far.
const wideTick = 11

// rowTicks are those of an axis below rows.
func (a *Axis) rowTicks() (out []Tick) {
	last, lastNarrow := -100.0, -100.0
	for _, t := range a.Ticks(6) {
		if t.At-last < wideTick {
			continue
		}
		if t.Wide = t.At-lastNarrow < 2*wideTick; !t.Wide {
			lastNarrow = t.At
		}
		out, last = append(out, t), t.At
	}
	return out
}

// rankShown is how many points of the front are drawn where there is one
// objective: chosen.
const rankShown = 20

// RankRows are the front of one objective, the best first, then the setting in
// force and the rivals; nil where there are more objectives, or nobody.
func RankRows(t *judge.Tuning) *FigureRows {
	if Winner(t) == nil || len(t.Objectives) != 1 {
		return nil
	}
	s := Scene{}
	var dots []sceneDot
	for i := range t.Outcome.Front {
		f, class := &t.Outcome.Front[i], "faint"
		switch {
		case i == t.Outcome.Winner:
			class = "winner"
		case i >= rankShown:
			continue
		case f.Estimated:
			class = "front"
		}
		d := s.front(t, i, class)
		d.Title = words.FrontNumber(i)
		if class == "winner" {
			d.Title = listed(roles(t, i))
		}
		if s := labelSettings(t, f, nil); len(s) > 0 {
			d.Title += ": " + listed(s)
		}
		dots = append(dots, d)
	}
	if d := s.current(t); !measure.Bad(d.x.Mean) {
		d.Title = listed(d.name)
		dots = append(dots, d)
	}
	if h := t.Outcome.Held; h != nil {
		dots = append(dots, s.held(t, h))
		for _, i := range drawnRivals(t) {
			dots = append(dots, s.rival(t, &h.Rivals[i], words.RivalName(t, i)))
		}
	}
	var core, reach []float64
	for _, d := range dots {
		core = append(core, d.x.Mean)
		if d.Class == "front" || d.Class == "winner" || d.Class == "faint" {
			reach = append(reach, d.x.Low, d.x.High)
		}
	}
	axis := NewAxis(t.Objectives[0].Unit, core, reach, nil)
	p := &FigureRows{Title: axisTitle(t, 0), Ticks: axis.rowTicks(), Zero: -1}
	for _, d := range dots {
		m := figureRow{Name: d.Title, Class: d.Class, Mark: d.Class, Text: words.ObjectiveValue(&t.Objectives[0], &d.x, true), Hint: d.hint}
		m.mark(&axis, &d.x)
		p.add(m)
	}
	return p
}

// add appends a row, and what is said of it.
func (p *FigureRows) add(m figureRow) {
	p.Rows = append(p.Rows, m)
	p.Spoken += m.Name + " " + m.Text
	if m.Verdict != "" {
		p.Spoken += ", " + m.Verdict
	}
	p.Spoken += "; "
}

// rowsFigure draws rows in a room.
func rowsFigure(p *FigureRows, room *FigureRoom) *Drawing {
	var names []Tick
	level := func(i int) float64 { return 1 - (float64(i)+0.5)/float64(len(p.Rows)) }
	for i, r := range p.Rows {
		names = append(names, Tick{At: 100 * level(i), Label: fitted(r.Name, room.tickLetter(), room.Widest, false)})
	}
	f, in := newChart(room, p.Ticks, names, p.Title, "The best settings")
	for i, r := range p.Rows {
		if at := func(percent float64) Xy { return in.at(percent/100, level(i)) }; !r.None {
			f.Marks = append(f.Marks, FigureMark{Class: r.Mark, At: at(r.At), Lines: [][]Xy{{at(r.From), at(r.To)}}})
		}
	}
	return f
}

// ForestRows are the winner's differences to its rivals on held-out seeds, a plot
// for each objective.
func ForestRows(t *judge.Tuning) (out []*FigureRows) {
	h := t.Outcome.Held
	for k := range t.Objectives {
		o := &t.Objectives[k]
		axis := ForestAxis(o.Unit, h.Rivals, k)
		p := &FigureRows{Title: words.ObjectiveShort(o), Ticks: axis.rowTicks(), Zero: Place(axis.Share(0), 2),
			Left: "winner better", Right: "winner worse"}
		if t.Above(k) {
			p.Left, p.Right = p.Right, p.Left
		}
		for i := range h.Rivals {
			r := &h.Rivals[i]
			m := figureRow{Name: rivalRow(t, i), Mark: "front", Text: words.ObjectiveChange(o, &r.Diff[k]), Verdict: words.SignWords[r.Sign[k]], Class: signClass(r.Sign[k])}
			if r.Sign[k] == tune.Unclear {
				m.Verdict = "no difference shown"
			}
			m.Hint = hint("winner less "+words.RivalName(t, i), [][2]string{{words.ObjectiveShort(o), m.Text}, {"winner", words.ObjectiveValue(o, &h.Winner[k], true)}, {words.RivalName(t, i), words.ObjectiveValue(o, &r.Values[k], true)}, {"shows", m.Verdict}})
			m.mark(&axis, &r.Diff[k])
			p.add(m)
		}
		out = append(out, p)
	}
	return out
}

// rivalRow names somebody whom the winner is held against.
func rivalRow(t *judge.Tuning, i int) string {
	if i == 0 {
		return "now: " + words.RivalName(t, 0)
	}
	return words.RivalName(t, i)
}

// signClass is how what a difference shows looks.
func signClass(s tune.Sign) string {
	return [...]string{tune.Unclear: "equal", tune.Better: "better", tune.Same: "equal", tune.Behind: "worse"}[s]
}

// forestFar is how many times the middle one of all differences an axis holds;
// who lies farther off, and would leave the others little room, is drawn at its
// edge.
const forestFar = 4

// ForestAxis holds zero and the differences with their intervals.
func ForestAxis(u measure.Unit, rivals []tune.Rival, objective int) Axis {
	var all []float64
	for i := range rivals {
		d := &rivals[i].Diff[objective]
		all = append(all, finite([]float64{d.Mean, d.Low, d.High})...)
	}
	slices.SortFunc(all, func(v, w float64) int { return cmp.Compare(math.Abs(v), math.Abs(w)) })
	near := len(all)
	for near > 0 && all[len(all)/2] != 0 && math.Abs(all[near-1]) > forestFar*math.Abs(all[len(all)/2]) {
		near--
	}
	a := NewAxis(u, append([]float64{0}, all[:near]...), nil, all[near:])
	room := float64(AxisRoom * (a.High - a.Low)) // once more, so that a line at zero has a label
	a.Low, a.High, a.signed = a.Low-room, a.High+room, true
	return a
}
