package figure

import (
	"strings"

	"wavetank/report/judge"
	"wavetank/report/measure"
	"wavetank/report/words"
)

// FrontPlot is a plot of two objectives for several rooms: labels keep their
// size, so each has places of its own for them.
type FrontPlot struct {
	Title string
	Sizes []*Drawing
}

// frontRooms are those of a phone, of half a desk's screen, and of all of it.
var frontRooms = []FigureRoom{
	{"phone", 360, 430, 12, 178, 3, false, 6},
	{"half", 640, 470, 13, 230, 4, true, 7},
	{"desk", 1060, 540, 13, 300, 6, true, 9},
}

// FrontPlots are all objectives against the first one.
func FrontPlots(t *judge.Tuning) (out []*FrontPlot) {
	rooms := frontRooms
	if len(t.Objectives) > 2 {
		rooms = rooms[:2] // two plots stand side by side
	}
	for _, s := range Scenes(t) {
		p := &FrontPlot{Title: words.ObjectiveShort(&t.Objectives[s.Y]) + " against " + words.ObjectiveShort(&t.Objectives[s.X])}
		for i := range rooms {
			p.Sizes = append(p.Sizes, frontFigure(t, s, &rooms[i]))
		}
		p.Sizes[len(rooms)-1].Class += " widest"
		out = append(out, p)
	}
	return out
}

// frontFigure draws a scene in a room.
func frontFigure(t *judge.Tuning, s *Scene, room *FigureRoom) *Drawing {
	f, in := newChart(room, s.x.Ticks(room.ticks), s.y.Ticks(room.ticks), titleIn(t, s.X, room), titleIn(t, s.Y, room))
	p := s.LayOut(t, room, in)
	var spoken []string
	for i := range s.dots {
		if d := &s.dots[i]; !d.optional && len(d.name) > 0 {
			spoken = append(spoken, d.Title+": "+measure.Format(t.Objectives[s.Y].Unit, d.y.Mean)+" and "+measure.Format(t.Objectives[s.X].Unit, d.x.Mean))
		}
	}
	f.Spoken = strings.Join(spoken, "; ")
	f.line("stairs", p.Stairs...)
	f.arrow("way", p.Arrow[0], shorter(p.Arrow[0], p.Arrow[1], MarkRadius["winner"]+3))
	if p.Corner[0] != p.Corner[1] {
		f.arrow("corner", p.Corner[0], p.Corner[1])
		f.write("corner", p.Better.middle().plus(0, 4), "mid", room.Letter-1, "better")
	}
	for i := range p.Dots {
		d := &p.Dots[i]
		f.Marks = append(f.Marks, FigureMark{Class: d.Class, At: d.At, Lines: d.whiskers(), Hint: d.hint})
	}
	for i := range p.Labels {
		f.label(&p.Labels[i], room.Letter)
	}
	return f
}

// label writes beside a mark.
func (f *Drawing) label(l *placedLabel, letter float64) {
	if l.Leader[0] != l.Leader[1] {
		f.line("leader", l.Leader[0], l.Leader[1])
	}
	at := Xy{l.Box.Left + 1, l.Box.Top}
	add := func(text string, size float64, bold bool) {
		f.Texts = append(f.Texts, FigureText{Class: "label " + l.Class, At: at.plus(0, size), Size: size, Bold: bold, Text: text})
		at.Y += float64(size * LetterLine)
	}
	for _, name := range l.Names {
		add(name, letter, true)
	}
	for _, line := range l.Lines {
		add(line, letter-1, false)
	}
}

// titleIn is the title of an axis that fits a room.
func titleIn(t *judge.Tuning, objective int, room *FigureRoom) string {
	o := &t.Objectives[objective]
	fits := func(s string) bool { return TextWidth(s, room.Letter, false) <= room.Width-sideRoom }
	full := axisTitle(t, objective)
	way := full[strings.LastIndex(full, " ("):]
	for _, title := range []string{full, o.Name + way} {
		if fits(title) {
			return title
		}
	}
	return fitted(words.ObjectiveShort(o), room.Letter, room.Width-sideRoom-TextWidth(way, room.Letter, false), false) + way
}

// hint is what is said of a mark on demand: a title, and lines of a name and a
// value with a tab between them, which the script makes a table of.
func hint(title string, rows [][2]string) string {
	var b strings.Builder
	b.WriteString(title)
	for _, r := range rows {
		b.WriteString("\n" + r[0] + "\t" + r[1])
	}
	return b.String()
}
