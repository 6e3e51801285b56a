package figure

import (
	"strings"

	"wavetank/report/judge"
	"wavetank/report/measure"
	"wavetank/report/words"
	"wavetank/sim/tune"
)

// axisWord is an axis' name for a label: the last two parts of its path, unless
// another axis ends alike.
func axisWord(t *judge.Tuning, axis int) string {
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
	return out
}

// labelSettings are the values of a finalist for a label, less those that another
// one has as well; of nobody: all.
func labelSettings(t *judge.Tuning, f, less *tune.Finalist) (out []string) {
	if f.Settings == nil {
		return nil
	}
	for i := range t.Axes {
		if less == nil || less.Settings == nil || f.Settings[i] != less.Settings[i] {
			out = append(out, axisWord(t, i)+" "+t.Label(f, i))
		}
	}
	return out
}

// Winner is the finalist that was chosen; nil where nobody was found.
func Winner(t *judge.Tuning) *tune.Finalist {
	if w := t.Outcome.Winner; w >= 0 && w < len(t.Outcome.Front) {
		return &t.Outcome.Front[w]
	}
	return nil
}

// bendShown is from how many degrees on a bend of the front has a name: chosen.
const bendShown = 15

// roles say why a reader might look at a point of the front.
func roles(t *judge.Tuning, i int) (out []string) {
	o := t.Outcome
	if i == o.Winner {
		out = append(out, winnerWord(t)+" "+words.FrontNumber(i))
	}
	if len(t.Front()) < 3 {
		return out
	}
	if i == o.Chord && o.How != tune.Only {
		out = append(out, "the knee")
	}
	if i == o.Utopia && o.How != tune.Only {
		out = append(out, "nearest to the best of each")
	}
	if i != o.Chord && o.Front[i].Bend >= bendShown {
		out = append(out, "bend of "+measure.Whole(o.Front[i].Bend)+"°")
	}
	for k := range t.Objectives {
		if best(t, k) == i {
			out = append(out, map[bool]string{false: "least ", true: "most "}[t.Above(k)]+words.ObjectiveShort(&t.Objectives[k]))
		}
	}
	if i != o.Winner && len(out) > 0 {
		out[0] = words.FrontNumber(i) + " " + out[0]
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

func winnerWord(t *judge.Tuning) string  { return winnerNames[words.TuningHeadline(t).Word][0] }
func winnerWords(t *judge.Tuning) string { return winnerNames[words.TuningHeadline(t).Word][1] }

// WinnerPhrase is what a legend calls the winner.
func WinnerPhrase(t *judge.Tuning) string { return winnerNames[words.TuningHeadline(t).Word][2] }

// best is the place of the front that is best in an objective; -1: none has a
// value.
func best(t *judge.Tuning, objective int) int {
	out, top := -1, 0.0
	for _, i := range t.Front() {
		v := t.Outcome.Front[i].Values[objective].Mean
		if !measure.Bad(v) && (out < 0 || t.Ahead(objective, v, top)) {
			out, top = i, v
		}
	}
	return out
}

// WithInterval writes an estimate, and the ends of its interval.
func WithInterval(u measure.Unit, e *tune.Estimate) string {
	if measure.Bad(e.Mean) || measure.Bad(e.Low) || measure.Bad(e.High) || !(e.Low < e.High) {
		return measure.Format(u, e.Mean)
	}
	return measure.Format(u, e.Mean) + " (" + measure.Format(u, e.Low) + " to " + measure.Format(u, e.High) + ")"
}

// axisTitle says what an axis measures, and which way is better.
func axisTitle(t *judge.Tuning, objective int) string {
	o := &t.Objectives[objective]
	way := "lower is better"
	if t.Above(objective) {
		way = "higher is better"
	}
	title := o.Name
	if len(t.Scenarios) > 1 {
		title += ", " + words.Overs[t.Over] + " of " + measure.Plural(len(t.Scenarios), "scenario")
	}
	return title + " (" + way + ")"
}

// listed joins words for one line.
func listed(text []string) string { return strings.Join(text, ", ") }
