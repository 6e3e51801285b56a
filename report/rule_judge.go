package report

import "math"

// Judge decides whether a result keeps the rule.
func (r *Rule) Judge(result *Result) Expectation {
	e := Expectation{Rule: r.Text, File: r.File, Line: r.Line, Observed: math.NaN(), Limit: math.NaN(), Half: math.NaN()}
	side, limit := r.left, r.right
	if len(side.quantities(nil)) == 0 {
		side, limit = limit, side
	}
	e.Unit = side.dim.unit()
	for _, name := range r.Strategies() {
		if result.Strategy(name) == nil {
			e.Verdict, e.Detail = Skipped, name+" is not in this run"
			return e
		}
	}
	if why := r.undecided(result); why != "" {
		e.Verdict, e.Detail = Inconclusive, why
		return e
	}
	for _, q := range r.quantities() {
		if f := q.figure(result); !f.Exists() {
			e.Verdict, e.Text, e.Detail = Fail, "no value", q.text+" has no value"
			return e
		}
	}
	a, b := r.left.eval(result), r.right.eval(result)
	if bad(a) || bad(b) {
		e.Verdict, e.Text, e.Detail = Fail, "no value", "it divides by zero"
		return e
	}
	e.Observed, e.Limit = side.eval(result), limit.eval(result)
	if n := side.bare(); n.kind == figure {
		f := n.from.figure(result)
		e.Half = f.Half()
	}
	if limit.bare().kind != literal {
		e.Detail = "limit " + limit.dim.unit().format(e.Limit)
	}
	if !holds(r.comparison, a, b) {
		e.Verdict = Fail
	}
	return e
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
	for _, q := range r.quantities() {
		if q.during() {
			return "the scenario has no fault"
		}
	}
	return ""
}

// figure is the quantity's value over seeds.
func (q *quantity) figure(result *Result) Summary {
	s := result.Strategy(q.strategy)
	if q.provider >= 0 {
		return s.ProviderFigure(q.provider, q.metric)
	}
	return s.Figure(q.metric)
}

// eval computes an expression. The conversions keep processors from joining a
// product and a sum.
func (n *node) eval(result *Result) float64 {
	switch n.kind {
	case literal:
		return n.value
	case figure:
		f := n.from.figure(result)
		return f.Mean
	case parens:
		return n.parts[0].eval(result)
	}
	a, b := n.parts[0].eval(result), n.parts[1].eval(result)
	switch n.text {
	case "+":
		return a + b
	case "-":
		return a - b
	case "*":
		return float64(a * b)
	case "/":
		return a / b
	case "max":
		return max(a, b)
	}
	return min(a, b)
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
