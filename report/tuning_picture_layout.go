package report

import (
	"cmp"
	"math"
	"slices"

	"wavetank/sim/tune"
)

// sceneSize is what a scene is laid out for. Lengths are pixels or points.
type sceneSize struct {
	width, height float64 // of the plot between its axes
	letter        float64 // the size of its text
	widest        float64 // of a label
	lines         int     // of a label below its name, at most
	extra         bool    // optional labels are tried
	measure       func(text string, size float64, bold bool) float64
}

// placedScene is a scene in a size, from the plot's top left.
type placedScene struct {
	*tuningScene
	Size   sceneSize
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
	At                       xy
	Left, Right, Top, Bottom float64
	OffX, OffY               int  // at which end of an axis it stands for one farther off
	Bare                     bool // its intervals are not drawn
}

// placedLabel is what is written beside a mark.
type placedLabel struct {
	Class  string
	Box    rect
	Names  []string // in bold
	Lines  []string
	Leader [2]xy // both alike: none
}

// letterLine is the height of a line by that of its letters.
const letterLine = 1.25

// offEdge is how far from the edge somebody stands who is farther off than the
// plot reaches: an arrow has room there.
const offEdge = 24

// leaderFrom is the gap between a mark and its label that a line bridges.
const leaderFrom = 10

// markRadius is how large a mark is.
var markRadius = map[string]float64{"winner": 8, "held": 4, "current": 6.5, "rival": 6, "front": 5, "faint": 3.5}

// layOut finds a place for everything.
func (s *tuningScene) layOut(t *Tuning, size sceneSize) *placedScene {
	p := &placedScene{tuningScene: s, Size: size}
	for i := range s.dots {
		d := &s.dots[i]
		x0, x1 := p.ends(d.x)
		left, right := p.at(x0, d.y.Mean).X, p.at(x1, d.y.Mean).X
		y0, y1 := p.ends(d.y)
		a, b := p.at(d.x.Mean, y0).Y, p.at(d.x.Mean, y1).Y
		dot := placedDot{sceneDot: d, At: p.at(d.x.Mean, d.y.Mean), Left: left, Right: right,
			Top: min(a, b), Bottom: max(a, b), OffX: s.x.beyond(d.x.Mean), OffY: s.y.beyond(d.y.Mean)}
		dot.Bare = d.class == "faint" || s.quiet && d.optional
		dot.At.X, dot.At.Y = dot.At.X-float64(dot.OffX)*offEdge, dot.At.Y+float64(dot.OffY)*offEdge
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
func (p *placedScene) ends(e tune.Estimate) (low, high float64) {
	if bad(e.Low) || bad(e.High) {
		return e.Mean, e.Mean
	}
	return e.Low, e.High
}

// at is where two values are.
func (p *placedScene) at(x, y float64) xy {
	return xy{p.x.share(x) * p.Size.width, (1 - p.y.share(y)) * p.Size.height}
}

// setCorner points to the best corner, where nobody stands in it.
func (p *placedScene) setCorner(t *Tuning) {
	const near, tip, tail = 64, 10, 40
	corner, inward := xy{0, p.Size.height}, xy{1, -1}
	if t.above(p.X) {
		corner.X, inward.X = p.Size.width, -1
	}
	if t.above(p.Y) {
		corner.Y, inward.Y = 0, 1
	}
	for i := range p.Dots {
		if around(corner, near).overlap(around(p.Dots[i].At, markRadius[p.Dots[i].class])) > 0 {
			return
		}
	}
	at := func(d float64) xy { return xy{corner.X + inward.X*d, corner.Y + inward.Y*d} }
	p.Corner = [2]xy{at(tail), at(tip)}
	w, h := p.Size.measure("better", p.Size.letter-1, false)+4, p.Size.letter*letterLine
	middle := xy{at(tail).X + inward.X*(w/2+3), at(tail).Y}
	p.Better = rect{middle.X - w/2, middle.Y - h/2, middle.X + w/2, middle.Y + h/2}
}

// setLabels writes beside the marks, the most important ones first.
func (p *placedScene) setLabels() {
	place := p.placer()
	order := make([]int, len(p.Dots))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(p.weight(a), p.weight(b)) })
	for _, i := range order {
		d := &p.Dots[i]
		if d.optional && !p.Size.extra || len(d.name) == 0 && len(d.lines) == 0 {
			continue
		}
		if label, ok := p.setLabel(place, d); ok {
			p.Labels = append(p.Labels, label)
		}
	}
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

// weight is a mark's place in the order in which labels are written.
func (p *placedScene) weight(i int) int {
	switch d := &p.Dots[i]; {
	case d.class == "winner":
		return 0
	case d.class == "current":
		return 1
	case d.class == "rival":
		return 3
	case d.optional:
		return 4
	}
	return 2
}

// placer knows what labels must not cover.
func (p *placedScene) placer() *labelPlacer {
	const margin = 2
	l := &labelPlacer{room: rect{margin, margin, p.Size.width - margin, p.Size.height - margin}}
	for i := range p.Dots {
		d := &p.Dots[i]
		if b := around(d.At, markRadius[d.class]+1); d.class == "faint" {
			l.soft = append(l.soft, b)
		} else {
			l.take(b)
			l.marks = append(l.marks, d.At)
		}
		if d.OffX != 0 || d.OffY != 0 {
			a, b := d.outward()
			l.take(rect{min(a.X, b.X) - 3, min(a.Y, b.Y), max(a.X, b.X) + 3, max(a.Y, b.Y)})
		} else if !d.Bare {
			l.lines = append(l.lines, [2]xy{{d.Left, d.At.Y}, {d.Right, d.At.Y}}, [2]xy{{d.At.X, d.Top}, {d.At.X, d.Bottom}})
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

// write sets a label's lines, at most so many below its name, and tells its
// size.
func (p *placedScene) write(d *placedDot, most int) (out placedLabel, width, height float64) {
	names := append(slices.Clone(d.name), p.farOff(d)...)
	out = placedLabel{Class: d.class, Names: p.folded(names, true, false), Lines: p.folded(d.lines, false, d.class == "winner")}
	out.Lines = out.Lines[:min(most, len(out.Lines))]
	for _, name := range out.Names {
		width = max(width, p.width(name, true))
	}
	for _, line := range out.Lines {
		width = max(width, p.width(line, false))
	}
	height = (float64(len(out.Names))*p.Size.letter + float64(len(out.Lines))*(p.Size.letter-1)) * letterLine
	return out, width + 2, height
}

// farOff are the values of somebody who does not fit the axes.
func (p *placedScene) farOff(d *placedDot) (out []string) {
	for _, a := range []struct {
		off  int
		axis *figureAxis
		v    float64
	}{{d.OffY, &p.y, d.y.Mean}, {d.OffX, &p.x, d.x.Mean}} {
		if a.off != 0 {
			out = append(out, a.axis.unit.format(a.v))
		}
	}
	return out
}

// folded puts words on as few lines as their width allows, or each on its own
// where there is room for that.
func (p *placedScene) folded(parts []string, bold, each bool) (out []string) {
	for _, part := range parts {
		part = p.cut(part, bold)
		if n := len(out); n > 0 && (!each || len(parts) > p.Size.lines) {
			if joined := out[n-1] + ", " + part; p.width(joined, bold) <= p.Size.widest {
				out[n-1] = joined
				continue
			}
		}
		out = append(out, part)
	}
	if most := p.Size.lines; !bold && len(out) > most {
		if out = out[:most]; most > 0 {
			out[most-1] += ", …"
		}
	}
	return out
}

// width is that of a line of a label.
func (p *placedScene) width(line string, bold bool) float64 {
	if bold {
		return p.Size.measure(line, p.Size.letter, true)
	}
	return p.Size.measure(line, p.Size.letter-1, false)
}

// cut leaves off what a label has no room for.
func (p *placedScene) cut(s string, bold bool) string {
	s = plainLine(s)
	for n := runes(s); n > 1 && p.width(s, bold) > p.Size.widest; n-- {
		s = cut(s, n-1)
	}
	return s
}

// shorter is where a line ends that stops before its end.
func shorter(from, to xy, by float64) xy {
	d := math.Hypot(to.X-from.X, to.Y-from.Y)
	if d <= by {
		return from
	}
	return xy{to.X - (to.X-from.X)*by/d, to.Y - (to.Y-from.Y)*by/d}
}

// outward is an arrow from a mark to where it would stand on larger axes.
func (d *placedDot) outward() (from, to xy) {
	const long = 12
	x, y := float64(d.OffX), -float64(d.OffY)
	r := markRadius[d.class] + 1
	from = xy{d.At.X + x*r, d.At.Y + y*r}
	return from, xy{from.X + x*long, from.Y + y*long}
}
