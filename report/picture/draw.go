package picture

import (
	"image/color"
	"math"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"wavetank/report/figure"
)

// lineStyles are how paths look, by their class.
var lineStyles = map[string]draw.LineStyle{
	"grid":      {Color: figure.Faint, Width: .6},
	"edge":      {Color: figure.Ink, Width: .8},
	"stairs":    {Color: figure.Palette[0], Width: 1.4},
	"way":       {Color: figure.Gray, Width: 1, Dashes: []vg.Length{4, 3}},
	"corner":    {Color: figure.Gray, Width: 1.6},
	"ideal":     {Color: figure.Gray, Width: 1.2, Dashes: []vg.Length{1, 2}},
	"leader":    {Color: figure.Gray, Width: .6},
	"frame":     {Color: figure.Palette[1], Width: 2.4},
	"under":     {Color: figure.Ink, Width: 4.4},
	"on-dark":   {Color: figure.Paper, Width: 1.2, Dashes: []vg.Length{3, 2}},
	"on-bright": {Color: color.Black, Width: 1.2, Dashes: []vg.Length{3, 2}},
}

// markStyle is how a mark looks. Shapes differ as well as colours.
type markStyle struct {
	fill, line, whisker color.Color // nil: none
	width               vg.Length   // of the line
}

var markStyles = map[string]markStyle{
	"winner":  {figure.Palette[1], figure.Ink, figure.Palette[1], 1.2},
	"held":    {nil, figure.Ink, figure.Palette[1], 1.6},
	"front":   {figure.Palette[0], nil, figure.Palette[0], 0},
	"faint":   {figure.Paper, figure.Gray, figure.Gray, 1},
	"current": {figure.Paper, figure.Ink, figure.Ink, 2},
	"rival":   {figure.Palette[3], nil, figure.Palette[3], 0},
}

// textColors are those of texts that are not dark, by their class.
var textColors = map[string]color.Color{"corner": figure.Gray, "on-dark": figure.Paper, "on-bright": color.Black}

// pen draws a figure.
type pen struct{ draw.Canvas }

// draw draws a figure on white.
func (p pen) draw(f *figure.Drawing) {
	p.SetColor(figure.Paper)
	p.Fill(p.Rectangle.Path())
	for i := range f.Paths {
		p.path(&f.Paths[i])
	}
	for i := range f.Marks {
		p.mark(&f.Marks[i])
	}
	for i := range f.Texts {
		p.text(&f.Texts[i])
	}
}

// points turns places from the top left into those of the canvas.
func (p pen) points(all []figure.Xy) []vg.Point {
	out := make([]vg.Point, len(all))
	for i, at := range all {
		out[i] = vg.Point{X: p.Min.X + vg.Length(at.X), Y: p.Max.Y - vg.Length(at.Y)}
	}
	return out
}

func (p pen) path(f *figure.FigurePath) {
	if f.Fill.A > 0 {
		p.FillPolygon(f.Fill, p.points(f.Points))
		return
	}
	p.StrokeLines(lineStyle(f.Class), p.points(f.Points))
}

// Dashes tell lines apart without colours.
var Dashes = [figure.LineDashes][]vg.Length{nil, {6, 3}, {8, 3, 2, 3}}

// lineStyle is how a path of some classes looks: the last of them that says
// something decides.
func lineStyle(classes string) (out draw.LineStyle) {
	for _, class := range strings.Fields(classes) {
		style, ok := lineStyles[class]
		kind, n := class[0], int(class[len(class)-1]-'0')
		switch {
		case class == "first":
			out.Width, out.Dashes = 2.6, nil
		case class == "head":
			out.Dashes = nil
		case ok:
			out = style
		case kind == 'c':
			out = draw.LineStyle{Color: figure.Palette[n%len(figure.Palette)], Width: 1.3}
		case kind == 'd':
			out.Dashes = Dashes[n%figure.LineDashes]
		}
	}
	return out
}

// mark draws a mark over its lines.
func (p pen) mark(m *figure.FigureMark) {
	style, r := markStyles[m.Class], vg.Length(figure.MarkRadius[m.Class])
	for _, line := range m.Lines {
		p.StrokeLines(draw.LineStyle{Color: style.whisker, Width: 1}, p.points(line))
	}
	var outline vg.Path
	at := p.points([]figure.Xy{m.At})[0]
	corner := func(x, y vg.Length) vg.Point { return vg.Point{X: at.X + vg.Length(x*r), Y: at.Y + vg.Length(y*r)} }
	switch m.Class {
	case "current":
		outline = polygon(corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1))
	case "rival":
		outline = polygon(corner(-1, 0), corner(0, 1), corner(1, 0), corner(0, -1))
	default:
		outline.Move(corner(1, 0))
		outline.Arc(at, r, 0, 2*math.Pi)
		outline.Close()
	}
	if style.fill != nil {
		p.SetColor(style.fill)
		p.Fill(outline)
	}
	if style.line != nil {
		p.SetLineStyle(draw.LineStyle{Color: style.line, Width: style.width})
		p.Stroke(outline)
	}
}

func polygon(corners ...vg.Point) (out vg.Path) {
	out.Move(corners[0])
	for _, c := range append(corners[1:], corners[:2]...) { // no notch
		out.Line(c)
	}
	out.Close()
	return out
}

// boldWeight is golang.org/x/image/font.WeightBold.
const boldWeight = 3

// TextStyle is a font that the module itself brings, so that a text is as wide
// everywhere.
func TextStyle(t *figure.FigureText) draw.TextStyle {
	style := draw.TextStyle{Color: figure.Ink, Handler: plot.DefaultTextHandler,
		Font: font.Font{Typeface: "Liberation", Variant: "Sans", Size: vg.Length(t.Size)}}
	if t.Bold {
		style.Font.Weight = boldWeight
	}
	if c, ok := textColors[t.Class]; ok {
		style.Color = c
	}
	return style
}

// text writes a line; a label on a paper of its own, so that lines behind it do
// not disturb.
func (p pen) text(t *figure.FigureText) {
	style := TextStyle(t)
	at := p.points([]figure.Xy{t.At})[0]
	switch width := style.Width(t.Text); {
	case t.Align == "mid":
		at.X -= vg.Length(width / 2)
	case t.Align == "end":
		at.X -= width
	case strings.HasPrefix(t.Class, "label "):
		low, high := at.Y-vg.Length(t.Size*(figure.LetterLine-1)), at.Y+vg.Length(t.Size)
		p.FillPolygon(color.NRGBA{R: 0xff, G: 0xff, B: 0xff, A: 0xd0}, []vg.Point{
			{X: at.X - 2, Y: low}, {X: at.X + width + 2, Y: low}, {X: at.X + width + 2, Y: high}, {X: at.X - 2, Y: high}})
	}
	p.FillText(style, at, t.Text)
}
