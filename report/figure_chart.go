package report

import "math"

// figureRoom is a size that a chart is made for. Lengths are pixels or points.
type figureRoom struct {
	class         string // where it is shown
	width, height float64
	letter        float64 // the size of its text
	widest        float64 // of a label
	lines         int     // of a label below its name, at most
	extra         bool    // optional labels are tried
	ticks         int     // about so many
}

// What surrounds a chart; chosen.
const (
	tickGap   = 7 // between an axis and its labels
	sideRoom  = 14
	titleRoom = 1.6 // for the title of an axis, by the height of its letters
)

// tickLetter is the size of an axis' labels.
func (r *figureRoom) tickLetter() float64 { return r.letter - 1 }

// newChart begins a figure with its axes, and returns the part between them. The
// title of the upright axis stands on it, where it is read more easily.
func newChart(room *figureRoom, x, y []tick, xTitle, yTitle string) (*drawing, rect) {
	f := &drawing{Class: room.class, Width: room.width, Height: room.height}
	letter, left := room.tickLetter(), 12.0
	for _, t := range y {
		left = max(left, textWidth(t.Label, letter, false)+tickGap+2)
	}
	in := rect{left, 8, room.width - sideRoom, room.height - letter - 10}
	title := func(at xy, align, text string) {
		f.write("title", at, align, room.letter, fitted(text, room.letter, room.width, false))
	}
	if yTitle != "" {
		in.top += titleRoom * room.letter
		title(xy{2, room.letter + 1}, "", yTitle)
	}
	if xTitle != "" {
		in.bottom -= titleRoom * room.letter
		title(xy{in.right, room.height - 6}, "end", xTitle)
	}
	width := func(label string) float64 { return textWidth(label, letter, false) + 4 }
	for _, t := range spaced(x, in.width(), width) {
		at := in.left + t.At/100*in.width()
		f.line("grid", xy{at, in.top}, xy{at, in.bottom})
		beside := min(max(at, width(t.Label)/2), room.width-width(t.Label)/2)
		f.write("tick", xy{beside, in.bottom + letter + 5}, "mid", letter, t.Label)
	}
	for _, t := range spaced(y, in.height(), func(string) float64 { return letter * 1.4 }) {
		at := in.bottom - t.At/100*in.height()
		f.line("grid", xy{in.left, at}, xy{in.right, at})
		f.write("tick", xy{in.left - tickGap, at + letter/3}, "end", letter, t.Label)
	}
	f.line("edge", xy{in.left, in.top}, xy{in.left, in.bottom}, xy{in.right, in.bottom})
	return f, in
}

// spaced leaves out ticks whose labels would touch on an axis of that length; the
// first one stays.
func spaced(all []tick, length float64, room func(string) float64) (out []tick) {
	for _, t := range all {
		n := len(out)
		if n == 0 || math.Abs(t.At-out[n-1].At)/100*length >= (room(t.Label)+room(out[n-1].Label))/2 {
			out = append(out, t)
		}
	}
	return out
}
