package foreign

import (
	"bytes"
	"errors"
	"regexp"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"

	"wavetank/chain/strategy/yamldoc"
)

// parseYAML reads YAML with aliases and merge keys, which our own language does
// without: people use them in configurations of LiteLLM.
func (f *foreign) parseYAML(text []byte) (*yamldoc.Node, error) {
	text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")) // the parser counts some of them twice
	if err := f.bounded(string(text)); err != nil {
		return nil, err
	}
	file, err := parser.ParseBytes(text, 0)
	if err != nil {
		return nil, f.syntax(err)
	}
	w := &yamlWalk{foreign: f, anchors: map[string]walked{}}
	var root *yamldoc.Node
	for _, d := range file.Docs {
		if d.Body == nil || d.Body.Type() == ast.DirectiveType {
			continue
		}
		n, err := w.node(d.Body, 1, false)
		if err != nil {
			return nil, err
		}
		if root != nil {
			return nil, f.fail(n.node.Pos.Line, n.node.Pos.Col, "", "a second document: only one is read")
		}
		root = n.node
	}
	if root == nil {
		return nil, f.fail(1, 1, "", "there is nothing in this file")
	}
	return root, nil
}

// bounded refuses what would keep the parser busy for long, before it begins.
func (f *foreign) bounded(text string) error {
	signs, depth := 0, 0
	for i, line := range strings.Split(text, "\n") {
		if i >= MaxLines {
			return f.fail(i+1, 1, "as JSON it may be larger", "more than %d lines of YAML", MaxLines)
		}
		bare := strings.TrimLeft(line, " ")
		if strings.HasPrefix(bare, "#") {
			continue
		}
		dashes := len(bare) - len(strings.TrimLeft(bare, "- ?"))
		if len(line)-len(bare) > 40*maxLevels || dashes > 2*maxLevels && strings.Trim(bare[:dashes], "-") != "" {
			return f.tooDeep(i+1, 1)
		}
		if dashes > 0 {
			signs++
		}
		for at := range len(line) {
			if at+1 == len(line) || line[at] != ':' || line[at+1] == ' ' {
				signs += signOf(line[at], &depth)
			}
			if depth > maxLevels {
				return f.tooDeep(i+1, at+1)
			}
		}
		if signs > MaxSigns {
			return f.fail(i+1, 1, "as JSON it may be larger", "more than %d keys, items, commas and brackets of YAML", MaxSigns)
		}
	}
	return nil
}

// signOf counts a character that costs the parser more than others.
func signOf(c byte, depth *int) int {
	switch c {
	case '[', '{':
		*depth++
	case ']', '}':
		*depth = max(0, *depth-1)
	case ':', ',', '&', '*', '!', '?':
	default:
		return 0
	}
	return 1
}

// quotes are parts of the parser's messages that repeat the text.
var quotes = regexp.MustCompile("\"[^\"]*\"|'[^']*'|`[^`]*`")

// syntax is the parser's complaint, without the lines of the file that it shows.
func (f *foreign) syntax(err error) error {
	var bad yaml.Error
	if !errors.As(err, &bad) {
		return f.fail(1, 1, "", "this is no YAML")
	}
	line, col := 1, 1
	if t := bad.GetToken(); t != nil && t.Position != nil {
		line, col = t.Position.Line, t.Position.Column
	}
	message, _, _ := strings.Cut(bad.GetMessage(), "\n")
	return f.fail(line, col, "", "%s", Scrub(quotes.ReplaceAllString(message, "...")))
}

// walked is a tree, with how many values and levels it has once every alias in
// it is written out.
type walked struct {
	node         *yamldoc.Node
	size, levels int
}

// yamlWalk makes our tree of the parser's.
type yamlWalk struct {
	*foreign
	anchors map[string]walked
}

func (w *yamlWalk) pos(t *token.Token) yamldoc.Pos {
	if t == nil || t.Position == nil {
		return yamldoc.Pos{Origin: w.origin, Line: 1, Col: 1}
	}
	return yamldoc.Pos{Origin: w.origin, Line: t.Position.Line, Col: t.Position.Column}
}

// node makes the tree of one value.
func (w *yamlWalk) node(n ast.Node, level int, secret bool) (out walked, err error) {
	if n == nil {
		return walked{&yamldoc.Node{Pos: w.pos(nil)}, 1, 0}, nil
	}
	at := w.pos(n.GetToken())
	if level > maxLevels {
		return out, w.tooDeep(at.Line, at.Col)
	}
	switch n := n.(type) {
	case *ast.AnchorNode:
		if out, err = w.node(n.Value, level, secret); err == nil && n.Name != nil {
			w.anchors[tokenText(n.Name)] = out
		}
		return out, err
	case *ast.AliasNode:
		return w.alias(n, level, secret)
	case *ast.TagNode:
		if n.Value == nil {
			break
		}
		return w.node(n.Value, level, secret)
	case *ast.MappingNode:
		return w.mapping(n.Values, at, level, secret)
	case *ast.MappingValueNode:
		return w.mapping([]*ast.MappingValueNode{n}, at, level, secret)
	case *ast.SequenceNode:
		return w.sequence(n, at, level, secret)
	}
	if err := w.count(1, at.Line, at.Col); err != nil {
		return out, err
	}
	return walked{w.scalar(n, at, secret), 1, 0}, nil
}

// scalar makes a value of a value.
func (w *yamlWalk) scalar(n ast.Node, at yamldoc.Pos, secret bool) *yamldoc.Node {
	out := &yamldoc.Node{Kind: yamldoc.Scalar, Pos: at}
	switch n := n.(type) {
	case *ast.NullNode:
		out.Kind = yamldoc.Null
		return out
	case *ast.StringNode:
		out.Text, out.Quoted = n.Value, n.Token.Type == token.DoubleQuoteType || n.Token.Type == token.SingleQuoteType
	case *ast.LiteralNode:
		out.Text, out.Quoted = n.Value.Value, true
	default:
		if t := n.GetToken(); t != nil {
			out.Text = t.Value
		}
	}
	if secret {
		w.hidden++
		return HiddenValue
	}
	return out
}

// alias is what its anchor stands before. An anchor is known once its value has
// ended, so none can hold itself.
func (w *yamlWalk) alias(n *ast.AliasNode, level int, secret bool) (walked, error) {
	at := w.pos(n.Start)
	out, known := w.anchors[tokenText(n.Value)]
	switch {
	case !known:
		return out, w.fail(at.Line, at.Col, "", "an alias of nothing that stands before it")
	case level+out.levels > maxLevels:
		return out, w.tooDeep(at.Line, at.Col)
	case secret:
		w.hidden++
		return walked{HiddenValue, 1, 0}, nil
	}
	return out, w.count(out.size, at.Line, at.Col)
}

func (w *yamlWalk) sequence(n *ast.SequenceNode, at yamldoc.Pos, level int, secret bool) (walked, error) {
	out := walked{&yamldoc.Node{Kind: yamldoc.List, Pos: at}, 1, 1}
	for _, v := range n.Values {
		item, err := w.node(v, level+1, secret)
		if err != nil {
			return out, err
		}
		out.node.Items = append(out.node.Items, item.node)
		out.size, out.levels = out.size+item.size, max(out.levels, item.levels+1)
	}
	return out, w.count(1, at.Line, at.Col)
}

func (w *yamlWalk) mapping(values []*ast.MappingValueNode, at yamldoc.Pos, level int, secret bool) (walked, error) {
	if len(values) > 0 { // the parser's own place is the first colon
		at = w.pos(values[0].Key.GetToken())
	}
	out := walked{&yamldoc.Node{Kind: yamldoc.Map, Pos: at}, 1, 1}
	var merged []*yamldoc.Node
	for _, v := range values {
		merge := v.Key.IsMergeKey()
		key := tokenText(v.Key)
		item, err := w.node(v.Value, level+1, secret || !merge && NamesSecret(key))
		if err != nil {
			return out, err
		}
		out.size, out.levels = out.size+item.size, max(out.levels, item.levels+1)
		if merge {
			merged = append(merged, parts(item.node)...)
			continue
		}
		out.node.Entries = append(out.node.Entries, yamldoc.Entry{Key: key, Pos: w.pos(v.Key.GetToken()), Value: item.node})
	}
	mergeInto(out.node, merged)
	return out, w.count(1, at.Line, at.Col)
}

// mergeInto adds the keys that a map does not have itself.
func mergeInto(n *yamldoc.Node, merged []*yamldoc.Node) {
	if len(merged) == 0 {
		return
	}
	has := map[string]bool{}
	for _, e := range n.Entries {
		has[e.Key] = true
	}
	for _, m := range merged {
		for _, e := range m.Entries {
			if !has[e.Key] {
				has[e.Key] = true
				n.Entries = append(n.Entries, e)
			}
		}
	}
}

// tokenText is what a node's own token says, "" for none.
func tokenText(n ast.Node) string {
	if n == nil || n.GetToken() == nil {
		return ""
	}
	return n.GetToken().Value
}

// parts are the maps that a merge key names: one, or a list of them.
func parts(n *yamldoc.Node) []*yamldoc.Node {
	if n.Kind == yamldoc.List {
		return n.Items
	}
	return []*yamldoc.Node{n}
}
