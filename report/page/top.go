package page

import (
	"math"
	"slices"
	"strings"

	"wavetank/report/figure"
	"wavetank/report/measure"
	"wavetank/report/words"
)

// topPlot is how slow every strategy was over time, the best one on top of the
// others: what one looks for first.
func (b *sectionBuilder) topPlot() *pagePlot {
	t := b.tapes[0]
	p := b.plot(t, "top", "p99 of the latency until an answer or an error, by when requests came, log scale")
	p.Ticks = figure.Flipped(b.delays.Marks(0.12))
	for i, s := range b.Rank.Order {
		heights, worst, when := b.slowest(b.tapes[b.index(s)])
		p.Curves = append(p.Curves, pageCurve{i, figure.LineClass(b.Result, &b.Rank, s), Stairs(heights, b.last(t))})
		p.Spoken += words.StrategyLabel(s) + " at worst " + measure.FormatSeconds(worst) + " at " + clock(t, when) + "; "
	}
	slices.Reverse(p.Curves) // what is drawn last lies on top
	if t.Slo > 0 {
		p.level(figure.Place(1-b.delays.Share(t.Slo.Seconds()), 2))
	}
	p.Spoken = strings.TrimSuffix(p.Spoken, "; ")
	return &p
}

// slowest is a strategy's p99 over time as heights, and where it was worst.
func (b *sectionBuilder) slowest(t *figure.Tape) (heights []float64, worst float64, when int) {
	heights = make([]float64, len(t.Points))
	for i := range t.Points {
		heights[i] = math.NaN()
		if l := t.Points[i].Latency; l.N > 0 {
			v := figure.At(l, 0.99)
			if heights[i] = 1 - b.delays.Share(v); v > worst {
				worst, when = v, i
			}
		}
	}
	return heights, worst, when
}

// Coarser is the tape with its points joined by twos. What was seen of a play is
// shared with other formats, and stays as it is.
func Coarser(t *figure.Tape) *figure.Tape {
	out := *t
	out.Points, out.Width = nil, 2*t.Width
	for i := range t.Points {
		if i%2 == 0 {
			p := t.Points[i]
			p.Latency = measure.NewLatencies(p.Latency.Digits)
			p.Latency.Add(t.Points[i].Latency)
			out.Points = append(out.Points, p)
			continue
		}
		p, q := &t.Points[i], &out.Points[i/2]
		q.Latency.Add(p.Latency)
		q.Usable += p.Usable
		q.InTime += p.InTime
		for l := range p.Sent {
			q.Sent[l] += p.Sent[l]
		}
	}
	return &out
}

// pageData is what the script reads values from plots with: their axes.
type pageData struct {
	Seconds float64           `json:"seconds"` // of a run
	Low     float64           `json:"low"`     // of latencies over time, seconds
	High    float64           `json:"high"`
	Soonest float64           `json:"soonest"` // of the distributions, seconds
	Latest  float64           `json:"latest"`
	Most    float64           `json:"most"` // attempts at the top
	Per     string            `json:"per"`  // the time that they are counted in
	Good    string            `json:"good"` // what the share of answers counts
	Labels  map[string]string `json:"labels"`
}

// data gathers the axes of a section's plots.
func (b *sectionBuilder) data(p *pageSection) pageData {
	out := pageData{Good: measure.WordOf("success_rate"), Labels: map[string]string{}}
	if b.tapes == nil {
		return out
	}
	if b.Scenario.SLO > 0 {
		out.Good = measure.WordOf("slo_rate")
	}
	unit, factor := b.pace()
	out.Seconds, out.Low, out.High = b.Scenario.Duration.Seconds(), b.delays.Low, b.delays.High
	out.Most, out.Per = b.bars.High*factor, unit
	for _, c := range p.Curves {
		out.Soonest, out.Latest = c.delays.Low, c.delays.High
	}
	for _, k := range p.Keys.Labels {
		out.Labels[k.Class] = k.Text
	}
	return out
}
