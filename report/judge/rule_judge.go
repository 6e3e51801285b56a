package judge

import (
	"math"
	"strings"

	"wavetank/report/measure"
)

// Judge decides whether a result keeps the rule. A rule over a baseline is held
// against the result's.
func (r *Rule) Judge(result *Result) Expectation {
	observed, limit := r.sides()
	e := Expectation{Rule: r.Text, Why: r.Why, About: observed.about(), Advisory: r.Advisory, On: r.On, File: r.File, Line: r.Line,
		Unit: observed.dim.unit(), Observed: math.NaN(), Limit: math.NaN(), Half: math.NaN()}
	verdict, text, why := r.unjudged(result)
	held, bound := math.NaN(), math.NaN()
	if why == "" {
		mean := func(q *quantity) float64 { f := q.figure(result); return f.Mean }
		held, bound = observed.eval(mean), limit.eval(mean)
		e.near = r.near(result)
		if measure.Bad(held) || measure.Bad(bound) {
			verdict, text, why = Fail, noValue, "it divides by zero"
		}
	}
	if why != "" {
		e.Verdict, e.Text, e.Detail = verdict, text, why
		return e
	}
	e.Observed, e.Limit = held, bound
	var details []string
	if n := observed.bare(); n.kind == figure {
		f := n.from.figure(result)
		e.Half = f.Half()
		if held = r.On.of(&f); measure.Bad(held) {
			e.Verdict, e.Detail = Inconclusive, "one run has no interval, and so no "+r.On.String()+" end"
			return e
		}
		if r.On != OnEstimate {
			details = append(details, r.On.String()+" end "+measure.Format(e.Unit, held))
		}
	}
	if limit.bare().kind != literal {
		details = append(details, "limit "+measure.Format(limit.dim.unit(), e.Limit))
	}
	e.Detail = strings.Join(details, ", ")
	if observed != r.left {
		held, bound = bound, held
	}
	if !holds(r.comparison, held, bound) {
		e.Verdict = Fail
	}
	return e
}

// noValue stands in place of a figure that does not exist.
const noValue = "no value"

// Judge judges rules over the result, in their order, in place of what was
// judged before.
func (r *Result) Judge(rules []*Rule) {
	r.Expectations = nil
	for _, rule := range rules {
		r.Expectations = append(r.Expectations, rule.Judge(r))
	}
}

// of is the end of a figure's interval that the statistic names, or its mean.
func (s Statistic) of(f *measure.Summary) float64 {
	return [...]float64{OnEstimate: f.Mean, OnUpper: f.High, OnLower: f.Low}[s]
}

// unjudged says why a rule has no answer, and what that makes of it; why is
// empty where it has one.
func (r *Rule) unjudged(result *Result) (v Verdict, text, why string) {
	for _, q := range r.Quantities() {
		switch from := q.of(result); {
		case from == nil:
			return Skipped, "", "no baseline: see --against"
		case from.Strategy(q.strategy) == nil && q.Baseline:
			return Skipped, "", q.strategy + " is not in the baseline"
		case from.Strategy(q.strategy) == nil:
			return Skipped, "", q.strategy + " is not in this run"
		}
	}
	if why := r.undecided(result); why != "" {
		return Inconclusive, "", why
	}
	for _, q := range r.Quantities() {
		if f := q.figure(result); !f.Exists() {
			return Fail, noValue, q.Text + " has no value"
		}
	}
	return Pass, "", ""
}

// undecided says why a result cannot judge the rule: nothing finished, or the
// fault that it is about never met anybody.
func (r *Rule) undecided(result *Result) string {
	if len(result.Seeds) == 0 {
		return "no run has finished"
	}
	if len(result.Scenario.Timeline) > 0 {
		if !result.occurred() {
			return "no fault ever met a call"
		}
		return ""
	}
	for _, q := range r.Quantities() {
		if q.during() {
			return "the scenario has no fault"
		}
	}
	return ""
}

// of is the result that a quantity speaks of: this one, or its baseline, which
// may be nil.
func (q *quantity) of(result *Result) *Result {
	if q.Baseline {
		return result.Baseline
	}
	return result
}

// figure is the quantity's value over seeds.
func (q *quantity) figure(result *Result) measure.Summary {
	s := q.of(result).Strategy(q.strategy)
	if q.provider >= 0 {
		return s.ProviderFigure(q.provider, q.metric)
	}
	return s.Figure(q.metric)
}

// eval computes an expression over the values of its quantities. The conversions keep
// processors from joining a product and a sum.
func (n *node) eval(of func(*quantity) float64) float64 {
	switch n.kind {
	case literal:
		return n.value
	case figure:
		return of(n.from)
	case parens:
		return n.parts[0].eval(of)
	}
	if n.kind == call {
		var values []float64
		for _, part := range n.parts {
			values = append(values, part.eval(of))
		}
		return n.function.value(values)
	}
	a, b := n.parts[0].eval(of), n.parts[1].eval(of)
	switch n.text {
	case "+":
		return a + b
	case "-":
		return a - b
	case "*":
		return float64(a * b)
	}
	return a / b
}

// slack is the relative error of arithmetic that no comparison sees: 3 is 10
// times 0.3.
const slack = 1e-9

// holds compares two values.
func holds(comparison string, a, b float64) bool {
	same := math.Abs(a-b) <= slack*max(math.Abs(a), math.Abs(b))
	switch comparison {
	case "<":
		return a < b && !same
	case "<=":
		return a < b || same
	case ">":
		return a > b && !same
	case ">=":
		return a > b || same
	}
	return same
}
