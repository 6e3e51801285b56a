package judge

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
