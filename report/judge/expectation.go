package judge

import (
	"strings"

	"wavetank/report/measure"
)

// Verdict is how a rule came out.
type Verdict uint8

// The verdicts.
const (
	Pass         Verdict = iota
	Fail                 // broken, or a value that it needs does not exist
	Skipped              // it speaks of a strategy or a baseline that is not there
	Inconclusive         // the fault that it is about never occurred, or one run has no interval
)

// String returns the verdict as it is written in files.
func (v Verdict) String() string {
	return [...]string{"pass", "fail", "skipped", "inconclusive"}[v]
}

// Expectation is a rule and how it came out.
type Expectation struct {
	Rule     string       // as written
	Why      string       // in a user's words; may be empty
	About    string       // the only strategy that its observed side speaks of; empty: several, or a baseline
	Observed float64      // its left side; NaN: Text says why there is no number
	Unit     measure.Unit // of Observed and Limit
	Limit    float64      // its right side; NaN: none
	Half     float64      // half the interval of Observed where it is one figure, else NaN
	Text     string       // what stands in place of Observed: "no value"
	Verdict  Verdict
	Advisory bool      // a failure is told and fails nothing, unless asked to
	On       Statistic // what of Observed was held against the limit
	Detail   string    // why, in a sentence
	File     string
	Line     int  // 0: unknown
	Near     bool // other seeds might judge otherwise: the interval of its margin holds none
}

// notHere ends the reason of a rule that speaks of a strategy that does not take part.
const notHere = " is not in this run"

// Elsewhere reports whether the rule speaks of a strategy that does not take part: what
// a library's scenario demands of its own, when another chain plays it.
func (e *Expectation) Elsewhere() bool {
	return e.Verdict == Skipped && strings.HasSuffix(e.Detail, notHere)
}

// Missed counts, beside the verdicts, advisory rules that were found broken.
const Missed = Inconclusive + 1

// TallyVerdicts counts by verdict. Of the broken ones, the advisory are missed.
func TallyVerdicts(es []Expectation) (n [Missed + 1]int) {
	for i := range es {
		v := es[i].Verdict
		if v == Fail && es[i].Advisory {
			v = Missed
		}
		n[v]++
	}
	return n
}
