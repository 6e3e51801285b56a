package report

import (
	"cmp"
	"slices"

	"wavetank/sim/tune"
)

// placedScene is a scene in a room.
type placedScene struct {
	*scene
	room   *figureRoom
	box    rect // between the axes
	Dots   []placedDot
	Labels []placedLabel
	Stairs []xy
	Arrow  [2]xy // both alike: none
	Corner [2]xy // an arrow to where everything is best, named better; both alike: none
	Better rect  // where that word stands
}

// placedDot is a mark, and where the ends of its intervals are.
type placedDot struct {
	*sceneDot
	At         xy
	Ends       rect
	OffX, OffY int  // at which end of an axis it stands for one farther off
	Bare       bool // its intervals are not drawn
}

// placedLabel is what is written beside a mark.
type placedLabel struct {
	Class  string
	Box    rect
	Names  []string // in bold
	Lines  []string
	Leader [2]xy // both alike: none
}

// offEdge is how far from the edge somebody stands who is farther off than the
// plot reaches: an arrow has room there.
const offEdge = 24

// leaderFrom is the gap between a mark and its label that a line bridges.
const leaderFrom = 10

// layOut finds a place for everything.
func (s *scene) layOut(t *Tuning, room *figureRoom, box rect) *placedScene {
	p := &placedScene{scene: s, room: room, box: box}
	for i := range s.dots {
		d := &s.dots[i]
		x0, x1 := ends(&d.x)
		y0, y1 := ends(&d.y)
		a, b := p.at(x0, y0), p.at(x1, y1)
		dot := placedDot{sceneDot: d, At: p.at(d.x.Mean, d.y.Mean), Ends: rect{a.X, min(a.Y, b.Y), b.X, max(a.Y, b.Y)},
			OffX: s.x.beyond(d.x.Mean), OffY: s.y.beyond(d.y.Mean), Bare: d.class == "faint" || s.quiet && d.optional}
		dot.At = dot.At.plus(-float64(dot.OffX)*offEdge, float64(dot.OffY)*offEdge)
		p.Dots = append(p.Dots, dot)
	}
	for _, v := range s.stairs {
		p.Stairs = append(p.Stairs, p.at(v[0], v[1]))
	}
	p.Arrow = [2]xy{p.Dots[s.arrow[0]].At, p.Dots[s.arrow[1]].At}
	p.setCorner(t)
	p.setLabels()
	return p
}

// ends are those of an interval; without one, the mean.
func ends(e *tune.Estimate) (low, high float64) {
	if bad(e.Low) || bad(e.High) {
		return e.Mean, e.Mean
	}
	return e.Low, e.High
}

// at is where two values are.
func (p *placedScene) at(x, y float64) xy { return p.box.at(p.x.share(x), p.y.share(y)) }

// setCorner points to the best corner, where nobody stands in it.
func (p *placedScene) setCorner(t *Tuning) {
	const near, tip, tail = 64, 10, 40
	corner, right, down := xy{p.box.left, p.box.bottom}, 1.0, -1.0
	if t.above(p.X) {
		corner.X, right = p.box.right, -1
	}
	if t.above(p.Y) {
		corner.Y, down = p.box.top, 1
	}
	for i := range p.Dots {
		if around(corner, near).overlap(around(p.Dots[i].At, markRadius[p.Dots[i].class])) > 0 {
			return
		}
	}
	p.Corner = [2]xy{corner.plus(right*tail, down*tail), corner.plus(right*tip, down*tip)}
	w, h := textWidth("better", p.room.letter-1, false)+4, p.room.letter*letterLine
	middle := p.Corner[0].plus(right*(w/2+3), 0)
	p.Better = rect{middle.X - w/2, middle.Y - h/2, middle.X + w/2, middle.Y + h/2}
}

// setLabels writes beside the marks, the most important ones first.
func (p *placedScene) setLabels() {
	place := p.placer()
	order := make([]*placedDot, len(p.Dots))
	for i := range order {
		order[i] = &p.Dots[i]
	}
	slices.SortStableFunc(order, func(a, b *placedDot) int { return cmp.Compare(a.weight(), b.weight()) })
	for _, d := range order {
		if d.optional && !p.room.extra || len(d.name) == 0 && len(d.lines) == 0 {
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
	case d.class == "winner":
		return 0
	case d.class == "current":
		return 1
	case d.class == "rival":
		return 3
	}
	return 2
}

// setLabel finds a place for a label. Where there is no room for all of it, the
// settings go; where there is none at all, a name covers what matters least.
func (p *placedScene) setLabel(place *labelPlacer, d *placedDot) (label placedLabel, ok bool) {
	var end xy
	for most := len(d.lines); ; most-- {
		var width, height float64
		label, width, height = p.write(d, most)
		label.Box, end, ok = place.place(d.At, markRadius[d.class], width, height, d.optional)
		if ok || d.optional || most == 0 {
			break
		}
	}
	if !ok && d.optional || label.Box == (rect{}) {
		return label, false
	}
	place.take(label.Box)
	if label.Box.distance(d.At) > markRadius[d.class]+leaderFrom {
		label.Leader = [2]xy{shorter(end, d.At, markRadius[d.class]), end}
		place.lines = append(place.lines, label.Leader)
	}
	return label, true
}

// placer knows what labels must not cover.
func (p *placedScene) placer() *labelPlacer {
	l := &labelPlacer{room: p.box.grown(-2)}
	for i := range p.Dots {
		d := &p.Dots[i]
		if b := around(d.At, markRadius[d.class]+1); d.class == "faint" {
			l.soft = append(l.soft, b)
		} else {
			l.take(b)
			l.marks = append(l.marks, d.At)
		}
		for _, line := range d.whiskers() {
			l.lines = append(l.lines, [2]xy{line[0], line[1]})
		}
		if d.OffX != 0 || d.OffY != 0 {
			a, b := d.outward()
			l.take(rect{min(a.X, b.X), min(a.Y, b.Y), max(a.X, b.X), max(a.Y, b.Y)}.grown(3))
		}
	}
	for i := 1; i < len(p.Stairs); i++ {
		l.lines = append(l.lines, [2]xy{p.Stairs[i-1], p.Stairs[i]})
	}
	if p.Arrow[0] != p.Arrow[1] {
		l.lines = append(l.lines, p.Arrow)
	}
	if a, b := p.Corner[0], p.Corner[1]; a != b {
		l.take(rect{min(a.X, b.X), min(a.Y, b.Y), max(a.X, b.X), max(a.Y, b.Y)})
		l.take(p.Better)
	}
	return l
}

// whiskers are a mark's intervals, or an arrow to where it would stand on larger
// axes.
func (d *placedDot) whiskers() [][]xy {
	switch {
	case d.OffX != 0 || d.OffY != 0:
		return arrow(d.outward())
	case d.Bare:
		return nil
	}
	return [][]xy{{{d.Ends.left, d.At.Y}, {d.Ends.right, d.At.Y}}, {{d.At.X, d.Ends.top}, {d.At.X, d.Ends.bottom}}}
}

// outward are the ends of that arrow.
func (d *placedDot) outward() (from, to xy) {
	const long = 12
	x, y := float64(d.OffX), -float64(d.OffY)
	r := markRadius[d.class] + 1
	from = d.At.plus(x*r, y*r)
	return from, from.plus(x*long, y*long)
}

// write sets a label's lines, at most so many below its name, and tells its
// size.
func (p *placedScene) write(d *placedDot, most int) (out placedLabel, width, height float64) {
	names := slices.Clone(d.name)
	if d.OffY != 0 { // who does not fit the axes has its values beside it
		names = append(names, inUnit(p.y.unit, d.y.Mean))
	}
	if d.OffX != 0 {
		names = append(names, inUnit(p.x.unit, d.x.Mean))
	}
	letter := p.room.letter
	out = placedLabel{Class: d.class, Names: p.folded(names, letter, true, false), Lines: p.folded(d.lines, letter-1, false, d.class == "winner")}
	if n := min(most, p.room.lines); len(out.Lines) > n {
		if out.Lines = out.Lines[:n]; n > 0 && n == p.room.lines {
			out.Lines[n-1] += ", …"
		}
	}
	for _, name := range out.Names {
		width = max(width, textWidth(name, letter, true))
	}
	for _, line := range out.Lines {
		width = max(width, textWidth(line, letter-1, false))
	}
	height = (float64(len(out.Names))*letter + float64(len(out.Lines))*(letter-1)) * letterLine
	return out, width + 2, height
}

// folded puts words on as few lines as their width allows, or each on its own
// where there is room for that.
func (p *placedScene) folded(parts []string, letter float64, bold, each bool) (out []string) {
	for _, part := range parts {
		part = fitted(part, letter, p.room.widest, bold)
		if n := len(out); n > 0 && (!each || len(parts) > p.room.lines) {
			if joined := out[n-1] + ", " + part; textWidth(joined, letter, bold) <= p.room.widest {
				out[n-1] = joined
				continue
			}
		}
		out = append(out, part)
	}
	return out
}
