package words

import (
	"math"
	"strconv"
	"strings"

	"wavetank/report/judge"
	"wavetank/report/measure"
)

// verdictWords stand before a rule.
var verdictWords = [...]string{judge.Pass: "ok", judge.Fail: "FAIL", judge.Skipped: "skip", judge.Inconclusive: "unsure", judge.Missed: "miss"}

// VerdictCounts counts the rules by what became of them, and those that are left out.
func VerdictCounts(es []judge.Expectation) string {
	here, left := RulesHere(es)
	n := judge.TallyVerdicts(here)
	var parts []string
	for v, noun := range [...]string{judge.Pass: "hold", judge.Fail: "broken", judge.Missed: "advisory missed", judge.Skipped: "skipped", judge.Inconclusive: "inconclusive"} {
		if n[v] > 0 {
			parts = append(parts, strconv.Itoa(n[v])+" "+noun)
		}
	}
	if left != "" {
		parts = append(parts, left)
	}
	return strings.Join(parts, ", ")
}

// RulesHere are the rules about strategies that take part, and a sentence that counts
// the others, if there are any.
func RulesHere(es []judge.Expectation) (here []judge.Expectation, left string) {
	for i := range es {
		if !es[i].Elsewhere() {
			here = append(here, es[i])
		}
	}
	if n := len(es) - len(here); n > 0 {
		left = measure.Plural(n, "rule") + " about strategies that are not here left out"
	}
	return here, left
}

// RuleTable lists rules under their count.
func RuleTable(es []judge.Expectation) *Table {
	t := &Table{Corner: VerdictCounts(es)}
	es, _ = RulesHere(es)
	rule, observed, remark := TableColumn{Head: "rule", Left: true, Code: true}, TableColumn{Head: "observed"}, TableColumn{Left: true}
	for i := range es {
		e := &es[i]
		t.Labels = append(t.Labels, RuleWord(e))
		rule.Add(e.Rule)
		observed.Add(RuleFigure(e))
		remark.Add(strings.TrimSpace(RuleRemark(e) + Gap + OnScreens(e.Rule)))
	}
	t.Cols = []TableColumn{rule, observed, remark}
	return t
}

// RuleWord stands before a rule.
func RuleWord(e *judge.Expectation) string {
	if e.Verdict == judge.Fail && e.Advisory {
		return verdictWords[judge.Missed]
	}
	return verdictWords[e.Verdict]
}

// RuleFigure is what was observed.
func RuleFigure(e *judge.Expectation) string {
	if math.IsNaN(e.Observed) {
		return measure.Missing
	}
	return measure.Format(e.Unit, e.Observed)
}

// RuleRemark is the interval of what was observed, and why the verdict is as it is.
func RuleRemark(e *judge.Expectation) string {
	var parts []string
	if e.Half > 0 {
		parts = append(parts, "±"+measure.FormatHalf(e.Unit, e.Observed, e.Half))
	}
	if e.Detail != "" {
		parts = append(parts, e.Detail)
	}
	if e.Advisory {
		parts = append(parts, "advisory")
	}
	return strings.Join(parts, Gap)
}
