package screen

import (
	"strconv"
	"strings"

	"wavetank/chain"
	"wavetank/report/measure"
	"wavetank/report/words"
)

// request tells the story of the one request.
func (t *explainText) request() {
	t.title("request "+strconv.FormatInt(t.Number, 10), words.About(t.Explanation, t.Teller))
	rows := [][]string{}
	for i := range t.Steps {
		s := &t.Steps[i]
		rows = append(rows, []string{"+" + words.Span3(s.At.Sub(t.Arrived)), t.Scenario.Providers[s.Provider], t.Decision(s), t.Beside(s)})
	}
	t.steps(rows)
	for _, l := range words.Wrap(t.Ending(), t.v.Width-t.indent(rows)) {
		t.add(strings.Repeat(" ", t.indent(rows)) + l)
	}
	if bar := t.timeline(); len(bar) > 0 {
		t.add("")
		t.add(bar...)
	}
	t.add("")
	t.add(t.labelled("cost", t.Costs())...)
	t.add(t.labelled("ideal", t.Bound())...)
}

// indent is the column at which the words of steps begin.
func (t *explainText) indent(rows [][]string) int {
	at, who := 0, 0
	for _, r := range rows {
		at, who = max(at, words.Runes(r[0])), max(who, words.Runes(r[1]))
	}
	return 2 + at + 2 + who + 2
}

// steps writes a line for each step, two where the words are long.
func (t *explainText) steps(rows [][]string) {
	at := 0
	for _, r := range rows {
		at = max(at, words.Runes(r[0]))
	}
	indent := t.indent(rows)
	for _, r := range rows {
		lines := words.Wrap(r[2], t.v.Width-indent)
		last := lines[len(lines)-1]
		if words.Runes(last)+2+words.Runes(r[3])+2 <= t.v.Width-indent {
			lines[len(lines)-1] = last + "  [" + r[3] + "]"
		} else {
			lines = append(lines, words.Wrap("["+r[3]+"]", t.v.Width-indent)...)
		}
		for i, l := range lines {
			before := strings.Repeat(" ", indent)
			if i == 0 {
				before = "  " + strings.Repeat(" ", at-words.Runes(r[0])) + r[0] + "  " + r[1]
				before += strings.Repeat(" ", indent-words.Runes(before))
			}
			t.add(before + l)
		}
	}
}

// The characters of a timeline.
const (
	markAnswer = '█'
	markIdle   = '·'
)

// markOf is how a timeline draws an attempt.
func markOf(s measure.Spent) rune {
	return [...]rune{measure.OnAnswer: markAnswer, measure.OnError: 'x', measure.OnHang: '!', measure.OnSlow: '~', measure.OnWait: ' '}[s]
}

// timeline draws the attempts under each other, as wide as the screen allows.
func (t *explainText) timeline() []string {
	took := t.Took()
	if took <= 0 || len(t.Attempts) == 0 {
		return nil
	}
	names := 0
	for k := range t.Attempts {
		names = max(names, words.Runes(t.Scenario.Providers[t.Attempts[k].Provider]))
	}
	wide := min(60, t.v.Width-2-names-2)
	if wide < 20 {
		return nil
	}
	end := words.Span3(took)
	out := []string{strings.Repeat(" ", names+4) + "0" + strings.Repeat(" ", max(1, wide-1-words.Runes(end))) + end}
	for k := range t.Attempts {
		x := &t.Attempts[k]
		from, to := min(column(t.Teller, x.Sent, wide), wide-1), column(t.Teller, x.End, wide)
		row := strings.Repeat(string(markIdle), from) + strings.Repeat(string(markOf(measure.SpentOn(&t.Request, x))), max(1, to-from))
		row += strings.Repeat(string(markIdle), max(0, wide-words.Runes(row)))
		name := t.Scenario.Providers[x.Provider]
		out = append(out, "  "+name+strings.Repeat(" ", names-words.Runes(name)+2)+row)
	}
	for _, l := range words.Lined([]string{"█ answer", "x failure", "! hang", "~ slow, not waited for"}, "  ", t.v.Width-names-4) {
		out = append(out, strings.Repeat(" ", names+4)+l)
	}
	return out
}

// column is where an instant lies on a timeline.
func column(t *words.Teller, at chain.Instant, wide int) int {
	return int(float64(t.Part(at)*float64(wide)) + 0.5)
}

// labelled is a word and a sentence.
func (t *explainText) labelled(word, text string) []string {
	var out []string
	for i, l := range words.Wrap(text, t.v.Width-8) {
		if i > 0 {
			word = ""
		}
		out = append(out, word+strings.Repeat(" ", max(1, 8-words.Runes(word)))+l)
	}
	return out
}
