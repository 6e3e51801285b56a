package report

import (
	"slices"

	"wavetank/sim/tune"
)

// pageRows is a plot of a row each: a name, a mark with its interval on an axis
// that all rows share, and its value in words.
type pageRows struct {
	Title  string
	Note   string
	Rows   []pageRowMark
	Ticks  []tick
	Zero   float64 // percent from the left, where a line stands; below zero: nowhere
	Left   string  // what lies at that end
	Right  string
	Bars   bool // rows are bars from the left
	Spoken string
}

// pageRowMark is one row. Places are percent from the left.
type pageRowMark struct {
	Name, Class, D, Text, Verdict string
	At, From, To                  float64
	OffLeft, OffRight             bool // it lies, or reaches, beyond the axis
	None                          bool // there is nothing to draw
	Hint                          string
}

// mark places an estimate on an axis.
func (r *pageRowMark) mark(a *figureAxis, e *tune.Estimate) {
	if bad(e.Mean) {
		r.None = true
		return
	}
	r.At, r.From, r.To = place(a.share(e.Mean), 2), place(a.share(e.Mean), 2), place(a.share(e.Mean), 2)
	if !bad(e.Low) && !bad(e.High) {
		r.From, r.To = place(a.share(e.Low), 2), place(a.share(e.High), 2)
	}
	r.OffLeft, r.OffRight = a.beyond(e.Mean) < 0, a.beyond(e.Mean) > 0
}

// wideTick is how far apart ticks of a row plot are at least, in percent, on a
// desk; on a phone twice as far.
const wideTick = 11

// rowTicks are those of an axis below rows.
func (a *figureAxis) rowTicks() (out []tick) {
	last, lastNarrow := -100.0, -100.0
	for _, t := range a.ticks(6) {
		at := place(a.share(t.Value), 2)
		if at-last < wideTick {
			continue
		}
		wide := at-lastNarrow < 2*wideTick
		out, last = append(out, tick{at, t.Label, wide}), at
		if !wide {
			lastNarrow = at
		}
	}
	return out
}

// pageRanking is the front of a single objective.
func (t *Tuning) pageRanking() *pageRows {
	rows := t.ranking()
	axis := t.rankAxis(rows)
	p := &pageRows{Title: t.axisTitle(0), Ticks: axis.rowTicks(), Zero: -1}
	for _, r := range rows {
		m := pageRowMark{Name: r.name, Class: r.class, D: markPath(r.class), Text: t.Objectives[0].value(&r.value, true), Hint: hint(r.title, r.rows)}
		m.mark(&axis, &r.value)
		p.Rows, p.Spoken = append(p.Rows, m), p.Spoken+r.name+" "+m.Text+"; "
	}
	return p
}

// forests are the winner's differences to its rivals on held-out seeds, a plot
// for each objective.
func (t *Tuning) forests() (out []*pageRows) {
	h := t.Outcome.Held
	for k := range t.Objectives {
		o := &t.Objectives[k]
		axis := forestAxis(o.Unit, h.Rivals, k)
		p := &pageRows{Title: o.short(), Ticks: axis.rowTicks(), Zero: place(axis.share(0), 2),
			Left: "winner better", Right: "winner worse"}
		if t.above(k) {
			p.Left, p.Right = p.Right, p.Left
		}
		for i := range h.Rivals {
			r := &h.Rivals[i]
			m := pageRowMark{Name: t.rivalRow(i), D: markPath("front"), Text: o.change(&r.Diff[k]), Verdict: signWords[r.Sign[k]], Class: signClass(r.Sign[k])}
			if r.Sign[k] == tune.Unclear {
				m.Verdict = "no difference shown"
			}
			m.Hint = hint("winner less "+t.rival(i), [][2]string{{o.short(), m.Text}, {"winner", o.value(&h.Winner[k], true)}, {t.rival(i), o.value(&r.Values[k], true)}, {"shows", m.Verdict}})
			m.mark(&axis, &r.Diff[k])
			p.Rows, p.Spoken = append(p.Rows, m), p.Spoken+m.Name+" "+m.Text+", "+m.Verdict+"; "
		}
		out = append(out, p)
	}
	return out
}

// rivalRow names somebody whom the winner is held against.
func (t *Tuning) rivalRow(i int) string {
	if i == 0 {
		return "now: " + t.rival(0)
	}
	return t.rival(i)
}

// signClass is how what a difference shows looks.
func signClass(s tune.Sign) string {
	return [...]string{tune.Unclear: "equal", tune.Better: "better", tune.Same: "equal", tune.Behind: "worse"}[s]
}

// forestFar is how many times the middle one of all differences an axis holds;
// who lies farther off is drawn at its edge.
const forestFar = 4

// forestAxis holds zero and the differences.
func forestAxis(u Unit, rivals []tune.Rival, objective int) figureAxis {
	var reach []float64
	for i := range rivals {
		d := &rivals[i].Diff[objective]
		for _, v := range finite([]float64{d.Mean, d.Low, d.High}) {
			reach = append(reach, max(v, -v))
		}
	}
	slices.Sort(reach)
	far := 0.0
	if n := len(reach); n > 0 {
		far = min(reach[n-1], forestFar*reach[n/2])
		if far == 0 {
			far = reach[n-1]
		}
	}
	if far == 0 {
		far = 1
	}
	a := figureAxis{unit: u, signed: true}
	for i := range rivals {
		d := &rivals[i].Diff[objective]
		for _, v := range finite([]float64{d.Mean, d.Low, d.High}) {
			a.low, a.high = min(a.low, max(v, -far)), max(a.high, min(v, far))
		}
	}
	if a.low == a.high {
		a.low, a.high = -far, far
	}
	room := (a.high - a.low) * axisRoom * 2
	a.low, a.high = a.low-room, a.high+room
	return a
}
