package judge

import "wavetank/sim/tune"

// decision is what a comparison or a search comes to.
type decision uint8

const (
	DecideNone decision = iota // there is nothing to choose from, or nothing will do
	decideOnly                 // there is nothing to compare with
	DecideTie                  // nothing separates the first ones
	decideShip
	DecideLead // the best so far, by runs that were not held out
	DecideKeep // the setting in force: nothing is shown to beat it
)

// String returns the decision as headlines and files have it.
func (d decision) String() string {
	return [...]string{"NONE", "ONLY", "TIE", "SHIP", "LEAD", "KEEP"}[d]
}

// Decision is what to do with the first of a ranking.
func (k *Ranking) Decision() decision {
	switch {
	case len(k.First) == 0:
		return DecideNone
	case len(k.First) > 1:
		return DecideTie
	case k.By == "":
		return decideOnly
	}
	return decideShip
}

// Decision is what to do with the winner of a search.
func (t *Tuning) Decision() decision {
	o := t.Outcome
	switch {
	case len(o.Front) == 0, !o.Feasible:
		return DecideNone
	case t.Judged() == nil:
		return DecideLead
	case len(t.Changes) == 0, !t.ships():
		return DecideKeep
	case !o.Contest.Settled:
		return DecideTie
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
	return len(t.Broken(now.Kept)) > len(t.Broken(t.Outcome.Held.Kept))
}

// State is what a finding does to the command.
type State uint8

// The states.
const (
	Held   State = iota // it is as it should be
	Told                // neither holds nor fails: advisory, inconclusive, skipped
	Failed              // fails the command
)

// RuleState is what a rule does to a command that fails on some findings.
func RuleState(e *Expectation, on FailOn) State {
	switch {
	case e.Verdict == Pass:
		return Held
	case e.Fails(on), e.Verdict == Inconclusive && on.Has(FailInconclusive) && (!e.Advisory || on.Has(FailAdvisory)):
		return Failed
	}
	return Told
}

// ChangeState is the same for a figure held against a baseline.
func ChangeState(g *Regression, on FailOn) State {
	switch {
	case g.Change == Regressed && on.Has(FailRegression), g.MayBeWorse() && on.Has(FailInconclusive):
		return Failed
	case g.Change == Regressed || g.MayBeWorse():
		return Told
	}
	return Held
}
