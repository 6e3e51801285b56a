package page

import (
	"slices"
	"unicode"
	"unicode/utf8"

	"wavetank/report/figure"
	"wavetank/report/measure"
	"wavetank/report/words"
)

// pageCurves is one plot of all strategies' distributions: the part of the
// requests that had a usable answer by then.
type pageCurves struct {
	Index    int
	Title    string
	Points   float64
	Bottom   []figure.Tick // from the left
	Side     []figure.Tick // from the top
	Curves   []pageCurve
	SLO      float64 // percent from the left; below zero: none
	SLOLabel string
	Spoken   string
	delays   figure.Axis
}

// curves are the distributions during the faults and over the whole run, on the
// same axes.
func (b *sectionBuilder) curves() []*pageCurves {
	if b.tapes == nil {
		return nil
	}
	axis := figure.WaitsAxis(b.Result, b.tapes)
	out := []*pageCurves{b.curvesOf(0, &axis)}
	out[0].Title = "Over the whole run"
	if len(b.Scenario.Timeline) > 0 && figure.WasAsked(b.tapes, 1) {
		out = append([]*pageCurves{b.curvesOf(1, &axis)}, out...)
		out[0].Title = capital(words.PhaseTitles(&b.Scenario)[0])
	}
	for i, c := range out {
		c.Index = i
	}
	return out
}

// curvesOf draws one stretch, the best strategy on top of the others.
func (b *sectionBuilder) curvesOf(stretch int, axis *figure.Axis) *pageCurves {
	p := &pageCurves{Points: figure.CurvePoints, Bottom: axis.Marks(0.14), SLO: -1, delays: *axis,
		Side: []figure.Tick{{At: 0, Label: "100 %"}, {At: 25, Label: "75 %"}, {At: 50, Label: "50 %"}, {At: 75, Label: "25 %"}, {At: 100, Label: "0"}}}
	if s := b.Scenario.SLO.Seconds(); s > 0 {
		p.SLO, p.SLOLabel = figure.Place(axis.Share(s), 2), measure.Span(b.Scenario.SLO)
	}
	for i, s := range b.Rank.Order {
		heights := make([]float64, figure.CurvePoints)
		for k, share := range b.tapes[b.index(s)].Soon[stretch].Shares(axis) {
			heights[k] = 1 - share
		}
		p.Curves = append(p.Curves, pageCurve{i, figure.LineClass(b.Result, &b.Rank, s), Stairs(heights, 1)})
		p.Spoken += words.StrategyLabel(s) + " answers " + measure.FormatPercentShort(1-heights[figure.CurvePoints-1]) + "; "
	}
	slices.Reverse(p.Curves) // what is drawn last lies on top
	return p
}

// capital begins a text as a title does.
func capital(s string) string {
	first, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(first)) + s[size:]
}
