package report

import (
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// The picture's measures: a row per scenario, a title and a legend above two
// panels.
const (
	pictureWidth = 11 * vg.Inch
	panelHeight  = 3.6 * vg.Inch
	titleHeight  = 26
	legendLine   = 15
	legendSwatch = 26
	margin       = 10
)

// picture is what svg and png draw.
type picture struct{ rows []*pictureRow }

// pictureRow is one scenario's part of it.
type pictureRow struct {
	result *Result
	title  string
	legend [][]legendEntry // by line
	panels [2]*plot.Plot
}

// legendEntry is a line's style and name, or the colour of the faults' windows.
type legendEntry struct {
	name  string
	style draw.LineStyle
	fault bool
	at    vg.Length // from the left
}

// newPicture plays the runs again for what figures do not hold.
func newPicture(r *Report) (*picture, error) {
	p := &picture{}
	for _, one := range r.Results {
		curves, err := one.curves()
		if err != nil {
			return nil, err
		}
		row := &pictureRow{result: one, title: pictureTitle(one)}
		styles := lineStyles(one)
		row.panels = [2]*plot.Plot{overTime(one, curves, styles), distribution(one, curves, styles)}
		row.legend = layLegend(one, styles)
		p.rows = append(p.rows, row)
	}
	return p, nil
}

// pictureTitle names the scenario and says what to ship.
func pictureTitle(r *Result) string {
	k := r.Rank()
	h := r.headline(&k)
	text := r.Scenario.Name + ":  " + h.word
	if h.who != "" {
		text += " " + h.who
	}
	return plainLine(text)
}

// layLegend breaks the names of all lines to lines of the legend.
func layLegend(r *Result, styles []draw.LineStyle) [][]legendEntry {
	var entries []legendEntry
	for i := range r.Strategies {
		entries = append(entries, legendEntry{name: plainLine(r.Strategies[i].Name), style: styles[i]})
	}
	if len(r.Scenario.Timeline) > 0 {
		subject, _, state := r.Scenario.illness()
		entries = append(entries, legendEntry{name: plainLine(subject + " " + state), fault: true})
	}
	return inLines(entries, 2*margin, func(e *legendEntry) (string, *vg.Length) { return e.name, &e.at })
}

// inLines breaks a legend to lines, with a gap behind each entry. Of an entry it
// asks the name, and where to note its distance from the left.
func inLines[E any](entries []E, gap vg.Length, of func(*E) (name string, at *vg.Length)) (out [][]E) {
	at := pictureWidth
	for _, e := range entries {
		name, place := of(&e)
		width := legendSwatch + textStyle(legendSize).Width(name) + gap
		if at+width > pictureWidth-margin {
			out, at = append(out, nil), margin
		}
		*place = at
		at += width
		out[len(out)-1] = append(out[len(out)-1], e)
	}
	return out
}

func (p *picture) height() vg.Length {
	var sum vg.Length
	for _, row := range p.rows {
		sum += row.height()
	}
	return max(sum, titleHeight)
}

func (row *pictureRow) height() vg.Length {
	return titleHeight + vg.Length(len(row.legend))*legendLine + panelHeight + 2*margin
}

// draw draws the rows from the top.
func (p *picture) draw(c draw.Canvas) {
	c.SetColor(paper)
	c.Fill(c.Rectangle.Path())
	for _, row := range p.rows {
		part := c
		part.Min.Y = c.Max.Y - row.height()
		c.Max.Y = part.Min.Y
		row.draw(part)
	}
}

func (row *pictureRow) draw(c draw.Canvas) {
	style := textStyle(titleSize)
	style.YAlign = draw.YTop
	c.FillText(style, vg.Point{X: c.Min.X + margin, Y: c.Max.Y - margin/2}, cutToWidth(row.title, style, pictureWidth-2*margin))
	c.Max.Y -= titleHeight
	for _, line := range row.legend {
		for _, e := range line {
			e.draw(c)
		}
		c.Max.Y -= legendLine
	}
	c.Max.Y -= margin
	tiles := draw.Tiles{Rows: 1, Cols: 2, PadX: 2 * margin, PadLeft: margin, PadRight: margin, PadBottom: margin}
	for i, part := range plot.Align([][]*plot.Plot{row.panels[:]}, tiles, c)[0] {
		row.panels[i].Draw(part)
	}
}

// draw draws one entry on the canvas's top line.
func (e *legendEntry) draw(c draw.Canvas) {
	left, middle := c.Min.X+e.at, c.Max.Y-legendLine/2
	right := left + legendSwatch - 6
	if e.fault {
		c.FillPolygon(faultColor(1), box(left, middle-4, right, middle+4))
	} else {
		c.StrokeLine2(e.style, left, middle, right, middle)
	}
	style := textStyle(legendSize)
	style.YAlign = draw.YCenter
	c.FillText(style, vg.Point{X: right + 5, Y: middle}, cutToWidth(e.name, style, c.Max.X-right-margin))
}

// cutToWidth leaves off what does not fit.
func cutToWidth(s string, style draw.TextStyle, width vg.Length) string {
	for n := runes(s); n > 1 && style.Width(s) > width; n-- {
		s = strings.TrimSuffix(cut(s, n-1), "…") + "…"
	}
	return s
}
