package report

import (
	"slices"

	"wavetank/sim/tune"
)

// pageLines are parallel coordinates: an upright axis for each objective, the
// best at its bottom, and a line for everybody across them.
type pageLines struct {
	Width, Height, Top, Bottom float64
	Axes                       []lineAxis
	Lines                      []drawnDot // their whiskers are the line
	Spoken                     string
}

// lineAxis is one objective.
type lineAxis struct {
	At                 float64
	Title, Best, Worst string
}

// The box of parallel coordinates, in pixels.
const (
	linesWidth, linesHeight         = 400, 290
	linesSide, linesTop, linesBelow = 62, 44, 26
)

// newPageLines draws the front, the setting in force, and the winner over them.
func newPageLines(t *Tuning) *pageLines {
	p := &pageLines{Width: linesWidth, Height: linesHeight, Top: linesTop, Bottom: linesHeight - linesBelow}
	s := tuningScene{X: 1}
	var dots []sceneDot
	var values [][]float64
	add := func(d sceneDot, v []float64) {
		if len(finite(v)) == len(t.Objectives) {
			dots, values = append(dots, d), append(values, v)
		}
	}
	for _, i := range t.front() {
		if i != t.Outcome.Winner {
			add(s.front(t, i, "front"), means(t.Outcome.Front[i].Values))
		}
	}
	add(s.current(t), means(t.Outcome.Current.Values))
	add(s.front(t, t.Outcome.Winner, "winner"), means(t.winner().Values))
	if len(dots) == 0 {
		return nil
	}
	p.draw(t, dots, values)
	return p
}

// draw finds the axes, and the lines across them.
func (p *pageLines) draw(t *Tuning, dots []sceneDot, values [][]float64) {
	lines := make([][]xy, len(dots))
	for k := range t.Objectives {
		o := &t.Objectives[k]
		var all []float64
		for _, v := range values {
			all = append(all, v[k])
		}
		least, most := slices.Min(all), slices.Max(all)
		axis := newScale(o.Unit, all, nil)
		axis.low, axis.high = least, most
		a := lineAxis{At: roundTo(linesSide+float64(k)*(linesWidth-2*linesSide)/float64(len(t.Objectives)-1), 1),
			Title: o.short(), Best: o.Unit.format(least), Worst: o.Unit.format(most)}
		if t.above(k) {
			a.Best, a.Worst = a.Worst, a.Best
		}
		p.Axes = append(p.Axes, a)
		for i, v := range all {
			share := 0.0 // all alike: all best
			if least < most {
				share = axis.share(v)
				if t.above(k) {
					share = 1 - share
				}
			}
			lines[i] = append(lines[i], xy{a.At, roundTo(p.Bottom-share*(p.Bottom-p.Top), 1)})
		}
	}
	for i, d := range dots {
		p.Lines = append(p.Lines, drawnDot{Class: d.class, Whiskers: (&frontDrawing{}).path(lines[i]...), Hint: hint(d.title, d.rows)})
		p.Spoken += d.title + "; "
	}
}

func means(all []tune.Estimate) (out []float64) {
	for _, e := range all {
		out = append(out, e.Mean)
	}
	return out
}
