package report

import (
	"bytes"
	"io"
	"strings"
)

// defaultWidth is the screen's width where nobody says another.
const defaultWidth = 100

// leastWidth is the narrowest screen that is drawn for; a narrower one wraps.
const leastWidth = 60

// writeTable writes the screen of a result, or the one that sums up several: then
// the screens of the results follow where all is to be told.
func writeTable(w io.Writer, r *Report) error {
	view := r.View
	if view.Width == 0 {
		view.Width = defaultWidth
	}
	view.Width = max(view.Width, leastWidth)
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
		s := screen{ranked: rankedResult(one, view.Wide), view: view, exit: len(r.Results) == 1}
		if err := s.draw(); err != nil {
			return err
		}
		screens = append(screens, s.out)
	}
	page := screen{}
	for _, lines := range screens {
		page.block(lines)
	}
	return writeLines(w, page.out)
}

// screen is one result on its way to a terminal.
type screen struct {
	ranked
	view View
	exit bool // say what the command will exit with

	squeeze int      // what is given up
	out     []string // without line ends
}

// draw composes the screen, and gives up what can be missed until it fits.
func (s *screen) draw() error {
	for s.squeeze = 0; ; s.squeeze++ {
		s.out = nil
		if err := s.compose(); err != nil || s.wide || len(s.out) <= screenLines || s.squeeze == squeezeMost {
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
func (s *screen) compose() error {
	s.block(s.header())
	s.block(s.verdict())
	s.block(s.rules())
	s.block(s.regressions())
	table, err := s.table()
	if err != nil {
		return err
	}
	s.block(table)
	if s.wide {
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
	story := fitting(stories(&s.Scenario), room)
	var below []string
	if runes(story) > room { // nothing fits beside the name: all of it goes below
		below, story = wrap(stories(&s.Scenario)[0], s.view.Width), ""
	}
	first := paint(s.view, bold, s.Scenario.Name) + "   " + story + strings.Repeat(" ", max(3, room+3-runes(story))) + right
	return append([]string{first}, below...)
}

// verdict is the headline: what to ship, what that leaves unsolved, and what was
// tried against it. Clauses that do not fit begin lines of their own.
func (s *screen) verdict() []string {
	h := resultHeadline(s.ranked.Result, &s.rank)
	out := s.said(h.word, green, h.who, "    ", h.clauses)
	if c := s.Complaint; c != nil {
		fact, text := ComplaintText(&s.Scenario, c)
		out = append(out, s.said("BUT", yellow, fact, "   ", []string{text})...)
	}
	if s.Trial != nil {
		out = append(out, s.tried()...)
	}
	return out
}

// tried is the argument to type and what came of it, on one line or two.
func (s *screen) tried() []string {
	arg, text := shell([]string{"--strategy", s.Trial.Arg}), trialText(s.ranked.Result)
	if 6+runes(arg)+4+runes(text) <= s.view.Width {
		return s.said("TRY", cyan, arg, "    ", []string{text})
	}
	out := []string{paint(s.view, bold+cyan, "TRY") + "   " + arg} // never broken: it is to be copied
	for _, l := range wrap(text, s.view.Width-6) {
		out = append(out, "      "+l)
	}
	return out
}

// said is one sentence of the headline: a word, its subject, and clauses.
func (s *screen) said(word, colour, who, parted string, clauses []string) []string {
	before := word + strings.Repeat(" ", max(1, 6-runes(word)))
	if who != "" {
		before += who + parted
	}
	out := packed(clauses, max(20, s.view.Width-runes(before)))
	if len(out) == 0 {
		out = []string{""} // a strategy without a figure leaves nothing to say
	}
	for i := range out {
		if i == 0 {
			out[i] = before + out[i]
			continue
		}
		out[i] = strings.Repeat(" ", runes(before)) + out[i]
	}
	out[0] = paint(s.view, bold+colour, word) + strings.TrimPrefix(out[0], word)
	return out
}

// packed joins clauses by commas; one that does not fit begins a line of its own.
func packed(clauses []string, room int) (lines []string) {
	for i, c := range clauses {
		if i < len(clauses)-1 {
			c += ","
		}
		if n := len(lines); n > 0 && runes(lines[n-1])+1+runes(c) <= room {
			lines[n-1] += " " + c
			continue
		}
		lines = append(lines, wrap(c, room)...)
	}
	return lines
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
	var out []string
	if len(s.Why) > 0 {
		out = append(out, "why     "+shell(s.Why))
	}
	again := "again   " + shell(s.Again)
	if pad := s.view.Width - runes(again) - runes(id); pad >= 3 {
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
