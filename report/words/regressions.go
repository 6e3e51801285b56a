package words

import (
	"strconv"
	"strings"

	"wavetank/report/judge"
	"wavetank/report/measure"
)

// ChangeWords stand before a figure.
var ChangeWords = [...]string{judge.Unchanged: "~", judge.Improved: "better", judge.Regressed: "WORSE", judge.Unclear: "unsure"}

// ChangesShown are the regressions that the reader must see, in their order.
func ChangesShown(r *judge.Result) (out []*judge.Regression) {
	for i := range r.Regressions {
		if r.Regressions[i].Change != judge.Unchanged {
			out = append(out, &r.Regressions[i])
		}
	}
	return out
}

// ChangeCounts counts the figures by what became of them.
func ChangeCounts(r *judge.Result) string {
	n := r.TallyChanges()
	var parts []string
	for _, c := range []judge.Change{judge.Regressed, judge.Unclear, judge.Improved, judge.Unchanged} {
		if n[c] > 0 {
			parts = append(parts, strconv.Itoa(n[c])+" "+c.String())
		}
	}
	if len(parts) == 0 {
		return "nothing to compare"
	}
	return strings.Join(parts, ", ")
}

// ChangeTitle counts what changed against a baseline.
func ChangeTitle(r *judge.Result) string {
	counts := ChangeCounts(r)
	if n := r.TallyChanges()[judge.Unchanged]; n > 0 && n == len(r.Regressions) {
		counts = "none, " + counts
	}
	return "REGRESSIONS  against " + r.BaselineName + ": " + counts
}

// ChangeTable lists what changed against a baseline.
func ChangeTable(shown []*judge.Regression) *Table {
	t := &Table{}
	figure, before, now, remark := TableColumn{Head: "figure", Left: true, Code: true}, TableColumn{Head: "before"}, TableColumn{Head: "now"}, TableColumn{Left: true}
	for _, c := range shown {
		t.Labels = append(t.Labels, ChangeWords[c.Change])
		figure.Add(ChangeName(c))
		before.Add(measure.Format(ChangeUnit(c), c.Base.Mean))
		now.Add(measure.Format(ChangeUnit(c), c.Head.Mean))
		remark.Add(strings.TrimSpace(ChangeRemark(c) + Gap + OnScreens(ChangeName(c))))
	}
	t.Cols = []TableColumn{figure, before, now, remark}
	return t
}

// ChangeName is the figure as a rule would write it.
func ChangeName(g *judge.Regression) string { return g.Strategy + "." + g.Metric }

// ChangeUnit is what a regression is measured in.
func ChangeUnit(g *judge.Regression) measure.Unit { return measure.UnitOf(g.Metric) }

// ChangeRemark is the difference with its interval and how much is allowed, or what
// figures cannot say.
func ChangeRemark(g *judge.Regression) string { return strings.Join(ChangeRemarks(g), Gap) }

// ChangeRemarks are the parts of ChangeRemark, the most telling first.
func ChangeRemarks(g *judge.Regression) (out []string) {
	if g.Text != "" {
		out = append(out, g.Text)
	}
	if g.Diff.N == 0 {
		return out
	}
	return append(out, difference(ChangeUnit(g), &g.Diff), "allowed "+Points(ChangeUnit(g), measure.Format(ChangeUnit(g), g.Tolerance)))
}

// Failures says in a line each what fails the command, the worst first, and
// where nothing does, what is inconclusive and is to fail it.
func Failures(r *judge.Result) (out []string) {
	for i := range r.Expectations {
		if e := &r.Expectations[i]; e.Fails(r.FailOn) {
			out = append(out, "rule broken: "+e.Rule)
		}
	}
	for i := range r.Regressions {
		if g := &r.Regressions[i]; g.Change == judge.Regressed && r.FailOn.Has(judge.FailRegression) {
			out = append(out, "regression: "+changeSentence(g))
		}
	}
	if len(out) > 0 || !r.FailOn.Has(judge.FailInconclusive) {
		return out
	}
	for i := range r.Expectations {
		if e := &r.Expectations[i]; e.Open(r.FailOn) {
			out = append(out, "inconclusive: "+e.Rule+": "+e.Detail)
		}
	}
	for i := range r.Regressions {
		if g := &r.Regressions[i]; g.MayBeWorse() {
			out = append(out, "inconclusive: "+changeSentence(g))
		}
	}
	return out
}

// changeSentence is the figure, before and now.
func changeSentence(g *judge.Regression) string {
	return ChangeName(g) + " " + measure.Format(ChangeUnit(g), g.Base.Mean) + " -> " + measure.Format(ChangeUnit(g), g.Head.Mean) + Gap + ChangeRemark(g)
}
