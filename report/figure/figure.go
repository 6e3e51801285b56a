package figure

import (
	"image/color"
	"math"
	"slices"
)

// Drawing is a drawing as data: what stands where in a box, from its top left, in
// pixels or points. Classes say what a thing is; how it looks is up to a medium.
// It is drawn in the order of its parts.
type Drawing struct {
	Class         string // the rooms it is made for
	Width, Height float64
	Spoken        string // what a reader who does not see it is told
	Paths         []FigurePath
	Marks         []FigureMark
	Texts         []FigureText
}

// FigurePath is a line through places, or the area between them where it has a
// colour of its own.
type FigurePath struct {
	Class  string
	Points []Xy
	Fill   color.NRGBA // its zero: none
}

// FigureMark is what tells more where one points at it: a shape, and lines that
// lie below it.
type FigureMark struct {
	Class string // of markRadius; those that are not there have no shape
	At    Xy
	Lines [][]Xy
	Hint  string
}

// FigureText is one line of text.
type FigureText struct {
	Class string
	At    Xy     // of its baseline
	Align string // what lies there: "" its begin, "mid" its middle, "end" its end
	Size  float64
	Bold  bool
	Text  string
}

// Tick is a labelled place on an axis.
type Tick struct {
	At    float64 // percent of the axis: from the left, or from the top
	Label string
	Wide  bool // there is no room for its label on a phone
}

// MarkRadius is how large a mark is.
var MarkRadius = map[string]float64{"winner": 8, "held": 4, "current": 6.5, "rival": 6, "front": 5, "faint": 3.5,
	"own": 5, "better": 5, "worse": 5, "equal": 5}

// line adds a line, if it is one.
func (f *Drawing) line(class string, points ...Xy) {
	if len(points) > 1 {
		f.Paths = append(f.Paths, FigurePath{Class: class, Points: points})
	}
}

// box adds an area.
func (f *Drawing) box(class string, fill color.NRGBA, r Rect) {
	f.Paths = append(f.Paths, FigurePath{class, r.corners(), fill})
}

// write adds a text.
func (f *Drawing) write(class string, at Xy, align string, size float64, text string) {
	f.Texts = append(f.Texts, FigureText{Class: class, At: at, Align: align, Size: size, Text: text})
}

// add draws another figure at a place in this one.
func (f *Drawing) add(o *Drawing, at Xy) {
	moved := func(points []Xy) []Xy {
		out := slices.Clone(points)
		for i := range out {
			out[i] = out[i].plus(at.X, at.Y)
		}
		return out
	}
	for _, p := range o.Paths {
		p.Points = moved(p.Points)
		f.Paths = append(f.Paths, p)
	}
	for _, m := range o.Marks {
		m.At, m.Lines = m.At.plus(at.X, at.Y), slices.Clone(m.Lines)
		for i := range m.Lines {
			m.Lines[i] = moved(m.Lines[i])
		}
		f.Marks = append(f.Marks, m)
	}
	for _, t := range o.Texts {
		t.At = t.At.plus(at.X, at.Y)
		f.Texts = append(f.Texts, t)
	}
}

// arrow is a line, and the open head at its end.
func arrow(from, to Xy) [][]Xy {
	const long, wide = 9, 3.5
	d := math.Hypot(to.X-from.X, to.Y-from.Y)
	if d == 0 {
		return nil
	}
	x, y := (to.X-from.X)/d, (to.Y-from.Y)/d
	base := to.plus(-long*x, -long*y)
	return [][]Xy{{from, to}, {base.plus(-wide*y, wide*x), to, base.plus(wide*y, -wide*x)}}
}

// arrow adds a line with a head; its ends alike: none.
func (f *Drawing) arrow(class string, from, to Xy) {
	for i, points := range arrow(from, to) {
		f.line(class+[]string{"", " head"}[i], points...)
	}
}
