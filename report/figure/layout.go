package figure

import (
	"cmp"
	"slices"

	"wavetank/report/judge"
	"wavetank/report/measure"
	"wavetank/sim/tune"
)

// PlacedScene is a scene in a room.
type PlacedScene struct {
	*Scene
	room   *FigureRoom
	box    Rect // between the axes
	Dots   []placedDot
	Labels []placedLabel
	Stairs []Xy
	Arrow  [2]Xy // both alike: none
	Corner [2]Xy // an arrow to where everything is best, named better; both alike: none
	Better Rect  // where that word stands
}

// placedDot is a mark, and where the ends of its intervals are.
type placedDot struct {
	*sceneDot
	At         Xy
	Ends       Rect
	OffX, OffY int  // at which end of an axis it stands for one farther off
	Bare       bool // its intervals are not drawn
}

// placedLabel is what is written beside a mark.
type placedLabel struct {
	Class  string
	Box    Rect
	Names  []string // in bold
	Lines  []string
	Leader [2]Xy // both alike: none
}

// offEdge is how far from the edge somebody stands who is farther off than the
// plot reaches: an arrow has room there.
const offEdge = 24

// leaderFrom is the gap between a mark and its label that a line bridges.
const leaderFrom = 10

// LayOut finds a place for everything.
func (s *Scene) LayOut(t *judge.Tuning, room *FigureRoom, box Rect) *PlacedScene {
	p := &PlacedScene{Scene: s, room: room, box: box}
	for i := range s.dots {
		d := &s.dots[i]
		x0, x1 := ends(&d.x)
		y0, y1 := ends(&d.y)
		a, b := p.at(x0, y0), p.at(x1, y1)
		dot := placedDot{sceneDot: d, At: p.at(d.x.Mean, d.y.Mean), Ends: Rect{a.X, min(a.Y, b.Y), b.X, max(a.Y, b.Y)},
			OffX: s.x.Beyond(d.x.Mean), OffY: s.y.Beyond(d.y.Mean), Bare: d.Class == "faint" || s.quiet && d.optional}
		dot.At = dot.At.plus(-float64(dot.OffX)*offEdge, float64(dot.OffY)*offEdge)
		p.Dots = append(p.Dots, dot)
	}
	for _, v := range s.Stairs {
		p.Stairs = append(p.Stairs, p.at(v[0], v[1]))
	}
	p.Arrow = [2]Xy{p.Dots[s.arrow[0]].At, p.Dots[s.arrow[1]].At}
	p.setCorner(t)
	p.setLabels()
	return p
}

// ends are those of an interval; without one, the mean.
func ends(e *tune.Estimate) (low, high float64) {
	if measure.Bad(e.Low) || measure.Bad(e.High) {
		return e.Mean, e.Mean
	}
	return e.Low, e.High
}

// at is where two values are.
func (p *PlacedScene) at(x, y float64) Xy { return p.box.at(p.x.Share(x), p.y.Share(y)) }

// setCorner points to the best corner, where nobody stands in it.
func (p *PlacedScene) setCorner(t *judge.Tuning) {
	const near, tip, tail = 64, 10, 40
	corner, right, down := Xy{p.box.Left, p.box.Bottom}, 1.0, -1.0
	if t.Above(p.X) {
		corner.X, right = p.box.Right, -1
	}
	if t.Above(p.Y) {
		corner.Y, down = p.box.Top, 1
	}
	for i := range p.Dots {
		if Around(corner, near).Overlap(Around(p.Dots[i].At, MarkRadius[p.Dots[i].Class])) > 0 {
			return
		}
	}
	p.Corner = [2]Xy{corner.plus(right*tail, down*tail), corner.plus(right*tip, down*tip)}
	w, h := TextWidth("better", p.room.Letter-1, false)+4, p.room.Letter*LetterLine
	middle := p.Corner[0].plus(right*(float64(w/2)+3), 0)
	p.Better = Rect{middle.X - float64(w/2), middle.Y - float64(h/2), middle.X + float64(w/2), middle.Y + float64(h/2)}
}

// setLabels writes beside the marks, the most important ones first.
func (p *PlacedScene) setLabels() {
	place := p.placer()
	order := make([]*placedDot, len(p.Dots))
	for i := range order {
		order[i] = &p.Dots[i]
	}
	slices.SortStableFunc(order, func(a, b *placedDot) int { return cmp.Compare(a.weight(), b.weight()) })
	for _, d := range order {
		if d.optional && !p.room.Extra || len(d.name) == 0 && len(d.lines) == 0 {
			continue
		}
		if label, ok := p.setLabel(place, d); ok {
			p.Labels = append(p.Labels, label)
		}
	}
}

// weight is a mark's place in the order in which labels are written.
func (d *placedDot) weight() int {
	switch {
	case d.optional:
		return 4
	case d.Class == "winner":
		return 0
	case d.Class == "current":
		return 1
	case d.Class == "rival":
		return 3
	}
	return 2
}

// setLabel finds a place for a label. Where there is no room for all of it, the
// settings go; where there is none at all, a name covers what matters least.
func (p *PlacedScene) setLabel(place *labelPlacer, d *placedDot) (label placedLabel, ok bool) {
	var end Xy
	for most := len(d.lines); ; most-- {
		var width, height float64
		label, width, height = p.write(d, most)
		label.Box, end, ok = place.place(d.At, MarkRadius[d.Class], width, height, d.optional)
		if ok || d.optional || most == 0 {
			break
		}
	}
	if !ok && d.optional || label.Box == (Rect{}) {
		return label, false
	}
	place.take(label.Box)
	if label.Box.distance(d.At) > MarkRadius[d.Class]+leaderFrom {
		label.Leader = [2]Xy{shorter(end, d.At, MarkRadius[d.Class]), end}
		place.lines = append(place.lines, label.Leader)
	}
	return label, true
}

// placer knows what labels must not cover.
func (p *PlacedScene) placer() *labelPlacer {
	l := &labelPlacer{room: p.box.grown(-2)}
	for i := range p.Dots {
		d := &p.Dots[i]
		if b := Around(d.At, MarkRadius[d.Class]+1); d.Class == "faint" {
			l.soft = append(l.soft, b)
		} else {
			l.take(b)
			l.marks = append(l.marks, d.At)
		}
		for _, line := range d.whiskers() {
			l.lines = append(l.lines, [2]Xy{line[0], line[1]})
		}
		if d.OffX != 0 || d.OffY != 0 {
			a, b := d.outward()
			l.take(Rect{min(a.X, b.X), min(a.Y, b.Y), max(a.X, b.X), max(a.Y, b.Y)}.grown(3))
		}
	}
	for i := 1; i < len(p.Stairs); i++ {
		l.lines = append(l.lines, [2]Xy{p.Stairs[i-1], p.Stairs[i]})
	}
	if p.Arrow[0] != p.Arrow[1] {
		l.lines = append(l.lines, p.Arrow)
	}
	if a, b := p.Corner[0], p.Corner[1]; a != b {
		l.take(Rect{min(a.X, b.X), min(a.Y, b.Y), max(a.X, b.X), max(a.Y, b.Y)})
		l.take(p.Better)
	}
	return l
}

// whiskers are a mark's intervals, or an arrow to where it would stand on larger
// axes.
func (d *placedDot) whiskers() [][]Xy {
	switch {
	case d.OffX != 0 || d.OffY != 0:
		return arrow(d.outward())
	case d.Bare:
		return nil
	}
	return [][]Xy{{{d.Ends.Left, d.At.Y}, {d.Ends.Right, d.At.Y}}, {{d.At.X, d.Ends.Top}, {d.At.X, d.Ends.Bottom}}}
}

// outward are the ends of that arrow.
func (d *placedDot) outward() (from, to Xy) {
	const long = 12
	x, y := float64(d.OffX), -float64(d.OffY)
	r := MarkRadius[d.Class] + 1
	from = d.At.plus(x*r, y*r)
	return from, from.plus(x*long, y*long)
}

// write sets a label's lines, at most so many below its name, and tells its
// size.
func (p *PlacedScene) write(d *placedDot, most int) (out placedLabel, width, height float64) {
	names := slices.Clone(d.name)
	if d.OffY != 0 { // who does not fit the axes has its values beside it
		names = append(names, measure.Format(p.y.Unit, d.y.Mean))
	}
	if d.OffX != 0 {
		names = append(names, measure.Format(p.x.Unit, d.x.Mean))
	}
	letter := p.room.Letter
	out = placedLabel{Class: d.Class, Names: p.folded(names, letter, true, false), Lines: p.folded(d.lines, letter-1, false, d.Class == "winner")}
	if n := min(most, p.room.Lines); len(out.Lines) > n {
		if out.Lines = out.Lines[:n]; n > 0 && n == p.room.Lines {
			out.Lines[n-1] += ", …"
		}
	}
	for _, name := range out.Names {
		width = max(width, TextWidth(name, letter, true))
	}
	for _, line := range out.Lines {
		width = max(width, TextWidth(line, letter-1, false))
	}
	height = (float64(float64(len(out.Names))*letter) + float64(float64(len(out.Lines))*(letter-1))) * LetterLine
	return out, width + 2, height
}

// folded puts words on as few lines as their width allows, or each on its own
// where there is room for that.
func (p *PlacedScene) folded(parts []string, letter float64, bold, each bool) (out []string) {
	for _, part := range parts {
		part = fitted(part, letter, p.room.Widest, bold)
		if n := len(out); n > 0 && (!each || len(parts) > p.room.Lines) {
			if joined := out[n-1] + ", " + part; TextWidth(joined, letter, bold) <= p.room.Widest {
				out[n-1] = joined
				continue
			}
		}
		out = append(out, part)
	}
	return out
}
