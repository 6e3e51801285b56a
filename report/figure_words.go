package report

import (
	"strings"

	"wavetank/sim/tune"
)

// axisWord is an axis' name for a label: the last two parts of its path, unless
// another axis ends alike.
func (t *Tuning) axisWord(axis int) string {
	tail := func(name string) string {
		parts := strings.Split(name, ".")
		return strings.Join(parts[max(0, len(parts)-2):], ".")
	}
	out := tail(t.Axes[axis].Name)
	for i := range t.Axes {
		if i != axis && tail(t.Axes[i].Name) == out {
			out = t.Axes[axis].Name
		}
	}
	return plainLine(out)
}

// labelSettings are the values of a finalist for a label, less those that another
// one has as well; of nobody: all.
func (t *Tuning) labelSettings(f, less *tune.Finalist) (out []string) {
	if f.Settings == nil {
		return nil
	}
	for i := range t.Axes {
		if less == nil || less.Settings == nil || f.Settings[i] != less.Settings[i] {
			out = append(out, t.axisWord(i)+" "+plainLine(t.label(f, i)))
		}
	}
	return out
}

// winner is the finalist that was chosen; nil where nobody was found.
func (t *Tuning) winner() *tune.Finalist {
	if w := t.Outcome.Winner; w >= 0 && w < len(t.Outcome.Front) {
		return &t.Outcome.Front[w]
	}
	return nil
}

// bendShown is from how many degrees on a bend of the front has a name: chosen.
const bendShown = 15

// roles say why a reader might look at a point of the front.
func (t *Tuning) roles(i int) (out []string) {
	o := t.Outcome
	if i == o.Winner {
		out = append(out, t.winnerWord()+" "+frontNumber(i))
	}
	if len(t.front()) < 3 {
		return out
	}
	if i == o.Chord && o.How != tune.Only {
		out = append(out, "the knee")
	}
	if i == o.Utopia && o.How != tune.Only {
		out = append(out, "nearest to the best of each")
	}
	if i != o.Chord && o.Front[i].Bend >= bendShown {
		out = append(out, "bend of "+whole(o.Front[i].Bend)+"°")
	}
	for k := range t.Objectives {
		if t.best(k) == i {
			out = append(out, map[bool]string{false: "least ", true: "most "}[t.above(k)]+objectiveShort(&t.Objectives[k]))
		}
	}
	if i != o.Winner && len(out) > 0 {
		out[0] = frontNumber(i) + " " + out[0]
	}
	return out
}

// winnerNames are what the winner is called by the headline's word: in a label, in
// a legend, and in a sentence.
var winnerNames = map[string][3]string{
	"SHIP": {"SHIP", "the winner", "the winner"},
	"TIE":  {"TIE", "the winner, tied with others", "the winner"},
	"KEEP": {"best found:", "the best found, not shown to be better than the setting in force", "the search's best"},
	"LEAD": {"best so far:", "the best so far", "the winner"},
	"NONE": {"closest:", "the closest to the requirements", "the search's best"},
}

func (t *Tuning) winnerWord() string   { return winnerNames[tuningHeadline(t).word][0] }
func (t *Tuning) winnerWords() string  { return winnerNames[tuningHeadline(t).word][1] }
func (t *Tuning) winnerPhrase() string { return winnerNames[tuningHeadline(t).word][2] }

// best is the place of the front that is best in an objective; -1: none has a
// value.
func (t *Tuning) best(objective int) int {
	out, top := -1, 0.0
	for _, i := range t.front() {
		v := t.Outcome.Front[i].Values[objective].Mean
		if !bad(v) && (out < 0 || t.ahead(objective, v, top)) {
			out, top = i, v
		}
	}
	return out
}

// withInterval writes an estimate, and the ends of its interval.
func (u Unit) withInterval(e *tune.Estimate) string {
	if bad(e.Mean) || bad(e.Low) || bad(e.High) || !(e.Low < e.High) {
		return inUnit(u, e.Mean)
	}
	return inUnit(u, e.Mean) + " (" + inUnit(u, e.Low) + " to " + inUnit(u, e.High) + ")"
}

// axisTitle says what an axis measures, and which way is better.
func (t *Tuning) axisTitle(objective int) string {
	o := &t.Objectives[objective]
	way := "lower is better"
	if t.above(objective) {
		way = "higher is better"
	}
	title := plainLine(o.Name)
	if len(t.Scenarios) > 1 {
		title += ", " + overs[t.Over] + " of " + plural(len(t.Scenarios), "scenario")
	}
	return title + " (" + way + ")"
}

// listed joins words for one line.
func listed(words []string) string { return plainLine(strings.Join(words, ", ")) }
