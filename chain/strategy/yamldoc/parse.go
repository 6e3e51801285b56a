package yamldoc

import (
	"bytes"
	"fmt"
	"math"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"
)

// Bounds on documents. Reading one is linear in its length; the tree is built by
// recursion.
const (
	MaxBytes    = 1 << 20 // of a document
	MaxDepth    = 64      // maps and lists inside each other
	maxProblems = 100     // that one pass tells: nobody reads more
)

// Parse reads one document. Origin names it in problems. The tree is nil where
// there are problems; an empty document is a node of nothing.
func Parse(origin string, data []byte) (*Node, Problems) {
	text, ps := guard(origin, data)
	if ps != nil {
		return nil, ps
	}
	t := &tree{origin: origin, lines: strings.Split(text, "\n")}
	root, bad := Compose([]byte(text))
	switch {
	case bad != nil:
		return nil, t.syntax(bad)
	case root == nil:
		return &Node{Pos: Pos{origin, len(t.lines), 1}}, nil
	}
	t.directives()
	n := t.node(root, 0, false)
	if t.problems != nil {
		return nil, t.problems.Sorted()
	}
	return n, nil
}

// guard refuses what is no text of a reasonable size, and returns it without a
// byte order mark, with plain line ends and one at the end. The characters that
// YAML took for line ends before 1.2 are refused: to an editor they are none.
func guard(origin string, data []byte) (string, Problems) {
	if len(data) > MaxBytes {
		return "", Problems{{Pos: Pos{origin, 1, 1}, Text: fmt.Sprintf("the file is larger than %d KiB", MaxBytes>>10)}}
	}
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	text := strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(string(data))
	line, col := 1, 0
	for i, r := range text {
		col++
		what := ""
		switch {
		case r == '\n':
			line, col = line+1, 0
		case r == utf8.RuneError && !strings.HasPrefix(text[i:], "\uFFFD"):
			what = "this is no UTF-8 text"
		case r < ' ' && r != '\t' || r >= 0x7f && r < 0xa0 || r == '\u2028' || r == '\u2029' || r == '\uFEFF' || r == '\uFFFE' || r == '\uFFFF':
			what = fmt.Sprintf("a control character (%U)", r)
		}
		if what != "" {
			return "", Problems{{Pos: Pos{origin, line, col}, Text: what}}
		}
	}
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	return text, nil
}

// tree makes our tree of the library's, without what our language leaves out.
type tree struct {
	origin    string
	lines     []string
	shown     []string // the same, masked; nil: nobody asked
	line, col int      // where ahead looked last, and the bytes before that in the line
	off       int
	problems  Problems
}

// note adds a problem. Of a line that tells a secret it repeats nothing but the keys
// that are given.
func (t *tree) note(at Pos, text, hint string, keys ...string) {
	if len(t.problems) < maxProblems {
		if _, hidden := t.masked(at.Line); hidden {
			text = hideQuoted(text, keys)
		}
		t.problems = append(t.problems, Problem{Pos: at, Text: text, Hint: hint})
	}
}

// ahead returns what stands from a place to the end of its line. Places that rise
// within a line cost no more than reading it once.
func (t *tree) ahead(line, col int) string {
	if line != t.line || col < t.col {
		t.line, t.col, t.off = line, 1, 0
	}
	if line < 1 || line > len(t.lines) {
		return ""
	}
	text := t.lines[line-1]
	for ; t.col < col && t.off < len(text); t.col++ {
		_, size := utf8.DecodeRuneInString(text[t.off:])
		t.off += size
	}
	return text[t.off:]
}

// node makes the tree of a value. Flow tells that it stands inside brackets.
func (t *tree) node(n *yaml.Node, depth int, flow bool) *Node {
	out := &Node{Pos: Pos{t.origin, n.Line, n.Column}}
	if n.Kind != yaml.ScalarNode {
		if depth++; depth > MaxDepth {
			t.note(out.Pos, tooDeep, "")
			return out
		}
	}
	t.outside(out.Pos)
	inside := flow || n.Style&yaml.FlowStyle != 0
	switch n.Kind {
	case yaml.SequenceNode:
		out.Kind = List
		for _, item := range n.Content {
			if len(item.Content) > 0 && item.Kind == yaml.MappingNode && inside && at(item) == at(item.Content[0]) {
				t.note(Pos{t.origin, item.Line, item.Column}, "a key and a value in a place for a value", "write {a: b}, or put text with a colon in quotes")
			}
			out.Items = append(out.Items, t.node(item, depth, inside))
		}
	case yaml.MappingNode:
		out.Kind = Map
		t.entries(out, n, depth, inside)
	case yaml.ScalarNode:
		out.Kind, out.Text, out.Quoted = Scalar, n.Value, n.Style&inQuotes != 0
		t.plain(out, flow)
	}
	return out
}

// inQuotes are the styles of scalars that are always text.
const inQuotes = yaml.DoubleQuotedStyle | yaml.SingleQuotedStyle | yaml.LiteralStyle | yaml.FoldedStyle

func at(n *yaml.Node) [2]int { return [2]int{n.Line, n.Column} }

// outside refuses what of YAML begins at a place and is not part of our language.
func (t *tree) outside(at Pos) {
	text := t.ahead(at.Line, at.Col)
	if text == "" {
		return
	}
	for _, x := range left {
		if text[0] == x.sign {
			t.note(at, x.what+" are not part of this language", x.hint)
		}
	}
}

// left is what our language leaves out, by the character that it begins with.
var left = []struct {
	sign       byte
	what, hint string
}{
	{'&', "anchors", "write the value where it is needed; a text that begins with & needs quotes"},
	{'*', "aliases", "write the value where it is needed; a text that begins with * needs quotes"},
	{'!', "tags", "a text that begins with ! needs quotes"},
	{'%', "directives", "a text that begins with % needs quotes"},
}

// directives refuses a document that begins with one.
func (t *tree) directives() {
	for i, line := range t.lines {
		if text := strings.TrimSpace(line); text != "" && text[0] != '#' {
			if line[0] == '%' {
				t.outside(Pos{t.origin, i + 1, 1})
			}
			return
		}
	}
}

// entries reads the keys of a map, each of them once, and their values.
func (t *tree) entries(out *Node, n *yaml.Node, depth int, flow bool) {
	seen := map[string]int{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		k := n.Content[i]
		key := &Node{Kind: Scalar, Pos: Pos{t.origin, k.Line, k.Column}, Text: k.Value, Quoted: k.Style&inQuotes != 0}
		t.outside(key.Pos)
		t.oneLine(key, flow)
		before, dup := seen[k.Value]
		switch {
		case k.Kind == yaml.AliasNode: // outside said so
		case k.Kind != yaml.ScalarNode:
			t.note(key.Pos, "a map or a list stands where a key should be", `write "key: value"`)
		case k.Value == "" && !key.Quoted:
			t.note(key.Pos, `":" in a place where no key is`, "text with a colon needs quotes")
		case !flow && k.Column != n.Column:
			t.note(Pos{t.origin, k.Line, n.Column}, `a key is written "key: value", without "?"`, "")
		case k.Value == "<<" && !key.Quoted:
			t.note(key.Pos, "merge keys are not part of this language", "write the keys where they are needed")
		case dup:
			t.note(key.Pos, fmt.Sprintf("the key %q is written twice", shorten(k.Value)), fmt.Sprintf("first in line %d", before), k.Value)
		default:
			seen[k.Value] = k.Line
		}
		out.Entries = append(out.Entries, Entry{k.Value, key.Pos, t.node(n.Content[i+1], depth, flow)})
	}
}

// plain says what text without quotes means: words for nothing are nothing, and
// what looks like a number but is not clearly one is refused.
func (t *tree) plain(n *Node, flow bool) {
	if n.Quoted {
		return
	}
	t.oneLine(n, flow)
	switch n.Text {
	case "", "~", "null", "Null", "NULL":
		n.Kind = Null
		return
	}
	switch digits := strings.TrimLeft(n.Text, "+-"); {
	case octal.MatchString(digits):
		t.note(n.Pos, fmt.Sprintf("the number %s can be read in two ways", shorten(n.Text)), "write it without the leading zero, or in quotes as text")
	case based.MatchString(digits):
		t.note(n.Pos, fmt.Sprintf("the number %s is not decimal", shorten(n.Text)), "write it in decimal, or in quotes as text")
	case looksNumeric(n.Text):
		if f, ok := n.Number(); !ok || math.IsInf(f, 0) {
			t.note(n.Pos, fmt.Sprintf("the number %s is too large", shorten(n.Text)), "")
		}
	}
}

// oneLine refuses text without quotes that goes on in another line inside
// brackets: there, somebody forgot a comma.
func (t *tree) oneLine(n *Node, flow bool) {
	if flow && !n.Quoted && !strings.HasPrefix(t.ahead(n.Pos.Line, n.Pos.Col), n.Text) {
		t.note(n.Pos, fmt.Sprintf("%q goes on over lines inside brackets", shorten(n.Text)), "separate entries by commas, or put the text in quotes")
	}
}
