package report

import (
	"fmt"
	"strings"
)

// The measures of a picture, in points: what is to be done and a legend above
// its plots.
const (
	pictureWidth = 792 // 11 inches
	margin       = 10
	titleSize    = 14
	legendSize   = 10
	titleHeight  = 26
	legendLine   = 19
	swatch       = 26 // the room of a sign in a legend
)

// Of a search: the front, with the heat maps beside it.
const (
	frontHeight = 360 // of a plot of the front, less where there are several
	pairHeight  = 281
	rowHeight   = 20
	frontPart   = 0.58 // of the width, where there are heat maps
)

// searchFigure is the picture of a search.
func searchFigure(t *Tuning) *drawing {
	h := tuningHeadline(t)
	f := &drawing{Width: pictureWidth}
	f.title(plainLine(strings.TrimSpace(suiteText(t) + ":  " + h.word + " " + h.who)))
	for _, line := range brokenLines(plainLine(strings.Join(h.clauses, ", ")), legendSize, pictureWidth-2*margin) {
		f.write("", xy{margin, f.Height + legendSize}, "", legendSize, line)
		f.Height += legendSize * 1.5
	}
	f.legend(t.legend(true))
	top, heats := f.Height, heatMaps(t)
	room := figureRoom{width: pictureWidth - 2*margin, height: frontHeight, letter: legendSize, widest: 260, lines: 5, extra: true, ticks: 6}
	beside := room
	if len(heats) > 0 {
		room.width = frontPart * pictureWidth
		beside.width = pictureWidth - 2*margin - room.width - margin
	}
	room.widest = min(room.widest, 0.45*room.width)
	var plots []*drawing
	scenes := t.scenes()
	if len(scenes) > 1 {
		room.height = pairHeight
	}
	for _, s := range scenes {
		plots = append(plots, frontFigure(t, s, &room))
	}
	if rows := rankRows(t); rows != nil {
		room.height = max(frontHeight/2, float64(len(rows.Rows)+3)*rowHeight)
		plots = append(plots, rowsFigure(rows, &room))
	}
	f.stack(plots, xy{margin, top})
	if n := len(heats); n > 0 {
		beside.height = max((f.Height-top)/float64(n), frontHeight/2)
	}
	var maps []*drawing
	for _, m := range heats {
		maps = append(maps, heatFigure(m, &beside))
	}
	f.stack(maps, xy{2*margin + room.width, top})
	f.Height += margin
	return f
}

// stack draws figures below each other.
func (f *drawing) stack(all []*drawing, at xy) {
	for _, o := range all {
		f.add(o, at)
		at.Y += o.Height
	}
	f.Height = max(f.Height, at.Y)
}

// title writes what a picture is about on its top.
func (f *drawing) title(text string) {
	f.write("", xy{margin, f.Height + margin/2 + titleSize}, "", titleSize, fitted(text, titleSize, pictureWidth-2*margin, false))
	f.Height += titleHeight
}

// legendEntry is a sign and what it stands for. Its class is that of a mark, or
// of a line.
type legendEntry struct{ Class, Name string }

// legend breaks signs and their names to lines.
func (f *drawing) legend(all []legendEntry) {
	if len(all) == 0 {
		return
	}
	at := xy{margin, f.Height + legendLine/2}
	for _, e := range all {
		name := fitted(e.Name, legendSize, pictureWidth-2*margin-swatch, false)
		wide := swatch + textWidth(name, legendSize, false) + margin
		if at.X+wide > pictureWidth && at.X > margin {
			at = xy{margin, at.Y + legendLine}
		}
		if _, ok := markRadius[e.Class]; ok {
			f.Marks = append(f.Marks, figureMark{Class: e.Class, At: at.plus(swatch/2-3, 0)})
		} else if e.Class == "fault" {
			f.box(e.Class, faultColor(1), rect{at.X, at.Y - 4, at.X + swatch - 6, at.Y + 4})
		} else if e.Class == "frame" {
			f.line(e.Class, rect{at.X + 3, at.Y - 5, at.X + 17, at.Y + 5}.corners()...)
		} else {
			f.line(e.Class, at, at.plus(swatch-6, 0))
		}
		f.write("", at.plus(swatch, legendSize/3.), "", legendSize, name)
		at.X += wide
	}
	f.Height = at.Y + legendLine
}

// legend is what marks of a search stand for: those in use, the winner's first.
func (t *Tuning) legend(heat bool) (out []legendEntry) {
	used := map[string]bool{}
	for _, s := range t.scenes() {
		for i := range s.dots {
			used[s.dots[i].class] = true
		}
	}
	if rows := rankRows(t); rows != nil {
		for _, r := range rows.Rows {
			used[r.Class] = true
		}
	}
	rivals := "rivals, on held-out seeds"
	if n := len(t.Rivals) - 1; n > len(t.drawnRivals()) {
		rivals = fmt.Sprintf("the %d hardest to beat of %d rivals, on held-out seeds", len(t.drawnRivals()), n)
	}
	for _, e := range []legendEntry{
		{"winner", t.winnerWords()},
		{"front", "on the front: nothing tried is better in every figure"},
		{"faint", "kept only by its intervals"},
		{"current", "the setting in force"},
		{"held", "the winner on held-out seeds"},
		{"rival", rivals},
	} {
		if used[e.Class] {
			out = append(out, e)
		}
	}
	if heat && t.Outcome.Heat != nil {
		out = append(out, legendEntry{"frame", "the winner in heat maps; dashed: the setting in force"})
	}
	return out
}

// drawnRivals are the rivals that a picture shows, as places: of many those that
// the winner beats in least, or their marks would hide the front.
func (t *Tuning) drawnRivals() []int {
	if t.Outcome.Held == nil || len(t.Outcome.Held.Rivals) == 0 {
		return nil
	}
	return contenders(t, false)[1:] // the setting in force has a mark of its own
}
