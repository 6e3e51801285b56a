package report

import (
	"strings"

	"wavetank/sim/tune"
)

// headline says what to do: ship the winner, keep the setting in force, that the
// first ones tie, or that nobody will do.
func (t *Tuning) headline() headline {
	o, does := t.Outcome, t.decision()
	h := headline{word: does.String()}
	switch does {
	case decideNone:
		h.clauses = []string{"no setting has finished a run"}
		if len(o.Front) > 0 {
			h.clauses = t.unkept()
		}
	case decideLead:
		why := "so far: nothing was held out"
		if o.Partial {
			why = "so far: the search was cut short, and nothing was held out"
		}
		h.who, h.clauses = t.who(), append([]string{why}, t.searched()...)
	case decideKeep:
		h.who, h.clauses = t.Strategy.Name, []string{"no setting was found that is better"}
		if len(t.Changes) > 0 {
			h.clauses = append([]string{"nothing found is shown to beat it " + t.fresh(), "the search's best, " + t.changed()}, t.gains()...)
		}
	case decideTie:
		h.who, h.clauses = t.who(), append([]string{t.tied()}, t.gains()...)
	default:
		h.who, h.clauses = t.who(), append(t.gains(), t.fresh())
	}
	return h
}

// who is the winner by what it changes.
func (t *Tuning) who() string {
	if len(t.Changes) == 0 {
		return t.Strategy.Name + " as it is"
	}
	return t.changed()
}

// fresh says by what the winner was judged.
func (t *Tuning) fresh() string {
	return "on " + plural(t.Outcome.Held.Replications, "held-out run")
}

// gains are the winner's figures for those of the setting in force, on held-out
// replications: what gets better, what shows nothing, and what it costs.
func (t *Tuning) gains() []string {
	h := t.Outcome.Held
	now := &h.Rivals[0]
	var better, rest, worse []string
	for i := range t.Objectives {
		o := &t.Objectives[i]
		text := t.short(i) + " " + o.value(&now.Values[i], false) + " -> " + o.value(&h.Winner[i], false)
		switch now.Sign[i] {
		case tune.Unclear:
			if bad(now.Diff[i].Mean) {
				rest = append(rest, text)
				break
			}
			rest = append(rest, text+" ("+o.change(&now.Diff[i])+", no difference shown)")
		case tune.Same:
			rest = append(rest, t.short(i)+" the same in every run")
		case tune.Better:
			better = append(better, text+" ("+o.change(&now.Diff[i])+")")
		case tune.Behind:
			worse = append(worse, "but "+text+" ("+o.change(&now.Diff[i])+")")
		}
	}
	if lost := t.broken(now.Kept); len(lost) > 0 {
		rest = append(rest, "where "+t.Strategy.Name+" breaks "+strings.Join(lost, " and "))
	}
	return append(append(better, rest...), worse...)
}

// searched are the figures of the search, where nothing was held out.
func (t *Tuning) searched() (out []string) {
	f, now := &t.Outcome.Front[t.Outcome.Winner], &t.Outcome.Current
	for i := range t.Objectives {
		o := &t.Objectives[i]
		text := t.short(i) + " " + o.value(&f.Values[i], true)
		if i < len(now.Values) {
			text += " (now " + o.value(&now.Values[i], false) + ")"
		}
		out = append(out, text)
	}
	return out
}

// tied says whom the contest could not tell from the winner.
func (t *Tuning) tied() string {
	c, win := &t.Outcome.Contest, &t.Outcome.Front[t.Outcome.Winner]
	var others []string
	for _, i := range c.Left {
		if i != t.Outcome.Winner {
			others = append(others, frontNumber(i)+" ("+t.apart(&t.Outcome.Front[i], win)+")")
		}
	}
	if n := len(others); n > tiedNamed {
		others = append(others[:tiedNamed], plural(n-tiedNamed, "other"))
	}
	return plural(c.Replications, "run") + " do not tell it from " + strings.Join(others, " and ")
}

// tiedNamed is how many points a sentence names that tie with the winner.
const tiedNamed = 2

// unkept says which requirement nobody keeps, and how near the best came.
func (t *Tuning) unkept() []string {
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
		out = append(out, text+where+": the best comes to "+requirementUnit(text).format(b.Best)+" ("+t.combination(b.Point)+")")
	}
	return out
}
