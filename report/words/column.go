package words

import (
	"strings"

	"wavetank/report/judge"
	"wavetank/report/measure"
	"wavetank/sim/tune"
)

// Column is one column of a table of strategies.
type Column struct {
	head   string // one or two lines; empty: the word of Metric
	Metric string // whose mean it shows
	Phase  bool   // it speaks of the time while the faults acted
	since  bool   // it speaks of the time since the first fault
	Mark   bool   // the best and the equals of the best are marked
	Memory bool   // it exists only for strategies with a breaker
	drop   int    // narrow screens drop the highest first; 0 stays
	cell   func(r *judge.Result, s *measure.Strategy) string
}

// FigureColumns are those of the default table: the time of the faults first, since a
// figure of the whole run measures how long the healthy rest was.
func FigureColumns(r *judge.Result) []Column {
	var out []Column
	phase := len(r.Scenario.Timeline) > 0
	suffix := ""
	if phase {
		suffix = ".during"
	}
	if r.Scenario.SLO > 0 {
		out = append(out, Column{head: measure.WordOf("slo_rate") + "\n(<" + compact(measure.Span(r.Scenario.SLO)) + ")", Metric: "slo_rate" + suffix})
	} else {
		out = append(out, Column{Metric: "success_rate" + suffix})
	}
	out = append(out, Column{Metric: "latency_p50" + suffix}, Column{Metric: "latency_p99" + suffix})
	for i := range out {
		out[i].Phase, out[i].Mark = phase, true
	}
	if phase { // what the decision asks first
		out = append(out, Column{Metric: r.AnswerRate(), since: true, Mark: true, drop: 4})
	}
	out = append(out,
		Column{Metric: "wasted_calls", Mark: true},
		Column{Metric: "silent_bad", Mark: true},
		Column{head: measure.WordOf("trips") + "\n(false)", Metric: "trips", Memory: true, cell: trips},
		Column{Metric: "time_to_detect", Mark: true, drop: 2, cell: Noticed},
		Column{Metric: "time_to_recover", Mark: true, drop: 2, cell: Back},
		Column{Metric: "cost_per_1k", Mark: true, drop: 4})
	return usefulColumns(r, out)
}

// compact takes the blank out of a short duration: headers are narrow.
func compact(s string) string { return strings.Replace(s, " s", "s", 1) }

// usefulColumns leaves out columns in which nobody has a value, and the cost unless
// strategies differ in it.
func usefulColumns(r *judge.Result, all []Column) []Column {
	var out []Column
	for _, c := range all {
		if !r.Any(c.Metric) || c.Memory && !AnyBreaker(r) || c.Metric == "cost_per_1k" && !costsDiffer(r) {
			continue
		}
		out = append(out, c)
	}
	return out
}

// AnyBreaker reports whether some strategy has a breaker.
func AnyBreaker(r *judge.Result) bool {
	for i := range r.Strategies {
		if r.Strategies[i].HasBreaker {
			return true
		}
	}
	return false
}

// costShare is the spread of costs from which the cost is worth a column.
const costShare = 0.05

func costsDiffer(r *judge.Result) bool {
	least, most, seen := 0.0, 0.0, false
	for i := range r.Strategies {
		f := r.Strategies[i].Figure("cost_per_1k")
		if !f.Exists() || r.Strategies[i].Ideal {
			continue
		}
		if !seen {
			least, most, seen = f.Mean, f.Mean, true
		}
		least, most = min(least, f.Mean), max(most, f.Mean)
	}
	return most-least > costShare*least
}

// Text is a column's cell without its mark.
func (c *Column) Text(r *judge.Result, s *measure.Strategy) string {
	f := s.Figure(c.Metric)
	switch {
	case len(s.Runs) == 0, c.Memory && !s.HasBreaker:
		return measure.Missing
	case c.cell != nil:
		return c.cell(r, s)
	}
	return measure.Format(measure.UnitOf(c.Metric), f.Mean)
}

// trips counts trips, the false ones in parentheses.
func trips(_ *judge.Result, s *measure.Strategy) string {
	all, spurious := s.Figure("trips"), s.Figure("spurious_trips")
	return measure.Format(measure.Count, all.Mean) + " (" + measure.Format(measure.Count, spurious.Mean) + ")"
}

// Noticed is how long an outage went unnoticed: never, for a strategy that let
// all of them pass.
func Noticed(r *judge.Result, s *measure.Strategy) string {
	f := s.Figure("time_to_detect")
	if !f.Exists() && !s.Ideal && anySick(r) {
		return "never"
	}
	return Restricted(s, "time_to_detect")
}

// Back is how long a provider was held back after an outage.
func Back(_ *judge.Result, s *measure.Strategy) string { return Restricted(s, "time_to_recover") }

// Restricted is the mean of a time where it always ended, and else how often it
// never did: a mean would then say for how long somebody looked.
func Restricted(s *measure.Strategy, metric string) string {
	switch censored, of := s.Never(metric); {
	case censored == 0:
		return measure.Format(measure.UnitOf(metric), s.Figure(metric).Mean)
	case censored == of:
		return "never"
	default:
		return neverWords(censored, of)
	}
}

// WasNever reports whether some time of a metric never ended.
func WasNever(s *measure.Strategy, metric string) bool {
	censored, _ := s.Never(metric)
	return censored > 0
}

// RestrictedMean is Restricted, and what a mean over what was seen says, by its
// name.
func RestrictedMean(s *measure.Strategy, metric string) string {
	return Restricted(s, metric) + ", restricted mean " + measure.Format(measure.UnitOf(metric), s.Figure(metric).Mean)
}

// anySick reports whether some provider was ill in the first run, or whether some
// strategy met an outage.
func anySick(r *judge.Result) bool {
	for i := range r.Strategies {
		s := &r.Strategies[i]
		if f := s.Figure("time_to_detect"); f.Exists() {
			return true
		}
		if len(s.Runs) == 0 {
			continue
		}
		for k := range s.Runs[0].Strips {
			if s.Runs[0].Strips[k].Ill() {
				return true
			}
		}
	}
	return false
}

// Marks that stand behind a figure.
const (
	MarkBest  = "*"
	MarkEqual = "~"
	MarkNone  = " "
)

// answers tells whether a strategy answers anything where a latency is measured:
// who gives nothing but errors is not fast.
func answers(s *measure.Strategy, metric string) bool {
	if !strings.HasPrefix(metric, "latency_") {
		return true
	}
	_, phase, _ := strings.Cut(metric, ".")
	f := s.Figure(strings.TrimSuffix("success_rate."+phase, "."))
	return !f.Exists() || f.Mean > 0
}

// ColumnMarks finds the best of a column by paired differences: one star, or a tilde
// for each of those that nothing separates. A difference too small for the
// column's digits separates nobody. Who never noticed or never came back, be it
// once, is not the best. It is nil where nobody is shown to be worse.
func ColumnMarks(r *judge.Result, c *Column, rows []*measure.Strategy) []string {
	rank := judge.Criterion{Metric: c.Metric}
	var judged, ended []*measure.Strategy
	for _, s := range rows {
		if f := s.Figure(c.Metric); !c.Mark || s.Ideal || !f.Exists() || !answers(s, c.Metric) {
			continue
		}
		judged = append(judged, s)
		if never, _ := s.Never(c.Metric); never == 0 {
			ended = append(ended, s)
		}
	}
	best := rank.Best(ended)
	if best == nil {
		return nil
	}
	first := map[*measure.Strategy]bool{}
	equal, worse := true, false
	for _, s := range judged {
		if never, _ := s.Never(c.Metric); never > 0 {
			_, p, sooner := measure.LogRank(best.Spells(c.Metric), s.Spells(c.Metric))
			worse = worse || sooner && p <= 1-tune.Confidence
			continue
		}
		d := measure.Paired(s, best, c.Metric)
		if s == best || !d.Shown() || c.Text(r, s) == c.Text(r, best) {
			first[s] = true
			equal = equal && d.Low == 0 && d.High == 0
		}
	}
	if len(first) == len(ended) && !worse {
		return nil
	}
	out := make([]string, len(rows))
	for i, s := range rows {
		switch {
		case !first[s]:
			out[i] = MarkNone
		case len(first) == 1 || equal:
			out[i] = MarkBest
		default:
			out[i] = MarkEqual
		}
	}
	return out
}

// neverWords say how often something never came about.
func neverWords(never, of int) string {
	return "never in " + measure.FormatThousands(int64(never)) + " of " + measure.FormatThousands(int64(of))
}
