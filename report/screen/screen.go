package screen

import (
	"bytes"
	"io"
	"strings"

	"wavetank/report/judge"
	"wavetank/report/measure"
	"wavetank/report/words"
)

// DefaultWidth is the screen's width where nobody says another.
const DefaultWidth = 100

// LeastWidth is the narrowest screen that is drawn for; a narrower one wraps.
const LeastWidth = 60

// Write writes the screen of a result, or the one that sums up several: then
// the screens of the results follow where all is to be told.
func Write(w io.Writer, r *words.Report) error {
	view := r.View
	if view.Width == 0 {
		view.Width = DefaultWidth
	}
	view.Width = max(view.Width, LeastWidth)
	var screens [][]string
	if len(r.Results) > 1 {
		sum, err := several(r, view)
		if err != nil {
			return err
		}
		screens = append(screens, sum)
	}
	for _, one := range r.Results {
		if len(r.Results) > 1 && !view.Wide {
			break
		}
		s := Screen{Ranked: words.RankedResult(one, view.Wide), View: view, exit: len(r.Results) == 1}
		if err := s.draw(); err != nil {
			return err
		}
		screens = append(screens, s.out)
	}
	page := Screen{}
	for _, lines := range screens {
		page.block(lines)
	}
	return writeLines(w, page.out)
}

// Screen is one result on its way to a terminal.
type Screen struct {
	words.Ranked
	View words.View
	exit bool // say what the command will exit with

	squeeze int      // what is given up
	out     []string // without line ends
}

// draw composes the screen, and gives up what can be missed until it fits.
func (s *Screen) draw() error {
	for s.squeeze = 0; ; s.squeeze++ {
		s.out = nil
		if err := s.compose(); err != nil || s.Wide || len(s.out) <= ScreenLines || s.squeeze == squeezeMost {
			return err
		}
	}
}

// What a screen gives up when it is too long, one after another; -v shows all.
const (
	squeezeRule     = 1 + iota // a rule that holds
	squeezeNote                // the note on presets
	squeezeRules               // all rules that hold but one
	squeezeRow                 // the second strategy's strip
	squeezeMore                // the line that counts the rules left out, as the title does
	squeezeProvider            // the names of further providers that were ill
	squeezeStrips              // strips
	squeezeMost     = squeezeStrips
)

// compose puts the blocks together, parted by empty lines.
func (s *Screen) compose() error {
	s.block(s.Header())
	s.block(s.Verdict())
	s.block(s.rules())
	s.block(s.regressions())
	table, err := s.table()
	if err != nil {
		return err
	}
	s.block(table)
	if s.Wide {
		for _, draw := range []func() ([]string, error){s.percentiles, s.calls, s.waste, s.breakers, s.contrasts, s.regret, s.members, s.Presets} {
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

func (s *Screen) block(lines []string) {
	if len(lines) == 0 {
		return
	}
	if len(s.out) > 0 {
		s.out = append(s.out, "")
	}
	s.out = append(s.out, lines...)
}

// Header names the scenario, tells its story and its scale.
func (s *Screen) Header() []string {
	scale := []string{}
	if s.Scenario.Rate != "" {
		scale = append(scale, s.Scenario.Rate)
	}
	scale = append(scale, measure.Plural(len(s.Seeds), "run"))
	right := strings.Join(scale, ", ")
	name := s.Scenario.Name + "   "
	room := s.View.Width - words.Runes(name) - words.Runes(right) - 3
	story := words.Fitting(words.Stories(&s.Scenario), room)
	var below []string
	if words.Runes(story) > room { // nothing fits beside the name: all of it goes below
		below, story = words.Wrap(words.Stories(&s.Scenario)[0], s.View.Width), ""
	}
	first := paint(s.View, bold, s.Scenario.Name) + "   " + story + strings.Repeat(" ", max(3, room+3-words.Runes(story))) + right
	return append([]string{first}, below...)
}

// Verdict is the headline: what to ship, what that leaves unsolved, and what was
// tried against it. Clauses that do not fit begin lines of their own.
func (s *Screen) Verdict() []string {
	return s.lines(words.VerdictLines(&s.Ranked))
}

// lines draws sentences of a verdict.
func (s *Screen) lines(all []words.Line) (out []string) {
	for _, l := range all {
		switch {
		case l.Code != "":
			out = append(out, s.tried(&l)...)
		case l.Word == "BUT":
			out = append(out, s.said(l.Word, yellow, l.Who, "   ", l.Clauses)...)
		case l.Word == "TRY":
			out = append(out, s.said(l.Word, cyan, l.Who, "   ", l.Clauses)...)
		default:
			out = append(out, s.said(l.Word, green, l.Who, "    ", l.Clauses)...)
		}
	}
	return out
}

// tried is the argument to type and what came of it, on one line or two.
func (s *Screen) tried(l *words.Line) []string {
	arg, text := l.Code, strings.Join(l.Clauses, ", ")
	if 6+words.Runes(arg)+4+words.Runes(text) <= s.View.Width {
		return s.said("TRY", cyan, arg, "    ", []string{text})
	}
	out := []string{paint(s.View, bold+cyan, "TRY") + "   " + arg} // never broken: it is to be copied
	for _, l := range words.Wrap(text, s.View.Width-6) {
		out = append(out, "      "+l)
	}
	return out
}

// said is one sentence of the headline: a word, its subject, and clauses.
func (s *Screen) said(word, colour, who, parted string, clauses []string) []string {
	before := word + strings.Repeat(" ", max(1, 6-words.Runes(word)))
	if who != "" {
		before += who + parted
	}
	out := packed(clauses, max(20, s.View.Width-words.Runes(before)))
	if len(out) == 0 {
		out = []string{""} // a strategy without a figure leaves nothing to say
	}
	for i := range out {
		if i == 0 {
			out[i] = before + out[i]
			continue
		}
		out[i] = strings.Repeat(" ", words.Runes(before)) + out[i]
	}
	out[0] = paint(s.View, bold+colour, word) + strings.TrimPrefix(out[0], word)
	return out
}

// packed joins clauses by commas; one that does not fit begins a line of its own.
func packed(clauses []string, room int) (lines []string) {
	for i, c := range clauses {
		if i < len(clauses)-1 {
			c += ","
		}
		if n := len(lines); n > 0 && words.Runes(lines[n-1])+1+words.Runes(c) <= room {
			lines[n-1] += " " + c
			continue
		}
		lines = append(lines, words.Wrap(c, room)...)
	}
	return lines
}

// footer says how to have the run again.
func (s *Screen) footer() []string {
	id := "model " + measure.FormatCount(judge.Model)
	if s.Scenario.Hash != "" {
		id = "scenario " + s.Scenario.Hash + ", " + id
	}
	if len(s.Again) == 0 {
		return []string{id}
	}
	var out []string
	if len(s.Why) > 0 {
		out = append(out, "why     "+words.Shell(s.Why))
	}
	again := "again   " + words.Shell(s.Again)
	if pad := s.View.Width - words.Runes(again) - words.Runes(id); pad >= 3 {
		return append(out, again+strings.Repeat(" ", pad)+id)
	}
	return append(out, again, strings.Repeat(" ", 8)+id)
}

// writeLines writes lines without the blanks at their ends.
func writeLines(w io.Writer, lines []string) error {
	var b bytes.Buffer
	for _, l := range lines {
		b.WriteString(strings.TrimRight(l, " ") + "\n")
	}
	_, err := w.Write(b.Bytes())
	return err
}
