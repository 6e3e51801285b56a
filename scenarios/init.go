package scenarios

import _ "embed"

// template is what a new scenario looks like.
//
//go:embed template.yaml
var template []byte

// Init returns the text of a new scenario to start from, with a line on top that
// lets editors find the JSON Schema.
func Init() []byte { return append([]byte(nil), template...) }
