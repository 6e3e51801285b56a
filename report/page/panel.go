package page

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"time"

	"wavetank/report/figure"
	"wavetank/report/measure"
	"wavetank/report/words"
)

// pagePanel is what one strategy did over time: plots and strips over each
// other, all on one axis of time.
type pagePanel struct {
	Index               int // in the order of the ranking
	Name, Word, Summary string
	Facts               []string
	Plots               []pagePlot
	Trips               []pageLane
	Strips              []pageLane
	StripsOf            string // whose run the strips show
	Evidence            string // the kind of the plot that shows what is complained of
}

// pagePlot is one plot over time.
type pagePlot struct {
	Title  string
	Kind   string        // its class, which sets its height
	Points float64       // how many fit its width
	Ticks  []figure.Tick // from the top
	Shapes []pageShape
	Curves []pageCurve
	Spoken string // what a reader who does not see it is told
}

// pageCurve is a strategy's line among others', by its place in the ranking.
type pageCurve struct {
	Of       int
	Class, D string
}

// pageShape is a path.
type pageShape struct{ Class, D string }

// level draws a line across that values are held against, at a percentage from
// the top.
func (p *pagePlot) level(at float64) {
	p.Shapes = append(p.Shapes, pageShape{Class: "level", D: fmt.Sprintf("M0 %gH%g", at*plotUnits/100, p.Points)})
}

// Grid are the lines of the ticks.
func (p pagePlot) Grid() string {
	d := ""
	for _, t := range p.Ticks {
		d += fmt.Sprintf("M0 %gH%g", t.At*plotUnits/100, p.Points)
	}
	return d
}

// panels draws the strategies, the best first.
func (b *sectionBuilder) panels() []*pagePanel {
	var out []*pagePanel
	for i, s := range b.Rank.Order {
		if len(s.Runs) == 0 {
			continue
		}
		p := &pagePanel{Index: i, Name: words.StrategyLabel(s), Summary: s.Summary, Facts: b.facts(s)}
		if slices.Contains(b.Rank.First, s) {
			p.Word = words.ResultHeadline(b.Ranked.Result, &b.Rank).Word
		}
		if b.tapes != nil {
			t := b.tapes[b.index(s)]
			p.Plots = []pagePlot{b.sharePlot(t), b.latencyPlot(t), b.attemptsPlot(t)}
		}
		p.Trips = b.tripLanes(s)
		p.Strips, p.StripsOf = b.stripLanes(s), "run 1, seed "+seedsText(b.Seeds[:1])[len("seed "):]
		if len(p.Plots)+len(p.Trips)+len(p.Strips) > 0 {
			out = append(out, p)
		}
	}
	return out
}

// facts are the figures that the panel shows the course of.
func (b *sectionBuilder) facts(s *measure.Strategy) []string {
	var out []string
	for _, c := range b.Criteria() {
		if text := words.FigureOf(b.Ranked.Result, c.Metric, s); text != "" {
			out = append(out, text)
		}
	}
	return out
}

// setScales finds axes that hold all strategies, so that their plots compare.
func (b *sectionBuilder) setScales() {
	least, most, busiest := math.Inf(1), 0.0, 0.0
	for _, t := range b.tapes {
		for i := range t.Points {
			p := &t.Points[i]
			if p.Latency.N > 0 {
				least, most = min(least, figure.At(p.Latency, 0.5)), max(most, figure.At(p.Latency, 0.99))
			}
			busiest = max(busiest, b.perSecond(t, i, Calls(p)))
		}
	}
	if b.Scenario.SLO > 0 {
		most = max(most, b.Scenario.SLO.Seconds())
	}
	b.bars, b.delays = figure.NewLinear(busiest), figure.NewLogarithmic(least, most)
}

// Calls sums the attempts of a point.
func Calls(p *figure.TapePoint) (n int64) {
	for _, c := range p.Sent {
		n += c
	}
	return n
}

// perSecond is the mean over the runs of something counted in a point.
func (b *sectionBuilder) perSecond(t *figure.Tape, point int, n int64) float64 {
	return float64(n) / float64(len(b.Seeds)) / (step(point, len(t.Points), b.last(t)) * t.Width.Seconds())
}

// last is the width of the last point, which a run may end within.
func (b *sectionBuilder) last(t *figure.Tape) float64 {
	rest := b.Scenario.Duration - time.Duration(len(t.Points)-1)*t.Width
	return float64(rest) / float64(t.Width)
}

// plot begins a plot of a tape.
func (b *sectionBuilder) plot(t *figure.Tape, kind, title string) pagePlot {
	return pagePlot{Kind: kind, Title: title, Points: float64(len(t.Points)-1) + b.last(t)}
}

// sharePlot is the part of the requests that were answered, in time where there
// is one, by when they arrived.
func (b *sectionBuilder) sharePlot(t *figure.Tape) pagePlot {
	title := "usable answers"
	if t.Slo > 0 {
		title += " within " + measure.Span(t.Slo)
	}
	p := b.plot(t, "share", title)
	heights := make([]float64, len(t.Points))
	worst, when := 2.0, 0
	for i := range t.Points {
		n := t.Points[i].Latency.N
		good := measure.Ratio(float64(good(&t.Points[i], t.Slo)), float64(n))
		if heights[i] = 1 - good; good < worst {
			worst, when = good, i
		}
	}
	p.Ticks = []figure.Tick{{At: 0, Label: "100 %"}, {At: 100, Label: "0"}}
	p.Shapes = []pageShape{{Class: "share", D: area(heights, b.last(t))}}
	if worst <= 1 {
		p.Spoken = "at worst " + measure.FormatPercentShort(worst) + " at " + clock(t, when)
	}
	return p
}

// good counts the requests that were served as they should be.
func good(p *figure.TapePoint, slo time.Duration) int64 {
	if slo > 0 {
		return p.InTime
	}
	return p.Usable
}

// area is the area under stairs; points without a value are left out.
func area(heights []float64, last float64) string {
	floor, top := make([]float64, len(heights)), make([]float64, len(heights))
	for i, h := range heights {
		floor[i], top[i] = 1, h
		if math.IsNaN(h) {
			top[i] = 1
		}
	}
	return Band(top, floor, last)
}

// clock is when a point begins.
func clock(t *figure.Tape, point int) string { return measure.Clock(time.Duration(point) * t.Width) }

// latencyPlot is how long requests took, by when they arrived.
func (b *sectionBuilder) latencyPlot(t *figure.Tape) pagePlot {
	p := b.plot(t, "latency", "latency until an answer or an error, log scale")
	half := make([]float64, len(t.Points))
	for i := range t.Points {
		half[i] = math.NaN()
		if l := t.Points[i].Latency; l.N > 0 {
			half[i] = 1 - b.delays.Share(figure.At(l, 0.5))
		}
	}
	slow, worst, when := b.slowest(t)
	p.Ticks = figure.Flipped(b.delays.Marks(0.15))
	p.Shapes = []pageShape{{Class: "p99", D: Stairs(slow, b.last(t))}, {Class: "p50", D: Stairs(half, b.last(t))}}
	if t.Slo > 0 {
		p.level(figure.Place(1-b.delays.Share(t.Slo.Seconds()), 2))
	}
	p.Spoken = "p99 at worst " + measure.FormatSeconds(worst) + " at " + clock(t, when)
	return p
}

// stacked are the labels from the bottom of the stack to its top: what was wasted
// stands on the axis, where its shape can be read.
var stacked = []measure.Label{measure.DoomedUndetected, measure.DoomedKnown, measure.DoomedProbe, measure.Throttled, measure.Impatient, measure.FutileDiscovery, measure.FutileRepeat, measure.Invalid,
	measure.Unlucky, measure.Late, measure.Duplicate, measure.Useful}

// attemptsPlot stacks the attempts by label. Each area reaches down to the axis and
// those below it are drawn over it: half the bytes of areas between two lines.
func (b *sectionBuilder) attemptsPlot(t *figure.Tape) pagePlot {
	unit, factor := b.pace()
	p := b.plot(t, "attempts", "attempts per "+unit+", by outcome")
	sums := make([]int64, len(t.Points))
	for from, to := 0, 0; from < len(stacked); from = to {
		class := labelClasses[stacked[from]]
		for to < len(stacked) && labelClasses[stacked[to]] == class {
			to++
		}
		if d := area(b.pile(t, sums, stacked[from:to]), b.last(t)); d != "" {
			p.Shapes = append(p.Shapes, pageShape{Class: class, D: d})
		}
	}
	slices.Reverse(p.Shapes)
	p.Ticks = b.bars.Halves(func(v float64) string { return strconv.FormatFloat(v*factor, 'g', 4, 64) })
	p.Spoken = sentWords(t)
	return p
}

// pile adds labels to sums, and says how high these are where one of them occurs.
func (b *sectionBuilder) pile(t *figure.Tape, sums []int64, labels []measure.Label) []float64 {
	heights := make([]float64, len(t.Points))
	for i := range t.Points {
		n := int64(0)
		for _, l := range labels {
			n += t.Points[i].Sent[l]
		}
		sums[i] += n
		heights[i] = math.NaN()
		if n > 0 {
			heights[i] = b.bars.Y(b.perSecond(t, i, sums[i]))
		}
	}
	return heights
}

// pace is the unit of time in which attempts are counted: a second where there is
// about one.
func (b *sectionBuilder) pace() (unit string, factor float64) {
	switch {
	case b.bars.High >= 0.5:
		return "second", 1
	case b.bars.High >= 0.5/60:
		return "minute", 60
	}
	return "hour", 3600
}

// sentWords sums the attempts by label.
func sentWords(t *figure.Tape) string {
	var sums [measure.NumLabels]int64
	all := int64(0)
	for i := range t.Points {
		for l, n := range t.Points[i].Sent {
			sums[l] += n
			all += n
		}
	}
	text := measure.FormatThousands(all) + " attempts in all runs"
	for l, n := range sums {
		if n > 0 {
			text += ", " + measure.FormatThousands(n) + " " + measure.Label(l).String()
		}
	}
	return text
}
