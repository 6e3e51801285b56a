package report

import "wavetank/sim/tune"

// decision is what a comparison or a search comes to.
type decision uint8

const (
	decideNone decision = iota // there is nothing to choose from, or nothing will do
	decideOnly                 // there is nothing to compare with
	decideTie                  // nothing separates the first ones
	decideShip
	decideLead // the best so far, by runs that were not held out
	decideKeep // the setting in force: nothing is shown to beat it
)

// String returns the decision as headlines and files have it.
func (d decision) String() string {
	return [...]string{"NONE", "ONLY", "TIE", "SHIP", "LEAD", "KEEP"}[d]
}

// decision is what to do with the first of a ranking.
func (k *Ranking) decision() decision {
	switch {
	case len(k.First) == 0:
		return decideNone
	case len(k.First) > 1:
		return decideTie
	case k.By == "":
		return decideOnly
	}
	return decideShip
}

// decision is what to do with the winner of a search.
func (t *Tuning) decision() decision {
	o := t.Outcome
	switch {
	case len(o.Front) == 0, !o.Feasible:
		return decideNone
	case t.judged() == nil:
		return decideLead
	case len(t.Changes) == 0, !t.ships():
		return decideKeep
	case !o.Contest.Settled:
		return decideTie
	}
	return decideShip
}

// ships reports whether the winner is shown to be better than the setting in
// force: in an objective, or by a requirement that only it keeps.
func (t *Tuning) ships() bool {
	now := &t.Outcome.Held.Rivals[0]
	for _, s := range now.Sign {
		if s == tune.Better {
			return true
		}
	}
	return len(t.broken(now.Kept)) > len(t.broken(t.Outcome.Held.Kept))
}

// state is what a finding does to the command.
type state uint8

const (
	held   state = iota
	told         // neither holds nor fails: advisory, inconclusive, skipped
	failed       // fails the command
)

// ruleState is what a rule does to a command that fails on some findings.
func ruleState(e *Expectation, on FailOn) state {
	switch {
	case e.Verdict == Pass:
		return held
	case e.fails(on), e.Verdict == Inconclusive && on.Has(FailInconclusive) && (!e.Advisory || on.Has(FailAdvisory)):
		return failed
	}
	return told
}

// changeState is the same for a figure held against a baseline.
func changeState(g *Regression, on FailOn) state {
	switch {
	case g.Change == Regressed && on.Has(FailRegression), g.MayBeWorse() && on.Has(FailInconclusive):
		return failed
	case g.Change == Regressed || g.MayBeWorse():
		return told
	}
	return held
}
