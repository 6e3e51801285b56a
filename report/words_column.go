package report

import "strings"

// column is one column of a table of strategies.
type column struct {
	head   string // one or two lines
	metric string // whose mean it shows
	phase  bool   // it speaks of the time while the faults acted
	mark   bool   // the best and the equals of the best are marked
	memory bool   // it exists only for strategies with a breaker
	drop   int    // narrow screens drop the highest first; 0 stays
	cell   func(r *Result, s *Strategy) string
}

// figureColumns are those of the default table: the time of the faults first, since a
// figure of the whole run measures how long the healthy rest was.
func figureColumns(r *Result) []column {
	var out []column
	phase := len(r.Scenario.Timeline) > 0
	suffix := ""
	if phase {
		suffix = ".during"
	}
	if r.Scenario.SLO > 0 {
		out = append(out, column{head: "in time\n(<" + compact(span(r.Scenario.SLO)) + ")", metric: "slo_rate" + suffix})
	} else {
		out = append(out, column{head: "answered", metric: "success_rate" + suffix})
	}
	out = append(out, column{head: "p50", metric: "latency_p50" + suffix}, column{head: "p99", metric: "latency_p99" + suffix})
	for i := range out {
		out[i].phase, out[i].mark = phase, true
	}
	out = append(out,
		column{head: "wasted\ncalls", metric: "wasted_calls", mark: true},
		column{head: "bad JSON\ndelivered", metric: "silent_bad", mark: true},
		column{head: "trips\n(false)", metric: "trips", memory: true, cell: trips},
		column{head: "noticed\nafter", metric: "time_to_detect", mark: true, drop: 2, cell: noticed},
		column{head: "back\nafter", metric: "time_to_recover", mark: true, drop: 2},
		column{head: "cost per\n1k", metric: "cost_per_1k", mark: true, drop: 3})
	return usefulColumns(r, out)
}

// compact takes the blank out of a short duration: headers are narrow.
func compact(s string) string { return strings.Replace(s, " s", "s", 1) }

// usefulColumns leaves out columns in which nobody has a value, and the cost unless
// strategies differ in it.
func usefulColumns(r *Result, all []column) []column {
	var out []column
	for _, c := range all {
		if !r.any(c.metric) || c.memory && !anyBreaker(r) || c.metric == "cost_per_1k" && !costsDiffer(r) {
			continue
		}
		out = append(out, c)
	}
	return out
}

func (r *Result) any(metric string) bool {
	for i := range r.Strategies {
		if f := r.Strategies[i].Figure(metric); f.Exists() {
			return true
		}
	}
	return false
}

func anyBreaker(r *Result) bool {
	for i := range r.Strategies {
		if r.Strategies[i].HasBreaker {
			return true
		}
	}
	return false
}

// costShare is the spread of costs from which the cost is worth a column.
const costShare = 0.05

func costsDiffer(r *Result) bool {
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

// text is a column's cell without its mark.
func (c *column) text(r *Result, s *Strategy) string {
	f := s.Figure(c.metric)
	switch {
	case len(s.Runs) == 0, c.memory && !s.HasBreaker:
		return missing
	case c.cell != nil:
		return c.cell(r, s)
	}
	return inUnit(unitOf(c.metric), f.Mean)
}

// trips counts trips, the false ones in parentheses.
func trips(_ *Result, s *Strategy) string {
	all, spurious := s.Figure("trips"), s.Figure("spurious_trips")
	return inUnit(Count, all.Mean) + " (" + inUnit(Count, spurious.Mean) + ")"
}

// noticed is how long an outage went unnoticed: never, for a strategy that let
// all of them pass.
func noticed(r *Result, s *Strategy) string {
	f := s.Figure("time_to_detect")
	if !f.Exists() && !s.Ideal && anySick(r) {
		return "never"
	}
	return inUnit(Seconds, f.Mean)
}

// anySick reports whether some provider was ill in the first run, or whether some
// strategy met an outage.
func anySick(r *Result) bool {
	for i := range r.Strategies {
		s := &r.Strategies[i]
		if f := s.Figure("time_to_detect"); f.Exists() {
			return true
		}
		if len(s.Runs) == 0 {
			continue
		}
		for k := range s.Runs[0].Strips {
			if s.Runs[0].Strips[k].ill() {
				return true
			}
		}
	}
	return false
}

// Marks that stand behind a figure.
const (
	markBest  = "*"
	markEqual = "~"
	markNone  = " "
)

// columnMarks finds the best of a column by paired differences: one star, or a tilde
// for each of those that nothing separates. A difference too small for the
// column's digits separates nobody. It is nil where nobody is shown to be worse.
func columnMarks(r *Result, c *column, rows []*Strategy) []string {
	rank := criterion{metric: c.metric, higher: metrics[index[c.metric]].Better == Higher}
	var judged []*Strategy
	for _, s := range rows {
		if f := s.Figure(c.metric); c.mark && !s.Ideal && f.Exists() {
			judged = append(judged, s)
		}
	}
	best := rank.best(judged)
	first := map[*Strategy]bool{}
	equal := true
	for _, s := range judged {
		d := Paired(s, best, c.metric)
		if s == best || !d.Shown() || c.text(r, s) == c.text(r, best) {
			first[s] = true
			equal = equal && d.Low == 0 && d.High == 0
		}
	}
	if len(first) == len(judged) {
		return nil
	}
	out := make([]string, len(rows))
	for i, s := range rows {
		switch {
		case !first[s]:
			out[i] = markNone
		case len(first) == 1 || equal:
			out[i] = markBest
		default:
			out[i] = markEqual
		}
	}
	return out
}
