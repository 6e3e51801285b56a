package report

import "strings"

// frontPlot is a plot of two objectives for several rooms: labels keep their
// size, so each has places of its own for them.
type frontPlot struct {
	Title string
	Sizes []*drawing
}

// frontRooms are those of a phone, of half a desk's screen, and of all of it.
var frontRooms = []figureRoom{
	{"phone", 360, 430, 12, 178, 3, false, 6},
	{"half", 640, 470, 13, 230, 4, true, 7},
	{"desk", 1060, 540, 13, 300, 6, true, 9},
}

// frontPlots are all objectives against the first one.
func frontPlots(t *Tuning) (out []*frontPlot) {
	rooms := frontRooms
	if len(t.Objectives) > 2 {
		rooms = rooms[:2] // two plots stand side by side
	}
	for _, s := range t.scenes() {
		p := &frontPlot{Title: objectiveShort(&t.Objectives[s.Y]) + " against " + objectiveShort(&t.Objectives[s.X])}
		for i := range rooms {
			p.Sizes = append(p.Sizes, frontFigure(t, s, &rooms[i]))
		}
		p.Sizes[len(rooms)-1].Class += " widest"
		out = append(out, p)
	}
	return out
}

// frontFigure draws a scene in a room.
func frontFigure(t *Tuning, s *scene, room *figureRoom) *drawing {
	f, in := newChart(room, s.x.ticks(room.ticks), s.y.ticks(room.ticks), titleIn(t, s.X, room), titleIn(t, s.Y, room))
	p := s.layOut(t, room, in)
	var spoken []string
	for i := range s.dots {
		if d := &s.dots[i]; !d.optional && len(d.name) > 0 {
			spoken = append(spoken, d.title+": "+inUnit(t.Objectives[s.Y].Unit, d.y.Mean)+" and "+inUnit(t.Objectives[s.X].Unit, d.x.Mean))
		}
	}
	f.Spoken = strings.Join(spoken, "; ")
	f.line("stairs", p.Stairs...)
	f.arrow("way", p.Arrow[0], shorter(p.Arrow[0], p.Arrow[1], markRadius["winner"]+3))
	if p.Corner[0] != p.Corner[1] {
		f.arrow("corner", p.Corner[0], p.Corner[1])
		f.write("corner", p.Better.middle().plus(0, 4), "mid", room.letter-1, "better")
	}
	for i := range p.Dots {
		d := &p.Dots[i]
		f.Marks = append(f.Marks, figureMark{Class: d.class, At: d.At, Lines: d.whiskers(), Hint: d.hint})
	}
	for i := range p.Labels {
		f.label(&p.Labels[i], room.letter)
	}
	return f
}

// label writes beside a mark.
func (f *drawing) label(l *placedLabel, letter float64) {
	if l.Leader[0] != l.Leader[1] {
		f.line("leader", l.Leader[0], l.Leader[1])
	}
	at := xy{l.Box.left + 1, l.Box.top}
	add := func(text string, size float64, bold bool) {
		f.Texts = append(f.Texts, figureText{Class: "label " + l.Class, At: at.plus(0, size), Size: size, Bold: bold, Text: text})
		at.Y += size * letterLine
	}
	for _, name := range l.Names {
		add(name, letter, true)
	}
	for _, line := range l.Lines {
		add(line, letter-1, false)
	}
}

// titleIn is the title of an axis that fits a room.
func titleIn(t *Tuning, objective int, room *figureRoom) string {
	o := &t.Objectives[objective]
	fits := func(s string) bool { return textWidth(s, room.letter, false) <= room.width-sideRoom }
	full := t.axisTitle(objective)
	way := full[strings.LastIndex(full, " ("):]
	for _, title := range []string{full, o.Name + way} {
		if fits(title) {
			return title
		}
	}
	return fitted(objectiveShort(o), room.letter, room.width-sideRoom-textWidth(way, room.letter, false), false) + way
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
