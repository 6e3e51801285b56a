package feeds

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"wavetank/report/judge"
	"wavetank/report/measure"
	"wavetank/report/words"
)

// finding is one judgement that continuous integration is told of: a rule, or a
// figure held against a baseline.
type finding struct {
	scenario string
	strategy string // that it is about; empty: of none by itself
	name     string // the rule as written, or the figure with its strategy
	metric   string // of a figure held against a baseline; empty: a rule
	state    judge.State
	word     string  // the verdict, as written in files
	text     string  // what was observed, in a line
	file     string  // where the cause is written; empty: nowhere
	line     int     // 0: unknown
	weight   float64 // how far off, by the limit or by what is borne
}

// findings lists the rules in the order of the file, then the regressions.
func findings(r *judge.Result) []finding {
	var out []finding
	for i := range r.Expectations {
		out = append(out, ruleFinding(r, &r.Expectations[i]))
	}
	for i := range r.Regressions {
		out = append(out, changeFinding(r, &r.Regressions[i]))
	}
	for i := range out {
		out[i].scenario = r.Scenario.Name
	}
	return out
}

func ruleFinding(r *judge.Result, e *judge.Expectation) finding {
	f := finding{state: judge.RuleState(e, r.FailOn), strategy: ruleSubject(r, e.Rule), name: e.Rule, word: e.Verdict.String(), text: observedText(words.RuleFigure(e), words.RuleRemark(e)),
		file: e.File, line: e.Line, weight: math.Abs(e.Observed-e.Limit) / max(math.Abs(e.Limit), 1e-9)}
	if e.Advisory && e.Verdict == judge.Fail && f.state == judge.Told {
		f.word = "missed"
	}
	return f
}

func changeFinding(r *judge.Result, g *judge.Regression) finding {
	f := finding{state: judge.ChangeState(g, r.FailOn), strategy: g.Strategy, name: words.ChangeName(g), metric: g.Metric, word: g.Change.String(), weight: math.Abs(g.Diff.Mean) / max(g.Tolerance, 1e-9),
		text: observedText(measure.Format(words.ChangeUnit(g), g.Base.Mean)+" -> "+measure.Format(words.ChangeUnit(g), g.Head.Mean), words.ChangeRemark(g))}
	f.file, f.line = whereWritten(r, g.Strategy)
	return f
}

// observedText joins what was seen with what is to be said about it.
func observedText(figure, remark string) string {
	if remark == "" {
		return figure
	}
	return figure + " (" + strings.ReplaceAll(remark, words.Gap, ", ") + ")"
}

// ruleSubject is the strategy that a rule speaks of first.
func ruleSubject(r *judge.Result, rule string) string {
	for _, word := range strings.FieldsFunc(rule, func(c rune) bool { return !isQuantity(c) }) {
		if name, _, ok := strings.Cut(word, "."); ok && name != "" && (name[0] < '0' || name[0] > '9' || r.Strategy(name) != nil) {
			return name
		}
	}
	return ""
}

// isQuantity reports whether a character may stand in a quantity.
func isQuantity(c rune) bool {
	return c == '.' || c == '-' || c == '_' || c == '/' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z'
}

// whereWritten is where a strategy stands, else the scenario's first line.
func whereWritten(r *judge.Result, strategy string) (file string, line int) {
	if s := r.Strategy(strategy); s != nil && s.Line > 0 {
		return s.File, s.Line
	}
	return r.Scenario.File, 1
}

// worst orders findings by what they do, then by how far they are off.
func worst(all []finding) []finding {
	out := slices.Clone(all)
	slices.SortStableFunc(out, func(a, b finding) int {
		return cmp.Or(cmp.Compare(b.state, a.state), cmp.Compare(weightOf(&b), weightOf(&a)))
	})
	return out
}

// weightOf orders what has no number, as a value that vanished, before the rest.
func weightOf(f *finding) float64 {
	if math.IsNaN(f.weight) {
		return math.Inf(1)
	}
	return f.weight
}
