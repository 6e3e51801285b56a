package foreign

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"

	"wavetank/chain/printable"
	"wavetank/chain/strategy/yamldoc"
)

// parseYAML reads YAML with aliases and merge keys, which our own language does
// without: people use them in configurations of LiteLLM.
func (f *foreign) parseYAML(text []byte) (*yamldoc.Node, error) {
	whole := oldEnds.Replace(string(text))
	root, bad := yamldoc.Compose([]byte(whole))
	switch {
	case bad != nil && strings.HasPrefix(bad.Message, "unknown anchor"):
		return nil, f.fail(bad.Mark.Line, bad.Mark.Column, "", noAnchor)
	case bad != nil:
		return nil, f.fail(bad.Mark.Line, bad.Mark.Column, "", "%s", printable.Scrub(quotes.ReplaceAllString(bad.Message, "...")))
	case root == nil:
		return nil, f.fail(1, 1, "", "there is nothing in this file")
	}
	w := &yamlWalk{foreign: f, lines: strings.Split(whole, "\n"), anchors: map[string]walked{}}
	n, err := w.node(root, 1, false)
	return n.node, err
}

// oldEnds makes blanks of what YAML took for line ends before 1.2: to an editor
// they are none.
var oldEnds = strings.NewReplacer("\u0085", " ", "\u2028", " ", "\u2029", " ")

// quotes are parts of the library's messages that repeat the text.
var quotes = regexp.MustCompile("\"[^\"]*\"|'[^']*'|`[^`]*`")

const noAnchor = "an alias of nothing that stands before it"

// walked is a tree, with how many values and levels it has once every alias in
// it is written out.
type walked struct {
	node         *yamldoc.Node
	size, levels int
}

// yamlWalk makes our tree of the library's.
type yamlWalk struct {
	*foreign
	lines   []string
	anchors map[string]walked
}

// pos is where a value itself stands, behind its anchor and its tag. It gives up
// in lines that nobody reads.
func (w *yamlWalk) pos(n *yaml.Node) yamldoc.Pos {
	at := yamldoc.Pos{Origin: w.origin, Line: n.Line, Col: n.Column}
	for n.Kind != yaml.AliasNode && (n.Anchor != "" || n.Style&yaml.TaggedStyle != 0) && at.Line <= len(w.lines) {
		line := w.lines[at.Line-1]
		if len(line) > 1<<10 {
			break
		}
		rest := line[column(line, at.Col):]
		bare := strings.TrimLeft(rest, " \t\r")
		switch {
		case bare == "" || bare[0] == '#':
			at.Line, at.Col = at.Line+1, 1
		case bare != rest:
			at.Col += len(rest) - len(bare)
		case rest[0] == '&' || rest[0] == '!':
			word, _, _ := strings.Cut(strings.ReplaceAll(rest, "\t", " "), " ")
			at.Col += utf8.RuneCountInString(word)
		default:
			return at
		}
	}
	return yamldoc.Pos{Origin: w.origin, Line: n.Line, Col: n.Column}
}

// node makes the tree of one value.
func (w *yamlWalk) node(n *yaml.Node, level int, secret bool) (out walked, err error) {
	at := w.pos(n)
	if level > maxLevels {
		return out, w.tooDeep(at.Line, at.Col)
	}
	switch n.Kind {
	case yaml.AliasNode:
		return w.alias(n, level, secret)
	case yaml.MappingNode:
		out, err = w.mapping(n, at, level, secret)
	case yaml.SequenceNode:
		out, err = w.sequence(n, at, level, secret)
	default:
		out, err = walked{w.scalar(n, at, secret), 1, 0}, w.count(1, at.Line, at.Col)
	}
	if n.Anchor != "" {
		w.anchors[n.Anchor] = out
	}
	return out, err
}

// scalar makes a value of a value.
func (w *yamlWalk) scalar(n *yaml.Node, at yamldoc.Pos, secret bool) *yamldoc.Node {
	out := &yamldoc.Node{Kind: yamldoc.Scalar, Pos: at, Text: n.Value, Quoted: n.Style&^yaml.TaggedStyle != 0}
	switch {
	case n.Tag == "!!null" && !out.Quoted:
		return &yamldoc.Node{Pos: at}
	case secret:
		w.hidden++
		return HiddenValue
	}
	return out
}

// alias is what its anchor stands before. An anchor is known once its value has
// ended, so none can hold itself.
func (w *yamlWalk) alias(n *yaml.Node, level int, secret bool) (walked, error) {
	out, known := w.anchors[n.Value]
	switch {
	case !known:
		return out, w.fail(n.Line, n.Column, "", noAnchor)
	case level+out.levels > maxLevels:
		return out, w.tooDeep(n.Line, n.Column)
	case secret:
		w.hidden++
		return walked{HiddenValue, 1, 0}, nil
	}
	return out, w.count(out.size, n.Line, n.Column)
}

func (w *yamlWalk) sequence(n *yaml.Node, at yamldoc.Pos, level int, secret bool) (walked, error) {
	out := walked{&yamldoc.Node{Kind: yamldoc.List, Pos: at}, 1, 1}
	for _, v := range n.Content {
		item, err := w.node(v, level+1, secret)
		if err != nil {
			return out, err
		}
		out.node.Items = append(out.node.Items, item.node)
		out.size, out.levels = out.size+item.size, max(out.levels, item.levels+1)
	}
	return out, w.count(1, at.Line, at.Col)
}

// mapping makes a map, whose place is that of its first key.
func (w *yamlWalk) mapping(n *yaml.Node, at yamldoc.Pos, level int, secret bool) (walked, error) {
	if len(n.Content) > 0 {
		at = w.pos(n.Content[0])
	}
	out := walked{&yamldoc.Node{Kind: yamldoc.Map, Pos: at}, 1, 1}
	var merged [][]*yamldoc.Node
	entries := w.mapped(out.node)
	for i := 0; i+1 < len(n.Content); i += 2 {
		k := n.Content[i]
		if k.Kind == yaml.AliasNode {
			k = k.Alias
		}
		merge := k.Tag == "!!merge"
		item, err := w.node(n.Content[i+1], level+1, secret || !merge && printable.NamesSecret(k.Value))
		if err != nil {
			return out, err
		}
		out.size, out.levels = out.size+item.size, max(out.levels, item.levels+1)
		if merge {
			if len(merged) > 0 {
				w.twice = append(w.twice, again{key: k.Value, at: w.pos(n.Content[i]), first: at})
			}
			merged = append(merged, parts(item.node))
			continue
		}
		entries.add(yamldoc.Entry{Key: k.Value, Pos: w.pos(n.Content[i]), Value: item.node})
	}
	slices.Reverse(merged) // of two merge keys the last counts
	mergeInto(out.node, slices.Concat(merged...))
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

// parts are the maps that a merge key names: one, or a list of them.
func parts(n *yamldoc.Node) []*yamldoc.Node {
	if n.Kind == yamldoc.List {
		return n.Items
	}
	return []*yamldoc.Node{n}
}
