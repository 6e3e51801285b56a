package judge

import (
	"fmt"
	"math"

	"wavetank/report/measure"
)

// span is where the value of an expression lies: at least and at most. The mean of
// times of which some never ended is at least what was seen of them, and has no
// most.
type span struct{ value, least, most float64 }

// exactly is the span of a value that is known.
func exactly(v float64) span { return span{v, v, v} }

// open reports whether the value is not known.
func (s span) open() bool { return s.least != s.most }

// eval computes an expression.
func (n *node) eval(of func(*quantity) span) span {
	switch n.kind {
	case literal:
		return exactly(n.value)
	case figure:
		return of(n.from)
	case parens:
		return n.parts[0].eval(of)
	case call:
		return n.call(of)
	}
	a, b := n.parts[0].eval(of), n.parts[1].eval(of)
	s := exactly(n.operate(a.value, b.value))
	if !a.open() && !b.open() {
		return s
	}
	for _, x := range []float64{a.least, a.most} {
		for _, y := range []float64{b.least, b.most} {
			v := n.operate(x, y)
			if math.IsNaN(v) {
				return span{s.value, math.Inf(-1), math.Inf(1)}
			}
			s.least, s.most = min(s.least, v), max(s.most, v)
		}
	}
	return s
}

// call evaluates a function, none of which falls where what it is given rises.
func (n *node) call(of func(*quantity) span) span {
	var values, least, most []float64
	for _, part := range n.parts {
		s := part.eval(of)
		values, least, most = append(values, s.value), append(least, s.least), append(most, s.most)
	}
	return span{n.function.value(values), n.function.value(least), n.function.value(most)}
}

// operate is the value of an operator. The conversion keeps processors from
// joining a product and a sum.
func (n *node) operate(a, b float64) float64 {
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

// verdict compares two spans: it holds or it fails whatever the values are, or
// nobody knows. Swapped says that the limit stands on the left.
func (s span) verdict(comparison string, limit span, swapped bool) Verdict {
	if swapped {
		s, limit = limit, s
	}
	held, all := 0, 0
	for _, a := range []float64{s.least, s.most} {
		for _, b := range []float64{limit.least, limit.most} {
			all++
			if holds(comparison, a, b) {
				held++
			}
		}
	}
	switch {
	case held == all:
		return Pass
	case held > 0, comparison == "==" && s.least <= limit.most && limit.least <= s.most && (s.open() || limit.open()):
		return Inconclusive
	}
	return Fail
}

// beyond reports whether a rule that sets a most is broken by a single run: by one
// that never ended, and was seen for longer.
func (r *Rule) beyond(seen []measure.Spell, limit span, swapped bool) bool {
	most := map[string]bool{"<": !swapped, "<=": !swapped, ">": swapped, ">=": swapped}[r.comparison]
	for _, s := range seen {
		if most && !s.Ended && s.Time > limit.most && !holds("==", s.Time, limit.most) {
			return true
		}
	}
	return false
}

// spells are the quantity's values by seed, where they may never end.
func (q *quantity) spells(result *Result) []measure.Spell {
	never := *q
	never.metric += measure.CensoredSuffix
	return measure.SpellsOf(q.figure(result).PerSeed, never.figure(result).PerSeed)
}

// neverEnded says in how many runs something never ended; empty where it always
// did.
func neverEnded(spells []measure.Spell) string {
	n := 0
	for _, s := range spells {
		if !s.Ended {
			n++
		}
	}
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("restricted mean, never in %d of %s", n, measure.Plural(len(spells), "run"))
}

// span is a quantity's mean over seeds, without an upper end where some of what it
// measures never ended.
func (q *quantity) span(result *Result) span {
	s := exactly(q.figure(result).Mean)
	if neverEnded(q.spells(result)) != "" {
		s.most = math.Inf(1)
	}
	return s
}
