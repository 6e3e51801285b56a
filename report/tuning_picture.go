package report

import (
	"fmt"

	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// The measures of a search's picture: what is to be done above its front, with
// the heat maps beside it.
const (
	frontHeight = 5 * vg.Inch // of a plot of the front, less where there are several
	pairHeight  = 3.9 * vg.Inch
	rowHeight   = 20
	markLine    = 19   // of the legend
	frontPart   = 0.58 // of the width, where there are heat maps
)

// tuningPicture is what svg and png draw of a search.
type tuningPicture struct {
	title  string
	story  []string
	legend [][]markEntry // by line
	fronts []*plot.Plot
	heats  []*plot.Plot
	height vg.Length // of the plots
}

// markEntry is a mark and what it stands for.
type markEntry struct {
	class, name string
	at          vg.Length // from the left
}

// newTuningPicture gathers what is drawn.
func newTuningPicture(t *Tuning) *tuningPicture {
	h := t.headline()
	p := &tuningPicture{title: plainLine(strings.TrimSpace(t.suite() + ":  " + h.word + " " + h.who))}
	p.story = brokenLines(plainLine(strings.Join(h.clauses, ", ")), textStyle(legendSize), pictureWidth-2*margin)
	scenes := t.scenes()
	for _, s := range scenes {
		p.fronts, p.height = append(p.fronts, newFrontPanel(t, s)), p.height+pairHeight
	}
	if len(scenes) == 1 {
		p.height = frontHeight
	}
	if rows := t.ranking(); len(t.Objectives) == 1 && len(rows) > 0 {
		p.fronts = append(p.fronts, newRankPanel(t, rows, "The best settings"))
		p.height = max(frontHeight/2, vg.Length(len(rows)+3)*rowHeight)
	}
	for _, m := range t.heatMaps() {
		p.heats = append(p.heats, newHeatPanel(t, m))
	}
	p.legend = layMarks(t.markEntries())
	return p
}

// markWords say what marks stand for.
var markWords = []markEntry{
	{class: "front", name: "on the front: nothing tried is better in every figure"},
	{class: "faint", name: "kept only by its intervals"},
	{class: "current", name: "the setting in force"},
	{class: "held", name: "the winner on held-out seeds"},
	{class: "rival", name: "rivals, on held-out seeds"},
}

// markEntries are the marks in use, the winner first.
func (t *Tuning) markEntries() []markEntry {
	used := map[string]bool{}
	if len(t.Objectives) > 1 {
		for _, s := range t.scenes() {
			for i := range s.dots {
				used[s.dots[i].class] = true
			}
		}
	} else {
		for _, r := range t.ranking() {
			used[r.class] = true
		}
	}
	var out []markEntry
	if used["winner"] {
		out = append(out, markEntry{class: "winner", name: t.winnerWords()})
	}
	for _, e := range markWords {
		if used[e.class] {
			if n := len(t.Rivals) - 1; e.class == "rival" && n > len(t.drawnRivals()) {
				e.name = fmt.Sprintf("the %d hardest to beat of %d rivals, on held-out seeds", len(t.drawnRivals()), n)
			}
			out = append(out, e)
		}
	}
	if t.Outcome.Heat != nil {
		out = append(out, markEntry{class: "frame", name: "the winner in heat maps; dashed: the setting in force"})
	}
	return out
}

// drawnRivals are the rivals that a picture shows, as places: of many those that
// the winner beats in least, or their marks would hide the front.
func (t *Tuning) drawnRivals() []int {
	if t.Outcome.Held == nil || len(t.Outcome.Held.Rivals) == 0 {
		return nil
	}
	return t.contenders(false)[1:] // the setting in force has a mark of its own
}

// layMarks breaks the legend to lines.
func layMarks(entries []markEntry) [][]markEntry {
	return inLines(entries, margin, func(e *markEntry) (string, *vg.Length) { return e.name, &e.at })
}

func (p *tuningPicture) size() (width, height vg.Length) {
	return pictureWidth, titleHeight + vg.Length(len(p.story))*legendLine + vg.Length(len(p.legend))*markLine + p.height + 3*margin
}

// draw draws it from the top.
func (p *tuningPicture) draw(c draw.Canvas) {
	c.SetColor(paper)
	c.Fill(c.Rectangle.Path())
	write := func(text string, size vg.Length, height vg.Length) {
		style := textStyle(size)
		style.YAlign = draw.YTop
		c.FillText(style, vg.Point{X: c.Min.X + margin, Y: c.Max.Y - margin/2}, cutToWidth(text, style, pictureWidth-2*margin))
		c.Max.Y -= height
	}
	write(p.title, titleSize, titleHeight)
	for _, line := range p.story {
		write(line, legendSize, legendLine)
	}
	c.Max.Y -= margin / 2
	for _, line := range p.legend {
		for _, e := range line {
			middle := vg.Point{X: c.Min.X + e.at + legendSwatch/2 - 3, Y: c.Max.Y - markLine/2}
			drawMark(c, e.class, middle)
			style := textStyle(legendSize)
			style.YAlign = draw.YCenter
			c.FillText(style, vg.Point{X: middle.X + legendSwatch/2, Y: middle.Y}, e.name)
		}
		c.Max.Y -= markLine
	}
	c.Max.Y -= margin
	p.drawPlots(c)
}

// drawPlots stacks the front's plots on the left, and the heat maps on the right.
func (p *tuningPicture) drawPlots(c draw.Canvas) {
	left, right := c, c
	if len(p.heats) > 0 {
		left.Max.X = c.Min.X + (c.Max.X-c.Min.X)*frontPart
		right.Min.X = left.Max.X
		drawColumn(right, p.heats)
	}
	drawColumn(left, p.fronts)
}

// drawColumn draws plots below each other, their axes in line.
func drawColumn(c draw.Canvas, plots []*plot.Plot) {
	if len(plots) == 0 {
		return
	}
	rows := make([][]*plot.Plot, len(plots))
	for i, p := range plots {
		rows[i] = []*plot.Plot{p}
	}
	tiles := draw.Tiles{Rows: len(plots), Cols: 1, PadY: margin, PadLeft: margin, PadRight: margin, PadBottom: margin}
	for i, part := range plot.Align(rows, tiles, c) {
		plots[i].Draw(part[0])
	}
}

// brokenLines breaks a text to lines of a width.
func brokenLines(text string, style draw.TextStyle, width vg.Length) (out []string) {
	line := ""
	for _, word := range strings.Fields(text) {
		longer := strings.TrimSpace(line + " " + word)
		if line != "" && style.Width(longer) > width {
			out, longer = append(out, line), word
		}
		line = longer
	}
	if line != "" {
		out = append(out, line)
	}
	return out
}
