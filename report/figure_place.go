package report

import "math"

// xy is a place in a picture, from the top left.
type xy struct{ X, Y float64 }

// rect is a part of a picture.
type rect struct{ left, top, right, bottom float64 }

func (p xy) plus(x, y float64) xy { return xy{p.X + x, p.Y + y} }

func (a rect) width() float64  { return a.right - a.left }
func (a rect) height() float64 { return a.bottom - a.top }
func (a rect) middle() xy      { return xy{(a.left + a.right) / 2, (a.top + a.bottom) / 2} }

// at is a place in the part, by its shares from the left and from below.
func (a rect) at(x, y float64) xy { return xy{a.left + x*a.width(), a.bottom - y*a.height()} }

// grown is the part with so much around it.
func (a rect) grown(by float64) rect {
	return rect{a.left - by, a.top - by, a.right + by, a.bottom + by}
}

// corners go around the part, and over the first side again, so that a line has
// no notch where it begins.
func (a rect) corners() []xy {
	return []xy{{a.left, a.top}, {a.right, a.top}, {a.right, a.bottom}, {a.left, a.bottom}, {a.left, a.top}, {a.right, a.top}}
}

// overlap is the area that two parts have in common.
func (a rect) overlap(b rect) float64 {
	w, h := min(a.right, b.right)-max(a.left, b.left), min(a.bottom, b.bottom)-max(a.top, b.top)
	if w <= 0 || h <= 0 {
		return 0
	}
	return w * h
}

func (a rect) within(b rect) bool {
	return a.left >= b.left && a.right <= b.right && a.top >= b.top && a.bottom <= b.bottom
}

// around is a square with a middle.
func around(p xy, half float64) rect { return rect{p.X, p.Y, p.X, p.Y}.grown(half) }

// crossed is the length of a line that lies in the part.
func (a rect) crossed(p, q xy) float64 {
	from, to := 0.0, 1.0
	for _, c := range [4][2]float64{{p.X - q.X, p.X - a.left}, {q.X - p.X, a.right - p.X}, {p.Y - q.Y, p.Y - a.top}, {q.Y - p.Y, a.bottom - p.Y}} {
		switch {
		case c[0] == 0 && c[1] < 0:
			return 0
		case c[0] < 0:
			from = max(from, c[1]/c[0])
		case c[0] > 0:
			to = min(to, c[1]/c[0])
		}
	}
	return max(0, to-from) * math.Hypot(q.X-p.X, q.Y-p.Y)
}

// distance is how far a place is from the part.
func (a rect) distance(p xy) float64 {
	return math.Hypot(max(a.left-p.X, 0, p.X-a.right), max(a.top-p.Y, 0, p.Y-a.bottom))
}

// labelPlacer finds places for labels beside what they name, where they cover
// neither each other nor a mark. It is greedy: those that matter come first.
type labelPlacer struct {
	room  rect
	hard  []rect // labels and marks: nothing may be written on them
	soft  []rect // marks that may be covered, which costs a little
	lines [][2]xy
	marks []xy // a label lies nearer to its own than to another one
}

// Where a label is tried: at so many distances from its mark, in 16 directions.
var labelDistances = []float64{3, 12, 24, 38, 54, 72, 94, 120, 150}

// What a place costs; chosen by looking at pictures.
const (
	costAny     = 1e6 // for covering another label or mark at all
	costCovered = 10  // for a square pixel of it
	costLine    = 2   // for a pixel of a line
	costSoft    = .15 // for a square pixel of a faint mark
	costLeader  = 200 // for each label or mark that a leader crosses
	costAstray  = 25  // for each mark that is nearer than the label's own
	nearLabel   = 24  // how far an optional label may lie off, and a label without a leader
)

// place finds where a label of that size goes beside a mark, and the end of the
// leader where it lies far off. It is not ok if something would be covered.
func (l *labelPlacer) place(at xy, radius, width, height float64, optional bool) (box rect, leader xy, ok bool) {
	least := math.Inf(1)
	for _, d := range labelDistances {
		if optional && d > nearLabel {
			break
		}
		for k := range 16 {
			sin, cos := math.Sincos(float64(k) * math.Pi / 8)
			b := beside(at, cos, sin, radius+d, width, height)
			if !b.within(l.room) {
				continue
			}
			end := xy{min(max(at.X, b.left), b.right), min(max(at.Y, b.top), b.bottom)}
			covered, cost := l.cost(b, at, end)
			if covered > 0 {
				cost += costAny + covered*costCovered
			}
			if cost += d + side(cos, sin); cost < least {
				least, box, leader, ok = cost, b, end, covered == 0
			}
		}
	}
	return box, leader, ok
}

// side prefers the right of a mark to its left, and those to above and below.
func side(cos, sin float64) float64 { return 2*(1-cos) + 3*math.Abs(sin) }

// beside is a part of that size that lies that far off in a direction.
func beside(at xy, cos, sin, distance, width, height float64) rect {
	// The nearest point of the part is that far off where the direction is that of
	// a side, and a corner where it is none.
	lean := func(v float64) float64 { return min(max(v*1.6, -1), 1) }
	x, y := at.X+cos*distance+lean(cos)*width/2, at.Y+sin*distance+lean(sin)*height/2
	return rect{x - width/2, y - height/2, x + width/2, y + height/2}
}

// cost is the area of others that a label would cover, and what else speaks
// against a place.
func (l *labelPlacer) cost(b rect, at, end xy) (covered, cost float64) {
	for _, h := range l.hard {
		covered += b.overlap(h)
		if h.crossed(at, end) > 0 && !(h.left <= at.X && at.X <= h.right && h.top <= at.Y && at.Y <= h.bottom) {
			cost += costLeader
		}
	}
	for _, s := range l.soft {
		cost += costSoft * b.overlap(s)
	}
	for _, line := range l.lines {
		cost += costLine * b.crossed(line[0], line[1])
	}
	for _, m := range l.marks {
		if m != at && b.distance(m) <= b.distance(at) {
			cost += costAstray
		}
	}
	return covered, cost
}

// take keeps others off a part.
func (l *labelPlacer) take(b rect) { l.hard = append(l.hard, b) }

// shorter is where a line ends that stops before its end.
func shorter(from, to xy, by float64) xy {
	d := math.Hypot(to.X-from.X, to.Y-from.Y)
	if d <= by {
		return from
	}
	return xy{to.X - (to.X-from.X)*by/d, to.Y - (to.Y-from.Y)*by/d}
}
