package report

import (
	"math"
	"strings"
)

// headline is the first thing that a reader sees: a word, whom it is about, and
// clauses by weight, of which a narrow screen drops the last.
type headline struct {
	word, who string
	clauses   []string
}

// resultHeadline says what to ship, and the number that says so.
func resultHeadline(r *Result, k *Ranking) headline {
	h := headline{word: k.decision().String()}
	switch {
	case len(k.First) == 0:
		h.clauses = []string{"no strategy has finished a run"}
		return h
	case len(k.First) == 1:
		h.who, h.clauses = k.First[0].Name, winReasons(r, k)
		return h
	}
	h.who, h.clauses = k.First[0].Name+", "+k.First[1].Name, sharedFigures(r, k.First)
	if more := len(k.First) - 2; more > 0 {
		h.who += " +" + count(float64(more))
	}
	if len(r.Seeds) < 2 {
		h.clauses = []string{"one run separates nothing: repeat it with --seeds 20"}
	}
	return h
}

// winReasons are the clauses for a winner. Answers in time come first where the
// naive chain, which everybody has, gives fewer; else what decided does. Others
// follow to say what the decision did not cost.
func winReasons(r *Result, k *Ranking) []string {
	win, first := k.First[0], r.criteria()[0].metric
	naive := r.Strategy("naive")
	if naive == win || naive != nil && !outdoes(win, naive, first) {
		naive = nil
	}
	var lead, decided, rest []string
	for _, c := range r.criteria() {
		switch text := figureClause(r, c.metric, win); {
		case text == "":
		case c.metric == first && naive != nil:
			lead = append(lead, text+versusWords(r, first, win, naive))
		case c.metric == k.By || k.By == "":
			decided = append(decided, text+versusWords(r, c.metric, win, k.RunnerUp))
		case c.metric == first, c.metric == "silent_bad":
			rest = append(rest, text)
		}
	}
	return append(append(lead, decided...), rest...)
}

// versusWords names another strategy's value, in parentheses.
func versusWords(r *Result, metric string, win, other *Strategy) string {
	if other == nil {
		return ""
	}
	f := other.Figure(metric)
	if !f.Exists() {
		return ""
	}
	a, b := brief(metric, win.Figure(metric).Mean), brief(metric, f.Mean)
	if a == b {
		a, b = inUnit(unitOf(metric), win.Figure(metric).Mean), inUnit(unitOf(metric), f.Mean)
	}
	if a == b {
		return ""
	}
	return " (" + other.Name + ": " + b + ")"
}

// sharedFigures is what strategies have in common that nothing separates.
func sharedFigures(r *Result, first []*Strategy) []string {
	a, b := first[0], first[1]
	var out []string
	for _, c := range r.criteria() {
		x, y := a.Figure(c.metric), b.Figure(c.metric)
		if !x.Exists() || !y.Exists() {
			continue
		}
		text := figureClause(r, c.metric, a)
		if u, v := brief(c.metric, x.Mean), brief(c.metric, y.Mean); u != v {
			text = strings.Replace(text, u, u+" and "+v, 1)
		}
		out = append(out, text)
	}
	if len(out) > 0 {
		out[0] = "no difference that matters: " + out[0]
	}
	return out
}

// figureClause says one figure in words, empty where it has no value.
func figureClause(r *Result, metric string, s *Strategy) string {
	f := s.Figure(metric)
	if !f.Exists() {
		return ""
	}
	value := brief(metric, f.Mean)
	base, _, _ := strings.Cut(metric, ".")
	when := whileIll(&r.Scenario)
	switch base {
	case "slo_rate":
		return value + " answered in time" + when
	case "success_rate":
		return value + " answered" + when + " (no slo)"
	case "latency_p99":
		return "p99 " + value + when
	case "silent_bad":
		if f.Mean == 0 {
			return "no bad JSON delivered"
		}
		return value + " bad JSON delivered"
	}
	return value + " wasted calls"
}

// brief writes a metric's value for a sentence.
func brief(metric string, v float64) string {
	u := unitOf(metric)
	if u == Rate && !math.IsNaN(v) {
		return percentShort(v)
	}
	return inUnit(u, v)
}
