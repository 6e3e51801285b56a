package report

import (
	"strconv"
	"strings"

	"wavetank/chain"
)

// request tells the story of the one request.
func (t *explainText) request() {
	t.title("request "+strconv.FormatInt(t.Number, 10), t.about(t.teller))
	rows := [][]string{}
	for i := range t.Steps {
		s := &t.Steps[i]
		rows = append(rows, []string{"+" + span3(s.At.Sub(t.Arrived)), t.Scenario.Providers[s.Provider], t.decision(s), t.beside(s)})
	}
	t.steps(rows)
	t.add("  " + strings.Repeat(" ", t.indent(rows)-2) + t.ending())
	if bar := t.timeline(); len(bar) > 0 {
		t.add("")
		t.add(bar...)
	}
	t.add("")
	t.add(t.labelled("cost", t.costs())...)
	t.add(t.labelled("ideal", t.bound())...)
}

// asks says what the request was and when it came.
func (t *teller) asks() string {
	out := t.Kind.String() + ", " + thousands(int64(t.TokensIn)) + " tokens in, " + thousands(int64(t.TokensOut)) + " out, at " + moment(t.Arrived)
	if t.Request.Deadline != chain.Never && t.Request.Deadline != 0 {
		out += ", deadline after " + span3(t.Request.Deadline.Sub(t.Arrived))
	}
	if !t.Counted {
		out += ", not counted: it came in the warm-up"
	}
	return out
}

// beside is what stands beside a step: the truth beside a decision, the label and
// the money beside an end.
func (t *teller) beside(s *Step) string {
	if s.Kind != StepEnd {
		return "it is " + t.reality(s)
	}
	out := t.Labels[s.Attempt].String()
	if c := t.Attempts[s.Attempt].Reply.Billed; c > 0 {
		out += ", " + dollars(float64(c)/1e9)
	}
	return out
}

// indent is the column at which the words of steps begin.
func (t *explainText) indent(rows [][]string) int {
	at, who := 0, 0
	for _, r := range rows {
		at, who = max(at, runes(r[0])), max(who, runes(r[1]))
	}
	return 2 + at + 2 + who + 2
}

// steps writes a line for each step, two where the words are long.
func (t *explainText) steps(rows [][]string) {
	at := 0
	for _, r := range rows {
		at = max(at, runes(r[0]))
	}
	indent := t.indent(rows)
	for _, r := range rows {
		lines := wrap(r[2], t.v.Width-indent)
		last := lines[len(lines)-1]
		if runes(last)+2+runes(r[3])+2 <= t.v.Width-indent {
			lines[len(lines)-1] = last + "  [" + r[3] + "]"
		} else {
			lines = append(lines, "["+r[3]+"]")
		}
		for i, l := range lines {
			before := strings.Repeat(" ", indent)
			if i == 0 {
				before = "  " + strings.Repeat(" ", at-runes(r[0])) + r[0] + "  " + r[1]
				before += strings.Repeat(" ", indent-runes(before))
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
func markOf(s Spent) rune {
	return [...]rune{OnAnswer: markAnswer, OnError: 'x', OnHang: '!', OnSlow: '~', OnWait: ' '}[s]
}

// timeline draws the attempts under each other, as wide as the screen allows.
func (t *explainText) timeline() []string {
	took := t.Took()
	if took <= 0 || len(t.Attempts) == 0 {
		return nil
	}
	names := 0
	for k := range t.Attempts {
		names = max(names, runes(t.Scenario.Providers[t.Attempts[k].Provider]))
	}
	wide := min(60, t.v.Width-2-names-2)
	if wide < 20 {
		return nil
	}
	end := span3(took)
	out := []string{strings.Repeat(" ", names+4) + "0" + strings.Repeat(" ", max(1, wide-1-runes(end))) + end}
	for k := range t.Attempts {
		x := &t.Attempts[k]
		from, to := min(t.column(x.Sent, wide), wide-1), t.column(x.End, wide)
		row := strings.Repeat(string(markIdle), from) + strings.Repeat(string(markOf(spentOn(&t.Request, x))), max(1, to-from))
		row += strings.Repeat(string(markIdle), max(0, wide-runes(row)))
		name := t.Scenario.Providers[x.Provider]
		out = append(out, "  "+name+strings.Repeat(" ", names-runes(name)+2)+row)
	}
	return append(out, strings.Repeat(" ", names+4)+"█ answer  x failure  ! hang  ~ slow, not waited for")
}

// column is where an instant lies on a timeline.
func (t *teller) column(at chain.Instant, wide int) int {
	return int(t.part(at)*float64(wide) + 0.5)
}

// part is how much of the request's time has passed at an instant, 0 to 1.
func (t *teller) part(at chain.Instant) float64 {
	if t.End <= t.Arrived {
		return 0
	}
	return min(1, float64(at-t.Arrived)/float64(t.End-t.Arrived))
}

// costs says what the request was billed.
func (t *teller) costs() string {
	all, useless := t.Cost()
	out := plural(len(t.Attempts), "call") + ", " + dollars(all)
	if useless > 0 {
		out += ", " + dollars(useless) + " of it for nothing"
	}
	return out
}

// labelled is a word and a sentence.
func (t *explainText) labelled(word, text string) []string {
	var out []string
	for i, l := range wrap(text, t.v.Width-8) {
		if i > 0 {
			word = ""
		}
		out = append(out, word+strings.Repeat(" ", max(1, 8-runes(word)))+l)
	}
	return out
}
