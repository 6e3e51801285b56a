package report

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
