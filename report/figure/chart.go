package figure

import "math"

// FigureRoom is a size that a chart is made for. Lengths are pixels or points.
type FigureRoom struct {
	class         string // where it is shown
	Width, Height float64
	Letter        float64 // the size of its text
	Widest        float64 // of a label
	Lines         int     // of a label below its name, at most
	Extra         bool    // optional labels are tried
	ticks         int     // about so many
}

// What surrounds a chart; chosen.
const (
	tickGap   = 7 // between an axis and its labels
	sideRoom  = 14
	titleRoom = 1.6 // for the title of an axis, by the height of its letters
)

// tickLetter is the size of an axis' labels.
func (r *FigureRoom) tickLetter() float64 { return r.Letter - 1 }

// newChart begins a figure with its axes, and returns the part between them. The
// title of the upright axis stands on it, where it is read more easily.
func newChart(room *FigureRoom, x, y []Tick, xTitle, yTitle string) (*Drawing, Rect) {
	f := &Drawing{Class: room.class, Width: room.Width, Height: room.Height}
	letter, left := room.tickLetter(), 12.0
	for _, t := range y {
		left = max(left, TextWidth(t.Label, letter, false)+tickGap+2)
	}
	in := Rect{left, 8, room.Width - sideRoom, room.Height - letter - 10}
	title := func(at Xy, align, text string) {
		f.write("title", at, align, room.Letter, fitted(text, room.Letter, room.Width, false))
	}
	if yTitle != "" {
		in.Top += float64(titleRoom * room.Letter)
		title(Xy{2, room.Letter + 1}, "", yTitle)
	}
	if xTitle != "" {
		in.Bottom -= float64(titleRoom * room.Letter)
		title(Xy{in.Right, room.Height - 6}, "end", xTitle)
	}
	width := func(label string) float64 { return TextWidth(label, letter, false) + 4 }
	for _, t := range spaced(x, in.Width(), width) {
		at := in.Left + float64(t.At/100*in.Width())
		f.line("grid", Xy{at, in.Top}, Xy{at, in.Bottom})
		beside := min(max(at, width(t.Label)/2), room.Width-float64(width(t.Label)/2))
		f.write("tick", Xy{beside, in.Bottom + letter + 5}, "mid", letter, t.Label)
	}
	for _, t := range spaced(y, in.Height(), func(string) float64 { return letter * 1.4 }) {
		at := in.Bottom - float64(t.At/100*in.Height())
		f.line("grid", Xy{in.Left, at}, Xy{in.Right, at})
		f.write("tick", Xy{in.Left - tickGap, at + letter/3}, "end", letter, t.Label)
	}
	f.line("edge", Xy{in.Left, in.Top}, Xy{in.Left, in.Bottom}, Xy{in.Right, in.Bottom})
	return f, in
}

// spaced leaves out ticks whose labels would touch on an axis of that length; the
// first one stays.
func spaced(all []Tick, length float64, room func(string) float64) (out []Tick) {
	for _, t := range all {
		n := len(out)
		if n == 0 || math.Abs(t.At-out[n-1].At)/100*length >= (room(t.Label)+room(out[n-1].Label))/2 {
			out = append(out, t)
		}
	}
	return out
}
