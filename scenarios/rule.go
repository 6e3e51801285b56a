package scenarios

import (
	"github.com/invopop/jsonschema"

	"wavetank/chain/strategy/yamldoc"
)

// Rule is one line of expect: what must hold, and where it stands.
type Rule struct {
	Text string      // as written, for report.ParseRule
	Why  string      // in a user's words; may be empty
	Pos  yamldoc.Pos // of the text

	quote int // 1 where the text stands in quotes
}

// ruleMap is a rule with more to say about it.
type ruleMap struct {
	Rule string `yaml:"rule" required:"true" doc:"what must hold"`
	Why  string `yaml:"why" doc:"why it matters"`
}

// UnmarshalNode reads a text, or a map with the key rule.
func (r *Rule) UnmarshalNode(n *yamldoc.Node, path string) yamldoc.Problems {
	switch n.Kind {
	case yamldoc.Scalar:
		r.write(n)
		return nil
	case yamldoc.Map:
		var m ruleMap
		ps := (&yamldoc.Decoder{Types: types}).Decode(n, &m)
		for i := range ps {
			ps[i].Path = path + "." + ps[i].Path
		}
		r.Why = m.Why
		if t := n.Get("rule"); t != nil {
			r.write(t)
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
func (r Rule) MarshalNode(*yamldoc.Types) *yamldoc.Node {
	text := &yamldoc.Node{Kind: yamldoc.Scalar, Text: r.Text}
	if r.Why == "" {
		return text
	}
	why := &yamldoc.Node{Kind: yamldoc.Scalar, Text: r.Why, Quoted: true}
	return &yamldoc.Node{Kind: yamldoc.Map, Entries: []yamldoc.Entry{{Key: "rule", Value: text}, {Key: "why", Value: why}}}
}

// JSONSchema describes a rule: a text, or a map with the key rule.
func (Rule) JSONSchema() *jsonschema.Schema {
	s := &jsonschema.Schema{Required: []string{"rule"}, Properties: jsonschema.NewProperties(), AdditionalProperties: jsonschema.FalseSchema}
	s.Properties.Set("rule", &jsonschema.Schema{Type: "string", Description: "what must hold"})
	s.Properties.Set("why", &jsonschema.Schema{Type: "string", Description: "why it matters"})
	s.Extras = map[string]any{"type": []string{"string", "object"}}
	return s
}
