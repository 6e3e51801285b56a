package screen

import (
	"strconv"
	"strings"

	"wavetank/report/judge"
	"wavetank/report/measure"
	"wavetank/report/words"
)

// regressionsShown is how many changes the screen lists when it is not wide.
const regressionsShown = 6

// regressions lists what changed against the baseline, the worst first, under a
// line that counts. What did not change is summed.
func (s *Screen) regressions() []string {
	if s.Regressions == nil {
		return nil
	}
	unchanged := s.TallyChanges()[judge.Unchanged]
	title := words.ChangeTitle(s.Result)
	if s.exit && len(s.Expectations) == 0 {
		title = words.Spread(title, "exit "+strconv.Itoa(s.ExitCode()), s.View.Width)
	}
	shown, hidden := words.ChangesShown(s.Ranked.Result), 0
	if !s.Wide && len(shown) > regressionsShown {
		shown, hidden = shown[:regressionsShown], len(shown)-regressionsShown
	}
	out := append(heading(title, s.View.Width), s.changeLines(shown)...)
	if hidden > 0 {
		out = append(out, "  "+strconv.Itoa(hidden)+" more (-v lists them)")
	}
	if unchanged > 0 {
		out = append(out, "  ~       "+measure.Plural(unchanged, "figure")+" within the tolerance")
	}
	return out
}

// heading is a title, broken where it is too long.
func heading(title string, width int) []string {
	if words.Runes(title) > width {
		return words.Wrap(title, width)
	}
	return []string{title}
}

// changeLines aligns what changed: the figure, before and after, by how much.
func (s *Screen) changeLines(shown []*judge.Regression) []string {
	var rows [][3]string
	name, before, now := 0, 0, 0
	for _, c := range shown {
		row := [3]string{words.ChangeName(c), measure.Format(words.ChangeUnit(c), c.Base.Mean), measure.Format(words.ChangeUnit(c), c.Head.Mean)}
		rows = append(rows, row)
		name, before, now = max(name, words.Runes(row[0])), max(before, words.Runes(row[1])), max(now, words.Runes(row[2]))
	}
	var out []string
	for i, row := range rows {
		c := shown[i]
		word := words.ChangeWords[c.Change]
		left := "  " + word + strings.Repeat(" ", 8-words.Runes(word)) + row[0] + strings.Repeat(" ", name-words.Runes(row[0])) + "    " +
			strings.Repeat(" ", before-words.Runes(row[1])) + row[1] + " -> " + strings.Repeat(" ", now-words.Runes(row[2])) + row[2] + words.Gap
		for i, part := range append(words.ChangeRemarks(c), words.OnScreens(row[0])) { // as many as fit
			if i > 0 && part != "" {
				part = words.Gap + part
			}
			if words.Runes(left)+words.Runes(part) > s.View.Width {
				break
			}
			left += part
		}
		out = append(out, strings.Replace(left, word, paint(s.View, changeColours[c.Change], word), 1))
	}
	return out
}

var changeColours = [...]string{judge.Unchanged: plain, judge.Improved: green, judge.Regressed: red, judge.Unclear: yellow}
