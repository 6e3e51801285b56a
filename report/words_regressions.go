package report

import (
	"strconv"
	"strings"
)

// changeWords stand before a figure.
var changeWords = [...]string{Unchanged: "~", Improved: "better", Regressed: "WORSE", Unclear: "open"}

// changed are the regressions that the reader must see, in their order.
func (r *Result) changed() (out []*Regression) {
	for i := range r.Regressions {
		if r.Regressions[i].Change != Unchanged {
			out = append(out, &r.Regressions[i])
		}
	}
	return out
}

// changeCounts counts the figures by what became of them.
func (r *Result) changeCounts() string {
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
	counts := r.changeCounts()
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
		figure.add(c.name())
		before.add(c.unit().format(c.Base.Mean))
		now.add(c.unit().format(c.Head.Mean))
		remark.add(c.remark())
	}
	t.cols = []tableColumn{figure, before, now, remark}
	return t
}

// name is the figure as a rule would write it.
func (g *Regression) name() string { return g.Strategy + "." + g.Metric }

func (g *Regression) unit() Unit { return unitOf(g.Metric) }

// remark is the difference with its interval and how much is allowed, or what
// figures cannot say.
func (g *Regression) remark() string { return strings.Join(g.remarks(), gap) }

func (g *Regression) remarks() (out []string) {
	if g.Text != "" {
		out = append(out, g.Text)
	}
	if g.Diff.N == 0 {
		return out
	}
	text := signed(g.unit(), g.Diff.Mean)
	if half := g.Diff.Half(); half > 0 {
		text += " ±" + g.unit().half(g.Diff.Mean, half)
	}
	return append(out, text, "allowed "+g.unit().format(g.Tolerance))
}

// signed writes a difference with its sign.
func signed(u Unit, v float64) string {
	text := u.format(v)
	if v > 0 {
		return "+" + text
	}
	return text
}
