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
	held, bound := span{}, span{}
	if why == "" {
		all := func(q *quantity) span { return q.span(result) }
		held, bound = observed.eval(all), limit.eval(all)
		e.Near = r.near(result)
		if measure.Bad(held.value) || measure.Bad(bound.value) {
			verdict, text, why = Fail, noValue, "it divides by zero"
		}
	}
	if why != "" {
		e.Verdict, e.Text, e.Detail = verdict, text, why
		return e
	}
	e.Observed, e.Limit = held.value, bound.value
	var details []string
	var seen []measure.Spell
	if n := observed.bare(); n.kind == figure {
		f := n.from.figure(result)
		seen = n.from.spells(result)
		end := r.On.of(&f)
		if measure.Bad(end) {
			e.Half, e.Verdict, e.Detail = f.Half(), Inconclusive, "one run has no interval, and so no "+r.On.String()+" end"
			return e
		}
		if held.open() {
			held = span{end, end, math.Inf(1)}
			details = append(details, neverEnded(seen))
		} else {
			e.Half, held = f.Half(), exactly(end)
		}
		if r.On != OnEstimate {
			details = append(details, r.On.String()+" end "+measure.Format(e.Unit, end))
		}
	}
	if limit.bare().kind != literal {
		details = append(details, "limit "+measure.Format(limit.dim.unit(), e.Limit))
	}
	e.Detail = strings.Join(details, ", ")
	e.Verdict = held.verdict(r.comparison, bound, observed != r.left)
	if e.Verdict == Inconclusive && r.beyond(seen, bound, observed != r.left) {
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
			return Skipped, "", q.strategy + notHere
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

// slack is the relative error of arithmetic that no comparison sees: 3 is 10
// times 0.3.
const slack = 1e-9

// holds compares two values.
func holds(comparison string, a, b float64) bool {
	same := a == b || math.Abs(a-b) <= slack*max(math.Abs(a), math.Abs(b)) && !math.IsInf(a-b, 0)
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
