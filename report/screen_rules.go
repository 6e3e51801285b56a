package report

import (
	"strconv"
	"strings"
)

// rulesShown is how many rules the screen lists when it is not wide; those that
// do not hold come first and are always listed.
const rulesShown = 4

// rules lists the expectations under a line that counts them.
func (s *screen) rules() []string {
	if len(s.Expectations) == 0 {
		return nil
	}
	title := "RULES  " + verdictCounts(s.Expectations)
	if s.exit {
		title = spread(title, "exit "+strconv.Itoa(s.exitCode()), s.view.Width)
	}
	shown, hidden := s.shownRules()
	out := append([]string{title}, s.ruleLines(shown)...)
	if hidden > 0 && s.squeeze < squeezeMore {
		out = append(out, "  ok    "+strconv.Itoa(hidden)+" more (-v lists them)")
	}
	return out
}

// shownRules leaves out rules that hold, the last first, where there are many.
func (s *screen) shownRules() (shown []*Expectation, hidden int) {
	room := rulesShown
	switch {
	case s.squeeze >= squeezeRules:
		room = 2
	case s.squeeze >= squeezeRule:
		room--
	}
	for i := range s.Expectations {
		if s.Expectations[i].Verdict != Pass {
			room--
		}
	}
	passing := tallyVerdicts(s.Expectations)[Pass]
	if s.wide || passing <= max(room, 1) {
		room = passing
	} else {
		room = max(room-1, 0)
	}
	for i := range s.Expectations {
		e := &s.Expectations[i]
		if e.Verdict == Pass {
			if room == 0 {
				hidden++
				continue
			}
			room--
		}
		shown = append(shown, e)
	}
	return shown, hidden
}

// ruleLines aligns rules, what was observed, and the rest.
func (s *screen) ruleLines(shown []*Expectation) []string {
	const before, apart = 8, "    " // columns before the rule, and what parts it from the figure
	widest, figure, tail := 0, 0, 0
	for _, e := range shown {
		widest, figure, tail = max(widest, runes(e.Rule)), max(figure, runes(ruleFigure(e))), max(tail, runes(ruleRemark(e)))
	}
	widest = min(widest, max(20, s.view.Width-before-len(apart)-figure-len(gap)-tail))
	var out []string
	for _, e := range shown {
		rule := wrap(e.Rule, widest) // a long rule goes on below: half a rule says nothing
		text := s.ruleWord(e, before) + rule[0] + strings.Repeat(" ", max(0, widest-runes(rule[0]))) + apart +
			strings.Repeat(" ", figure-runes(ruleFigure(e))) + ruleFigure(e)
		if room := s.view.Width - before - widest - len(apart) - figure - len(gap); ruleRemark(e) != "" && room > 3 {
			text += gap + cut(ruleRemark(e), room)
		}
		out = append(out, text)
		for _, rest := range rule[1:] {
			out = append(out, strings.Repeat(" ", before+2)+rest)
		}
	}
	return out
}

// ruleWord is the verdict's word, padded to the column where rules begin.
func (s *screen) ruleWord(e *Expectation, width int) string {
	word, colour := ruleWord(e), green
	switch {
	case e.Verdict == Fail && e.Advisory:
		colour = yellow
	case e.Verdict != Pass:
		colour = red
	}
	return "  " + paint(s.view, colour, word) + strings.Repeat(" ", width-2-len(word))
}
