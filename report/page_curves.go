package report

import (
	"slices"
	"unicode"
	"unicode/utf8"
)

// pageCurves is one plot of all strategies' distributions: the part of the
// requests that had a usable answer by then.
type pageCurves struct {
	Index    int
	Title    string
	Points   float64
	Bottom   []tick // from the left
	Side     []tick // from the top
	Curves   []pageCurve
	SLO      float64 // percent from the left; below zero: none
	SLOLabel string
	Spoken   string
	delays   axis
}

// curves are the distributions during the faults and over the whole run, on the
// same axes.
func (b *sectionBuilder) curves() []*pageCurves {
	if b.tapes == nil {
		return nil
	}
	axis := waitsAxis(b.Result, b.tapes)
	out := []*pageCurves{b.curvesOf(0, &axis)}
	out[0].Title = "Over the whole run"
	if len(b.Scenario.Timeline) > 0 && wasAsked(b.tapes, 1) {
		out = append([]*pageCurves{b.curvesOf(1, &axis)}, out...)
		out[0].Title = capital(phaseTitles(&b.Scenario)[0])
	}
	for i, c := range out {
		c.Index = i
	}
	return out
}

// curvesOf draws one stretch, the best strategy on top of the others.
func (b *sectionBuilder) curvesOf(stretch int, axis *axis) *pageCurves {
	p := &pageCurves{Points: curvePoints, Bottom: axis.marks(0.14), SLO: -1, delays: *axis,
		Side: []tick{{At: 0, Label: "100 %"}, {At: 25, Label: "75 %"}, {At: 50, Label: "50 %"}, {At: 75, Label: "25 %"}, {At: 100, Label: "0"}}}
	if s := b.Scenario.SLO.Seconds(); s > 0 {
		p.SLO, p.SLOLabel = place(axis.share(s), 2), span(b.Scenario.SLO)
	}
	for i, s := range b.rank.Order {
		heights := make([]float64, curvePoints)
		for k, share := range b.tapes[b.index(s)].soon[stretch].shares(axis) {
			heights[k] = 1 - share
		}
		p.Curves = append(p.Curves, pageCurve{i, lineClass(b.Result, &b.rank, s), stairs(heights, 1)})
		p.Spoken += strategyLabel(s) + " answers " + percentShort(1-heights[curvePoints-1]) + "; "
	}
	slices.Reverse(p.Curves) // what is drawn last lies on top
	return p
}

// capital begins a text as a title does.
func capital(s string) string {
	first, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(first)) + s[size:]
}
