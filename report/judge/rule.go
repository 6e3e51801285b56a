package judge

import (
	"fmt"
	"strings"
)

// Rule is a sentence about figures that a run must keep, as
//
//	five-provider.slo_rate.during >= 95%
//	ours.wasted_calls <= 0.1 * naive.wasted_calls
//
// with the grammar
//
//	rule     = expr ( "<" | "<=" | ">" | ">=" | "==" ) expr
//	expr     = term { (" + " | " - ") term }
//	term     = factor { (" * " | " / ") factor }
//	factor   = number | duration | percent | "$" number | quantity
//	         | function "(" expr { "," expr } ")" | "(" expr ")"
//	quantity = [ "baseline." ] figure | "baseline"
//	figure   = strategy "." metric [ "." phase ] | strategy "." provider "/" metric
//
// A quantity is the mean over seeds. A bare baseline is what the figure on the
// left was in the baseline. A rule does not change and may be shared.
type Rule struct {
	Text string // as written

	// The caller fills these in.
	Why      string    // in a user's words; may be empty
	Advisory bool      // a failure is told and fails nothing, unless asked to
	On       Statistic // what of the observed side is held against the limit; needs Single
	File     string    // where it stands, for people; empty: nowhere
	Line     int       // 0: unknown

	comparison  string
	left, right *node
}

// Names are what a rule may speak of.
type Names struct {
	Strategies []string // of the scenario and of the run
	Providers  []string
	// Nearest finds the known word that a word was probably meant to be, "" if
	// none is near. It may be nil: then errors carry no hint.
	Nearest func(word string, known []string) string
}

// RuleError is a mistake in a rule's text.
type RuleError struct {
	Column int // of the mistake, in characters from 1
	Text   string
	Hint   string // what to do about it; may be empty
}

func (e *RuleError) Error() string {
	text := fmt.Sprintf("column %d: %s", e.Column, e.Text)
	if e.Hint != "" {
		text += " (" + e.Hint + ")"
	}
	return text
}

// String writes the rule in its canonical form: what it reads as, one blank
// around each operator. Reading that gives the same rule.
func (r *Rule) String() string {
	return r.left.String() + " " + r.comparison + " " + r.right.String()
}

// Strategies lists the strategies of the run that the rule speaks of, each once,
// in order of appearance.
func (r *Rule) Strategies() []string {
	var out []string
	seen := map[string]bool{}
	for _, q := range r.Quantities() {
		if !q.Baseline && !seen[q.strategy] {
			seen[q.strategy] = true
			out = append(out, q.strategy)
		}
	}
	return out
}

// Single reports whether the side that is observed is one figure, which has an
// interval, and not an expression, which has none.
func (r *Rule) Single() bool {
	observed, _ := r.sides()
	return observed.bare().kind == figure
}

// sides returns what is observed and its limit: the left side and the right one,
// unless only the right one speaks of the run.
func (r *Rule) sides() (observed, limit *node) {
	if len(ofRun(r.left)) == 0 && len(ofRun(r.right)) > 0 {
		return r.right, r.left
	}
	return r.left, r.right
}

// ofRun are the quantities of an expression that are not of the baseline.
func ofRun(n *node) (out []*quantity) {
	for _, q := range n.quantities(nil) {
		if !q.Baseline {
			out = append(out, q)
		}
	}
	return out
}

// Quantities are the figures that the rule speaks of, from left to right.
func (r *Rule) Quantities() []*quantity { return r.right.quantities(r.left.quantities(nil)) }

// node is a part of an expression.
type node struct {
	kind  nodeKind
	at    int       // byte of the text where it begins
	text  string    // of a literal as written; of an operator or function its name
	value float64   // of a literal, in the units of the figures
	dim   dimension // what it measures
	parts []*node   // operands
	from  *quantity // of a quantity

	function *function // of a call
}

type nodeKind uint8

const (
	literal nodeKind = iota
	figure
	binary
	call
	parens
)

// quantity names a figure.
type quantity struct {
	strategy string
	provider int    // -1: of the whole chain
	metric   string // with its phase
	Baseline bool   // as it was in the baseline
	Text     string // as written
}

// String writes the canonical form.
func (n *node) String() string {
	switch n.kind {
	case binary:
		return n.parts[0].String() + " " + n.text + " " + n.parts[1].String()
	case call:
		var parts []string
		for _, part := range n.parts {
			parts = append(parts, part.String())
		}
		return n.text + "(" + strings.Join(parts, ", ") + ")"
	case parens:
		return "(" + n.parts[0].String() + ")"
	}
	return n.text
}

// quantities appends the quantities of an expression from left to right.
func (n *node) quantities(out []*quantity) []*quantity {
	if n.kind == figure {
		return append(out, n.from)
	}
	for _, p := range n.parts {
		out = p.quantities(out)
	}
	return out
}

// bare is the node without parentheses around it.
func (n *node) bare() *node {
	for n.kind == parens {
		n = n.parts[0]
	}
	return n
}

// during reports whether a quantity speaks of the time while faults acted.
func (q *quantity) during() bool { return strings.HasSuffix(q.metric, ".during") }

// about is the only strategy that an expression speaks of, empty where there is
// none or another one, or a baseline.
func (n *node) about() (name string) {
	for _, q := range n.quantities(nil) {
		if q.Baseline || name != "" && name != q.strategy {
			return ""
		}
		name = q.strategy
	}
	return name
}
