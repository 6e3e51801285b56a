package yamldoc

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// FuzzParse demands of any text that it is refused at a place inside it, or read
// into a tree whose places are those of its tokens and that is written and read
// again as the same.
func FuzzParse(f *testing.F) {
	for _, seed := range seeds(f) {
		f.Add(seed)
	}
	f.Add("a: +.0")
	f.Fuzz(func(t *testing.T, doc string) {
		root, ps := Parse("f", []byte(doc))
		text, bad := guard("f", []byte(doc))
		lines := strings.Split(text, "\n")
		for _, p := range ps {
			if bad == nil && (p.Pos.Line < 1 || p.Pos.Line > len(lines) || p.Pos.Col < 1 || p.Pos.Col > len([]rune(lines[p.Pos.Line-1]))+1) {
				t.Errorf("a problem outside the text: %s", p)
			}
		}
		if ps != nil {
			return
		}
		places(t, lines, root)
		again, ps := Parse("again", Format(root))
		if ps != nil {
			t.Fatalf("what Format writes does not parse: %v\n%s", ps, Format(root))
		}
		if diff := cmp.Diff(root.Plain(), again.Plain()); diff != "" {
			t.Fatalf("what Format writes reads as something else:\n%s\n%s", diff, Format(root))
		}
	})
}

// seeds are the documents of the other tests.
func seeds(f *testing.F) (out []string) {
	files, err := filepath.Glob("testdata/*/*")
	if err != nil || len(files) == 0 {
		f.Fatalf("no seeds: %v", err)
	}
	for _, name := range files {
		b, err := os.ReadFile(name)
		if err != nil {
			continue // a folder
		}
		for _, block := range strings.Split(string(b), "\n\n") {
			input, _, _ := strings.Cut(block, "\n----")
			_, doc, _ := strings.Cut(input, "\n")
			_, doc, _ = strings.Cut(doc, "\n")
			out = append(out, doc)
		}
	}
	return out
}

// places demands that each node's place is where its text begins.
func places(t *testing.T, lines []string, n *Node) {
	ahead := string([]rune(lines[n.Pos.Line-1])[n.Pos.Col-1:])
	begins := func(prefixes ...string) {
		for _, p := range prefixes {
			if strings.HasPrefix(ahead, p) {
				return
			}
		}
		t.Errorf("%s is said to be at %s, where there is %q", n.describe(), n.Pos, shorten(ahead))
	}
	switch {
	case n.Kind == Scalar && n.Quoted:
		begins(`"`, `'`, "|", ">")
	case n.Kind == Scalar:
		first, _, _ := strings.Cut(n.Text, "\n")
		begins(first[:min(len(first), 1)])
	case n.Kind == List:
		begins("-", "[")
	}
	for _, item := range n.Items {
		places(t, lines, item)
	}
	for _, e := range n.Entries {
		key := string([]rune(lines[e.Pos.Line-1])[e.Pos.Col-1:])
		if key != "" && e.Key != "" && key[0] != '"' && key[0] != '\'' && !strings.HasPrefix(key, e.Key) {
			t.Errorf("the key %q is said to be at %s, where there is %q", e.Key, e.Pos, shorten(key))
		}
		places(t, lines, e.Value)
	}
}

// FuzzDecode demands that nothing panics on the way into a Go value, and that
// what was taken is written and read again as the same.
func FuzzDecode(f *testing.F) {
	for _, seed := range seeds(f) {
		f.Add(seed, "owner.first", "x")
	}
	f.Add("name: n", "jobs[0].at", "5s")
	types := sampleTypes(shorthands)
	d := &Decoder{Types: types, ReadFile: sampleFile}
	f.Fuzz(func(t *testing.T, doc, path, value string) {
		root, ps := Parse("f", []byte(doc))
		if ps != nil {
			return
		}
		if set, ps := SetPath(root, path, value); ps == nil {
			root = set
		}
		var g, h garden
		if ps := d.Read(root, &g); ps != nil {
			return
		}
		text := types.Encode(&g)
		again, ps := Parse("again", text)
		if ps == nil {
			ps = d.Read(again, &h)
		}
		if ps != nil {
			t.Fatalf("the canonical form is refused: %v\n%s", ps, text)
		}
		if diff := cmp.Diff(string(text), string(types.Encode(&h))); diff != "" {
			t.Fatalf("canonical twice:\n%s", diff)
		}
	})
}
