package screen

import (
	"bytes"
	"io"
	"strconv"
	"strings"

	"wavetank/report/explain"
	"wavetank/report/measure"
	"wavetank/report/words"
)

// logLines is how many moves of breakers are listed where nobody asks for all.
const logLines = 24

// partLines is how many contributors are listed.
const partLines = 6

// WriteExplanation writes an explanation for a terminal: the run and the request, or the
// request alone. A wide view lists everything, however long.
func WriteExplanation(e *explain.Explanation, w io.Writer, v words.View, alone bool) error {
	if v.Width == 0 {
		v.Width = DefaultWidth
	}
	v.Width = max(v.Width, LeastWidth)
	t := &explainText{Explanation: e, Teller: words.ExplanationTeller(e), v: v}
	t.head()
	if !alone {
		t.slowest()
		t.wasted()
		t.log()
		if held := words.UnsentWords(e); held != "" {
			t.title("limits", held)
		}
	}
	t.request()
	var b bytes.Buffer
	for _, l := range t.out {
		b.WriteString(strings.TrimRight(l, " ") + "\n")
	}
	_, err := w.Write(b.Bytes())
	return err
}

// explainText is an explanation on its way to a terminal.
type explainText struct {
	*explain.Explanation
	*words.Teller
	v   words.View
	out []string
}

func (t *explainText) add(lines ...string) { t.out = append(t.out, lines...) }

// title begins a block: a word, and what it is about.
func (t *explainText) title(word, rest string) {
	if len(t.out) > 0 {
		t.add("")
	}
	lines := words.Wrap(rest, t.v.Width-words.Runes(word)-3)
	for i, l := range lines {
		if i == 0 {
			t.add(paint(t.v, bold, word) + "   " + l)
			continue
		}
		t.add(strings.Repeat(" ", words.Runes(word)+3) + l)
	}
}

func (t *explainText) head() {
	t.title(t.Scenario.Name, t.Strategy.Name+" under seed "+strconv.FormatUint(t.Seed, 10)+": "+words.Stories(&t.Scenario)[0])
}

// slowest lists what the slowest percent is made of.
func (t *explainText) slowest() {
	if t.Slow == 0 {
		return
	}
	when := ""
	if t.During {
		when = words.WhileIll(&t.Scenario)
	}
	t.title("p99 "+measure.FormatSeconds(t.P99)+when, measure.Plural(int(t.Slow), "request")+" took as long or longer, "+measure.FormatSeconds(t.Explanation.Seconds)+" in all")
	var rows [][]string
	for i := range t.Slowest {
		p := &t.Slowest[i]
		rows = append(rows, []string{measure.FormatPercentShort(p.Seconds / t.Explanation.Seconds), measure.FormatSeconds(p.Seconds), words.Counted(p.Calls, "call"),
			words.ProviderName(&t.Scenario, p.Provider), words.PartWords(t.Explanation, p)})
	}
	t.table(rows)
}

// wasted lists what the wasted calls are made of.
func (t *explainText) wasted() {
	sum, waited := 0.0, 0.0
	for i := range t.Wasted {
		sum, waited = sum+t.Wasted[i].Calls, waited+t.Wasted[i].Seconds
	}
	t.title("waste", measure.FormatCount(sum)+" wasted calls, "+measure.FormatSeconds(waited)+" of waiting")
	var rows [][]string
	for i := range t.Wasted {
		p := &t.Wasted[i]
		rows = append(rows, []string{measure.FormatPercentShort(p.Calls / sum), words.Counted(p.Calls, "call"), measure.FormatSeconds(p.Seconds), words.ProviderName(&t.Scenario, p.Provider),
			p.Label.String() + ": " + words.LabelWords[p.Label]})
	}
	t.table(rows)
}

// table aligns rows: figures right, words left; what is left out is counted.
func (t *explainText) table(rows [][]string) {
	shown := rows
	if !t.v.Wide && len(rows) > partLines {
		shown = rows[:partLines]
	}
	t.add(columnsOf(shown, 3, t.v.Width)...)
	if n := len(rows) - len(shown); n > 0 {
		t.add("  " + measure.Plural(n, "more kind") + " (-v lists all)")
	}
}

// columnsOf aligns rows; the first so many columns are figures, the last one are words,
// which go on below where they are too long for the width.
func columnsOf(rows [][]string, figures, width int) []string {
	var wide []int
	for _, r := range rows {
		for i, c := range r {
			if i == len(wide) {
				wide = append(wide, 0)
			}
			wide[i] = max(wide[i], words.Runes(c))
		}
	}
	var out []string
	for _, r := range rows {
		text, last := "", len(r)-1
		for i, c := range r[:last] {
			pad := strings.Repeat(" ", wide[i]-words.Runes(c))
			if i < figures {
				text += "  " + pad + c
			} else {
				text += "  " + c + pad
			}
		}
		for _, l := range words.Wrap(r[last], width-words.Runes(text)-2) {
			out = append(out, text+"  "+l)
			text = strings.Repeat(" ", words.Runes(text))
		}
	}
	return out
}

// log lists the moves of breakers, trips judged.
func (t *explainText) log() {
	if !t.Strategy.HasBreaker {
		t.title("breakers", "there are none: every call asks anew")
		return
	}
	trips := 0
	for i := range t.Moves {
		trips += measure.Truth(t.Moves[i].Trip != nil)
	}
	t.title("breakers", measure.Plural(len(t.Moves), "move")+", "+measure.Plural(trips, "trip")+" among them")
	shown := t.Moves
	if !t.v.Wide && len(shown) > logLines {
		shown = shown[:logLines]
	}
	var rows [][]string
	for i := range shown {
		m := &shown[i]
		rows = append(rows, []string{words.Moment(m.At), t.Scenario.Providers[m.Provider], m.From.String() + " > " + m.To.String(), words.MoveWords(t.Explanation, m)})
	}
	t.add(columnsOf(rows, 1, t.v.Width)...)
	if n := len(t.Moves) - len(shown); n > 0 {
		t.add("  " + measure.Plural(n, "more move") + " (-v lists all)")
	}
}
