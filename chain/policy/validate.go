package policy

import (
	"bytes"
	"encoding/json"
	"fmt"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"wavetank/chain"
)

// Validate answers whether a successful body fits what was asked for.
type Validate interface {
	Check() error
	Build() (chain.Validator, error) // nil believes the status
}

// Validates holds the kinds of validation.
var Validates chain.Registry[Validate]

func init() {
	Validates.Register("none", "a success status is believed", func() Validate { return &NoValidation{} })
	Validates.Register("json", "the body must be JSON, of whatever shape", func() Validate { return &JSONFit{} })
	Validates.Register("schema", "the body must fit the JSON Schema that was asked for", func() Validate { return &SchemaFit{} })
}

// NoValidation believes the status.
type NoValidation struct{}

func (*NoValidation) Check() error { return nil }

func (*NoValidation) Build() (chain.Validator, error) { return nil, nil }

// SchemaFit demands that a body fits the schema. A driver that knows already
// says so in Outcome.Fit; otherwise the body is read.
type SchemaFit struct {
	// Schema is the JSON Schema as JSON, set by whoever knows what is asked for;
	// with none, a body that nobody judged is believed.
	Schema []byte `yaml:"-"`
	Heal   bool   `yaml:"heal,omitempty" doc:"fences and prose around the JSON and stray commas are taken away before the body is judged and delivered"`
}

// JSONFit demands JSON.
type JSONFit struct{}

func (*JSONFit) Check() error { return nil }

func (*JSONFit) Build() (chain.Validator, error) { return jsonFit{}, nil }

// jsonFit implements chain.Validator.
type jsonFit struct{}

func (jsonFit) Fits(o *chain.Outcome, body []byte) bool {
	switch o.Fit {
	case chain.FitUnknown:
		return json.Valid(body)
	case chain.FitNo, chain.FitHealed:
		return false
	}
	return true
}

func (s *SchemaFit) Check() error {
	_, err := s.Build()
	return err
}

func (s *SchemaFit) Build() (chain.Validator, error) {
	if len(s.Schema) == 0 {
		return s.with(nil), nil
	}
	compiled, err := schemas.compiled(s.Schema)
	if err != nil {
		return nil, err
	}
	return s.with(compiled), nil
}

// schemaCache keeps compiled schemas, which may be shared: those who try many
// strategies on one scenario would compile its schema again for each.
type schemaCache struct {
	mu    sync.Mutex
	known map[string]*jsonschema.Schema
}

var schemas = schemaCache{known: map[string]*jsonschema.Schema{}}

// mostSchemas is how many a cache keeps, more than a library of scenarios has.
const mostSchemas = 64

func (c *schemaCache) compiled(text []byte) (*jsonschema.Schema, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if s, ok := c.known[string(text)]; ok {
		return s, nil
	}
	s, err := compileSchema(text)
	if err != nil {
		return nil, err
	}
	if len(c.known) >= mostSchemas {
		clear(c.known)
	}
	c.known[string(text)] = s
	return s, nil
}

// compileSchema reads a schema that refers to nothing outside it.
func compileSchema(text []byte) (*jsonschema.Schema, error) {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return nil, fmt.Errorf("schema: reading it: %w", err)
	}
	c := jsonschema.NewCompiler()
	c.UseLoader(jsonschema.SchemeURLLoader{}) // a schema must not read files or the network
	if err := c.AddResource(schemaURL, doc); err != nil {
		return nil, fmt.Errorf("schema: reading it: %w", err)
	}
	compiled, err := c.Compile(schemaURL)
	if err != nil {
		return nil, fmt.Errorf("schema: compiling it: %w", err)
	}
	return compiled, nil
}

func (s *SchemaFit) with(compiled *jsonschema.Schema) chain.Validator {
	if s.Heal {
		return healing{schemaFit{compiled}}
	}
	return schemaFit{compiled}
}

const schemaURL = "mem:///schema.json"

// schemaFit implements chain.Validator.
type schemaFit struct{ schema *jsonschema.Schema }

func (v schemaFit) Fits(o *chain.Outcome, body []byte) bool {
	switch {
	case o.Fit != chain.FitUnknown:
		return o.Fit == chain.FitYes
	case v.schema == nil:
		return true
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(body))
	return err == nil && v.schema.Validate(value) == nil
}
