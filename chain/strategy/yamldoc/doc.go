// Package yamldoc reads and writes documents in a strict part of YAML, keeps the
// order of keys and the place of everything, and reports all problems at once
// with file, line and column.
//
// A document goes through four steps, each of which returns [Problems]:
//
//	root, ps := yamldoc.Parse("ours.yaml", data)          // syntax, by go.yaml.in/yaml: a tree of Nodes
//	root = yamldoc.Merge(base, root)                      // over another document
//	root, ps = yamldoc.SetPath(root, "open.base", "10s")  // and single values
//	ps = decoder.Read(root, &doc)                         // shape and meaning
//
// [Decoder.Read] fills a Go value, and takes what the JSON Schema of its type
// takes ([Types.Schema], the one editors use). Types are plain structs:
//
//	type Document struct {
//		Name    string                `yaml:"name" required:"true" doc:"what it is called"`
//		Timeout time.Duration         `yaml:"timeout" doc:"longest wait; 0s is none"`
//		Latency faults.Law            `yaml:"latency"` // an interface: kinds in a registry
//		Members yamldoc.Ordered[Unit] `yaml:"members"` // a map whose order matters
//		Weights map[string]float64    `yaml:"weights"` // one whose order does not
//		Tags    []string              `yaml:"tags"`    // also written as one scalar
//		Entry   `yaml:",inline"`                       // keys of another struct
//	}
//
//	var types yamldoc.Types
//	yamldoc.Union(&types, &faults.Laws, yamldoc.Shorthands{ScalarKind: "constant", ScalarKey: "value"})
//	decoder := yamldoc.Decoder{Types: &types}
//
// What a type may do for itself:
//
//  1. UnmarshalText and MarshalText, for a value written as one scalar; a method
//     Words() []string lists its few words, if it has only a few.
//  2. Check() error, asked after the value was filled without a problem. Joined
//     errors are reported one by one; an error that begins with a key and a
//     colon ("failures: must be 1 or more") is reported at that key.
//  3. ReadFile(func(name string) ([]byte, error)) error, asked before Check where
//     the decoder has a ReadFile. With FileKey() string and ShareFile(other any)
//     beside it, of several that want the same of a file one reads it.
//  4. UnmarshalNode ([Raw]) and MarshalNode(*Types) *Node, to read and write
//     itself entirely; JSONSchema() *jsonschema.Schema describes it then.
//  5. A field of type *Node keeps the tree as it is; one of type any gets plain
//     Go values.
//
// What is not written, or is null, keeps the value that the Go value had before:
// a kind's defaults are those that its registry's New fills in. [Types.Encode]
// writes the canonical form, which reads back as the same value.
//
// Left out of YAML: anchors, aliases, merge keys, tags, directives, complex keys,
// several documents, tabs as indentation, text without quotes that goes on over
// lines inside brackets, numbers that two people read in two ways (010, 0x1f).
// Bounded: [MaxBytes], [MaxDepth].
package yamldoc
