package words

import (
	"math"
	"slices"
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
	h := Headline{Word: k.Word.String()}
	switch {
	case len(k.First) == 0:
		h.Clauses = []string{"no strategy has finished a run"}
		return h
	case len(r.Seeds) < 2 && len(k.First) > 1:
		h.Clauses = []string{"one run separates nothing: repeat it with --seeds 60"}
	case k.Word == judge.WordNone:
		h.Clauses = append([]string{"each breaks a rule about itself; nearest: " + firstNames(k)}, winReasons(r, k)...)
		return h
	case len(k.First) == 1:
		h.Who, h.Clauses = k.First[0].Name, slices.Concat(winReasons(r, k), rareWords(&k.Choice.By.Diff), barredWords(k))
		return h
	default:
		h.Clauses = sharedFigures(r, k)
	}
	h.Who = firstNames(k)
	return h
}

// firstNames are the first two of those that nobody beats, and how many more there are.
func firstNames(k *judge.Ranking) string {
	who := k.First[0].Name
	if len(k.First) > 1 {
		who += ", " + k.First[1].Name
	}
	if more := len(k.First) - 2; more > 0 {
		who += " +" + measure.FormatCount(float64(more))
	}
	return who
}

// rareWords say where few runs carry the difference that decided: how many, and what
// share of runs may yet be like none of them.
func rareWords(d *measure.Summary) []string {
	if n := d.Carriers(); n == 0 || 2*n >= d.N {
		return nil
	}
	return []string{measure.FormatCount(float64(d.Carriers())) + " of " + measure.Plural(d.N, "run") + " carry the difference, and up to " +
		measure.FormatPercentShort(d.Unseen()) + " of runs may be like none of these"}
}

// barredWords say who is out for a broken rule.
func barredWords(k *judge.Ranking) []string {
	switch n := len(k.Barred); n {
	case 0:
		return nil
	case 1:
		return []string{k.Barred[0].Name + " breaks a rule about itself"}
	default:
		return []string{measure.FormatCount(float64(n)) + " others break rules about themselves"}
	}
}

// winReasons are the clauses for a winner. What decided comes first; but answers
// come before where the naive chain, which everybody has, gives fewer. Others
// follow to say what the decision did not cost.
func winReasons(r *judge.Result, k *judge.Ranking) []string {
	win, first := k.First[0], r.Criteria()[0].Metric
	naive := r.Strategy("naive")
	if naive == win || naive != nil && !judge.Outdoes(win, naive, first) {
		naive = nil
	}
	var lead, decided, rest []string
	for _, c := range r.Criteria() {
		switch {
		case c.Metric == first && naive != nil:
			lead = append(lead, figureAgainst(r, c.Metric, win, naive))
		case c.Metric == k.By || k.By == "" && len(decided) == 0:
			decided = append(decided, figureAgainst(r, c.Metric, win, k.RunnerUp))
		case c.Metric == first, c.Metric == "silent_bad":
			rest = append(rest, figureAgainst(r, c.Metric, win, nil))
		}
	}
	return slices.DeleteFunc(slices.Concat(lead, decided, rest), func(s string) bool { return s == "" })
}

// figureAgainst says a figure in words, and another strategy's in parentheses where
// it reads otherwise.
func figureAgainst(r *judge.Result, metric string, s, other *measure.Strategy) string {
	for _, m := range readings(metric) {
		text := FigureClause(r, m, s)
		if text == "" || other == nil {
			return text
		}
		x, y := s.Figure(m), other.Figure(m)
		if !y.Exists() {
			return text
		}
		a, b := brief(m, x.Mean), brief(m, y.Mean)
		if a == b {
			a, b = measure.Format(measure.UnitOf(m), x.Mean), measure.Format(measure.UnitOf(m), y.Mean)
		}
		if a != b {
			return text + " (" + other.Name + ": " + b + ")"
		}
	}
	return FigureClause(r, readings(metric)[0], s)
}

// FigureOf says what people read of a strategy's figure.
func FigureOf(r *judge.Result, metric string, s *measure.Strategy) string {
	return FigureClause(r, readings(metric)[0], s)
}

// readings are the figures by which people read a metric, the first that tells two
// strategies apart to be taken: where two answer as many in time, the one with an
// apdex above the other's answers more of the rest.
func readings(metric string) []string {
	base, phase, _ := strings.Cut(metric, ".")
	if base != "apdex" {
		return []string{metric}
	}
	if phase != "" {
		phase = "." + phase
	}
	return []string{"slo_rate" + phase, "success_rate" + phase}
}

// sharedFigures is what strategies have in common that the runs do not part, the
// criterion that they do not settle first.
func sharedFigures(r *judge.Result, k *judge.Ranking) []string {
	a, b := k.First[0], k.First[1]
	said := "no difference that matters: "
	var open, out []string
	for _, c := range r.Criteria() {
		m := readings(c.Metric)[0]
		x, y := a.Figure(m), b.Figure(m)
		text := FigureClause(r, m, a)
		if text == "" || !y.Exists() {
			continue
		}
		if u, v := brief(m, x.Mean), brief(m, y.Mean); u != v {
			text = strings.Replace(text, u, u+" and "+v, 1)
		}
		if k.Word == judge.WordUnsure && c.Metric == k.Open.Metric {
			open = append(open, text)
		} else {
			out = append(out, text)
		}
	}
	if k.Word == judge.WordUnsure {
		said = "not shown by " + measure.Plural(len(r.Seeds), "run") + ": "
	}
	if out = append(open, out...); len(out) > 0 {
		out[0] = said + out[0]
	}
	if d := measure.Paired(a, b, r.Criteria()[0].Metric); d.Method == measure.NoneSeen {
		out = append(out, "no run differs, of which up to "+measure.FormatPercentShort(d.Unseen())+" yet may")
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
	when := phaseOf(&r.Scenario, metric)
	switch base {
	case "slo_rate":
		return value + " answered in time" + when
	case "success_rate":
		if r.Scenario.SLO > 0 {
			return value + " answered, late or in time" + when
		}
		return value + " answered" + when + " (no slo)"
	case "latency_p99":
		return "p99 " + value + when
	case "cost_per_1k":
		if f.Mean == 0 {
			return "" // without prices
		}
		return value + " per 1,000 answers"
	case "silent_bad":
		if f.Mean == 0 {
			return "no bad JSON delivered"
		}
		return value + " bad JSON delivered"
	case "wasted_calls":
		return value + " wasted calls"
	}
	return metric + " " + value
}

// brief writes a metric's value for a sentence.
func brief(metric string, v float64) string {
	u := measure.UnitOf(metric)
	if u == measure.Rate && !math.IsNaN(v) {
		return measure.FormatPercentShort(v)
	}
	return measure.Format(u, v)
}
