package report

import (
	"image/color"
	"math"
	"slices"
)

// drawing is a drawing as data: what stands where in a box, from its top left, in
// pixels or points. Classes say what a thing is; how it looks is up to a medium.
// It is drawn in the order of its parts.
type drawing struct {
	Class         string // the rooms it is made for
	Width, Height float64
	Spoken        string // what a reader who does not see it is told
	Paths         []figurePath
	Marks         []figureMark
	Texts         []figureText
}

// figurePath is a line through places, or the area between them where it has a
// colour of its own.
type figurePath struct {
	Class  string
	Points []xy
	Fill   color.NRGBA // its zero: none
}

// figureMark is what tells more where one points at it: a shape, and lines that
// lie below it.
type figureMark struct {
	Class string // of markRadius; those that are not there have no shape
	At    xy
	Lines [][]xy
	Hint  string
}

// figureText is one line of text.
type figureText struct {
	Class string
	At    xy     // of its baseline
	Align string // what lies there: "" its begin, "mid" its middle, "end" its end
	Size  float64
	Bold  bool
	Text  string
}

// tick is a labelled place on an axis.
type tick struct {
	At    float64 // percent of the axis: from the left, or from the top
	Label string
	Wide  bool // there is no room for its label on a phone
}

// markRadius is how large a mark is.
var markRadius = map[string]float64{"winner": 8, "held": 4, "current": 6.5, "rival": 6, "front": 5, "faint": 3.5,
	"own": 5, "better": 5, "worse": 5, "equal": 5}

// line adds a line, if it is one.
func (f *drawing) line(class string, points ...xy) {
	if len(points) > 1 {
		f.Paths = append(f.Paths, figurePath{Class: class, Points: points})
	}
}

// box adds an area.
func (f *drawing) box(class string, fill color.NRGBA, r rect) {
	f.Paths = append(f.Paths, figurePath{class, r.corners(), fill})
}

// write adds a text.
func (f *drawing) write(class string, at xy, align string, size float64, text string) {
	f.Texts = append(f.Texts, figureText{Class: class, At: at, Align: align, Size: size, Text: text})
}

// add draws another figure at a place in this one.
func (f *drawing) add(o *drawing, at xy) {
	moved := func(points []xy) []xy {
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
func arrow(from, to xy) [][]xy {
	const long, wide = 9, 3.5
	d := math.Hypot(to.X-from.X, to.Y-from.Y)
	if d == 0 {
		return nil
	}
	x, y := (to.X-from.X)/d, (to.Y-from.Y)/d
	base := to.plus(-long*x, -long*y)
	return [][]xy{{from, to}, {base.plus(-wide*y, wide*x), to, base.plus(wide*y, -wide*x)}}
}

// arrow adds a line with a head; its ends alike: none.
func (f *drawing) arrow(class string, from, to xy) {
	for i, points := range arrow(from, to) {
		f.line(class+[]string{"", " head"}[i], points...)
	}
}
