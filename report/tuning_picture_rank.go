package report

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"wavetank/sim/tune"
)

// rankRow is somebody in the order of a single objective.
type rankRow struct {
	class string // of its mark
	name  string
	value tune.Estimate
	title string
	rows  [][2]string
}

// rankShown is how many points of the front are drawn where there is one
// objective: chosen.
const rankShown = 20

// ranking is the front of one objective, the best first, then the setting in
// force and the rivals.
func (t *Tuning) ranking() (out []rankRow) {
	if t.winner() == nil || len(t.Objectives) == 0 {
		return nil
	}
	for i := range t.Outcome.Front {
		f := &t.Outcome.Front[i]
		row := rankRow{class: "faint", name: frontNumber(i), value: f.Values[0], title: frontNumber(i), rows: t.rows(f.Values)}
		switch {
		case i == t.Outcome.Winner:
			row.class, row.name = "winner", listed(t.roles(i))
		case i >= rankShown:
			continue
		case f.Estimated:
			row.class = "front"
		}
		if s := t.labelSettings(f, nil); len(s) > 0 {
			row.name += ": " + listed(s)
		}
		out = append(out, row)
	}
	s := tuningScene{}
	if d := s.current(t); !bad(d.x.Mean) {
		out = append(out, rankRow{"current", listed(d.name), d.x, d.title, d.rows})
	}
	if h := t.Outcome.Held; h != nil {
		d := s.held(t, h)
		out = append(out, rankRow{"held", d.title, d.x, d.title, d.rows})
		for _, i := range t.drawnRivals() {
			d := s.rival(t, &h.Rivals[i], plainLine(t.rival(i)))
			out = append(out, rankRow{"rival", d.title, d.x, d.title, d.rows})
		}
	}
	return out
}

// rankAxis holds everybody, and the intervals of the front.
func (t *Tuning) rankAxis(rows []rankRow) figureAxis {
	var core, ends []float64
	for _, r := range rows {
		core = append(core, r.value.Mean)
		if r.class == "front" || r.class == "winner" || r.class == "faint" {
			ends = append(ends, r.value.Low, r.value.High)
		}
	}
	return newFigureAxis(t.Objectives[0].Unit, core, ends, nil)
}

// rankFigure draws a ranking in a plot, from the top.
type rankFigure struct {
	axis figureAxis
	rows []rankRow
}

func newRankPanel(t *Tuning, rows []rankRow, title string) *plot.Plot {
	f := rankFigure{t.rankAxis(rows), rows}
	p := newPanel(title, t.axisTitle(0), "")
	setFigureAxis(&p.X, &f.axis, 8)
	p.Y.Min, p.Y.Max = -0.5, float64(len(rows))-0.5
	var ticks plot.ConstantTicks
	for i, r := range rows {
		ticks = append(ticks, plot.Tick{Value: float64(len(rows) - 1 - i), Label: cutToWidth(r.name, textStyle(tickSize), 260)})
	}
	p.Y.Tick.Marker = ticks
	p.Add(f)
	return p
}

// Plot implements plot.Plotter.
func (f rankFigure) Plot(c draw.Canvas, p *plot.Plot) {
	_, y := p.Transforms(&c)
	at := func(v float64) vg.Length { return c.Min.X + vg.Length(f.axis.share(v))*(c.Max.X-c.Min.X) }
	for i, r := range f.rows {
		if bad(r.value.Mean) {
			continue
		}
		level := y(float64(len(f.rows) - 1 - i))
		if !bad(r.value.Low) && !bad(r.value.High) {
			c.StrokeLine2(draw.LineStyle{Color: gray, Width: 1}, at(r.value.Low), level, at(r.value.High), level)
		}
		drawMark(c, r.class, vg.Point{X: at(r.value.Mean), Y: level})
	}
}
