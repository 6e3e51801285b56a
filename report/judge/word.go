package judge

import "wavetank/sim/tune"

// Word is what a comparison or a search comes to: the first thing that people read.
type Word uint8

// The words.
const (
	WordNone   Word = iota // there is nothing to choose from, or nothing will do
	WordOnly               // there is nothing to compare with
	WordTie                // nothing that matters separates the first ones
	WordUnsure             // the runs do not show which of the first ones
	WordShip
	WordLead // the best so far, by runs that were not held out
	WordKeep // the setting in force: nothing is shown to beat it
)

// String returns the word as headlines and files have it.
func (w Word) String() string {
	return [...]string{"NONE", "ONLY", "TIE", "UNSURE", "SHIP", "LEAD", "KEEP"}[w]
}

// Decision is what to do with the winner of a search.
func (t *Tuning) Decision() Word {
	o := t.Outcome
	switch {
	case len(o.Front) == 0, !o.Feasible:
		return WordNone
	case t.Judged() == nil:
		return WordLead
	case len(t.Changes) == 0, !t.ships():
		return WordKeep
	case !o.Contest.Settled:
		return WordTie
	}
	return WordShip
}

// ships reports whether the winner is shown to be better than the setting in
// force: by the decision, or where objectives were asked for in one of them; or by
// a requirement that only it keeps.
func (t *Tuning) ships() bool {
	now := &t.Outcome.Held.Rivals[0]
	if lost, kept := len(t.Broken(now.Kept)), len(t.Broken(t.Outcome.Held.Kept)); t.Outcome.How == tune.Decided {
		return lost > kept || lost == kept && now.Choice == tune.Better
	}
	for _, s := range now.Sign {
		if s == tune.Better {
			return true
		}
	}
	return len(t.Broken(now.Kept)) > len(t.Broken(t.Outcome.Held.Kept))
}
