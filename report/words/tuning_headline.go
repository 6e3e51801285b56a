package words

import (
	"strings"

	"wavetank/report/judge"
	"wavetank/report/measure"
	"wavetank/sim/tune"
)

// TuningHeadline says what to do: ship the winner, keep the setting in force, that the
// first ones tie, or that nobody will do.
func TuningHeadline(t *judge.Tuning) Headline {
	o, does := t.Outcome, t.Decision()
	h := Headline{Word: does.String()}
	switch does {
	case judge.WordNone:
		h.Clauses = []string{"no setting has finished a run"}
		if len(o.Front) > 0 {
			h.Clauses = unkeptWords(t)
		}
	case judge.WordLead:
		why := "so far: nothing was held out"
		if o.Partial {
			why = "so far: the search was cut short, and nothing was held out"
		}
		h.Who, h.Clauses = winnerName(t), append([]string{why}, searchedFigures(t)...)
	case judge.WordKeep:
		h.Who, h.Clauses = t.Strategy.Name, []string{"no setting was found that is better"}
		if len(t.Changes) > 0 {
			h.Clauses = append([]string{"nothing found is shown to beat it " + heldOutWords(t), "the search's best, " + changedText(t)}, tuningGains(t)...)
		}
	case judge.WordTie:
		h.Who, h.Clauses = winnerName(t), append([]string{tiedWords(t)}, tuningGains(t)...)
	default:
		h.Who, h.Clauses = winnerName(t), append(tuningGains(t), heldOutWords(t))
	}
	return h
}

// winnerName is the winner by what it changes.
func winnerName(t *judge.Tuning) string {
	if len(t.Changes) == 0 {
		return t.Strategy.Name + " as it is"
	}
	return changedText(t)
}

// heldOutWords says by what the winner was judged.
func heldOutWords(t *judge.Tuning) string {
	return "on " + measure.Plural(t.Outcome.Held.Replications, "held-out run")
}

// tuningGains are the winner's figures for those of the setting in force, on held-out
// replications: what gets better, what shows nothing, and what it costs.
func tuningGains(t *judge.Tuning) []string {
	h := t.Outcome.Held
	now := &h.Rivals[0]
	var better, rest, worse []string
	for i := range t.Objectives {
		o := &t.Objectives[i]
		text := ObjectiveName(t, i) + " " + ObjectiveValue(o, &now.Values[i], false) + " -> " + ObjectiveValue(o, &h.Winner[i], false)
		switch now.Sign[i] {
		case tune.Unclear:
			if measure.Bad(now.Diff[i].Mean) {
				rest = append(rest, text)
				break
			}
			rest = append(rest, text+" ("+ObjectiveChange(o, &now.Diff[i])+", no difference shown)")
		case tune.Same:
			rest = append(rest, ObjectiveName(t, i)+" the same in every run")
		case tune.Better:
			better = append(better, text+" ("+ObjectiveChange(o, &now.Diff[i])+")")
		case tune.Behind:
			worse = append(worse, "but "+text+" ("+ObjectiveChange(o, &now.Diff[i])+")")
		}
	}
	if lost := t.Broken(now.Kept); len(lost) > 0 {
		rest = append(rest, "where "+t.Strategy.Name+" breaks "+strings.Join(lost, " and "))
	}
	return append(append(better, rest...), worse...)
}

// searchedFigures are the figures of the search, where nothing was held out.
func searchedFigures(t *judge.Tuning) (out []string) {
	f, now := &t.Outcome.Front[t.Outcome.Winner], &t.Outcome.Current
	for i := range t.Objectives {
		o := &t.Objectives[i]
		text := ObjectiveName(t, i) + " " + ObjectiveValue(o, &f.Values[i], true)
		if i < len(now.Values) {
			text += " (now " + ObjectiveValue(o, &now.Values[i], false) + ")"
		}
		out = append(out, text)
	}
	return out
}

// tiedWords says whom the contest could not tell from the winner.
func tiedWords(t *judge.Tuning) string {
	c, win := &t.Outcome.Contest, &t.Outcome.Front[t.Outcome.Winner]
	var others []string
	for _, i := range c.Left {
		if i != t.Outcome.Winner {
			others = append(others, FrontNumber(i)+" ("+apartText(t, &t.Outcome.Front[i], win)+")")
		}
	}
	if n := len(others); n > tiedNamed {
		others = append(others[:tiedNamed], measure.Plural(n-tiedNamed, "other"))
	}
	return measure.Plural(c.Replications, "run") + " do not tell it from " + strings.Join(others, " and ")
}

// tiedNamed is how many points a sentence names that tie with the winner.
const tiedNamed = 2

// unkeptWords says which requirement nobody keeps, and how near the best came.
func unkeptWords(t *judge.Tuning) []string {
	out := []string{"no setting keeps every requirement"}
	if len(t.Outcome.Broken) == 0 {
		return append(out, "though some keeps each of them")
	}
	for i := range t.Outcome.Broken {
		b := &t.Outcome.Broken[i]
		if b.Requirement >= len(t.Require) {
			continue
		}
		text := t.Require[b.Requirement]
		where := ""
		if len(t.Scenarios) > 1 && b.Member < len(t.Scenarios) && !strings.Contains(text, "/") { // else it says so itself
			where = " in " + t.Scenarios[b.Member].Name
		}
		out = append(out, text+where+": the best comes to "+measure.Format(RequirementUnit(text), b.Best)+" ("+combinationText(t, b.Point)+")")
	}
	return out
}
