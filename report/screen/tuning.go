package screen

import (
	"io"
	"strings"

	"wavetank/report/figure"
	"wavetank/report/judge"
	"wavetank/report/measure"
	"wavetank/report/words"
)

// WriteSearch writes the screen.
func WriteSearch(w io.Writer, t *judge.Tuning, v words.View) error {
	if v.Width == 0 {
		v.Width = DefaultWidth
	}
	v.Width = max(v.Width, LeastWidth)
	s := tuningScreen{Tuning: t, view: v, page: Screen{View: v}}
	if err := s.compose(); err != nil {
		return err
	}
	return writeLines(w, s.page.out)
}

// tuningScreen is a tuning on its way to a terminal.
type tuningScreen struct {
	*judge.Tuning
	view words.View
	page Screen // the lines

	explained bool // what shortened names stand for
}

// compose puts the blocks together, parted by empty lines.
func (s *tuningScreen) compose() error {
	s.page.block(s.header())
	s.page.block(s.verdict())
	if len(s.Outcome.Front) > 0 {
		for _, draw := range []func() ([]string, error){s.front, s.held, s.members, s.sensitivity, s.steps, s.heat} {
			lines, err := draw()
			if err != nil {
				return err
			}
			s.page.block(lines)
		}
	}
	s.page.block(s.notes())
	s.page.block(s.footer())
	return nil
}

// header names the suite, what is wanted, and what was looked at.
func (s *tuningScreen) header() []string {
	name, right := words.SuiteText(s.Tuning), words.LookedText(s.Tuning)
	room := s.view.Width - words.Runes(name) - 3 - 3 - words.Runes(right)
	story, below := words.TuningStory(s.Tuning), []string(nil)
	if words.Runes(story) > room {
		below, story = words.Wrap(story, s.view.Width), ""
	}
	first := name + "   " + story
	if words.Runes(first)+3+words.Runes(right) > s.view.Width { // many long names
		below = append(below, right)
	} else {
		first = words.Spread(first, right, s.view.Width)
	}
	out := []string{paint(s.view, bold, name) + strings.TrimPrefix(first, name)}
	out = append(out, below...)
	if text := words.HalvedText(s.Tuning); text != "" {
		out = append(out, words.Wrap(text, s.view.Width)...)
	}
	if len(s.Require) > 0 {
		out = append(out, words.Wrap("required: "+strings.Join(s.Require, ", "), s.view.Width)...)
	}
	return out
}

// verdict is the headline, why it is so, and what it leaves unsolved.
func (s *tuningScreen) verdict() []string {
	h := words.TuningHeadline(s.Tuning)
	out := s.stated(h.Word, headlineColours[h.Word], h.Who, h.Clauses)
	for _, one := range []struct {
		word, colour string
		sentences    []string
	}{{"WHY", cyan, words.TuningWhy(s.Tuning)}, {"BUT", yellow, words.TuningBut(s.Tuning)}} {
		for i, text := range one.sentences {
			word := one.word
			if i > 0 {
				word = strings.Repeat(" ", len(word))
			}
			out = append(out, s.stated(word, one.colour, "", []string{text})...)
		}
	}
	return out
}

// headlineColours are those of the headline's word.
var headlineColours = map[string]string{"SHIP": green, "KEEP": green, "TIE": yellow, "LEAD": yellow, "NONE": red}

// stated is one sentence of the headline. A subject that leaves no room beside
// it for the clauses has a line of its own.
func (s *tuningScreen) stated(word, colour, who string, clauses []string) []string {
	const indent, apart = 6, 4
	if words.Runes(who)+indent+apart+words.Runes(strings.Join(clauses, ", ")) <= s.view.Width {
		return s.page.said(word, colour, who, strings.Repeat(" ", apart), clauses)
	}
	var lines []string
	if who != "" {
		lines = words.Wrap(who, s.view.Width-indent)
	}
	lines = append(lines, packed(clauses, s.view.Width-indent)...)
	for i := range lines {
		before := strings.Repeat(" ", indent)
		if i == 0 {
			before = paint(s.view, bold+colour, word) + strings.Repeat(" ", indent-words.Runes(word))
		}
		lines[i] = before + lines[i]
	}
	return lines
}

// front is the table of the front under what all its rows have.
func (s *tuningScreen) front() ([]string, error) {
	table, err := drawTable(words.FrontTable(s.Tuning, s.view.Wide), s.view)
	if err != nil {
		return nil, err
	}
	lines := table.lines
	rows := words.FrontRows(s.Tuning, s.view.Wide)
	win := words.FrontLabel(s.Tuning, s.Outcome.Winner)
	for i, l := range lines {
		if l == win || strings.HasPrefix(l, win+" ") {
			lines[i] = paint(s.view, bold, l)
		}
	}
	var out []string
	if text := words.FrontFixed(s.Tuning, rows); text != "" {
		out = words.Wrap(text, s.view.Width)
	}
	legend := words.FrontLegend(s.Tuning, s.view.Wide)
	if varied, _ := words.VariedAxes(s.Tuning, rows); table.shortened {
		legend = append(legend, words.InitialsLegend(s.Tuning, varied)...)
		s.explained = true
	}
	if text := words.FrontUnlisted(s.Tuning, s.view.Wide); text != "" {
		legend = append(legend, text+" (-v lists them)")
	}
	return append(append(out, lines...), s.parts(legend)...), nil
}

// parts are clauses of a legend, none wider than the screen.
func (s *tuningScreen) parts(legend []string) (out []string) {
	for _, l := range wrapParts(legend, s.view.Width) {
		if words.Runes(l) > s.view.Width {
			out = append(out, words.Wrap(l, s.view.Width)...)
			continue
		}
		out = append(out, l)
	}
	return out
}

func (s *tuningScreen) held() ([]string, error) {
	if s.Judged() == nil {
		return nil, nil
	}
	d, err := drawTable(words.HeldTable(s.Tuning, s.view.Wide), s.view)
	return append(d.lines, s.parts(words.HeldNotes(s.Tuning, s.view.Wide))...), err
}

func (s *tuningScreen) sensitivity() ([]string, error) {
	if len(s.Outcome.Sensitivity) == 0 {
		return nil, nil
	}
	d, err := drawTable(words.SensitivityTable(s.Tuning), s.view)
	lines := d.lines
	if s.view.Wide && err == nil && len(s.Objectives) > 1 && words.LookedAround(s.Tuning) {
		d, err = drawTable(words.RangesTable(s.Tuning), s.view)
		lines = append(append(lines, ""), d.lines...)
	}
	if !s.explained && words.LookedAround(s.Tuning) {
		lines = append(lines, s.parts(words.InitialsLegend(s.Tuning, s.AllAxes()))...)
	}
	return lines, err
}

// members are the figures in each scenario, on a wide screen.
func (s *tuningScreen) members() ([]string, error) {
	if !s.view.Wide || len(s.Scenarios) < 2 {
		return nil, nil
	}
	d, err := drawTable(words.MemberTable(s.Tuning), s.view)
	return d.lines, err
}

// steps are the values of each axis, on a wide screen.
func (s *tuningScreen) steps() (out []string, err error) {
	if !s.view.Wide {
		return nil, nil
	}
	for i, one := range words.StepTables(s.Tuning) {
		d, err := drawTable(one, s.view)
		if err != nil {
			return nil, err
		}
		if i > 0 {
			out = append(out, "")
		}
		out = append(out, d.lines...)
	}
	return out, nil
}

func (s *tuningScreen) heat() ([]string, error) {
	if !s.view.Wide || s.Outcome.Heat == nil {
		return nil, nil
	}
	d, err := drawTable(figure.HeatTable(s.Tuning), s.view)
	return append(words.Wrap(figure.HeatLine(s.Tuning), s.view.Width), d.lines...), err
}

func (s *tuningScreen) notes() (out []string) {
	if s.view.Quiet {
		return nil
	}
	return noteLines(words.TuningRemarks(s.Tuning), s.view.Width)
}

// footer says how to take the winner along, and how to search again.
func (s *tuningScreen) footer() []string {
	const indent = 8
	out := []string{}
	if takes := words.TakenOutputs(s.Tuning); len(takes) > 0 {
		out = append(out, "take    "+strings.Join(takes, words.Gap))
	}
	id := "model " + measure.FormatCount(judge.Model)
	if len(s.Again) == 0 {
		return append(out, id)
	}
	lines := Continued(s.Again, s.view.Width-indent)
	for i, l := range lines {
		before := "again   "
		if i > 0 {
			before = strings.Repeat(" ", indent)
		}
		lines[i] = before + l
	}
	last := lines[len(lines)-1]
	if pad := s.view.Width - words.Runes(last) - words.Runes(id); pad >= 3 {
		lines[len(lines)-1] = last + strings.Repeat(" ", pad) + id
	} else {
		lines = append(lines, strings.Repeat(" ", indent)+id)
	}
	return append(out, lines...)
}

// Continued is a command for a shell, on lines that a backslash joins. A flag
// stays with its value.
func Continued(args []string, width int) []string {
	var text []string
	for i, a := range args {
		if i > 0 && strings.HasPrefix(args[i-1], "--") && !strings.HasPrefix(a, "-") && !strings.Contains(args[i-1], "=") {
			text[len(text)-1] += " " + words.Shell([]string{a})
			continue
		}
		text = append(text, words.Shell([]string{a}))
	}
	out := words.Lined(text, " ", width-2)
	for i := range out[:max(0, len(out)-1)] {
		out[i] += ` \`
	}
	return out
}
