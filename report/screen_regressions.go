package report

import (
	"strconv"
	"strings"
)

// regressionsShown is how many changes the screen lists when it is not wide.
const regressionsShown = 6

// regressions lists what changed against the baseline, the worst first, under a
// line that counts. What did not change is summed.
func (s *screen) regressions() []string {
	if s.Regressions == nil {
		return nil
	}
	unchanged := s.tallyChanges()[Unchanged]
	title := changeTitle(s.Result)
	if s.exit && len(s.Expectations) == 0 {
		title = spread(title, "exit "+strconv.Itoa(s.exitCode()), s.view.Width)
	}
	shown, hidden := changesShown(s.ranked.Result), 0
	if !s.wide && len(shown) > regressionsShown {
		shown, hidden = shown[:regressionsShown], len(shown)-regressionsShown
	}
	out := append(heading(title, s.view.Width), s.changeLines(shown)...)
	if hidden > 0 {
		out = append(out, "  "+strconv.Itoa(hidden)+" more (-v lists them)")
	}
	if unchanged > 0 {
		out = append(out, "  ~       "+plural(unchanged, "figure")+" within the tolerance")
	}
	return out
}

// heading is a title, broken where it is too long.
func heading(title string, width int) []string {
	if runes(title) > width {
		return wrap(title, width)
	}
	return []string{title}
}

// changeLines aligns what changed: the figure, before and after, by how much.
func (s *screen) changeLines(shown []*Regression) []string {
	var rows [][3]string
	name, before, now := 0, 0, 0
	for _, c := range shown {
		row := [3]string{changeName(c), inUnit(changeUnit(c), c.Base.Mean), inUnit(changeUnit(c), c.Head.Mean)}
		rows = append(rows, row)
		name, before, now = max(name, runes(row[0])), max(before, runes(row[1])), max(now, runes(row[2]))
	}
	var out []string
	for i, row := range rows {
		c := shown[i]
		word := changeWords[c.Change]
		left := "  " + word + strings.Repeat(" ", 8-runes(word)) + row[0] + strings.Repeat(" ", name-runes(row[0])) + "    " +
			strings.Repeat(" ", before-runes(row[1])) + row[1] + " -> " + strings.Repeat(" ", now-runes(row[2])) + row[2] + gap
		for i, part := range changeRemarks(c) { // as many as fit
			if i > 0 {
				part = gap + part
			}
			if runes(left)+runes(part) > s.view.Width {
				break
			}
			left += part
		}
		out = append(out, strings.Replace(left, word, paint(s.view, changeColours[c.Change], word), 1))
	}
	return out
}

var changeColours = [...]string{Unchanged: plain, Improved: green, Regressed: red, Unclear: yellow}
