package judge

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// ParseRule reads a rule. Its error is a *RuleError.
func ParseRule(text string, names Names) (*Rule, error) {
	tokens, err := lex(text)
	if err != nil {
		return nil, err
	}
	p := ruleParser{text: text, tokens: tokens, names: names, all: tokens}
	r := &Rule{Text: text}
	if r.left, err = p.expr(); err != nil {
		return nil, err
	}
	op := p.next()
	if !slices.Contains(comparisons, op.text) {
		return nil, p.unexpected(op, "a comparison: < <= > >= ==")
	}
	r.comparison = op.text
	if r.right, err = p.expr(); err != nil {
		return nil, err
	}
	if t := p.next(); t.text != "" {
		return nil, p.unexpected(t, "the end of the rule")
	}
	if _, blame, why, hint := meet(r.left, r.right); blame != nil {
		return nil, mistake(text, blame.at, why, hint)
	}
	return r, nil
}

var comparisons = []string{"<", "<=", ">", ">=", "=="}

// ruleDepth bounds how deep parentheses nest.
const ruleDepth = 32

type ruleParser struct {
	text   string
	tokens []token // that are left
	all    []token
	names  Names
	depth  int
}

func (p *ruleParser) peek() token { return p.tokens[0] }

// next takes a token; the last one, which is empty, stays.
func (p *ruleParser) next() token {
	t := p.tokens[0]
	if len(p.tokens) > 1 {
		p.tokens = p.tokens[1:]
	}
	return t
}

func (p *ruleParser) unexpected(t token, want string) error {
	if t.text == "" {
		return mistake(p.text, t.at, "the rule ends too soon, want "+want, "")
	}
	return mistake(p.text, t.at, "unexpected "+Quoted(t.text)+", want "+want, "")
}

func (p *ruleParser) expr() (*node, error) { return p.chain("+-", p.term) }

func (p *ruleParser) term() (*node, error) { return p.chain("*/", p.factor) }

// chain reads operands joined by operators of one rank, from left to right.
func (p *ruleParser) chain(operators string, operand func() (*node, error)) (*node, error) {
	left, err := operand()
	if err != nil {
		return nil, err
	}
	for t := p.peek(); len(t.text) == 1 && strings.Contains(operators, t.text); t = p.peek() {
		p.next()
		right, err := operand()
		if err != nil {
			return nil, err
		}
		if left, err = p.join(t, left, right); err != nil {
			return nil, err
		}
	}
	return left, nil
}

// join makes an operator's node and checks what its operands measure.
func (p *ruleParser) join(op token, left, right *node) (*node, error) {
	n := &node{kind: binary, at: left.at, text: op.text, parts: []*node{left, right}}
	ok := true
	switch op.text {
	case "*":
		n.dim, ok = times(left.dim, right.dim)
	case "/":
		n.dim, ok = per(left.dim, right.dim)
	default:
		return n, p.agree(n)
	}
	if !ok {
		return nil, mistake(p.text, right.at, left.dim.String()+" "+op.text+" "+right.dim.String()+" measures nothing", "")
	}
	return n, nil
}

// agree gives a node the dimension that its two parts share.
func (p *ruleParser) agree(n *node) error {
	d, blame, why, hint := meet(n.parts[0], n.parts[1])
	if blame != nil {
		return mistake(p.text, blame.at, why, hint)
	}
	n.dim = d
	return nil
}

func (p *ruleParser) factor() (*node, error) {
	t := p.next()
	switch {
	case t.text == "(":
		return p.nested(t, parens)
	case functionNamed(t.text) != nil && p.peek().text == "(":
		p.next()
		return p.nested(t, call)
	case t.text == "" || strings.Contains("<=>==(),+-*/", t.text):
		return nil, p.unexpected(t, "a number or STRATEGY.METRIC")
	}
	if n, err := p.literal(t); n != nil || err != nil {
		return n, err
	}
	return p.quantity(t)
}

// nested reads what stands between parentheses, the first of which is taken.
func (p *ruleParser) nested(t token, kind nodeKind) (*node, error) {
	if p.depth++; p.depth > ruleDepth {
		return nil, mistake(p.text, t.at, "parentheses nest too deep", "")
	}
	defer func() { p.depth-- }()
	n := &node{kind: kind, at: t.at, text: t.text}
	first, err := p.expr()
	if err != nil {
		return nil, err
	}
	n.parts, n.dim = []*node{first}, first.dim
	if kind == call {
		n.function = functionNamed(t.text)
		if err := p.second(n); err != nil {
			return nil, err
		}
	}
	if end := p.next(); end.text != ")" {
		return nil, p.unexpected(end, "a closing parenthesis")
	}
	return n, nil
}

// second reads the other argument of a function that takes two, which measures
// the same.
func (p *ruleParser) second(n *node) error {
	if n.function.takes < 2 {
		return nil
	}
	if comma := p.next(); comma.text != "," {
		return p.unexpected(comma, "a comma")
	}
	other, err := p.expr()
	if err != nil {
		return err
	}
	n.parts = append(n.parts, other)
	return p.agree(n)
}

// plainNumber is what a person writes for a number.
var plainNumber = regexp.MustCompile(`^[0-9]+(\.[0-9]+)?([eE]-?[0-9]+)?$`)

// literal reads a number, percent, cost or duration; nil if it is none.
func (p *ruleParser) literal(t token) (*node, error) {
	n := &node{kind: literal, at: t.at, text: t.text}
	digits := t.text
	switch {
	case strings.HasPrefix(t.text, "$"):
		digits, n.dim = t.text[1:], ofCost
	case strings.HasSuffix(t.text, "%"):
		digits, n.dim = t.text[:len(t.text)-1], ofRate
	case t.text[0] >= '0' && t.text[0] <= '9':
		if d, err := time.ParseDuration(t.text); err == nil && !plainNumber.MatchString(t.text) {
			n.dim, n.value = ofTime, d.Seconds()
			return n, nil
		}
	}
	v, err := strconv.ParseFloat(digits, 64)
	if !plainNumber.MatchString(digits) || err != nil || math.IsInf(v, 0) {
		if n.dim == ofNumber && !plainNumber.MatchString(digits) {
			return nil, nil
		}
		return nil, mistake(p.text, t.at, Quoted(t.text)+" is no number", "")
	}
	n.value = v
	if n.dim == ofRate {
		n.value /= 100
	}
	return n, nil
}
