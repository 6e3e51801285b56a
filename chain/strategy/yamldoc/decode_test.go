package yamldoc

import (
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"
)

// TestDecode holds what documents become, in canonical form, or what is said
// about them.
//
//	decode: the document; canonical: kept as its canonical form
//	merge:  documents separated by ---, laid over each other
//	set:    the first line is PATH=VALUE
func TestDecode(t *testing.T) {
	datadriven.Walk(t, "testdata/decode", func(t *testing.T, path string) {
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			switch d.Cmd {
			case "decode":
				return decoded(Parse("f", []byte(d.Input)))
			case "merge":
				return merged(d.Input)
			case "set":
				setting, doc, _ := strings.Cut(d.Input, "\n")
				path, value, _ := strings.Cut(setting, "=")
				root, ps := Parse("f", []byte(doc))
				if ps != nil {
					return ps.Error() + "\n"
				}
				return decoded(SetPath(root, path, value))
			}
			return "unknown command"
		})
	})
}

func merged(docs string) string {
	var root *Node
	for i, doc := range strings.Split(docs, "---\n") {
		over, ps := Parse(string(rune('a'+i)), []byte(doc))
		if ps != nil {
			return ps.Error() + "\n"
		}
		root = Merge(root, over)
	}
	return decoded(root, nil)
}

func decoded(root *Node, ps Problems) string {
	var g garden
	types := sampleTypes(shorthands)
	if ps == nil {
		ps = (&Decoder{Types: types, ReadFile: sampleFile}).Read(root, &g)
	}
	if ps != nil {
		return ps.Error() + "\n"
	}
	return string(types.Encode(&g))
}

// TestSetPathPlaces demands that a setting claims its own value only.
func TestSetPathPlaces(t *testing.T) {
	root, _ := Parse("f", []byte("name: n\nowner: {first: F}\n"))
	set, ps := SetPath(root, "owner.born", "5")
	if ps != nil {
		t.Fatal(ps)
	}
	for path, want := range map[string]string{"owner": "f:2:1", "owner.first": "f:2:9", "owner.born": "--set owner.born", "owner.none": "f:2:1"} {
		if got := set.Place(path).String(); got != want {
			t.Errorf("Place(%s) = %s, want %s", path, got, want)
		}
	}
	if root.Get("owner").Get("born") != nil {
		t.Error("SetPath changed the tree that it was given")
	}
}

func TestSmallIntegers(t *testing.T) {
	for text, fits := range map[string]bool{"127": true, "128": false, "-128": true, "-129": false, "1e2": true, "1.27e2": true} {
		var v struct {
			N int8 `yaml:"n"`
		}
		root, _ := Parse("f", []byte("n: "+text))
		if ps := (&Decoder{Types: &Types{}}).Read(root, &v); (ps == nil) != fits {
			t.Errorf("an int8 of %s: %v", text, ps)
		}
	}
}
