package figure

import (
	"fmt"
	"strings"

	"wavetank/report/judge"
	"wavetank/report/words"
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

// SearchFigure is the picture of a search.
func SearchFigure(t *judge.Tuning) *Drawing {
	h := words.TuningHeadline(t)
	f := &Drawing{Width: pictureWidth}
	f.title(strings.TrimSpace(words.SuiteText(t) + ":  " + h.Word + " " + h.Who))
	for _, line := range brokenLines(strings.Join(h.Clauses, ", "), legendSize, pictureWidth-2*margin) {
		f.write("", Xy{margin, f.Height + legendSize}, "", legendSize, line)
		f.Height += legendSize * 1.5
	}
	f.legend(Legend(t, true))
	top, heats := f.Height, HeatMaps(t)
	room := FigureRoom{Width: pictureWidth - 2*margin, Height: frontHeight, Letter: legendSize, Widest: 260, Lines: 5, Extra: true, ticks: 6}
	beside := room
	if len(heats) > 0 {
		room.Width = frontPart * pictureWidth
		beside.Width = pictureWidth - 2*margin - room.Width - margin
	}
	room.Widest = min(room.Widest, 0.45*room.Width)
	var plots []*Drawing
	scenes := Scenes(t)
	if len(scenes) > 1 {
		room.Height = pairHeight
	}
	for _, s := range scenes {
		plots = append(plots, frontFigure(t, s, &room))
	}
	if rows := RankRows(t); rows != nil {
		room.Height = max(frontHeight/2, float64(len(rows.Rows)+3)*rowHeight)
		plots = append(plots, rowsFigure(rows, &room))
	}
	f.stack(plots, Xy{margin, top})
	if n := len(heats); n > 0 {
		beside.Height = max((f.Height-top)/float64(n), frontHeight/2)
	}
	var maps []*Drawing
	for _, m := range heats {
		maps = append(maps, heatFigure(m, &beside))
	}
	f.stack(maps, Xy{2*margin + room.Width, top})
	f.Height += margin
	return f
}

// stack draws figures below each other.
func (f *Drawing) stack(all []*Drawing, at Xy) {
	for _, o := range all {
		f.add(o, at)
		at.Y += o.Height
	}
	f.Height = max(f.Height, at.Y)
}

// title writes what a picture is about on its top.
func (f *Drawing) title(text string) {
	f.write("", Xy{margin, f.Height + margin/2 + titleSize}, "", titleSize, fitted(text, titleSize, pictureWidth-2*margin, false))
	f.Height += titleHeight
}

// LegendEntry is a sign and what it stands for. Its class is that of a mark, or
// of a line.
type LegendEntry struct{ Class, Name string }

// legend breaks signs and their names to lines.
func (f *Drawing) legend(all []LegendEntry) {
	if len(all) == 0 {
		return
	}
	at := Xy{margin, f.Height + legendLine/2}
	for _, e := range all {
		name := fitted(e.Name, legendSize, pictureWidth-2*margin-swatch, false)
		wide := swatch + TextWidth(name, legendSize, false) + margin
		if at.X+wide > pictureWidth && at.X > margin {
			at = Xy{margin, at.Y + legendLine}
		}
		if _, ok := MarkRadius[e.Class]; ok {
			f.Marks = append(f.Marks, FigureMark{Class: e.Class, At: at.plus(swatch/2-3, 0)})
		} else if e.Class == "fault" {
			f.box(e.Class, faultColor(1), Rect{at.X, at.Y - 4, at.X + swatch - 6, at.Y + 4})
		} else if e.Class == "frame" {
			f.line(e.Class, Rect{at.X + 3, at.Y - 5, at.X + 17, at.Y + 5}.corners()...)
		} else {
			f.line(e.Class, at, at.plus(swatch-6, 0))
		}
		f.write("", at.plus(swatch, legendSize/3.), "", legendSize, name)
		at.X += wide
	}
	f.Height = at.Y + legendLine
}

// Legend is what marks of a search stand for: those in use, the winner's first.
func Legend(t *judge.Tuning, heat bool) (out []LegendEntry) {
	used := map[string]bool{}
	for _, s := range Scenes(t) {
		for i := range s.dots {
			used[s.dots[i].Class] = true
		}
	}
	if rows := RankRows(t); rows != nil {
		for _, r := range rows.Rows {
			used[r.Class] = true
		}
	}
	rivals := "rivals, on held-out seeds"
	if n := len(t.Rivals) - 1; n > len(drawnRivals(t)) {
		rivals = fmt.Sprintf("the %d hardest to beat of %d rivals, on held-out seeds", len(drawnRivals(t)), n)
	}
	for _, e := range []LegendEntry{
		{"winner", winnerWords(t)},
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
		out = append(out, LegendEntry{"frame", "the winner in heat maps; dashed: the setting in force"})
	}
	return out
}

// drawnRivals are the rivals that a picture shows, as places: of many those that
// the winner beats in least, or their marks would hide the front.
func drawnRivals(t *judge.Tuning) []int {
	if t.Outcome.Held == nil || len(t.Outcome.Held.Rivals) == 0 {
		return nil
	}
	return words.Contenders(t, false)[1:] // the setting in force has a mark of its own
}
