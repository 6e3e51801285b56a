package policy

import (
	"testing"

	"wavetank/chain"
)

func TestSchemaFit(t *testing.T) {
	schema := []byte(`{"type": "object", "required": ["answer"], "properties": {"answer": {"type": "string"}}, "additionalProperties": false}`)
	for _, c := range []struct {
		what   string
		schema []byte
		o      chain.Outcome
		body   string
		want   bool
	}{
		{"the driver says yes", schema, chain.Outcome{Fit: chain.FitYes}, "", true},
		{"the driver says no", nil, chain.Outcome{Fit: chain.FitNo}, `{"answer": "4"}`, false},
		{"a body that fits", schema, chain.Outcome{}, `{"answer": "4"}`, true},
		{"a field of the wrong type", schema, chain.Outcome{}, `{"answer": 4}`, false},
		{"a field too many", schema, chain.Outcome{}, `{"answer": "4", "why": ""}`, false},
		{"a field missing", schema, chain.Outcome{}, `{}`, false},
		{"prose around it", schema, chain.Outcome{}, `Sure! {"answer": "4"}`, false},
		{"broken off", schema, chain.Outcome{}, `{"answer": "4`, false},
		{"nothing at all", schema, chain.Outcome{}, "", false},
		{"no schema and no word from the driver", nil, chain.Outcome{}, `Sure!`, true},
	} {
		v, err := (&SchemaFit{Schema: c.schema}).Build()
		if err != nil {
			t.Fatal(err)
		}
		if got := v.Fits(&c.o, []byte(c.body)); got != c.want {
			t.Errorf("%s: fits = %v, want %v", c.what, got, c.want)
		}
	}
}
