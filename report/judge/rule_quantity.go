package judge

import (
	"slices"
	"strings"

	"wavetank/report/measure"
)

// quantity reads STRATEGY.METRIC[.PHASE] or STRATEGY.PROVIDER/METRIC, of the run
// or of the baseline.
func (p *ruleParser) quantity(t token) (*node, error) {
	if t.text == baselineWord {
		return p.baseline(t)
	}
	if p.ofBaseline(t.text) {
		return p.baselineFigure(t)
	}
	return p.figure(t)
}

// figure reads STRATEGY.METRIC[.PHASE] or STRATEGY.PROVIDER/METRIC.
func (p *ruleParser) figure(t token) (*node, error) {
	strategy, rest, dotted := strings.Cut(t.text, ".")
	switch {
	case !dotted && slices.Contains(p.names.Strategies, strategy):
		return nil, mistake(p.text, t.at+len(t.text), "a strategy is no figure", "write "+strategy+".slo_rate")
	case !dotted:
		return nil, mistake(p.text, t.at, Quoted(t.text)+" is neither a number nor STRATEGY.METRIC", "")
	case !slices.Contains(p.names.Strategies, strategy):
		return nil, p.unknown(t.at, "strategy", strategy, p.names.Strategies)
	}
	n := &node{kind: figure, at: t.at, text: t.text}
	at := t.at + len(strategy) + 1
	provider, metric, slashed := strings.Cut(rest, "/")
	var err error
	if slashed {
		n.from, err = p.ofProvider(at, provider, metric)
	} else {
		n.from, err = p.ofChain(at, rest)
	}
	if err != nil {
		return nil, err
	}
	n.from.strategy, n.from.Text = strategy, t.text
	n.dim = dimensionOf(n.from.unit())
	return n, nil
}

// ofChain finds a metric with or without a phase.
func (p *ruleParser) ofChain(at int, name string) (*quantity, error) {
	if _, ok := measure.Index[name]; ok {
		return &quantity{provider: -1, metric: name}, nil
	}
	if i := strings.LastIndexByte(name, '.'); i > 0 {
		base, phase := name[:i], name[i+1:]
		if _, ok := measure.Index[base]; ok {
			return nil, p.noPhase(at, base, phase)
		}
	}
	return nil, p.unknown(at, "metric", name, metricNames())
}

// noPhase explains why a metric that exists has no such phase.
func (p *ruleParser) noPhase(at int, base, phase string) error {
	if _, ok := measure.Index[base+"."+measure.Phases[0]]; !ok {
		return mistake(p.text, at+len(base), base+" exists for the whole run only", "write "+base)
	}
	phases := slices.DeleteFunc(slices.Clone(measure.Phases), func(p string) bool { _, ok := measure.Index[base+"."+p]; return !ok })
	return p.unknown(at+len(base)+1, "phase", phase, phases)
}

// ofProvider finds a provider and one of its figures.
func (p *ruleParser) ofProvider(at int, provider, metric string) (*quantity, error) {
	i := slices.Index(p.names.Providers, provider)
	if i < 0 {
		return nil, p.unknown(at, "provider", provider, p.names.Providers)
	}
	if _, ok := measure.ProviderMetricIndex(metric); !ok {
		return nil, p.unknown(at+len(provider)+1, "figure of a provider", metric, measure.ProviderCatalogue)
	}
	return &quantity{provider: i, metric: metric}, nil
}

// unknown is the error for a name that does not exist, with the one that may be
// meant. Metrics have no minus, so one in them was to be an operator.
func (p *ruleParser) unknown(at int, what, name string, known []string) error {
	if i := strings.IndexByte(name, '-'); i > 0 && strings.Contains(what, "metric") {
		return mistake(p.text, at+i, "an operator stands between blanks: a - b", "")
	}
	hint := ""
	if p.names.Nearest != nil {
		if near := p.names.Nearest(name, known); near != "" {
			hint = "did you mean " + Quoted(near) + "?"
		}
	}
	if hint == "" && len(known) > 0 && len(known) <= 12 {
		hint = "known: " + strings.Join(known, ", ")
	}
	return mistake(p.text, at, "unknown "+what+" "+Quoted(name), hint)
}

func metricNames() []string {
	out := make([]string, len(measure.Catalogue))
	for i, m := range measure.Catalogue {
		out[i] = m.Name
	}
	return out
}

// unit is what a quantity is measured in.
func (q *quantity) unit() measure.Unit {
	if q.provider >= 0 {
		return ProviderUnit(q.metric)
	}
	return measure.UnitOf(q.metric)
}

// ProviderUnit is the unit of a provider's figure. Those that are no metrics of
// a chain are dollars of the run.
func ProviderUnit(name string) measure.Unit {
	if i, ok := measure.Index[name]; ok {
		return measure.Catalogue[i].Unit
	}
	return measure.Dollars
}
