package words

import (
	"math"
	"strings"

	"wavetank/report/judge"
	"wavetank/report/measure"
)

// Headline is the first thing that a reader sees: a word, whom it is about, and
// clauses by weight, of which a narrow screen drops the last.
type Headline struct {
	Word, Who string
	Clauses   []string
}

// ResultHeadline says what to ship, and the number that says so.
func ResultHeadline(r *judge.Result, k *judge.Ranking) Headline {
	h := Headline{Word: k.Decision().String()}
	switch {
	case len(k.First) == 0:
		h.Clauses = []string{"no strategy has finished a run"}
		return h
	case len(k.First) == 1:
		h.Who, h.Clauses = k.First[0].Name, winReasons(r, k)
		return h
	}
	h.Who, h.Clauses = k.First[0].Name+", "+k.First[1].Name, sharedFigures(r, k.First)
	if more := len(k.First) - 2; more > 0 {
		h.Who += " +" + measure.FormatCount(float64(more))
	}
	if len(r.Seeds) < 2 {
		h.Clauses = []string{"one run separates nothing: repeat it with --seeds 20"}
	}
	return h
}

// winReasons are the clauses for a winner. Answers in time come first where the
// naive chain, which everybody has, gives fewer; else what decided does. Others
// follow to say what the decision did not cost.
func winReasons(r *judge.Result, k *judge.Ranking) []string {
	win, first := k.First[0], r.Criteria()[0].Metric
	naive := r.Strategy("naive")
	if naive == win || naive != nil && !judge.Outdoes(win, naive, first) {
		naive = nil
	}
	var lead, decided, rest []string
	for _, c := range r.Criteria() {
		switch text := FigureClause(r, c.Metric, win); {
		case text == "":
		case c.Metric == first && naive != nil:
			lead = append(lead, text+versusWords(r, first, win, naive))
		case c.Metric == k.By || k.By == "":
			decided = append(decided, text+versusWords(r, c.Metric, win, k.RunnerUp))
		case c.Metric == first, c.Metric == "silent_bad":
			rest = append(rest, text)
		}
	}
	return append(append(lead, decided...), rest...)
}

// versusWords names another strategy's value, in parentheses.
func versusWords(r *judge.Result, metric string, win, other *measure.Strategy) string {
	if other == nil {
		return ""
	}
	f := other.Figure(metric)
	if !f.Exists() {
		return ""
	}
	a, b := brief(metric, win.Figure(metric).Mean), brief(metric, f.Mean)
	if a == b {
		a, b = measure.Format(measure.UnitOf(metric), win.Figure(metric).Mean), measure.Format(measure.UnitOf(metric), f.Mean)
	}
	if a == b {
		return ""
	}
	return " (" + other.Name + ": " + b + ")"
}

// sharedFigures is what strategies have in common that nothing separates.
func sharedFigures(r *judge.Result, first []*measure.Strategy) []string {
	a, b := first[0], first[1]
	var out []string
	for _, c := range r.Criteria() {
		x, y := a.Figure(c.Metric), b.Figure(c.Metric)
		if !x.Exists() || !y.Exists() {
			continue
		}
		text := FigureClause(r, c.Metric, a)
		if u, v := brief(c.Metric, x.Mean), brief(c.Metric, y.Mean); u != v {
			text = strings.Replace(text, u, u+" and "+v, 1)
		}
		out = append(out, text)
	}
	if len(out) > 0 {
		out[0] = "no difference that matters: " + out[0]
	}
	return out
}

// FigureClause says one figure in words, empty where it has no value.
func FigureClause(r *judge.Result, metric string, s *measure.Strategy) string {
	f := s.Figure(metric)
	if !f.Exists() {
		return ""
	}
	value := brief(metric, f.Mean)
	base, _, _ := strings.Cut(metric, ".")
	when := WhileIll(&r.Scenario)
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
	u := measure.UnitOf(metric)
	if u == measure.Rate && !math.IsNaN(v) {
		return measure.FormatPercentShort(v)
	}
	return measure.Format(u, v)
}
