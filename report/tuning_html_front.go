package report

import (
	"math"
	"strings"
)

// pageFront is a plot of two objectives, laid out for several widths: labels
// keep their size, so each width has places of its own for them.
type pageFront struct {
	Title  string
	Spoken string
	Sizes  []*frontDrawing
}

// frontDrawing is a plot in one width, in pixels.
type frontDrawing struct {
	Class                    string // which rooms it is shown in
	Width, Height            float64
	Left, Top, Right, Bottom float64 // of the plot in it
	XTitle, YTitle           string
	XTicks, YTicks           []drawnTick
	Stairs, Arrow, Corner    string // paths; empty: none
	CornerAt                 xy     // of the word beside the corner's arrow
	Dots                     []drawnDot
	Labels                   []drawnLabel
	Aria                     string
}

type drawnTick struct {
	At    float64
	Label string
}

// drawnDot is a mark with its intervals.
type drawnDot struct {
	Class, D string // the mark's path, from its middle
	At       xy
	Whiskers string // a path
	Hint     string
}

// drawnLabel is what is written beside a mark.
type drawnLabel struct {
	Class, Leader string
	X             float64
	Lines         []drawnLine
}

type drawnLine struct {
	Y    float64
	Text string
	Bold bool
}

// pageSign is a mark and what it stands for.
type pageSign struct{ Class, D, Text string }

// frontRoom is a width that a plot is laid out for, and what surrounds it there.
type frontRoom struct {
	class                    string
	width, height            float64
	left, top, right, bottom float64
	letter, widest           float64
	lines                    int
	extra                    bool
	ticks                    int // about so many
}

// frontRooms are those of a phone, of half a desk's screen, and of all of it.
var frontRooms = []frontRoom{
	{"phone", 360, 430, 48, 30, 8, 46, 12, 178, 3, false, 6},
	{"half", 640, 470, 58, 30, 12, 46, 13, 230, 4, true, 7},
	{"desk", 1060, 540, 62, 30, 16, 46, 13, 300, 6, true, 9},
}

// fontSlack is by how much a reader's font may be wider than the one measured.
const fontSlack = 1.06

// newPageFront lays a scene out for every width.
func newPageFront(t *Tuning, s *tuningScene) *pageFront {
	p := &pageFront{Title: t.Objectives[s.Y].short() + " against " + t.Objectives[s.X].short()}
	spoken := []string{}
	for i := range s.dots {
		if d := &s.dots[i]; !d.optional && len(d.name) > 0 {
			spoken = append(spoken, d.title+": "+t.Objectives[s.Y].Unit.format(d.y.Mean)+" and "+t.Objectives[s.X].Unit.format(d.x.Mean))
		}
	}
	p.Spoken = strings.Join(spoken, "; ")
	rooms := frontRooms
	if len(t.Objectives) > 2 {
		rooms = rooms[:2] // two plots stand side by side
	}
	for _, r := range rooms {
		p.Sizes = append(p.Sizes, t.drawFront(s, &r))
	}
	p.Sizes[len(p.Sizes)-1].Class += " widest"
	return p
}

func (t *Tuning) drawFront(s *tuningScene, r *frontRoom) *frontDrawing {
	measure := func(text string, size float64, bold bool) float64 { return measureText(text, size, bold) * fontSlack }
	size := sceneSize{width: r.width - r.left - r.right, height: r.height - r.top - r.bottom, letter: r.letter,
		widest: r.widest, lines: r.lines, extra: r.extra, measure: measure}
	p := s.layOut(t, size)
	d := &frontDrawing{Class: r.class, Width: r.width, Height: r.height, Left: r.left, Top: r.top, Right: r.width - r.right, Bottom: r.height - r.bottom}
	d.XTitle, d.YTitle = t.fitted(s.X, r), t.fitted(s.Y, r)
	for _, tick := range s.x.ticks(r.ticks) {
		d.XTicks = append(d.XTicks, drawnTick{roundTo(r.left+s.x.share(tick.Value)*size.width, 1), tick.Label})
	}
	d.XTicks = spaced(d.XTicks, func(s string) float64 { return measure(s, 12, false) + 10 })
	for _, tick := range s.y.ticks(r.ticks) {
		d.YTicks = append(d.YTicks, drawnTick{roundTo(r.top+(1-s.y.share(tick.Value))*size.height, 1), tick.Label})
	}
	d.YTicks = spaced(d.YTicks, func(string) float64 { return 18 })
	d.add(p)
	return d
}

// fitted is the title of an axis that fits a room.
func (t *Tuning) fitted(objective int, r *frontRoom) string {
	full := t.axisTitle(objective)
	if measureText(full, r.letter, false)*fontSlack <= r.width-16 {
		return full
	}
	o := &t.Objectives[objective]
	way := map[bool]string{false: " (lower is better)", true: " (higher is better)"}[t.above(objective)]
	for _, name := range []string{o.Name, o.short()} {
		if measureText(name+way, r.letter, false)*fontSlack <= r.width-16 {
			return name + way
		}
	}
	return cut(o.short(), int(r.width/9)) + way
}

// spaced leaves out ticks whose labels would touch, the first stays.
func spaced(all []drawnTick, room func(string) float64) (out []drawnTick) {
	for _, t := range all {
		if n := len(out); n == 0 || math.Abs(t.At-out[n-1].At) >= (room(t.Label)+room(out[n-1].Label))/2 {
			out = append(out, t)
		}
	}
	return out
}

// add turns a laid out scene into paths.
func (d *frontDrawing) add(p *placedScene) {
	d.Stairs = d.path(p.Stairs...)
	if p.Arrow[0] != p.Arrow[1] {
		d.Arrow = d.arrow(p.Arrow[0], shorter(p.Arrow[0], p.Arrow[1], markRadius["winner"]+3))
	}
	if p.Corner[0] != p.Corner[1] {
		d.Corner = d.arrow(p.Corner[0], p.Corner[1])
		d.CornerAt = d.inside(xy{(p.Better.left + p.Better.right) / 2, (p.Better.top+p.Better.bottom)/2 + 4})
	}
	for i := range p.Dots {
		d.Dots = append(d.Dots, d.dot(&p.Dots[i]))
	}
	for i := range p.Labels {
		d.Labels = append(d.Labels, d.label(&p.Labels[i], &p.Size))
	}
}

// inside is a place of the plot in the drawing.
func (d *frontDrawing) inside(p xy) xy { return xy{roundTo(d.Left+p.X, 1), roundTo(d.Top+p.Y, 1)} }

// path draws a line through places of the plot.
func (d *frontDrawing) path(all ...xy) string {
	var b strings.Builder
	for i, p := range all {
		b.WriteByte("ML"[min(i, 1)])
		p = d.inside(p)
		b.WriteString(pixels(p.X) + " " + pixels(p.Y))
	}
	if len(all) < 2 {
		return ""
	}
	return b.String()
}

// arrow draws a line with an open head.
func (d *frontDrawing) arrow(from, to xy) string {
	_, left, right := arrowHead(from, to)
	return d.path(from, to) + d.path(left, to, right)
}

func (d *frontDrawing) dot(p *placedDot) drawnDot {
	out := drawnDot{Class: p.class, D: markPath(p.class), At: d.inside(p.At), Hint: hint(p.title, p.rows)}
	switch {
	case p.OffX != 0 || p.OffY != 0:
		out.Whiskers = d.arrow(p.outward())
	case !p.Bare:
		out.Whiskers = d.path(xy{p.Left, p.At.Y}, xy{p.Right, p.At.Y}) + d.path(xy{p.At.X, p.Top}, xy{p.At.X, p.Bottom})
	}
	return out
}

func (d *frontDrawing) label(l *placedLabel, size *sceneSize) drawnLabel {
	at := d.inside(xy{l.Box.left + 1, l.Box.top})
	out := drawnLabel{Class: l.Class, X: at.X}
	if l.Leader[0] != l.Leader[1] {
		out.Leader = d.path(l.Leader[0], l.Leader[1])
	}
	y := at.Y
	add := func(text string, letter float64, bold bool) {
		out.Lines = append(out.Lines, drawnLine{roundTo(y+letter, 1), text, bold})
		y += letter * letterLine
	}
	for _, name := range l.Names {
		add(name, size.letter, true)
	}
	for _, line := range l.Lines {
		add(line, size.letter-1, false)
	}
	return out
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

// markPath is a mark's outline around its middle.
func markPath(class string) string {
	r := pixels(markRadius[class])
	switch class {
	case "current":
		return "M-" + r + "-" + r + "H" + r + "V" + r + "H-" + r + "z"
	case "rival":
		return "M-" + r + " 0L0-" + r + "L" + r + " 0L0 " + r + "z"
	}
	return "M-" + r + " 0a" + r + " " + r + " 0 1 1 0 .01z"
}

// roundTo rounds to so many decimals.
func roundTo(v float64, decimals int) float64 {
	k := math.Pow(10, float64(decimals))
	return math.Round(v*k) / k
}
