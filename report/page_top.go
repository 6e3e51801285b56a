package report

import (
	"math"
	"slices"
	"strings"
)

// topPlot is how slow every strategy was over time, the best one on top of the
// others: what one looks for first.
func (b *sectionBuilder) topPlot() *pagePlot {
	t := b.tapes[0]
	p := b.plot(t, "top", "p99 of the latency until an answer or an error, by when requests came, log scale")
	p.Ticks = flipped(b.delays.marks(0.12))
	for i, s := range b.rank.Order {
		heights, worst, when := b.slowest(b.tapes[b.index(s)])
		p.Curves = append(p.Curves, pageCurve{i, lineClass(b.Result, &b.rank, s), stairs(heights, b.last(t))})
		p.Spoken += strategyLabel(s) + " at worst " + seconds(worst) + " at " + t.clock(when) + "; "
	}
	slices.Reverse(p.Curves) // what is drawn last lies on top
	if t.slo > 0 {
		p.level(place(1-b.delays.share(t.slo.Seconds()), 2))
	}
	p.Spoken = strings.TrimSuffix(p.Spoken, "; ")
	return &p
}

// slowest is a strategy's p99 over time as heights, and where it was worst.
func (b *sectionBuilder) slowest(t *tape) (heights []float64, worst float64, when int) {
	heights = make([]float64, len(t.points))
	for i := range t.points {
		heights[i] = math.NaN()
		if l := t.points[i].latency; l.n > 0 {
			v := l.at(0.99)
			if heights[i] = 1 - b.delays.share(v); v > worst {
				worst, when = v, i
			}
		}
	}
	return heights, worst, when
}

// coarser is the tape with its points joined by twos. What was seen of a play is
// shared with other formats, and stays as it is.
func (t *tape) coarser() *tape {
	out := *t
	out.points, out.width = nil, 2*t.width
	for i := range t.points {
		if i%2 == 0 {
			p := t.points[i]
			p.latency = newLatencies(p.latency.digits)
			p.latency.add(t.points[i].latency)
			out.points = append(out.points, p)
			continue
		}
		p, q := &t.points[i], &out.points[i/2]
		q.latency.add(p.latency)
		q.usable += p.usable
		q.inTime += p.inTime
		for l := range p.sent {
			q.sent[l] += p.sent[l]
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
	out := pageData{Good: "usable", Labels: map[string]string{}}
	if b.tapes == nil {
		return out
	}
	if b.Scenario.SLO > 0 {
		out.Good = "in time"
	}
	unit, factor := b.pace()
	out.Seconds, out.Low, out.High = b.Scenario.Duration.Seconds(), b.delays.low, b.delays.high
	out.Most, out.Per = b.bars.high*factor, unit
	for _, c := range p.Curves {
		out.Soonest, out.Latest = c.delays.low, c.delays.high
	}
	for _, k := range p.Keys.Labels {
		out.Labels[k.Class] = k.Text
	}
	return out
}
