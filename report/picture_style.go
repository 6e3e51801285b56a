package report

import (
	"image/color"
	"math"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Sizes of text, in points.
const (
	titleSize  = 14
	legendSize = 10
	axisSize   = 10
	tickSize   = 9
)

var (
	paper = color.NRGBA{R: 0xff, G: 0xff, B: 0xff, A: 0xff}
	ink   = color.NRGBA{R: 0x22, G: 0x22, B: 0x22, A: 0xff}
	faint = color.NRGBA{R: 0xdd, G: 0xdd, B: 0xdd, A: 0xff}
	gray  = color.NRGBA{R: 0x77, G: 0x77, B: 0x77, A: 0xff}
)

// palette is that of Okabe and Ito (2008), which people tell apart whatever
// colours they see, less its yellow and its black: one is hard to see on white,
// the other is the text's.
var palette = []color.NRGBA{
	{R: 0x00, G: 0x72, B: 0xb2, A: 0xff}, // blue
	{R: 0xd5, G: 0x5e, B: 0x00, A: 0xff}, // vermilion
	{R: 0x00, G: 0x9e, B: 0x73, A: 0xff}, // bluish green
	{R: 0xcc, G: 0x79, B: 0xa7, A: 0xff}, // reddish purple
	{R: 0xe6, G: 0x9f, B: 0x00, A: 0xff}, // orange
	{R: 0x56, G: 0xb4, B: 0xe9, A: 0xff}, // sky blue
}

// dashes tell lines apart without colours.
var dashes = [][]vg.Length{nil, {6, 3}, {2, 2}, {8, 3, 2, 3}, {4, 2}}

// lineStyles are the strategies' lines: the one to ship is thick, and the bound
// gray.
func lineStyles(r *Result) []draw.LineStyle {
	k := r.Rank()
	out := make([]draw.LineStyle, len(r.Strategies))
	n := 0
	for i := range r.Strategies {
		s := &r.Strategies[i]
		if s.Ideal {
			out[i] = draw.LineStyle{Color: gray, Width: 1.2, Dashes: []vg.Length{1, 2}}
			continue
		}
		out[i] = draw.LineStyle{Color: palette[n%len(palette)], Width: 1.3, Dashes: dashes[n%len(dashes)]}
		if len(k.First) > 0 && k.First[0] == s {
			out[i].Width, out[i].Dashes = 2.6, nil
		}
		n++
	}
	return out
}

// textStyle is a font that the module itself brings, so that a text is as wide
// everywhere.
func textStyle(size font.Length) draw.TextStyle {
	return draw.TextStyle{Color: ink, Handler: plot.DefaultTextHandler,
		Font: font.Font{Typeface: "Liberation", Variant: "Sans", Size: size}}
}

// newPanel is a plot without data.
func newPanel(title, x, y string) *plot.Plot {
	p := plot.New()
	p.BackgroundColor = nil
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = title, x, y
	for style, size := range map[*draw.TextStyle]font.Length{&p.Title.TextStyle: axisSize, &p.X.Label.TextStyle: axisSize,
		&p.Y.Label.TextStyle: axisSize, &p.X.Tick.Label: tickSize, &p.Y.Tick.Label: tickSize} {
		now := textStyle(size)
		style.Font, style.Color, style.Handler = now.Font, now.Color, now.Handler
	}
	for _, axis := range []*plot.Axis{&p.X, &p.Y} {
		axis.LineStyle.Color, axis.Tick.LineStyle.Color, axis.Padding = ink, ink, 2
	}
	grid := plotter.NewGrid()
	grid.Horizontal.Color, grid.Vertical.Color = faint, faint
	p.Add(grid)
	return p
}

// logRange widens a range to steps that a log scale labels.
func logRange(least, most float64) (low, high float64) {
	if !(least > 0) || most <= 0 || math.IsInf(least, 0) || bad(most) {
		return 0.1, 10 // nothing is drawn there
	}
	low, high = steps125(least*1.0001, -1), steps125(most*0.9999, +1)
	if low >= high {
		return low / 2, high * 2
	}
	return low, high
}

// steps125 is the next of 1, 2, 5, 10 and so on, below or above.
func steps125(v float64, direction int) float64 {
	out := 0.0
	for k := -4; k <= 6; k++ {
		for _, m := range []float64{1, 2, 5} {
			s := m * math.Pow10(k)
			if direction < 0 && s <= v {
				out = s
			}
			if direction > 0 && s >= v {
				return s
			}
		}
	}
	return max(out, leastDrawn/10)
}

// logTicks label 1, 2, 5 and 10 with their unit, and powers of ten alone where
// there are many of them.
type logTicks struct{}

// Ticks implements plot.Ticker.
func (logTicks) Ticks(least, most float64) (out []plot.Tick) {
	wide := most/least > 1001
	for k := -4; k <= 6; k++ {
		for m := range 9 {
			v := float64(m+1) * math.Pow10(k)
			if v < least*0.999 || v > most*1.001 {
				continue
			}
			t := plot.Tick{Value: v}
			if m == 0 || !wide && (m == 1 || m == 4) {
				t.Label = tickSeconds(v)
			}
			out = append(out, t)
		}
	}
	return out
}

// tickSeconds writes a round number of seconds.
func tickSeconds(v float64) string {
	if v < 0.0995 {
		return digits(v*1000, 1) + " ms"
	}
	return digits(v, 1) + " s"
}

// linearTicks label round steps, eight of them at most.
type linearTicks struct{}

// Ticks implements plot.Ticker.
func (linearTicks) Ticks(least, most float64) (out []plot.Tick) {
	step := steps125(max((most-least)/8, leastDrawn), +1)
	for i := 0; i <= 8 && float64(i)*step <= most*1.0001; i++ {
		v := float64(i) * step
		out = append(out, plot.Tick{Value: v, Label: strconv.FormatFloat(v, 'g', 3, 64)})
	}
	return out
}

// percentTicks label every fifth.
type percentTicks struct{}

// Ticks implements plot.Ticker.
func (percentTicks) Ticks(float64, float64) (out []plot.Tick) {
	for i := range 11 {
		t := plot.Tick{Value: float64(i) / 10}
		if i%2 == 0 {
			t.Label = percentShort(t.Value)
		}
		out = append(out, t)
	}
	return out
}
