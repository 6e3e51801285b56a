package report

import (
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// heatFigure draws a heat map in a plot: a cell for each whole number, the first
// row at the bottom.
type heatFigure struct{ *heatMap }

// newHeatPanel is the plot of one objective over two axes.
func newHeatPanel(t *Tuning, m *heatMap) *plot.Plot {
	word := func(axis int) string { return cutToWidth(t.axisWord(axis), textStyle(axisSize), heatName) }
	p := newPanel(t.Objectives[m.Objective].short()+": "+m.scaleWords(), word(m.X), word(m.Y))
	p.X.Min, p.X.Max = -0.5, float64(len(m.Columns))-0.5
	p.Y.Min, p.Y.Max = -0.5, float64(len(m.Rows))-0.5
	p.X.Padding, p.Y.Padding = 0, 0
	p.X.Tick.Marker, p.Y.Tick.Marker = namedTicks(m.Columns, columnRoom-m.rowNames(), 60), namedTicks(m.Rows, rowRoom, 0)
	p.Add(heatFigure{m})
	return p
}

// The room of a heat map's names, in points.
const (
	heatName   = 120 // of an axis, and of one row
	columnRoom = 340 // of all columns and what the rows are called
	rowRoom    = 110 // of all rows, by their height
)

// rowNames is how wide the names of rows are.
func (m *heatMap) rowNames() (widest vg.Length) {
	for _, name := range m.Rows {
		widest = max(widest, textStyle(tickSize).Width(cutToWidth(name, textStyle(tickSize), heatName)))
	}
	return widest
}

// namedTicks label whole numbers, as many as there is room for beside each
// other, or with a widest of 0 above each other.
func namedTicks(names []string, room, widest vg.Length) plot.ConstantTicks {
	const gap = 6
	style, each := textStyle(tickSize), vg.Length(tickSize)
	labels := make([]string, len(names))
	for i, name := range names {
		if widest == 0 {
			labels[i] = cutToWidth(name, style, heatName)
			continue
		}
		labels[i] = cutToWidth(name, style, widest)
		each = max(each, style.Width(labels[i])+gap)
	}
	every := max(1, int(math.Ceil(float64(each*vg.Length(len(names))/room))))
	var out plot.ConstantTicks
	for i := 0; i < len(names); i += every {
		out = append(out, plot.Tick{Value: float64(i), Label: labels[i]})
	}
	return out
}

// Plot implements plot.Plotter.
func (f heatFigure) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	for row := range f.Cells {
		for col := range f.Cells[row] {
			f.cell(c, &f.Cells[row][col], x(float64(col)-0.5), y(float64(row)-0.5), x(float64(col)+0.5), y(float64(row)+0.5))
		}
	}
	for row := range f.Cells { // no neighbour may cover a frame
		for col := range f.Cells[row] {
			f.frame(c, &f.Cells[row][col], x(float64(col)-0.5), y(float64(row)-0.5), x(float64(col)+0.5), y(float64(row)+0.5))
		}
	}
}

// frame marks the winner and the setting in force.
func (f heatFigure) frame(c draw.Canvas, h *heatCell, left, bottom, right, top vg.Length) {
	draw := func(in vg.Length, line draw.LineStyle) {
		b := box(left+in, bottom+in, right-in, top-in)
		c.StrokeLines(line, append(b, b[0], b[1]))
	}
	if h.Winner {
		draw(0, frameStyle(ink, 4.4))
		draw(0, frameStyle(winnerColor, 2.4))
	}
	if h.Current {
		draw(2.5, frameStyle(inkOn(h.Color), 1.2, 3, 2))
	}
}

func frameStyle(line color.Color, width vg.Length, dashes ...vg.Length) draw.LineStyle {
	return draw.LineStyle{Color: line, Width: width, Dashes: dashes}
}

// cell fills a cell, and writes its value where it fits.
func (f heatFigure) cell(c draw.Canvas, h *heatCell, left, bottom, right, top vg.Length) {
	if h.Missing {
		c.FillPolygon(faint, box(left, bottom, right, top))
	} else {
		c.FillPolygon(h.Color, box(left, bottom, right, top))
	}
	style := textStyle(tickSize)
	style.XAlign, style.YAlign, style.Color = draw.XCenter, draw.YCenter, ink
	if !h.Missing {
		style.Color = inkOn(h.Color)
	}
	middle := vg.Point{X: (left + right) / 2, Y: (bottom + top) / 2}
	if style.Width(h.Text)+4 <= right-left && top-bottom >= tickSize+2 {
		c.FillText(style, middle, h.Text)
	}
}
