package report

// Verdict is how a rule came out.
type Verdict uint8

// The verdicts.
const (
	Pass         Verdict = iota
	Fail                 // broken, or a value that it needs does not exist
	Skipped              // it speaks of a strategy that was not in the run
	Inconclusive         // the fault that it is about never occurred
)

// String returns the verdict as it is written in files.
func (v Verdict) String() string {
	return [...]string{"pass", "fail", "skipped", "inconclusive"}[v]
}

// Expectation is a rule and how it came out.
type Expectation struct {
	Rule     string  // as written
	Observed float64 // its left side; NaN: Text says why there is no number
	Unit     Unit    // of Observed and Limit
	Limit    float64 // its right side; NaN: none
	Half     float64 // half the interval of Observed where it is one figure, else NaN
	Text     string  // what stands in place of Observed: "no value"
	Verdict  Verdict
	Advisory bool      // a failure is told and fails nothing, unless asked to
	On       Statistic // what of Observed was held against the limit
	Detail   string    // why, in a sentence
	File     string
	Line     int // 0: unknown
}

// tallyVerdicts counts by verdict.
func tallyVerdicts(es []Expectation) (n [Inconclusive + 1]int) {
	for i := range es {
		n[es[i].Verdict]++
	}
	return n
}

// Broken reports whether a rule was found broken.
func (r *Result) Broken() bool { return tallyVerdicts(r.Expectations)[Fail] > 0 }

// exitCode is what the command ends with by the rules of a result.
func (r *Result) exitCode() int {
	switch {
	case r.Partial:
		return 130
	case r.Broken():
		return 1
	}
	return 0
}
