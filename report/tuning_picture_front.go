package report

import (
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// frontFigure draws a scene in a plot.
type frontFigure struct {
	tuning *Tuning
	scene  *tuningScene
}

// Sizes of a scene's text, in points.
const (
	labelSize   = 10
	labelWidest = 260
	labelLines  = 5
)

// newFrontPanel is the plot of two objectives.
func newFrontPanel(t *Tuning, s *tuningScene) *plot.Plot {
	p := newPanel(" ", t.axisTitle(s.X), "") // the title of the upright axis stands on it, where it is read more easily
	setFigureAxis(&p.X, &s.x, 6)
	setFigureAxis(&p.Y, &s.y, 6)
	p.Add(frontFigure{t, s})
	return p
}

// setFigureAxis gives a plot's axis its ends and labels.
func setFigureAxis(to *plot.Axis, a *figureAxis, n int) {
	to.Min, to.Max = a.low, a.high
	if a.log {
		to.Scale = plot.LogScale{}
	}
	var ticks plot.ConstantTicks
	for _, t := range a.ticks(n) {
		ticks = append(ticks, plot.Tick{Value: t.Value, Label: t.Label})
	}
	to.Tick.Marker = ticks
}

// labelRoom is how far an upright axis reaches to the left.
func (a *figureAxis) labelRoom(n int) vg.Length {
	const tick = 12
	style, widest := textStyle(tickSize), vg.Length(0)
	for _, t := range a.ticks(n) {
		widest = max(widest, style.Width(t.Label))
	}
	return widest + tick
}

// Plot implements plot.Plotter.
func (f frontFigure) Plot(c draw.Canvas, _ *plot.Plot) {
	size := sceneSize{width: float64(c.Max.X - c.Min.X), height: float64(c.Max.Y - c.Min.Y), letter: labelSize,
		widest: min(labelWidest, 0.45*float64(c.Max.X-c.Min.X)), lines: labelLines, extra: true, measure: measureText}
	placed := f.scene.layOut(f.tuning, size)
	title := textStyle(axisSize)
	c.FillText(title, vg.Point{X: c.Min.X - f.scene.y.labelRoom(6), Y: c.Max.Y + 6}, f.tuning.axisTitle(f.scene.Y))
	d := sceneDrawing{c, placed}
	d.lines()
	for i := range placed.Dots {
		d.dot(&placed.Dots[i])
	}
	for i := range placed.Labels {
		d.leader(&placed.Labels[i])
	}
	for i := range placed.Labels {
		d.label(&placed.Labels[i])
	}
}

// measureText is how wide a text is.
func measureText(text string, size float64, bold bool) float64 {
	return float64(labelStyle(size, bold).Width(text))
}

// boldWeight is golang.org/x/image/font.WeightBold.
const boldWeight = 3

func labelStyle(size float64, bold bool) draw.TextStyle {
	s := textStyle(vg.Length(size))
	if bold {
		s.Font.Weight = boldWeight
	}
	return s
}

// sceneDrawing draws a laid out scene.
type sceneDrawing struct {
	draw.Canvas
	*placedScene
}

// point turns a place from the top left into one of the canvas.
func (d *sceneDrawing) point(p xy) vg.Point {
	return vg.Point{X: d.Min.X + vg.Length(p.X), Y: d.Max.Y - vg.Length(p.Y)}
}

func (d *sceneDrawing) line(style draw.LineStyle, all ...xy) {
	points := make([]vg.Point, len(all))
	for i, p := range all {
		points[i] = d.point(p)
	}
	d.StrokeLines(style, points)
}

// lines are what lies behind the marks.
func (d *sceneDrawing) lines() {
	if len(d.Stairs) > 1 {
		d.line(draw.LineStyle{Color: frontColor, Width: 1.4}, d.Stairs...)
	}
	if d.Arrow[0] != d.Arrow[1] {
		from, to := d.point(d.Arrow[0]), d.point(shorter(d.Arrow[0], d.Arrow[1], markRadius["winner"]+2))
		drawArrow(d.Canvas, draw.LineStyle{Color: gray, Width: 1, Dashes: []vg.Length{4, 3}}, from, to)
	}
	if d.Corner[0] != d.Corner[1] {
		drawArrow(d.Canvas, draw.LineStyle{Color: gray, Width: 1.6}, d.point(d.Corner[0]), d.point(d.Corner[1]))
		style := labelStyle(d.Size.letter-1, false)
		style.XAlign, style.YAlign, style.Color = draw.XCenter, draw.YCenter, gray
		d.FillText(style, d.point(xy{(d.Better.left + d.Better.right) / 2, (d.Better.top + d.Better.bottom) / 2}), "better")
	}
}

// dot draws a mark over its intervals.
func (d *sceneDrawing) dot(p *placedDot) {
	if p.Bare {
		drawMark(d.Canvas, p.class, d.point(p.At))
		return
	}
	style := draw.LineStyle{Color: whiskerColors[p.class], Width: 1}
	if p.OffX == 0 && p.OffY == 0 {
		d.line(style, xy{p.Left, p.At.Y}, xy{p.Right, p.At.Y})
		d.line(style, xy{p.At.X, p.Top}, xy{p.At.X, p.Bottom})
	}
	drawMark(d.Canvas, p.class, d.point(p.At))
	if p.OffX != 0 || p.OffY != 0 {
		from, to := p.outward()
		drawArrow(d.Canvas, draw.LineStyle{Color: ink, Width: 1}, d.point(from), d.point(to))
	}
}

var whiskerColors = map[string]color.NRGBA{"winner": winnerColor, "held": winnerColor, "front": frontColor, "rival": rivalColor, "current": ink}

// leader leads to a label that lies far from its mark.
func (d *sceneDrawing) leader(l *placedLabel) {
	if l.Leader[0] != l.Leader[1] {
		d.line(draw.LineStyle{Color: gray, Width: .6}, l.Leader[0], l.Leader[1])
	}
}

// label writes on a paper of its own, so that lines behind it do not disturb.
func (d *sceneDrawing) label(l *placedLabel) {
	a, b := d.point(xy{l.Box.left - 1, l.Box.bottom}), d.point(xy{l.Box.right + 1, l.Box.top})
	d.FillPolygon(color.NRGBA{R: 0xff, G: 0xff, B: 0xff, A: 0xd0}, box(a.X, a.Y, b.X, b.Y))
	y := l.Box.top
	write := func(text string, size float64, bold bool) {
		style := labelStyle(size, bold)
		style.YAlign = draw.YTop
		d.FillText(style, d.point(xy{l.Box.left + 1, y + size*(letterLine-1)/2}), text)
		y += size * letterLine
	}
	for _, name := range l.Names {
		write(name, d.Size.letter, true)
	}
	for _, line := range l.Lines {
		write(line, d.Size.letter-1, false)
	}
}
