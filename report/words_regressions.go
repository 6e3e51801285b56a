package report

import (
	"strconv"
	"strings"
)

// changeWords stand before a figure.
var changeWords = [...]string{Unchanged: "~", Improved: "better", Regressed: "WORSE", Unclear: "open"}

// changesShown are the regressions that the reader must see, in their order.
func changesShown(r *Result) (out []*Regression) {
	for i := range r.Regressions {
		if r.Regressions[i].Change != Unchanged {
			out = append(out, &r.Regressions[i])
		}
	}
	return out
}

// changeCounts counts the figures by what became of them.
func changeCounts(r *Result) string {
	n := r.tallyChanges()
	var parts []string
	for _, c := range []Change{Regressed, Unclear, Improved, Unchanged} {
		if n[c] > 0 {
			parts = append(parts, strconv.Itoa(n[c])+" "+c.String())
		}
	}
	if len(parts) == 0 {
		return "nothing to compare"
	}
	return strings.Join(parts, ", ")
}

// changeTitle counts what changed against a baseline.
func changeTitle(r *Result) string {
	counts := changeCounts(r)
	if n := r.tallyChanges()[Unchanged]; n > 0 && n == len(r.Regressions) {
		counts = "none, " + counts
	}
	return "REGRESSIONS  against " + r.BaselineName + ": " + counts
}

// changeTable lists what changed against a baseline.
func changeTable(shown []*Regression) *table {
	t := &table{}
	figure, before, now, remark := tableColumn{head: "figure", left: true, code: true}, tableColumn{head: "before"}, tableColumn{head: "now"}, tableColumn{left: true}
	for _, c := range shown {
		t.labels = append(t.labels, changeWords[c.Change])
		figure.add(changeName(c))
		before.add(inUnit(changeUnit(c), c.Base.Mean))
		now.add(inUnit(changeUnit(c), c.Head.Mean))
		remark.add(changeRemark(c))
	}
	t.cols = []tableColumn{figure, before, now, remark}
	return t
}

// changeName is the figure as a rule would write it.
func changeName(g *Regression) string { return g.Strategy + "." + g.Metric }

func changeUnit(g *Regression) Unit { return unitOf(g.Metric) }

// changeRemark is the difference with its interval and how much is allowed, or what
// figures cannot say.
func changeRemark(g *Regression) string { return strings.Join(changeRemarks(g), gap) }

func changeRemarks(g *Regression) (out []string) {
	if g.Text != "" {
		out = append(out, g.Text)
	}
	if g.Diff.N == 0 {
		return out
	}
	text := signed(changeUnit(g), g.Diff.Mean)
	if half := g.Diff.Half(); half > 0 {
		text += " ±" + halfInUnit(changeUnit(g), g.Diff.Mean, half)
	}
	return append(out, text, "allowed "+inUnit(changeUnit(g), g.Tolerance))
}

// signed writes a difference with its sign.
func signed(u Unit, v float64) string {
	text := inUnit(u, v)
	if v > 0 {
		return "+" + text
	}
	return text
}
