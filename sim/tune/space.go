package tune

import (
	"math"
	"math/bits"
	"strconv"
)

// Axis is one parameter of a space with the values that it may take.
type Axis struct {
	Name   string    `json:"name" doc:"of the parameter"`
	Labels []string  `json:"labels" doc:"its values, in order / a value as people read it"`
	At     []float64 `json:"at" null:"list never" doc:"where the values lie on a scale; null: they have no order"` // rising
	Log    bool      `json:"log" doc:"the scale is logarithmic"`
}

// Space is every combination of the axes' values.
type Space struct{ Axes []Axis }

// Point is a combination, by its place in the space: the last axis turns
// fastest. Points from Outside on are no combinations but strategies that are
// held against them, in the order of Problem.Outside.
type Point uint64

// Outside is the first point that lies in no space. The current setting is
// there, then its rivals.
const Outside Point = 1 << 63

// String returns the point as it is written in files, since it may not fit a
// double.
func (p Point) String() string { return strconv.FormatUint(uint64(p), 10) }

// Inside reports whether the point is a combination of settings.
func (p Point) Inside() bool { return p < Outside }

// Size is the number of combinations, and false where it does not fit below
// Outside.
func (s *Space) Size() (uint64, bool) {
	size := uint64(1)
	for i := range s.Axes {
		over, product := bits.Mul64(size, uint64(len(s.Axes[i].Labels)))
		if over > 0 || product >= uint64(Outside) {
			return math.MaxUint64, false
		}
		size = product
	}
	return size, true
}

// Settings returns the place of each axis' value at a point; nil outside.
func (s *Space) Settings(p Point) []int {
	if !p.Inside() {
		return nil
	}
	out := make([]int, len(s.Axes))
	for i := len(out) - 1; i >= 0; i-- {
		n := Point(len(s.Axes[i].Labels))
		out[i], p = int(p%n), p/n
	}
	return out
}

// Point is the one at which every axis has the value of that place.
func (s *Space) Point(settings []int) Point {
	p := Point(0)
	for i, at := range settings {
		p = p*Point(len(s.Axes[i].Labels)) + Point(at)
	}
	return p
}
