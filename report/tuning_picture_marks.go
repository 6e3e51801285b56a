package report

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// The colours of marks. Their shapes differ as well.
var (
	winnerColor = palette[1]
	frontColor  = palette[0]
	rivalColor  = palette[3]
)

// drawMark draws one mark.
func drawMark(c draw.Canvas, class string, at vg.Point) {
	r := vg.Length(markRadius[class])
	switch class {
	case "winner":
		disc(c, at, r, winnerColor)
		ring(c, at, r, 1.2, ink)
	case "held":
		ring(c, at, r, 1.6, ink)
	case "front":
		disc(c, at, r, frontColor)
	case "faint":
		disc(c, at, r, paper)
		ring(c, at, r-.5, 1, gray)
	case "current":
		square := box(at.X-r, at.Y-r, at.X+r, at.Y+r)
		c.FillPolygon(paper, square)
		c.StrokeLines(draw.LineStyle{Color: ink, Width: 2}, append(square, square[0], square[1]))
	case "frame":
		square := box(at.X-7, at.Y-5, at.X+7, at.Y+5)
		c.StrokeLines(frameStyle(winnerColor, 2.4), append(square, square[0], square[1]))
	case "rival":
		c.FillPolygon(rivalColor, []vg.Point{{X: at.X - r, Y: at.Y}, {X: at.X, Y: at.Y + r}, {X: at.X + r, Y: at.Y}, {X: at.X, Y: at.Y - r}})
	}
}

func circle(at vg.Point, r vg.Length) vg.Path {
	var p vg.Path
	p.Move(vg.Point{X: at.X + r, Y: at.Y})
	p.Arc(at, r, 0, 2*math.Pi)
	p.Close()
	return p
}

func disc(c draw.Canvas, at vg.Point, r vg.Length, fill color.Color) {
	c.SetColor(fill)
	c.Fill(circle(at, r))
}

func ring(c draw.Canvas, at vg.Point, r, width vg.Length, line color.Color) {
	c.SetLineStyle(draw.LineStyle{Color: line, Width: width})
	c.Stroke(circle(at, r))
}

// drawArrow draws a line that ends in a head.
func drawArrow(c draw.Canvas, style draw.LineStyle, from, to vg.Point) {
	head, left, right := arrowHead(xy{float64(from.X), float64(from.Y)}, xy{float64(to.X), float64(to.Y)})
	point := func(p xy) vg.Point { return vg.Point{X: vg.Length(p.X), Y: vg.Length(p.Y)} }
	c.StrokeLines(style, []vg.Point{from, point(head)})
	c.FillPolygon(style.Color, []vg.Point{to, point(left), point(right)})
}

// arrowHead are the three corners behind an arrow's tip: the middle of its base,
// and its ends.
func arrowHead(from, to xy) (base, left, right xy) {
	const long, wide = 9, 3.5
	d := math.Hypot(to.X-from.X, to.Y-from.Y)
	if d == 0 {
		return to, to, to
	}
	x, y := (to.X-from.X)/d, (to.Y-from.Y)/d
	base = xy{to.X - long*x, to.Y - long*y}
	return base, xy{base.X - wide*y, base.Y + wide*x}, xy{base.X + wide*y, base.Y - wide*x}
}
