package scenarios

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// contract is a compiled output schema: the real validator, asked once for each
// body that a fake provider can return.
type contract struct {
	schema *jsonschema.Schema
	Source []byte // as JSON
}

// contractURL is the base of references within a schema.
const contractURL = "wavetank:///output.json"

// compileContract compiles a JSON Schema of draft 4 to 2020-12 ($schema says
// which; 2020-12 if it does not).
func compileContract(doc any) (*contract, error) {
	source, err := json.Marshal(doc)
	if err != nil {
		return nil, fmt.Errorf("no JSON Schema: %w", err)
	}
	clean, err := jsonschema.UnmarshalJSON(bytes.NewReader(source))
	if err != nil {
		return nil, fmt.Errorf("no JSON Schema: %w", err)
	}
	c := jsonschema.NewCompiler()
	c.UseLoader(jsonschema.SchemeURLLoader{}) // a schema must not read files or the network
	if err := c.AddResource(contractURL, clean); err != nil {
		return nil, tidySchemaError(err)
	}
	s, err := c.Compile(contractURL)
	if err != nil {
		return nil, tidySchemaError(err)
	}
	return &contract{schema: s, Source: source}, nil
}

// fits reports whether a body is JSON that the schema accepts.
func (c *contract) fits(body []byte) bool {
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(body))
	return err == nil && c.schema.Validate(v) == nil
}

// tidySchemaError says in one line why a schema does not compile.
func tidySchemaError(err error) error {
	var le *jsonschema.LoadURLError
	if errors.As(err, &le) {
		return fmt.Errorf("it refers to %s, and a schema may refer to nothing but its own parts", le.URL)
	}
	var se *jsonschema.SchemaValidationError
	if errors.As(err, &se) {
		err = se.Err
	}
	var ve *jsonschema.ValidationError
	if errors.As(err, &ve) {
		for len(ve.Causes) > 0 {
			ve = ve.Causes[0]
		}
		err = ve
	}
	text := strings.ReplaceAll(err.Error(), contractURL, "")
	text = strings.Join(strings.Fields(text), " ")
	return errors.New(strings.ReplaceAll(text, "'#'", "the schema"))
}
