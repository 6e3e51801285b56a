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
		t.labels = append(t.labels, e.word())
		rule.add(e.Rule)
		observed.add(e.figure())
		remark.add(e.remark())
	}
	t.cols = []tableColumn{rule, observed, remark}
	return t
}

// word stands before a rule.
func (e *Expectation) word() string {
	if e.Verdict == Fail && e.Advisory {
		return verdictWords[missed]
	}
	return verdictWords[e.Verdict]
}

// figure is what was observed.
func (e *Expectation) figure() string {
	if math.IsNaN(e.Observed) {
		return missing
	}
	return e.Unit.format(e.Observed)
}

// remark is the interval of what was observed, and why the verdict is as it is.
func (e *Expectation) remark() string {
	var parts []string
	if e.Half > 0 {
		parts = append(parts, "±"+e.Unit.half(e.Observed, e.Half))
	}
	if e.Detail != "" {
		parts = append(parts, e.Detail)
	}
	if e.Advisory {
		parts = append(parts, "advisory")
	}
	return strings.Join(parts, gap)
}
