package yamldoc

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"go.yaml.in/yaml/v4"
	"go.yaml.in/yaml/v4/plugin/loaderlimits"

	"wavetank/chain/printable"
)

// Compose reads the syntax of one document into the library's tree, nil for an
// empty one. What it says names places, but repeats nothing of the text but the
// names of anchors.
func Compose(text []byte) (*yaml.Node, *yaml.LoadError) {
	limits := loaderlimits.New(loaderlimits.DepthValue(MaxDepth))
	loader, err := yaml.NewLoader(bytes.NewReader(text), yaml.WithPlugin(limits))
	if err != nil {
		panic("yamldoc: " + err.Error())
	}
	var first, second yaml.Node
	if err := loader.Load(&first); err == io.EOF {
		return nil, nil
	} else if err != nil {
		return nil, complaint(err)
	}
	switch err := loader.Load(&second); {
	case err == nil:
		return nil, &yaml.LoadError{Message: aSecond, Mark: yaml.Mark{Line: second.Line, Column: second.Column}}
	case err != io.EOF:
		return nil, complaint(err)
	}
	return first.Content[0], nil
}

// What we say in words of our own: of a second document, and of depth.
const aSecond = "a second document"

var tooDeep = fmt.Sprintf("nested more than %d deep", MaxDepth)

// complaint is the library's error with the place that a reader looks for first:
// where something was opened that is never closed, and not where the text ends.
func complaint(err error) *yaml.LoadError {
	var bad *yaml.LoadError
	if !errors.As(err, &bad) {
		return &yaml.LoadError{Message: "this is no YAML", Mark: yaml.Mark{Line: 1, Column: 1}}
	}
	out := *bad
	for _, m := range []string{"could not find expected ':'", "found unexpected end of stream", "found unexpected document indicator"} {
		if out.Message == m && out.ContextMark.Line > 0 {
			out.Mark = out.ContextMark
		}
	}
	if strings.HasPrefix(out.Message, "exceeded max depth") {
		out.Message = tooDeep
	}
	if out.Mark.Line < 1 {
		out.Mark.Line = 1
	}
	out.Mark.Column = max(out.Mark.Column, 1)
	return &out
}

// wordings are the library's complaints, or their beginnings, in a user's words:
// %q is what stands at the place, %c its first character, %d the line in which
// began what is wrong. Those in front go first.
var wordings = []struct{ theirs, ours, hint string }{
	{"mapping values are not allowed", "%q stands where no key can be", "check the indentation, or put text with a colon in quotes"},
	{"block sequence entries are not", "a list begins on a line of its own", "or is written [a, b]"},
	{"could not find expected ':'", "%q stands where a key should be", `write "key: value"`},
	{"did not find expected node content", "%q stands where a value should be", "text like this needs quotes"},
	{"did not find expected comment or line break", "unexpected %q before a block of text", "the text begins in the next line"},
	{"did not find expected ',' or", "unexpected %q inside brackets", "separate entries by commas, and close what line %d opens"},
	{"found a comment without preceding", "unexpected %q after a value", "a comment needs a blank before it"},
	{"found a tab", "a tab as indentation", "use spaces"},
	{"found unexpected end of stream", "the quote %c is never closed", ""},
	{"found unexpected document indicator", "the quote %c is never closed", ""},
	{"found character that cannot start", "a text that begins with '%c'", "put it in quotes"},
	{"found unknown escape", noEscape, `write \\ for a backslash, or use single quotes`},
	{"found invalid Unicode", noEscape, `write \\ for a backslash, or use single quotes`},
	{"did not find expected hexdecimal", noEscape, `write \\ for a backslash, or use single quotes`},
	{"did not find expected", "unexpected %q after a value", "text like this needs quotes"},
	{aSecond, aSecond, "one file holds one document"},
}

const noEscape = "a backslash that begins no escape"

// syntax says in a user's words why a text is no document.
func (t *tree) syntax(bad *yaml.LoadError) Problems {
	at := Pos{t.origin, min(bad.Mark.Line, len(t.lines)), bad.Mark.Column}
	if t.outside(at); t.problems != nil {
		return t.problems
	}
	word := t.ahead(at.Line, at.Col)
	before := strings.TrimSuffix(t.lines[at.Line-1], word)
	excerpt := word
	switch masked, hidden := t.masked(at.Line); {
	case hidden:
		excerpt = masked
	case strings.HasPrefix(word, ":"): // alone it says little
		excerpt = strings.TrimSpace(t.lines[at.Line-1])
	}
	one := func(text, hint string) Problems { return Problems{{Pos: at, Text: text, Hint: hint}} }
	switch m, in := bad.Message, bad.ContextMsg; {
	case strings.HasPrefix(in, "while parsing a flow") && t.ended(at):
		at = t.opened(bad)
		return one(fmt.Sprintf("%q is never closed", first(t.ahead(at.Line, at.Col))), "")
	case strings.HasPrefix(m, "mapping values") && strings.Contains(before, ": "):
		return one("two keys on one line", "write {a: b}, or put text with a colon in quotes")
	case strings.HasPrefix(m, "found character that cannot start") && strings.HasPrefix(word, "\t"):
		return one("a tab as indentation", "use spaces")
	case strings.HasPrefix(in, "while parsing a block") && strings.TrimSpace(before) == "":
		return one(fmt.Sprintf("%q is indented like nothing above it", shorten(excerpt)), "check the indentation")
	}
	fill := strings.NewReplacer("%q", fmt.Sprintf("%q", shorten(excerpt)), "%c", first(word), "%d", fmt.Sprint(bad.ContextMark.Line))
	for _, w := range wordings {
		if strings.HasPrefix(bad.Message, w.theirs) {
			return one(fill.Replace(w.ours), fill.Replace(w.hint))
		}
	}
	return one(bad.Message, "")
}

// masked is a line without what is not to be told of it, and whether there is such.
func (t *tree) masked(line int) (shown string, hidden bool) {
	if t.shown == nil {
		t.shown = strings.Split(printable.Lines(strings.Join(t.lines, "\n")), "\n")
	}
	if line < 1 || line > len(t.lines) || t.shown[line-1] == t.lines[line-1] {
		return "", false
	}
	return strings.TrimSpace(t.shown[line-1]), true
}

func first(s string) string { return s[:min(1, len(s))] }

// ended tells whether nothing but blanks is left from a place on.
func (t *tree) ended(at Pos) bool {
	rest := t.ahead(at.Line, at.Col) + strings.Join(t.lines[at.Line:], "")
	return strings.TrimSpace(rest) == ""
}

// opened is where a bracket stands that the text never closes. Where the library
// misses a value at the end, it does not say; after one more value it does.
func (t *tree) opened(bad *yaml.LoadError) Pos {
	if bad.ContextMsg == "while parsing a flow node" {
		if _, again := Compose([]byte(strings.Join(t.lines, "\n") + "x\n")); again != nil {
			bad = again
		}
	}
	return Pos{t.origin, bad.ContextMark.Line, bad.ContextMark.Column}
}
