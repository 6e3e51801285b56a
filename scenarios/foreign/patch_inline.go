package foreign

import (
	"regexp"
	"strconv"
	"strings"

	"wavetank/chain/strategy/yamldoc"
)

// Arrange puts items of a list into another order and leaves out the rest. What
// stands between them stays where it is; the comment behind an item goes with it.
func (ed *editor) Arrange(list *yamldoc.Node, order []int) ([]Edit, bool) {
	if list == nil || len(order) == 0 || len(list.Items) == 0 {
		return nil, false
	}
	at := ed.at(list.Pos)
	block := at >= 0 && at < len(ed.text) && ed.text[at] != '['
	var texts, seps []string
	first, end := 0, 0
	for i, item := range list.Items {
		from, to, ok := ed.span(item)
		if !ok || i > 0 && from < end {
			return nil, false
		}
		if block {
			to = ed.lineEnd(item.Pos.Line)
		}
		if i == 0 {
			first = from
		} else {
			seps = append(seps, ed.text[end:from])
		}
		texts, end = append(texts, ed.text[from:to]), to
	}
	var b strings.Builder
	for k, i := range order {
		if k > 0 {
			b.WriteString(seps[k-1])
		}
		b.WriteString(texts[i])
	}
	return []Edit{{first, end, b.String()}}, true
}

// inline writes a value in one line, as the text's language has it.
func (ed *editor) inline(n *yamldoc.Node) string { return inlineNode(n, ed.json) }

// keyOf is a key as YAML writes it.
func keyOf(key string) string {
	return strings.TrimSuffix(string(yamldoc.Format(Tree(key, true))), ": true\n")
}

// inlineNode writes a tree in one line, as YAML or as JSON.
func inlineNode(n *yamldoc.Node, json bool) string {
	var parts []string
	switch {
	case n == nil || n.Kind == yamldoc.Null:
		return "null"
	case n.Kind == yamldoc.List:
		for _, item := range n.Items {
			parts = append(parts, inlineNode(item, json))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case n.Kind == yamldoc.Map:
		for _, e := range n.Entries {
			key := keyOf(e.Key)
			if json {
				key = strconv.Quote(e.Key)
			}
			parts = append(parts, key+": "+inlineNode(e.Value, json))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	case json && (n.Quoted || !jsonPlain.MatchString(n.Text)), strings.ContainsAny(n.Text, ",[]{}"):
		return strconv.Quote(n.Text)
	}
	return strings.TrimSuffix(string(yamldoc.Format(&yamldoc.Node{Kind: yamldoc.List, Items: []*yamldoc.Node{n}}))[2:], "\n")
}

// jsonPlain is what JSON writes without quotes.
var jsonPlain = regexp.MustCompile(`^(true|false|-?\d+(\.\d+)?)$`)
