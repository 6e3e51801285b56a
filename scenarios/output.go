package scenarios

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/invopop/jsonschema"

	"wavetank/chain/strategy/yamldoc"
	"wavetank/faults"
)

// Output is the contract between the application and its providers.
type Output struct {
	Schema Schematic `yaml:"schema" required:"true" doc:"a JSON Schema, or the name of a JSON or YAML file beside this one that holds it"`

	document map[string]any
	Judge    *contract
}

// Schematic is a JSON Schema, written here or in a file.
type Schematic struct {
	node *yamldoc.Node
}

// UnmarshalNode keeps what is written.
func (s *Schematic) UnmarshalNode(n *yamldoc.Node, path string) yamldoc.Problems {
	if n.Kind != yamldoc.Map && n.Kind != yamldoc.Scalar {
		return yamldoc.Problems{{Pos: n.Pos, Path: path, Text: "expected a JSON Schema or a file's name, got " + n.Kind.String()}}
	}
	s.node = n
	return nil
}

// ReadFile reads the schema from its file, if it is in one, and compiles it. What is
// in a file is not repeated where it is none: it may be any file.
func (o *Output) ReadFile(read func(name string) ([]byte, error)) error {
	n := o.Schema.node
	if n == nil {
		return nil
	}
	plain := n.Plain()
	if n.Kind == yamldoc.Scalar {
		data, err := read(n.Text)
		if err != nil {
			return fmt.Errorf("schema: %w", err)
		}
		if plain, err = parseSchema(n.Text, data); err != nil {
			return fmt.Errorf("schema: %w", err)
		}
	}
	doc, ok := plain.(map[string]any)
	if !ok {
		return fmt.Errorf("schema: a JSON Schema is an object here")
	}
	if nodes := nodesOf(doc); nodes > maxSchema {
		return fmt.Errorf("schema: it has %d keys and values, %d at most", nodes, maxSchema)
	}
	o.document = doc
	var err error
	o.Judge, err = compileContract(doc)
	switch {
	case err != nil && n.Kind == yamldoc.Scalar:
		return fmt.Errorf("schema: what is in %s does not compile as a JSON Schema (written here, the message says why)", n.Text)
	case err != nil:
		return fmt.Errorf("schema: does not compile: %w", err)
	}
	return nil
}

// maxSchema bounds a schema, far above what people write: each key is compiled, and
// stands in every answer that is made from it.
const maxSchema = 20_000

// nodesOf counts the keys and values of a document.
func nodesOf(v any) int {
	n := 1
	switch v := v.(type) {
	case map[string]any:
		for _, one := range v {
			n += nodesOf(one)
		}
	case []any:
		for _, one := range v {
			n += nodesOf(one)
		}
	}
	return n
}

// parseSchema reads a schema file: JSON, or YAML of this language.
func parseSchema(name string, data []byte) (any, error) {
	if strings.HasSuffix(name, ".json") {
		if len(data) > yamldoc.MaxBytes {
			return nil, fmt.Errorf("%s is larger than %d KiB", name, yamldoc.MaxBytes>>10)
		}
		var v any
		err := json.NewDecoder(bytes.NewReader(data)).Decode(&v)
		var bad *json.SyntaxError
		switch {
		case errors.As(err, &bad):
			before := data[:min(max(int(bad.Offset)-1, 0), len(data))]
			return nil, fmt.Errorf("%s is no JSON: line %d, column %d", name, bytes.Count(before, []byte("\n"))+1,
				utf8.RuneCount(before[bytes.LastIndexByte(before, '\n')+1:])+1)
		case err != nil:
			return nil, fmt.Errorf("%s is no JSON: it ends in the middle", name)
		}
		return v, nil
	}
	root, ps := yamldoc.Parse(name, data)
	if len(ps) > 0 {
		at := ps.Sorted()[0].Pos
		return nil, fmt.Errorf("%s is no YAML of this language: line %d, column %d", name, at.Line, at.Col)
	}
	return root.Plain(), nil
}

// MarshalNode writes the schema, or the name of its file: nobody knows what else is
// in that.
func (o *Output) MarshalNode(ts *yamldoc.Types) *yamldoc.Node {
	schema := ts.Node(o.document)
	if name := o.file(); name != "" {
		schema = &yamldoc.Node{Kind: yamldoc.Scalar, Text: name}
	}
	return &yamldoc.Node{Kind: yamldoc.Map, Entries: []yamldoc.Entry{{Key: "schema", Value: schema}}}
}

// inline is the same with the schema written here.
func (o *Output) inline() *Output {
	return &Output{document: o.document, Judge: o.Judge}
}

// blame says where in the file it lies that a scenario does not compile.
func (l *loader) blame(err error) {
	path := ""
	if c := l.sc.Document.contract(); c != nil {
		if _, alone := faults.Compile(faults.Spec{Schema: c}); alone != nil {
			path, err = "output.schema", alone
		}
	}
	l.note(path, "", "%s", strings.TrimPrefix(strings.TrimPrefix(err.Error(), "faults: "), "sim: "))
}

// file is the name of the schema's file, "" where the schema is written here.
func (o *Output) file() string {
	if n := o.Schema.node; n != nil && n.Kind == yamldoc.Scalar {
		return n.Text
	}
	return ""
}

// JSONSchema describes a JSON Schema: a map, or a file's name.
func (Schematic) JSONSchema() *jsonschema.Schema {
	return &jsonschema.Schema{Extras: map[string]any{"type": []string{"object", "string"}}}
}
