package judge

import (
	"slices"
	"strings"

	"wavetank/report/measure"
)

// baselineWord stands for the same figure in the baseline: what the rule's own
// figure was before.
const baselineWord = "baseline"

// ofBaseline tells a figure of the baseline, as baseline.ours.latency_p99, from
// one of a strategy that is called baseline.
func (p *ruleParser) ofBaseline(text string) bool {
	rest, ok := strings.CutPrefix(text, baselineWord+".")
	if !ok || !slices.Contains(p.names.Strategies, baselineWord) {
		return ok
	}
	if _, metric := measure.Index[rest]; metric {
		return false
	}
	strategy, _, _ := strings.Cut(rest, ".")
	return slices.Contains(p.names.Strategies, strategy)
}

// baselineFigure reads baseline.STRATEGY.METRIC.
func (p *ruleParser) baselineFigure(t token) (*node, error) {
	const before = len(baselineWord) + 1
	rest := token{text: t.text[before:], at: t.at + before}
	if _, ok := measure.Index[rest.text]; ok {
		return nil, mistake(p.text, rest.at, "a figure of the baseline names its strategy", "write baseline.STRATEGY."+rest.text+", or baseline for the figure on the left")
	}
	n, err := p.figure(rest)
	if err != nil {
		return nil, err
	}
	n.at, n.text = t.at, t.text
	n.from.Baseline, n.from.Text = true, t.text
	return n, nil
}

// baseline reads the bare word, which repeats the figure of the other side.
func (p *ruleParser) baseline(t token) (*node, error) {
	own, several := p.subject()
	const hint = "write baseline.STRATEGY.METRIC"
	switch {
	case several:
		return nil, mistake(p.text, t.at, "baseline repeats the figure on the left, and there are several", hint)
	case own == nil:
		return nil, mistake(p.text, t.at, "baseline repeats the figure on the left, and there is none", hint)
	}
	q := *own
	q.Baseline, q.Text = true, baselineWord+"."+own.Text
	return &node{kind: figure, at: t.at, text: t.text, from: &q, dim: dimensionOf(q.unit())}, nil
}

// subject is the one figure of the run that stands on the left of the
// comparison, or on the right where the left has none.
func (p *ruleParser) subject() (q *quantity, several bool) {
	op := slices.IndexFunc(p.all, func(t token) bool { return slices.Contains(comparisons, t.text) })
	if op < 0 {
		op = len(p.all)
	}
	if q, several = p.only(p.all[:op]); q != nil || several {
		return q, several
	}
	return p.only(p.all[op:])
}

// only finds the one figure that tokens speak of. Words that are none are told
// of when they are read.
func (p *ruleParser) only(tokens []token) (found *quantity, several bool) {
	for _, t := range tokens {
		if t.text == "" || t.text == baselineWord || p.ofBaseline(t.text) {
			continue
		}
		if n, err := p.literal(t); n != nil || err != nil {
			continue
		}
		n, err := p.figure(t)
		switch {
		case err != nil:
		case found == nil:
			found = n.from
		case found.Text != n.from.Text:
			return nil, true
		}
	}
	return found, false
}
