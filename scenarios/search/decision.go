package search

import (
	"errors"
	"math"
	"slices"

	"wavetank/chain/strategy/yamldoc"
	"wavetank/report/judge"
	"wavetank/report/measure"
	"wavetank/sim/tune"
)

// byDecision reports whether the winner is chosen as a run chooses what to ship:
// where nobody says what for, and the scenarios count by their mean.
func (t *Tuning) byDecision() bool {
	return len(t.Minimize)+len(t.Maximize) == 0 && t.Over == tune.Mean
}

// criteria are those of the decision: the scenario's own, and of several scenarios
// those that they share, else the default for what all of them have.
func (t *Tuning) criteria() []judge.Criterion {
	all := measure.Scenario{SLO: t.suite[0].SLO}
	var first []judge.Criterion
	same := true
	for i, s := range t.suite {
		own := judge.Result{Scenario: s.Summary()}
		if i == 0 {
			first = own.Criteria()
		}
		same = same && slices.Equal(first, own.Criteria())
		all.SLO = min(all.SLO, s.SLO)
		all.Timeline = append(all.Timeline, own.Scenario.Timeline...)
	}
	if same {
		return first
	}
	return (&judge.Result{Scenario: all}).Criteria()
}

// aimAtCriteria makes objectives of the criteria, in their order, but for those of
// which nothing here can have a value.
func (t *Tuning) aimAtCriteria() error {
	var errs []error
	for _, c := range t.criteria() {
		if c.Metric == "silent_bad" && !t.judged() {
			continue
		}
		m, err := judge.MetricNamed(c.Metric, yamldoc.Nearest)
		errs = append(errs, err, t.aims.objective(m.Name, m.Better == measure.Higher))
	}
	return errors.Join(errs...)
}

// judged reports whether answers are held against a schema in any scenario.
func (t *Tuning) judged() bool { return slices.ContainsFunc(t.suite, judges) }

// decision is the decision as a search asks it: of points, by all figures of their
// plays. It is the one of a run, on means over the scenarios.
func (t *Tuning) decision() func(points [][][]float64) ([]int, bool) {
	criteria := t.criteria()
	columns := map[string][]int{}
	for _, c := range criteria {
		columns[c.Metric] = t.aims.columns.of(c.Metric)
	}
	requests := t.aims.columns.of("requests")
	return func(points [][][]float64) ([]int, bool) {
		all := make([]judge.Candidate, len(points))
		for i, rows := range points {
			values := make(map[string][]float64, len(columns))
			for metric, c := range columns {
				values[metric] = over(rows, c)
			}
			all[i] = judge.Candidate{Requests: measure.Summarize(over(rows, requests)).Mean, Values: func(metric string) []float64 { return values[metric] }}
		}
		choice := judge.Decide(criteria, all)
		return choice.First, choice.Word == judge.WordUnsure
	}
}

// over is a metric by replication: the mean over the scenarios that have a value.
func over(rows [][]float64, columns []int) []float64 {
	out := make([]float64, len(rows))
	for r, row := range rows {
		n := 0
		for _, c := range columns {
			if !math.IsNaN(row[c]) {
				out[r] += row[c]
				n++
			}
		}
		if out[r] /= float64(n); n == 0 {
			out[r] = math.NaN()
		}
	}
	return out
}
