package report

import (
	"bytes"
	"io"
	"strconv"
	"strings"
	"time"

	"wavetank/chain"
)

// logLines is how many moves of breakers are listed where nobody asks for all.
const logLines = 24

// partLines is how many contributors are listed.
const partLines = 6

// WriteText writes an explanation for a terminal: the run and the request, or the
// request alone. A wide view lists everything, however long.
func (e *Explanation) WriteText(w io.Writer, v View, alone bool) error {
	if v.Width == 0 {
		v.Width = defaultWidth
	}
	t := &explainText{Explanation: e, teller: e.teller(), v: v}
	t.head()
	if !alone {
		t.slowest()
		t.wasted()
		t.log()
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
	*Explanation
	*teller
	v   View
	out []string
}

func (t *explainText) add(lines ...string) { t.out = append(t.out, lines...) }

// title begins a block: a word, and what it is about.
func (t *explainText) title(word, rest string) {
	if len(t.out) > 0 {
		t.add("")
	}
	lines := wrap(rest, t.v.Width-runes(word)-3)
	for i, l := range lines {
		if i == 0 {
			t.add(paint(t.v, bold, word) + "   " + l)
			continue
		}
		t.add(strings.Repeat(" ", runes(word)+3) + l)
	}
}

func (t *explainText) head() {
	t.title(t.Scenario.Name, t.Strategy.Name+" under seed "+strconv.FormatUint(t.Seed, 10)+": "+stories(&t.Scenario)[0])
}

// slowest lists what the slowest percent is made of.
func (t *explainText) slowest() {
	if t.Slow == 0 {
		return
	}
	when := ""
	if t.During {
		when = whileIll(&t.Scenario)
	}
	t.title("p99 "+seconds(t.P99)+when, plural(int(t.Slow), "request")+" took as long or longer, "+seconds(t.Explanation.Seconds)+" in all")
	var rows [][]string
	for i := range t.Slowest {
		p := &t.Slowest[i]
		rows = append(rows, []string{percentShort(p.Seconds / t.Explanation.Seconds), seconds(p.Seconds), counted(p.Calls, "call"),
			providerName(&t.Scenario, p.Provider), partWords(t.Explanation, p)})
	}
	t.table(rows)
}

// partWords say what a contributor's time went to.
func partWords(e *Explanation, p *Part) string {
	if p.Spent == OnWait {
		return "waits before another call"
	}
	return spentWords[p.Spent] + ", " + labelWords[p.Label]
}

var spentWords = [...]string{OnAnswer: "answers", OnError: "failures", OnHang: "hangs", OnSlow: "answers not waited for", OnWait: "waits"}

// labelWords say what a label means.
var labelWords = [numLabels]string{
	Useful: "useful", Duplicate: "another call was faster", Late: "the caller had gone", Invalid: "they break the schema",
	FutileDiscovery: "a bad prompt is found out", FutileRepeat: "a bad prompt is sent on", Throttled: "over its limit",
	DoomedUndetected: "before anybody could know", DoomedKnown: "it had failed in that outage before",
	DoomedProbe: "tests of an ill provider", Unlucky: "everyday errors",
}

// wasted lists what the wasted calls are made of.
func (t *explainText) wasted() {
	sum, waited := 0.0, 0.0
	for i := range t.Wasted {
		sum, waited = sum+t.Wasted[i].Calls, waited+t.Wasted[i].Seconds
	}
	t.title("waste", count(sum)+" wasted calls, "+seconds(waited)+" of waiting")
	var rows [][]string
	for i := range t.Wasted {
		p := &t.Wasted[i]
		rows = append(rows, []string{percentShort(p.Calls / sum), counted(p.Calls, "call"), seconds(p.Seconds), providerName(&t.Scenario, p.Provider),
			p.Label.String() + ": " + labelWords[p.Label]})
	}
	t.table(rows)
}

// table aligns rows: figures right, words left; what is left out is counted.
func (t *explainText) table(rows [][]string) {
	shown := rows
	if !t.v.Wide && len(rows) > partLines {
		shown = rows[:partLines]
	}
	t.add(columnsOf(shown, 3)...)
	if n := len(rows) - len(shown); n > 0 {
		t.add("  " + plural(n, "more kind") + " (-v lists all)")
	}
}

// columnsOf aligns rows; the first so many columns are figures.
func columnsOf(rows [][]string, figures int) []string {
	var wide []int
	for _, r := range rows {
		for i, c := range r {
			if i == len(wide) {
				wide = append(wide, 0)
			}
			wide[i] = max(wide[i], runes(c))
		}
	}
	var out []string
	for _, r := range rows {
		text := ""
		for i, c := range r {
			pad := strings.Repeat(" ", wide[i]-runes(c))
			if i < figures {
				text += "  " + pad + c
			} else {
				text += "  " + c + pad
			}
		}
		out = append(out, text)
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
		trips += truth(t.Moves[i].Trip != nil)
	}
	t.title("breakers", plural(len(t.Moves), "move")+", "+plural(trips, "trip")+" among them")
	shown := t.Moves
	if !t.v.Wide && len(shown) > logLines {
		shown = shown[:logLines]
	}
	var rows [][]string
	for i := range shown {
		m := &shown[i]
		rows = append(rows, []string{moment(m.At), t.Scenario.Providers[m.Provider], m.From.String() + " > " + m.To.String(), moveWords(t.Explanation, m)})
	}
	t.add(columnsOf(rows, 1)...)
	if n := len(t.Moves) - len(shown); n > 0 {
		t.add("  " + plural(n, "more move") + " (-v lists all)")
	}
}

// moveWords judge a move of a breaker.
func moveWords(e *Explanation, m *BreakerMove) string {
	held := ""
	if m.Open > 0 {
		held = "for " + span3(m.Open)
	}
	switch {
	case m.Trip != nil:
		out := m.Trip.Label.String() + " trip"
		if m.Trip.Reason != "" {
			out += " (" + m.Trip.Reason + ")"
		}
		return out + ": " + plural(m.Counted, "failure") + " counted, badness " + scaled(m.Trip.Badness) + ", " + held
	case m.To == chain.Open:
		return "the probe failed, " + held
	case m.To == chain.HalfOpen:
		return "the cooldown is over"
	case m.Cleared:
		return "a success that came late cleared it"
	case m.From == chain.Open:
		return "the cooldown is over"
	}
	return "the probe succeeded"
}

// moment writes an instant of a run with tenths of seconds.
func moment(at chain.Instant) string {
	d := time.Duration(at)
	sign := ""
	if d < 0 {
		sign, d = "-", -d
	}
	tenths := int64(d/(100*time.Millisecond)) % 10
	return sign + clock(d.Truncate(time.Second)) + "." + string(rune('0'+tenths))
}
