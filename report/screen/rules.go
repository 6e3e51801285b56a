package screen

import (
	"strconv"
	"strings"

	"wavetank/report/judge"
	"wavetank/report/words"
)

// rulesShown is how many rules the screen lists when it is not wide; those that
// do not hold come first and are always listed.
const rulesShown = 4

// rules lists the expectations under a line that counts them.
func (s *Screen) rules() []string {
	if len(s.Expectations) == 0 {
		return nil
	}
	exit := ""
	if s.exit {
		exit = "exit " + strconv.Itoa(s.ExitCode())
	}
	shown, hidden := s.shownRules()
	out := append(s.ruleTitle(s.Expectations, exit), s.RuleLines(shown)...)
	if hidden > 0 && s.squeeze < squeezeMore {
		out = append(out, "  ok"+strings.Repeat(" ", ruleColumn(shown)-4)+strconv.Itoa(hidden)+" more (-v lists them)")
	}
	return out
}

// ruleTitle counts rules, and those that are left out: below, where there is no room.
func (s *Screen) ruleTitle(es []judge.Expectation, exit string) []string {
	const word = "RULES  "
	title := func(text string) string { return strings.TrimRight(words.Spread(word+text, exit, s.View.Width), " ") }
	if whole := title(words.VerdictCounts(es)); words.Runes(whole) <= s.View.Width {
		return []string{whole}
	}
	here, left := words.RulesHere(es)
	out := []string{title(words.VerdictCounts(here))}
	for _, l := range words.Wrap(left, s.View.Width-len(word)) {
		out = append(out, strings.Repeat(" ", len(word))+l)
	}
	return out
}

// shownRules leaves out rules that hold, the last first, where there are many.
func (s *Screen) shownRules() (shown []*judge.Expectation, hidden int) {
	room := rulesShown
	switch {
	case s.squeeze >= squeezeRules:
		room = 2
	case s.squeeze >= squeezeRule:
		room--
	}
	here, _ := words.RulesHere(s.Expectations)
	for i := range here {
		if here[i].Verdict != judge.Pass {
			room--
		}
	}
	passing := judge.TallyVerdicts(here)[judge.Pass]
	if s.Wide || passing <= max(room, 1) {
		room = passing
	} else {
		room = max(room-1, 0)
	}
	for i := range here {
		e := &here[i]
		if e.Verdict == judge.Pass {
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

// RuleLines aligns rules, what was observed, and the rest.
func (s *Screen) RuleLines(shown []*judge.Expectation) []string {
	const apart = "    " // what parts the rule from the figure
	before := ruleColumn(shown)
	widest, figure, tail := 0, 0, 0
	for _, e := range shown {
		widest, figure, tail = max(widest, words.Runes(e.Rule)), max(figure, words.Runes(words.RuleFigure(e))), max(tail, words.Runes(words.RuleRemark(e)))
	}
	widest = min(widest, max(20, s.View.Width-before-len(apart)-figure-len(words.Gap)-tail))
	var out []string
	for _, e := range shown {
		rule := words.Wrap(e.Rule, widest) // a long rule goes on below: half a rule says nothing
		text := s.ruleWord(e, before) + rule[0] + strings.Repeat(" ", max(0, widest-words.Runes(rule[0]))) + apart +
			strings.Repeat(" ", figure-words.Runes(words.RuleFigure(e))) + words.RuleFigure(e)
		room := s.View.Width - before - widest - len(apart) - figure - len(words.Gap)
		if remark := words.Cut(words.RuleRemark(e), max(0, room)); words.RuleRemark(e) != "" && room > 3 {
			text, room = text+words.Gap+remark, room-words.Runes(remark)-len(words.Gap)
		}
		if said := words.OnScreens(e.Rule); said != "" && words.Runes(said) <= room {
			text += words.Gap + said
		}
		out = append(out, text)
		for _, rest := range rule[1:] {
			out = append(out, strings.Repeat(" ", before+2)+rest)
		}
	}
	return out
}

// ruleColumn is where rules begin: behind the longest of their verdicts' words.
func ruleColumn(shown []*judge.Expectation) int {
	longest := len("FAIL")
	for _, e := range shown {
		longest = max(longest, len(words.RuleWord(e)))
	}
	return len("  ") + longest + len(words.Gap)
}

// ruleWord is the verdict's word, padded to the column where rules begin.
func (s *Screen) ruleWord(e *judge.Expectation, width int) string {
	word, colour := words.RuleWord(e), green
	switch {
	case e.Verdict == judge.Fail && e.Advisory:
		colour = yellow
	case e.Verdict != judge.Pass:
		colour = red
	}
	return "  " + paint(s.View, colour, word) + strings.Repeat(" ", width-2-len(word))
}
