package figure

import "math"

// Xy is a place in a picture, from the top left.
type Xy struct{ X, Y float64 }

// Rect is a part of a picture.
type Rect struct{ Left, Top, Right, Bottom float64 }

// plus is never inlined: a product that is handed over is rounded so, and not fused
// with the sum on machines that could.
//
//go:noinline
func (p Xy) plus(x, y float64) Xy { return Xy{p.X + x, p.Y + y} }

// Width is the part's width.
func (a Rect) Width() float64 { return a.Right - a.Left }

// Height is the part's height.
func (a Rect) Height() float64 { return a.Bottom - a.Top }

func (a Rect) middle() Xy { return Xy{(a.Left + a.Right) / 2, (a.Top + a.Bottom) / 2} }

// at is a place in the part, by its shares from the left and from below.
func (a Rect) at(x, y float64) Xy {
	return Xy{a.Left + float64(x*a.Width()), a.Bottom - float64(y*a.Height())}
}

// grown is the part with so much around it.
func (a Rect) grown(by float64) Rect {
	return Rect{a.Left - by, a.Top - by, a.Right + by, a.Bottom + by}
}

// corners go around the part, and over the first side again, so that a line has
// no notch where it begins.
func (a Rect) corners() []Xy {
	return []Xy{{a.Left, a.Top}, {a.Right, a.Top}, {a.Right, a.Bottom}, {a.Left, a.Bottom}, {a.Left, a.Top}, {a.Right, a.Top}}
}

// Overlap is the area that two parts have in common.
func (a Rect) Overlap(b Rect) float64 {
	w, h := min(a.Right, b.Right)-max(a.Left, b.Left), min(a.Bottom, b.Bottom)-max(a.Top, b.Top)
	if w <= 0 || h <= 0 {
		return 0
	}
	return w * h
}

// Within reports whether a part lies wholly in another.
func (a Rect) Within(b Rect) bool {
	return a.Left >= b.Left && a.Right <= b.Right && a.Top >= b.Top && a.Bottom <= b.Bottom
}

// Around is a square with a middle.
func Around(p Xy, half float64) Rect { return Rect{p.X, p.Y, p.X, p.Y}.grown(half) }

// crossed is the length of a line that lies in the part.
func (a Rect) crossed(p, q Xy) float64 {
	from, to := 0.0, 1.0
	for _, c := range [4][2]float64{{p.X - q.X, p.X - a.Left}, {q.X - p.X, a.Right - p.X}, {p.Y - q.Y, p.Y - a.Top}, {q.Y - p.Y, a.Bottom - p.Y}} {
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
func (a Rect) distance(p Xy) float64 {
	return math.Hypot(max(a.Left-p.X, 0, p.X-a.Right), max(a.Top-p.Y, 0, p.Y-a.Bottom))
}

// labelPlacer finds places for labels beside what they name, where they cover
// neither each other nor a mark. It is greedy: those that matter come first.
type labelPlacer struct {
	room  Rect
	hard  []Rect // labels and marks: nothing may be written on them
	soft  []Rect // marks that may be covered, which costs a little
	lines [][2]Xy
	marks []Xy // a label lies nearer to its own than to another one
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
func (l *labelPlacer) place(at Xy, radius, width, height float64, optional bool) (box Rect, leader Xy, ok bool) {
	least := math.Inf(1)
	for _, d := range labelDistances {
		if optional && d > nearLabel {
			break
		}
		for k := range 16 {
			sin, cos := math.Sincos(float64(k) * math.Pi / 8)
			b := beside(at, cos, sin, radius+d, width, height)
			if !b.Within(l.room) {
				continue
			}
			end := Xy{min(max(at.X, b.Left), b.Right), min(max(at.Y, b.Top), b.Bottom)}
			covered, cost := l.cost(b, at, end)
			if covered > 0 {
				cost += costAny + float64(covered*costCovered)
			}
			if cost += d + side(cos, sin); cost < least {
				least, box, leader, ok = cost, b, end, covered == 0
			}
		}
	}
	return box, leader, ok
}

// side prefers the right of a mark to its left, and those to above and below.
func side(cos, sin float64) float64 { return float64(2*(1-cos)) + float64(3*math.Abs(sin)) }

// beside is a part of that size that lies that far off in a direction.
func beside(at Xy, cos, sin, distance, width, height float64) Rect {
	// The nearest point of the part is that far off where the direction is that of
	// a side, and a corner where it is none.
	lean := func(v float64) float64 { return min(max(v*1.6, -1), 1) }
	x, y := at.X+float64(cos*distance)+float64(lean(cos)*width/2), at.Y+float64(sin*distance)+float64(lean(sin)*height/2)
	return Rect{x - float64(width/2), y - float64(height/2), x + float64(width/2), y + float64(height/2)}
}

// cost is the area of others that a label would cover, and what else speaks
// against a place.
func (l *labelPlacer) cost(b Rect, at, end Xy) (covered, cost float64) {
	for _, h := range l.hard {
		covered += b.Overlap(h)
		if h.crossed(at, end) > 0 && !(h.Left <= at.X && at.X <= h.Right && h.Top <= at.Y && at.Y <= h.Bottom) {
			cost += costLeader
		}
	}
	for _, s := range l.soft {
		cost += float64(costSoft * b.Overlap(s))
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
func (l *labelPlacer) take(b Rect) { l.hard = append(l.hard, b) }

// shorter is where a line ends that stops before its end.
func shorter(from, to Xy, by float64) Xy {
	d := math.Hypot(to.X-from.X, to.Y-from.Y)
	if d <= by {
		return from
	}
	return Xy{to.X - (to.X-from.X)*by/d, to.Y - (to.Y-from.Y)*by/d}
}
