package report

import (
	"strconv"
	"unicode"
	"unicode/utf8"
)

// curvePoints is how many points a distribution is drawn from.
const curvePoints = 200

// pageCurves is one plot of all strategies' distributions: the part of the
// requests that had a usable answer by then.
type pageCurves struct {
	Index    int
	Title    string
	Points   float64
	Bottom   []tick // from the left
	Side     []tick // from the top
	Curves   []pageShape
	Keys     []pageKey
	SLO      float64 // percent from the left; below zero: none
	SLOLabel string
	Spoken   string
	delays   logarithmic
	values   [][]int // of each curve, thousandths
}

// curves are the distributions during the faults and over the whole run, on the
// same axes.
func (b *sectionBuilder) curves() []*pageCurves {
	if b.tapes == nil {
		return nil
	}
	axis := b.waitsAxis()
	out := []*pageCurves{b.curvesOf(0, axis)}
	out[0].Title = "Over the whole run"
	if len(b.Scenario.Timeline) > 0 && b.asked(1) {
		out = append([]*pageCurves{b.curvesOf(1, axis)}, out...)
		out[0].Title = capital(b.Scenario.phaseTitles()[0])
	}
	for i, c := range out {
		c.Index = i
	}
	return out
}

// asked reports whether anybody had a request in a stretch.
func (b *sectionBuilder) asked(stretch int) bool {
	for _, t := range b.tapes {
		if t.soon[stretch].asked > 0 {
			return true
		}
	}
	return false
}

// waitsAxis holds the fastest and the slowest usable answer of all.
func (b *sectionBuilder) waitsAxis() logarithmic {
	least, most := 0.0, 0.0
	for _, t := range b.tapes {
		l := t.soon[0].usable
		if l.n == 0 {
			continue
		}
		if v := l.at(0.001); least == 0 || v < least {
			least = v
		}
		most = max(most, l.at(1))
	}
	return newLogarithmic(least, max(most, b.Scenario.SLO.Seconds()))
}

// curvesOf draws one stretch, the best strategy on top of the others.
func (b *sectionBuilder) curvesOf(stretch int, axis logarithmic) *pageCurves {
	p := &pageCurves{Points: curvePoints, Bottom: axis.ticks(0.14), SLO: -1, delays: axis,
		Side: []tick{{At: 0, Label: "100 %"}, {At: 25, Label: "75 %"}, {At: 50, Label: "50 %"}, {At: 75, Label: "25 %"}, {At: 100, Label: "0"}}}
	if s := b.Scenario.SLO.Seconds(); s > 0 {
		p.SLO, p.SLOLabel = place(axis.share(s), 2), span(b.Scenario.SLO)
	}
	p.Curves = make([]pageShape, 0, len(b.rank.Order))
	for _, s := range b.rank.Order {
		w := &b.tapes[b.index(s)].soon[stretch]
		heights, values := make([]float64, curvePoints), make([]int, curvePoints)
		for i, n := range w.usable.upTo(axis, curvePoints) {
			share := 0.0
			if w.asked > 0 {
				share = float64(n) / float64(w.asked)
			}
			heights[i], values[i] = 1-share, int(share*1000+0.5)
		}
		class := b.lineClass(s)
		p.Curves, p.values = append(p.Curves, pageShape{class, stairs(heights, 1)}), append(p.values, values)
		p.Keys = append(p.Keys, pageKey{Class: class, Text: s.label()})
		p.Spoken += s.label() + " answers " + percentShort(1-heights[curvePoints-1]) + "; "
	}
	return p
}

// capital begins a text as a title does.
func capital(s string) string {
	first, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(first)) + s[size:]
}

// lineClass is the colour and the dashes of a strategy.
func (b *sectionBuilder) lineClass(s *Strategy) string {
	class := "ideal"
	if !s.Ideal {
		n := b.index(s)
		class = "c" + strconv.Itoa(n%lineColours) + " d" + strconv.Itoa(n%lineDashes)
	}
	return class + " " + b.rowClass(s)
}

// Colours and dashes of lines: together they tell 24 strategies apart, and any
// eight of them that follow each other by colour alone.
const (
	lineColours = 8
	lineDashes  = 3
)

// at is the latency in seconds below which a share of the counted ones lies.
func (l *latencies) at(share float64) float64 {
	rank := max(1, int64(share*float64(l.n)+0.5))
	for k, c := range l.counts {
		if rank -= int64(c); c > 0 && rank <= 0 {
			return float64(l.lowest(k)+l.lowest(k+1)) / 2 / 1e6
		}
	}
	return none
}

// upTo counts, for points in equal distances along an axis, the latencies that
// are no longer than the middle of each point.
func (l *latencies) upTo(axis logarithmic, points int) []int64 {
	out := make([]int64, points)
	k, sum := 0, int64(0)
	for i := range out {
		limit := axis.value((float64(i)+0.5)/float64(points)) * 1e6
		for ; k < len(l.counts) && float64(l.lowest(k)) <= limit; k++ {
			sum += int64(l.counts[k])
		}
		out[i] = sum
	}
	out[points-1] = l.n
	return out
}
