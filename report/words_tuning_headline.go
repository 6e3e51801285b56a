package report

import (
	"strings"

	"wavetank/sim/tune"
)

// tuningHeadline says what to do: ship the winner, keep the setting in force, that the
// first ones tie, or that nobody will do.
func tuningHeadline(t *Tuning) headline {
	o, does := t.Outcome, t.decision()
	h := headline{word: does.String()}
	switch does {
	case decideNone:
		h.clauses = []string{"no setting has finished a run"}
		if len(o.Front) > 0 {
			h.clauses = unkeptWords(t)
		}
	case decideLead:
		why := "so far: nothing was held out"
		if o.Partial {
			why = "so far: the search was cut short, and nothing was held out"
		}
		h.who, h.clauses = winnerName(t), append([]string{why}, searchedFigures(t)...)
	case decideKeep:
		h.who, h.clauses = t.Strategy.Name, []string{"no setting was found that is better"}
		if len(t.Changes) > 0 {
			h.clauses = append([]string{"nothing found is shown to beat it " + heldOutWords(t), "the search's best, " + changedText(t)}, tuningGains(t)...)
		}
	case decideTie:
		h.who, h.clauses = winnerName(t), append([]string{tiedWords(t)}, tuningGains(t)...)
	default:
		h.who, h.clauses = winnerName(t), append(tuningGains(t), heldOutWords(t))
	}
	return h
}

// winnerName is the winner by what it changes.
func winnerName(t *Tuning) string {
	if len(t.Changes) == 0 {
		return t.Strategy.Name + " as it is"
	}
	return changedText(t)
}

// heldOutWords says by what the winner was judged.
func heldOutWords(t *Tuning) string {
	return "on " + plural(t.Outcome.Held.Replications, "held-out run")
}

// tuningGains are the winner's figures for those of the setting in force, on held-out
// replications: what gets better, what shows nothing, and what it costs.
func tuningGains(t *Tuning) []string {
	h := t.Outcome.Held
	now := &h.Rivals[0]
	var better, rest, worse []string
	for i := range t.Objectives {
		o := &t.Objectives[i]
		text := objectiveName(t, i) + " " + objectiveValue(o, &now.Values[i], false) + " -> " + objectiveValue(o, &h.Winner[i], false)
		switch now.Sign[i] {
		case tune.Unclear:
			if bad(now.Diff[i].Mean) {
				rest = append(rest, text)
				break
			}
			rest = append(rest, text+" ("+objectiveChange(o, &now.Diff[i])+", no difference shown)")
		case tune.Same:
			rest = append(rest, objectiveName(t, i)+" the same in every run")
		case tune.Better:
			better = append(better, text+" ("+objectiveChange(o, &now.Diff[i])+")")
		case tune.Behind:
			worse = append(worse, "but "+text+" ("+objectiveChange(o, &now.Diff[i])+")")
		}
	}
	if lost := t.broken(now.Kept); len(lost) > 0 {
		rest = append(rest, "where "+t.Strategy.Name+" breaks "+strings.Join(lost, " and "))
	}
	return append(append(better, rest...), worse...)
}

// searchedFigures are the figures of the search, where nothing was held out.
func searchedFigures(t *Tuning) (out []string) {
	f, now := &t.Outcome.Front[t.Outcome.Winner], &t.Outcome.Current
	for i := range t.Objectives {
		o := &t.Objectives[i]
		text := objectiveName(t, i) + " " + objectiveValue(o, &f.Values[i], true)
		if i < len(now.Values) {
			text += " (now " + objectiveValue(o, &now.Values[i], false) + ")"
		}
		out = append(out, text)
	}
	return out
}

// tiedWords says whom the contest could not tell from the winner.
func tiedWords(t *Tuning) string {
	c, win := &t.Outcome.Contest, &t.Outcome.Front[t.Outcome.Winner]
	var others []string
	for _, i := range c.Left {
		if i != t.Outcome.Winner {
			others = append(others, frontNumber(i)+" ("+apartText(t, &t.Outcome.Front[i], win)+")")
		}
	}
	if n := len(others); n > tiedNamed {
		others = append(others[:tiedNamed], plural(n-tiedNamed, "other"))
	}
	return plural(c.Replications, "run") + " do not tell it from " + strings.Join(others, " and ")
}

// tiedNamed is how many points a sentence names that tie with the winner.
const tiedNamed = 2

// unkeptWords says which requirement nobody keeps, and how near the best came.
func unkeptWords(t *Tuning) []string {
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
		out = append(out, text+where+": the best comes to "+inUnit(requirementUnit(text), b.Best)+" ("+combinationText(t, b.Point)+")")
	}
	return out
}
