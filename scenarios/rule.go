package scenarios

import (
	"fmt"

	"github.com/invopop/jsonschema"

	"wavetank/chain/strategy/yamldoc"
	"wavetank/report/judge"
)

// Rule is one line of expect: what must hold, and where it stands.
type Rule struct {
	Text     string // as written, for report.ParseRule
	Why      string // in a user's words; may be empty
	Severity Severity
	On       judge.Statistic // what of the observed figure counts
	Pos      yamldoc.Pos     // of the text

	quote int         // 1 where the text stands in quotes
	onPos yamldoc.Pos // of the value of on
}

// Severity is what a broken rule means.
type Severity uint8

// The severities.
const (
	SeverityError    Severity = iota // the run fails
	SeverityAdvisory                 // it is told, and fails nothing unless asked to
)

// Words lists the severities as written.
func (Severity) Words() []string { return []string{"error", "advisory"} }

// MarshalText writes the severity's word.
func (s Severity) MarshalText() ([]byte, error) { return []byte(s.Words()[s]), nil }

// UnmarshalText reads a severity's word.
func (s *Severity) UnmarshalText(text []byte) error {
	for i, w := range s.Words() {
		if w == string(text) {
			*s = Severity(i)
			return nil
		}
	}
	return fmt.Errorf("unknown severity %q", text)
}

// ruleMap is a rule with more to say about it. The schema and the reference
// come from it.
type ruleMap struct {
	Rule     string          `yaml:"rule" required:"true" doc:"what must hold"`
	Why      string          `yaml:"why,omitempty" doc:"why it matters, in a sentence"`
	Severity Severity        `yaml:"severity,omitempty" doc:"what it means when it is broken: the run fails, or it is told and fails nothing unless --fail-on advisory asks for it"`
	On       judge.Statistic `yaml:"on,omitempty" doc:"what of the observed side is held against the limit: the mean, or an end of its 95 % interval over seeds; an end needs a side that is one figure"`
}

// UnmarshalNode reads a text, or a map with the key rule.
func (r *Rule) UnmarshalNode(n *yamldoc.Node, path string) yamldoc.Problems {
	switch n.Kind {
	case yamldoc.Scalar:
		r.write(n)
		return nil
	case yamldoc.Map:
		var m ruleMap
		ps := (&yamldoc.Decoder{Types: Types}).Read(n, &m)
		for i := range ps {
			ps[i].Path = path + "." + ps[i].Path
		}
		r.Why, r.Severity, r.On, r.onPos = m.Why, m.Severity, m.On, n.Pos
		if t := n.Get("rule"); t != nil {
			r.write(t)
		}
		if on := n.Get("on"); on != nil {
			r.onPos = on.Pos
		}
		return ps
	}
	return yamldoc.Problems{{Pos: n.Pos, Path: path, Text: "expected a rule, got " + n.Kind.String(),
		Hint: "for example: ours.wasted_calls <= 0.1 * naive.wasted_calls"}}
}

// write takes the text and its place.
func (r *Rule) write(n *yamldoc.Node) {
	r.Text, r.Pos = n.Text, n.Pos
	if n.Quoted {
		r.quote = 1
	}
}

// MarshalNode writes the rule as it is read.
func (r Rule) MarshalNode(ts *yamldoc.Types) *yamldoc.Node {
	m := ruleMap{r.Text, r.Why, r.Severity, r.On}
	if m == (ruleMap{Rule: r.Text}) {
		return &yamldoc.Node{Kind: yamldoc.Scalar, Text: r.Text}
	}
	return ts.Node(&m)
}

// JSONSchema describes a rule: a text, or a map with the key rule.
func (Rule) JSONSchema() *jsonschema.Schema {
	s := *Types.Schema(&ruleMap{}, false)
	s.Version, s.Definitions, s.Type = "", nil, ""
	s.Extras = map[string]any{"type": []string{"string", "object"}}
	return &s
}
