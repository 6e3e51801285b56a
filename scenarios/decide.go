package scenarios

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/invopop/jsonschema"

	"wavetank/chain/strategy/yamldoc"
	"wavetank/report/judge"
	"wavetank/report/measure"
)

// Decide is one question of a scenario's own decision: a metric, and the smallest
// difference in it that matters where the metric's own is not meant.
type Decide struct {
	measure.Decide
	amount string // as written
	pos    yamldoc.Pos
}

// decideExample shows what a question looks like.
const decideExample = "for example: [slo_rate, {cost_per_1k: 5%}, wasted_calls]"

// UnmarshalNode reads a metric, or a map of one metric to a difference: a part of
// the larger value as 5%, a share of requests as 0.5%, or an amount as 50ms, $0.10
// or 20.
func (d *Decide) UnmarshalNode(n *yamldoc.Node, path string) yamldoc.Problems {
	d.pos = n.Pos
	switch {
	case n.Kind == yamldoc.Scalar:
		d.Metric = n.Text
	case n.Kind == yamldoc.Map && len(n.Entries) == 1 && n.Entries[0].Value.Kind == yamldoc.Scalar:
		d.Metric, d.amount = n.Entries[0].Key, n.Entries[0].Value.Text
	default:
		return yamldoc.Problems{{Pos: n.Pos, Path: path, Text: "expected a metric, or a metric and the smallest difference that matters", Hint: decideExample}}
	}
	return nil
}

// MarshalNode writes the question as it is read.
func (d Decide) MarshalNode(*yamldoc.Types) *yamldoc.Node {
	metric := &yamldoc.Node{Kind: yamldoc.Scalar, Text: d.Metric}
	if d.amount == "" {
		return metric
	}
	return &yamldoc.Node{Kind: yamldoc.Map, Entries: []yamldoc.Entry{{Key: d.Metric, Value: &yamldoc.Node{Kind: yamldoc.Scalar, Text: d.amount}}}}
}

// JSONSchema describes a question.
func (Decide) JSONSchema() *jsonschema.Schema {
	return &jsonschema.Schema{Extras: map[string]any{"type": []string{"string", "object"}, "maxProperties": 1}}
}

// meanDecide looks up the metrics, and reads the differences in their units.
func (l *loader) meanDecide() {
	all := l.sc.Document.Decide
	for i := range all {
		d, path := &all[i], FmtPath("decide", i)
		m, err := judge.MetricNamed(d.Metric, yamldoc.Nearest)
		switch {
		case err != nil:
			l.noteAt(d.pos, path, "", "%s", err)
			continue
		case m.Better == measure.Neither:
			l.noteAt(d.pos, path, "", "%s is neither good nor bad: nothing can be decided by it", d.Metric)
		case slices.ContainsFunc(all[:i], func(o Decide) bool { return o.Metric == d.Metric }):
			l.noteAt(d.pos, path, "", "%s is asked twice", d.Metric)
		case l.valueless(d.Metric) != "":
			l.noteAt(d.pos, path, "", "%s", l.valueless(d.Metric))
		}
		if err := d.read(m.Unit); err != nil {
			l.noteAt(d.pos, path, decideExample, "%s", err)
		}
	}
}

// read takes the difference. A percent of a share is of all requests, of other
// figures of the larger value.
func (d *Decide) read(unit measure.Unit) (err error) {
	if d.amount == "" {
		return nil
	}
	into, text, scale := &d.Least, d.amount, 1.0
	if number, percent := strings.CutSuffix(text, "%"); percent && unit != measure.Rate {
		into, text, scale, unit = &d.Part, number, 100, measure.Scale
	}
	v, err := judge.ParseAmount(text, unit)
	if err == nil && v <= 0 {
		err = fmt.Errorf("%s: the smallest difference that matters is above zero", strconv.Quote(d.amount))
	}
	*into = v / scale
	return err
}
