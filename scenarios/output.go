package scenarios

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"wavetank/chain/strategy/yamldoc"
	"wavetank/faults"
)

// Output is the contract between the application and its providers.
type Output struct {
	Schema Schematic `yaml:"schema" required:"true" doc:"a JSON Schema, or the name of a JSON or YAML file beside this one that holds it"`

	document map[string]any
	judge    *contract
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

// ReadFile reads the schema from its file, if it is in one, and compiles it.
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
			return fmt.Errorf("schema: %s: %w", n.Text, err)
		}
	}
	doc, ok := plain.(map[string]any)
	if !ok {
		return fmt.Errorf("schema: a JSON Schema is an object here")
	}
	o.document = doc
	var err error
	if o.judge, err = compileContract(doc); err != nil {
		return fmt.Errorf("schema: does not compile: %w", err)
	}
	return nil
}

// parseSchema reads a schema file: JSON, or YAML of this language.
func parseSchema(name string, data []byte) (any, error) {
	if strings.HasSuffix(name, ".json") {
		if len(data) > yamldoc.MaxBytes {
			return nil, fmt.Errorf("is larger than %d KiB", yamldoc.MaxBytes>>10)
		}
		var v any
		d := json.NewDecoder(bytes.NewReader(data))
		if err := d.Decode(&v); err != nil {
			return nil, fmt.Errorf("is no JSON: %w", err)
		}
		return v, nil
	}
	root, ps := yamldoc.Parse(name, data)
	if ps != nil {
		return nil, ps
	}
	return root.Plain(), nil
}

// MarshalNode writes the schema itself, wherever it was read from.
func (o *Output) MarshalNode(ts *yamldoc.Types) *yamldoc.Node {
	return &yamldoc.Node{Kind: yamldoc.Map, Entries: []yamldoc.Entry{{Key: "schema", Value: ts.Node(o.document)}}}
}

// meanOutput asks whether an answer can be made that fits the schema.
func (l *loader) meanOutput() {
	o := l.sc.file.Output
	if o == nil || o.judge == nil {
		return
	}
	if _, err := faults.Compile(faults.Spec{Schema: l.sc.file.contract()}); err != nil {
		l.note("output.schema", "", "%s", strings.TrimPrefix(err.Error(), "faults: "))
	}
}

// file is the name of the schema's file, "" where the schema is written here.
func (o *Output) file() string {
	if n := o.Schema.node; n != nil && n.Kind == yamldoc.Scalar {
		return n.Text
	}
	return ""
}
