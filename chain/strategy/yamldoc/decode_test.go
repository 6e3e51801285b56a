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
