package yamldoc

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/cockroachdb/datadriven"
	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v4"
	"pgregory.net/rapid"
)

// words are what random documents are made of: keys and values of a garden, and
// things that are neither.
var words = []string{"name", "age", "beds", "trees", "slope", "open", "soil", "tags", "days", "weights", "by_soil", "owner", "tool", "shed",
	"jobs", "people", "free", "raw", "width", "first", "born", "at", "kind", "length", "teeth", "tools", "lock", "file", "x",
	"spade", "rake", "chest", "list", "clay", "mud", "5s", "1h30m", "0s", "-3s", "0", "5", "-1", "1.5", "1e3", "300", "true", "no", "names.txt", "a b"}

// drawTree draws a tree of those words.
func drawTree(t *rapid.T, depth int) *Node {
	word := rapid.SampledFrom(words)
	kinds := []Kind{Scalar, Scalar, Map, List, Null}
	if depth == 0 {
		kinds = kinds[:1]
	}
	n := &Node{Kind: rapid.SampledFrom(kinds).Draw(t, "kind")}
	switch n.Kind {
	case Scalar:
		n.Text = word.Draw(t, "text")
		n.Quoted = rapid.Bool().Draw(t, "quoted")
	case List:
		for range rapid.IntRange(0, 3).Draw(t, "items") {
			n.Items = append(n.Items, drawTree(t, depth-1))
		}
	case Map:
		drawEntries(t, n, depth)
	}
	return n
}

func drawEntries(t *rapid.T, n *Node, depth int) {
	for _, key := range rapid.SliceOfNDistinct(rapid.SampledFrom(words), 0, 5, rapid.ID[string]).Draw(t, "keys") {
		n.Entries = append(n.Entries, Entry{Key: key, Value: drawTree(t, depth-1)})
	}
}

// drawGarden draws a document that is near to one.
func drawGarden(t *rapid.T) *Node {
	doc, _ := Parse("f", []byte("name: n\nage: 5s\nsoil: sand\ntags: [a]\nowner: {first: F}\ntool: 5s\nshed: [{kind: rake}]\n"+
		"jobs: [{at: 1s, kind: spade, length: 1s}]\npeople: {a: {first: A}}\nweights: {a: 1}\nby_soil: {clay: 1}\nplan: {born: 1}\n"))
	over := &Node{Kind: Map}
	drawEntries(t, over, 3)
	return Merge(doc, over)
}

// ofShape are the decoder's words about shape, not meaning.
var ofShape = regexp.MustCompile(`^(expected |unknown k|the key .* is missing|an item )`)

// TestSchemaAgrees demands that the schema refuses nothing that the decoder
// takes, and that what the schema takes is refused for its meaning at most: that
// editors and the command tell the same.
func TestSchemaAgrees(t *testing.T) {
	types := sampleTypes(shorthands)
	schema := Compile(types.Schema(garden{}, false))
	d := &Decoder{Types: types}
	rapid.Check(t, func(t *rapid.T) {
		root := reparse(t, drawGarden(t))
		var g garden
		decoded, shape := d.Read(root, &g), Validate(root, schema)
		if decoded == nil && shape != nil {
			t.Fatalf("the decoder takes what the schema refuses:\n%s\n%v", Format(root), shape)
		}
		if decoded == nil {
			canonical := types.Node(&g)
			if ps := Validate(canonical, schema); ps != nil {
				t.Fatalf("the canonical form does not fit the schema:\n%s\n%v", Format(canonical), ps)
			}
			roundTrip(t, types, &g)
		}
		for _, p := range decoded {
			// The validator does not see keys of nothing.
			if shape == nil && ofShape.MatchString(p.Text) && root.Find(p.Path).kind() != Null {
				t.Fatalf("the schema takes what the decoder refuses:\n%s\n%v", Format(root), p)
			}
		}
	})
}

func roundTrip(t *rapid.T, types *Types, g *garden) {
	text := types.Encode(g)
	root, ps := Parse("canonical", text)
	if ps != nil {
		t.Fatalf("the canonical form is no YAML: %v\n%s", ps, text)
	}
	var again garden
	if ps := (&Decoder{Types: types}).Read(root, &again); ps != nil {
		t.Fatalf("the canonical form does not decode: %v\n%s", ps, text)
	}
	if diff := cmp.Diff(string(text), string(types.Encode(&again))); diff != "" {
		t.Fatalf("canonical twice:\n%s", diff)
	}
}

// reparse writes and reads a tree, which gives it positions.
func reparse(t *rapid.T, n *Node) *Node {
	text := Format(n)
	root, ps := Parse("f", text)
	if ps != nil {
		t.Fatalf("what Format writes does not parse: %v\n%s", ps, text)
	}
	if diff := cmp.Diff(n.Plain(), root.Plain()); diff != "" {
		t.Fatalf("what Format writes reads as something else:\n%s\n%s", diff, text)
	}
	return root
}

// TestPartialSchema demands that any part of a good document fits the partial
// schema, as an override does.
func TestPartialSchema(t *testing.T) {
	types := sampleTypes(shorthands)
	whole, partial := Compile(types.Schema(garden{}, false)), Compile(types.Schema(garden{}, true))
	rapid.Check(t, func(t *rapid.T) {
		root := reparse(t, drawGarden(t))
		if Validate(root, whole) != nil {
			t.Skip("not a good document")
		}
		cut := thin(t, root)
		if ps := Validate(cut, partial); ps != nil {
			t.Fatalf("a part of a good document does not fit:\n%s\n%v", Format(cut), ps)
		}
	})
}

// TestValidate holds what the schema alone says.
func TestValidate(t *testing.T) {
	types := sampleTypes(shorthands)
	whole, partial := Compile(types.Schema(garden{}, false)), Compile(types.Schema(garden{}, true))
	datadriven.RunTest(t, "testdata/validate", func(t *testing.T, d *datadriven.TestData) string {
		root, ps := Parse("f", []byte(d.Input))
		switch {
		case ps != nil:
		case d.Cmd == "strict":
			ps = Validate(root, Compile(sampleTypes(Shorthands{}).Schema(garden{}, false)))
		case d.Cmd == "partial":
			ps = Validate(root, partial)
		default:
			ps = Validate(root, whole)
		}
		if ps == nil {
			return "fits\n"
		}
		return ps.Error() + "\n"
	})
}

// thin drops keys at random, but not from lists' items, which are never merged.
func thin(t *rapid.T, n *Node) *Node {
	if n.Kind != Map {
		return n
	}
	out := &Node{Kind: Map, Pos: n.Pos}
	for _, e := range n.Entries {
		if rapid.IntRange(0, 3).Draw(t, "keep") > 0 {
			out.Entries = append(out.Entries, Entry{e.Key, e.Pos, thin(t, e.Value)})
		}
	}
	return out
}

// TestAgainstLibrary compares what our trees mean with what the library itself
// makes of a document, in every style that both know.
func TestAgainstLibrary(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		doc := drawText(t, 0, rapid.IntRange(0, 3).Draw(t, "depth"))
		root, ps := Parse("f", []byte(doc))
		if ps != nil {
			t.Fatalf("does not parse: %v\n%s", ps, doc)
		}
		var theirs any
		if err := yaml.Load([]byte(doc), &theirs); err != nil {
			t.Fatalf("the library does not load it: %v\n%s", err, doc)
		}
		if diff := cmp.Diff(alike(theirs), alike(root.Plain())); diff != "" {
			t.Fatalf("the library reads it differently:\n%s\n%s", diff, doc)
		}
	})
}

// alike makes the values of both comparable: theirs has whole numbers and
// dates, and keeps keys of nothing.
func alike(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := map[string]any{}
		for k, e := range v {
			if e != nil {
				out[k] = alike(e)
			}
		}
		return out
	case []any:
		out := []any{}
		for _, e := range v {
			out = append(out, alike(e))
		}
		return out
	case time.Time: // a word to us
		return v.Format(time.DateOnly)
	case int, int64, uint64, float64:
		return fmt.Sprint(v)
	}
	return v
}

// drawText draws a document as text, from all styles of writing.
func drawText(t *rapid.T, indent, depth int) string {
	pad := strings.Repeat(" ", indent)
	if depth == 0 {
		return drawScalar(t, pad)
	}
	style := rapid.SampledFrom([]string{"map", "list", "flow map", "flow list", "tight list"}).Draw(t, "style")
	n := rapid.IntRange(1, 3).Draw(t, "n")
	var b strings.Builder
	for i := range n {
		comment := rapid.SampledFrom([]string{"", "", " # note", "\n\n" + pad + "# line"}).Draw(t, "comment")
		switch style {
		case "map":
			child := drawText(t, indent+2, depth-1)
			fmt.Fprintf(&b, "%skey%d:%s%s\n", pad, i, gapBefore(child), child)
			if !strings.Contains(child, "\n") {
				b.WriteString(strings.TrimPrefix(comment, " ") + "\n")
			}
		case "list", "tight list":
			child := drawText(t, indent+2, depth-1)
			fmt.Fprintf(&b, "%s-%s%s\n", pad, gapBefore(child), child)
		}
	}
	if strings.HasPrefix(style, "flow") {
		return drawFlow(t, style == "flow map", n, depth)
	}
	return strings.TrimRight("\n"+b.String(), "\n") + "\n"
}

// gapBefore separates a key from a value in the same line.
func gapBefore(child string) string {
	if strings.HasPrefix(child, "\n") {
		return ""
	}
	return " "
}

func drawFlow(t *rapid.T, isMap bool, n, depth int) string {
	var parts []string
	for i := range n {
		child := rapid.SampledFrom([]string{"a", `"b, c"`, "'d''e'", "1", "true", "x y"}).Draw(t, "flow")
		if depth > 1 && rapid.Bool().Draw(t, "deeper") {
			child = drawFlow(t, !isMap, n, depth-1)
		}
		if isMap {
			child = fmt.Sprintf("k%d: %s", i, child)
		}
		parts = append(parts, child)
	}
	if isMap {
		return "{" + strings.Join(parts, ", ") + "}"
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

func drawScalar(t *rapid.T, pad string) string {
	return rapid.SampledFrom([]string{"word", "two words", "5s", "4m..6m", "0.2%", "-1", "12", "1.5", "true", "null", "~", `""`, `"a\nb"`, `"\u00e9\x41"`,
		"'it''s'", "http://a:80/b#c", "a - b", "x:y", "2026-07-11", "é", "one\n" + pad + " two", "\"one\n" + pad + " two\"",
		"|\n" + pad + " one\n" + pad + "  two\n", ">\n" + pad + " one\n" + pad + " two\n", "|-\n" + pad + " one\n", ">-\n" + pad + " a\n\n" + pad + " b\n",
	}).Draw(t, "scalar")
}
