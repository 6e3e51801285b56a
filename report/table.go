package report

import (
	"bytes"
	"io"
	"strings"
	"unicode/utf8"
)

func init() { registerFormat("table", "the screen: what to ship, the rules, the figures", writeTable) }

// defaultWidth is the screen's width where nobody says another.
const defaultWidth = 100

// leastWidth is the narrowest screen that is drawn for; a narrower one wraps.
const leastWidth = 60

// writeTable writes one screen per result, and sums up the rules of several.
func writeTable(w io.Writer, r *Report) error {
	view := r.View
	if view.Width == 0 {
		view.Width = defaultWidth
	}
	view.Width = max(view.Width, leastWidth)
	var screens [][]string
	for _, one := range r.Results {
		s := screen{Result: one, view: view, exit: len(r.Results) == 1}
		if err := s.draw(); err != nil {
			return err
		}
		screens = append(screens, s.out)
	}
	if end := closing(r.Results, view); end != nil {
		screens = append(screens, end)
	}
	var b bytes.Buffer
	for i, lines := range screens {
		if i > 0 {
			b.WriteString("\n")
		}
		for _, l := range lines {
			b.WriteString(strings.TrimRight(l, " ") + "\n")
		}
	}
	_, err := w.Write(b.Bytes())
	return err
}

// screen is one result on its way to a terminal.
type screen struct {
	*Result
	view View
	exit bool // say what the command will exit with
	rank Ranking
	out  []string // without line ends
}

// draw composes the screen from its blocks, parted by empty lines.
func (s *screen) draw() error {
	s.rank = s.Rank()
	s.block(s.header())
	s.block(s.verdict())
	s.block(s.rules())
	s.block(s.regressions())
	table, err := s.table()
	if err != nil {
		return err
	}
	s.block(table)
	if s.view.Wide {
		for _, draw := range []func() ([]string, error){s.percentiles, s.calls, s.waste, s.breakers, s.contrasts, s.regret, s.members, s.presets} {
			lines, err := draw()
			if err != nil {
				return err
			}
			s.block(lines)
		}
	}
	s.block(s.strips())
	s.block(s.footer())
	return nil
}

func (s *screen) block(lines []string) {
	if len(lines) == 0 {
		return
	}
	if len(s.out) > 0 {
		s.out = append(s.out, "")
	}
	s.out = append(s.out, lines...)
}

// header names the scenario, tells its story and its scale.
func (s *screen) header() []string {
	scale := []string{}
	if s.Scenario.Rate != "" {
		scale = append(scale, s.Scenario.Rate)
	}
	scale = append(scale, plural(len(s.Seeds), "run"))
	right := strings.Join(scale, ", ")
	name := s.Scenario.Name + "   "
	room := s.view.Width - runes(name) - runes(right) - 3
	story := fitting(s.Scenario.stories(), room)
	var below []string
	if runes(story) > room { // nothing fits beside the name: all of it goes below
		below, story = wrap(s.Scenario.stories()[0], s.view.Width), ""
	}
	first := paint(s.view, bold, s.Scenario.Name) + "   " + story + strings.Repeat(" ", max(3, room+3-runes(story))) + right
	return append([]string{first}, below...)
}

// fitting is the first text that fits a width, else the last.
func fitting(texts []string, width int) string {
	for _, t := range texts {
		if runes(t) <= width {
			return t
		}
	}
	return texts[len(texts)-1]
}

// verdict is the headline; clauses that do not fit begin lines of their own.
func (s *screen) verdict() []string {
	h := s.headline(&s.rank)
	before := h.word + strings.Repeat(" ", max(1, 6-runes(h.word)))
	if h.who != "" {
		before += h.who + "    "
	}
	room := max(20, s.view.Width-runes(before))
	var out []string
	for i, c := range h.clauses {
		if i < len(h.clauses)-1 {
			c += ","
		}
		if n := len(out); n > 0 && runes(out[n-1])+1+runes(c) <= room {
			out[n-1] += " " + c
			continue
		}
		out = append(out, wrap(c, room)...)
	}
	for i := range out {
		if i == 0 {
			out[i] = before + out[i]
			continue
		}
		out[i] = strings.Repeat(" ", runes(before)) + out[i]
	}
	out[0] = paint(s.view, bold+green, h.word) + strings.TrimPrefix(out[0], h.word)
	return out
}

// footer says how to have the run again.
func (s *screen) footer() []string {
	id := "model " + count(Model)
	if s.Scenario.Hash != "" {
		id = "scenario " + s.Scenario.Hash + ", " + id
	}
	if len(s.Again) == 0 {
		return []string{id}
	}
	again := "again   " + shell(s.Again)
	if pad := s.view.Width - runes(again) - runes(id); pad >= 3 {
		return []string{again + strings.Repeat(" ", pad) + id}
	}
	return []string{again, strings.Repeat(" ", 8) + id}
}

// shell joins arguments so that a shell parts them again as they were.
func shell(args []string) string {
	out := make([]string, len(args))
	for i, a := range args {
		out[i] = a
		if a == "" || strings.ContainsFunc(a, func(c rune) bool { return !strings.ContainsRune(plainShell, c) }) {
			out[i] = "'" + strings.ReplaceAll(a, "'", `'\''`) + "'"
		}
	}
	return strings.Join(out, " ")
}

// plainShell are characters that mean nothing to a shell.
const plainShell = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./,:=@%+"

func runes(s string) int { return utf8.RuneCountInString(s) }

// cut shortens a text to a width, with an ellipsis where it was longer.
func cut(s string, width int) string {
	if runes(s) <= width {
		return s
	}
	if width < 1 {
		return ""
	}
	short := string([]rune(s)[:width-1])
	if i := strings.LastIndexByte(short, ' '); i > len(short)*3/4 {
		short = short[:i] // a word rather than its half
	}
	return strings.TrimRight(short, " ,") + "…"
}
