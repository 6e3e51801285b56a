package report

import (
	"math"
	"strconv"
	"strings"
)

// verdictWords stand before a rule.
var verdictWords = [...]string{Pass: "ok", Fail: "FAIL", Skipped: "skip", Inconclusive: "open", missed: "miss"}

// verdictCounts counts the rules by what became of them.
func verdictCounts(es []Expectation) string {
	n := tallyVerdicts(es)
	var parts []string
	for v, noun := range [...]string{Pass: "hold", Fail: "broken", missed: "advisory missed", Skipped: "skipped", Inconclusive: "inconclusive"} {
		if n[v] > 0 {
			parts = append(parts, strconv.Itoa(n[v])+" "+noun)
		}
	}
	return strings.Join(parts, ", ")
}

// ruleTable lists rules under their count.
func ruleTable(es []Expectation) *table {
	t := &table{corner: verdictCounts(es)}
	rule, observed, remark := tableColumn{head: "rule", left: true, code: true}, tableColumn{head: "observed"}, tableColumn{left: true}
	for i := range es {
		e := &es[i]
		t.labels = append(t.labels, ruleWord(e))
		rule.add(e.Rule)
		observed.add(ruleFigure(e))
		remark.add(ruleRemark(e))
	}
	t.cols = []tableColumn{rule, observed, remark}
	return t
}

// ruleWord stands before a rule.
func ruleWord(e *Expectation) string {
	if e.Verdict == Fail && e.Advisory {
		return verdictWords[missed]
	}
	return verdictWords[e.Verdict]
}

// ruleFigure is what was observed.
func ruleFigure(e *Expectation) string {
	if math.IsNaN(e.Observed) {
		return missing
	}
	return inUnit(e.Unit, e.Observed)
}

// ruleRemark is the interval of what was observed, and why the verdict is as it is.
func ruleRemark(e *Expectation) string {
	var parts []string
	if e.Half > 0 {
		parts = append(parts, "±"+halfInUnit(e.Unit, e.Observed, e.Half))
	}
	if e.Detail != "" {
		parts = append(parts, e.Detail)
	}
	if e.Advisory {
		parts = append(parts, "advisory")
	}
	return strings.Join(parts, gap)
}
