package report

import (
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Latencies are drawn from a millisecond on: a log scale has no zero.
const leastDrawn = 1e-3

// overTime is the panel of the 99th percentile by arrival, where a run is cut
// into slices: what a caller meets who comes just then.
func overTime(r *Result, curves []*curve, styles []draw.LineStyle) *plot.Plot {
	length, unit := r.Scenario.Duration.Minutes(), "minutes"
	if length < shortRun {
		length, unit = r.Scenario.Duration.Seconds(), "seconds"
	}
	least, most := math.Inf(1), 0.0
	lines := make([][]plotter.XYs, len(curves))
	for i, c := range curves {
		lines[i] = c.p99Lines(length)
		for _, line := range lines[i] {
			for _, p := range line {
				least, most = min(least, p.Y), max(most, p.Y)
			}
		}
	}
	p := newPanel("p99 of requests by their arrival", unit+" since the run began", "latency")
	p.X.Min, p.X.Max, p.X.Tick.Marker = 0, max(length, leastDrawn), linearTicks{}
	p.Y.Min, p.Y.Max = logRange(least, most)
	p.Y.Scale, p.Y.Tick.Marker = plot.LogScale{}, logTicks{}
	if len(curves) > 0 {
		p.Add(faultBands{curves[0]})
	}
	addLines(p, r, lines, styles)
	return p
}

// shortRun is how many minutes a run lasts whose time is told in minutes.
const shortRun = 5

// gapSlices is how many slices without a request a line goes on over: users who
// wait for each answer leave some empty.
const gapSlices = 4

// p99Lines are the percentile's line over a run of that length, in pieces where
// nobody asked for long.
func (c *curve) p99Lines(length float64) (out []plotter.XYs) {
	last := -gapSlices - 2
	for i, l := range c.slices {
		if l.n == 0 {
			continue
		}
		if i-last > gapSlices+1 {
			out = append(out, nil)
		}
		line, at := &out[len(out)-1], length*(float64(i)+0.5)/curveSlices
		*line, last = append(*line, plotter.XY{X: at, Y: max(leastDrawn, l.quantiles()[2])}), i
	}
	for i, line := range out {
		if half := length / curveSlices / 2; len(line) == 1 { // a point is no line
			out[i] = plotter.XYs{{X: line[0].X - half, Y: line[0].Y}, {X: line[0].X + half, Y: line[0].Y}}
		}
	}
	return out
}

// distribution is the panel of how many requests were over by when: those that
// arrived while a fault acted, where there is one.
func distribution(r *Result, curves []*curve, styles []draw.LineStyle) *plot.Plot {
	title := "requests over the whole run"
	of := func(c *curve) *latencies { return c.whole }
	if len(r.Scenario.Timeline) > 0 {
		subject, _, state := r.Scenario.illness()
		title, of = plainLine("requests while "+subject+" "+state), func(c *curve) *latencies { return c.during }
	}
	least, most := math.Inf(1), 0.0
	for _, c := range curves {
		if low, high, ok := of(c).ends(); ok {
			least, most = min(least, low), max(most, high)
		}
	}
	p := newPanel(title, "latency until an answer or an error", "share of requests")
	p.X.Min, p.X.Max = logRange(least, most)
	p.X.Scale, p.X.Tick.Marker = plot.LogScale{}, logTicks{}
	p.Y.Min, p.Y.Max, p.Y.Tick.Marker = 0, 1, percentTicks{}
	lines := make([][]plotter.XYs, len(curves))
	for i, c := range curves {
		lines[i] = []plotter.XYs{of(c).steps(p.X.Min, p.X.Max)}
	}
	addLines(p, r, lines, styles)
	return p
}

// ends are the latencies between which a distribution is drawn, in seconds: the
// largest, and the one that a hundredth stays below: calls that fail at once for
// want of a provider would take most of a log scale.
func (l *latencies) ends() (low, high float64, ok bool) {
	seen := int64(0)
	for k, n := range l.counts {
		if n == 0 {
			continue
		}
		seen += int64(n)
		v := max(leastDrawn, float64(l.lowest(k))/1e6)
		if !ok && seen*100 >= l.n {
			low, ok = v, true
		}
		high = v
	}
	return low, high, ok
}

// stepsDrawn is how many points a distribution has: more than a panel has pixels
// would be the same picture.
const stepsDrawn = 400

// steps is the share of latencies up to each of so many points between two ends,
// at equal distances of a log scale.
func (l *latencies) steps(low, high float64) plotter.XYs {
	if l.n == 0 {
		return nil
	}
	var out plotter.XYs
	bucket, seen := 0, int64(0)
	for i := range stepsDrawn + 1 {
		at := low * math.Pow(high/low, float64(i)/stepsDrawn)
		for ; bucket < len(l.counts) && float64(l.lowest(bucket))/1e6 <= at; bucket++ {
			seen += int64(l.counts[bucket])
		}
		out = append(out, plotter.XY{X: at, Y: float64(seen) / float64(l.n)})
	}
	return out
}

// addLines draws the strategy to ship last, over the others.
func addLines(p *plot.Plot, r *Result, lines [][]plotter.XYs, styles []draw.LineStyle) {
	k := r.Rank()
	var last []plot.Plotter
	for i := range lines {
		for _, xys := range lines[i] {
			if len(xys) == 0 {
				continue
			}
			line := &plotter.Line{XYs: xys, LineStyle: styles[i]}
			if len(k.First) > 0 && k.First[0] == &r.Strategies[i] {
				last = append(last, line)
				continue
			}
			p.Add(line)
		}
	}
	p.Add(last...)
}

// faultBands shade the time in which faults act, the darker the more runs.
type faultBands struct{ *curve }

// Plot implements plot.Plotter.
func (b faultBands) Plot(c draw.Canvas, p *plot.Plot) {
	x, _ := p.Transforms(&c)
	for i, n := range b.faulty {
		if n == 0 || b.runs == 0 {
			continue
		}
		from, to := x(p.X.Max*float64(i)/curveSlices), x(p.X.Max*float64(i+1)/curveSlices)
		c.FillPolygon(faultColor(float64(n)/float64(b.runs)), box(from, c.Min.Y, to, c.Max.Y))
	}
}

func box(left, bottom, right, top vg.Length) []vg.Point {
	return []vg.Point{{X: left, Y: bottom}, {X: right, Y: bottom}, {X: right, Y: top}, {X: left, Y: top}}
}

// faultColor is the shade of a share of the runs.
func faultColor(share float64) color.Color {
	return color.NRGBA{R: 0x88, G: 0x88, B: 0x88, A: uint8(math.Round(70 * share))}
}
