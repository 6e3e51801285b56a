package scenarios

import (
	"strings"
	"testing"

	"wavetank/faults"
	"wavetank/scenarios/internal/fixture"
)

const asked = `
output:
  schema: `

// TestSchemaFile reads the contract from here, from JSON and from YAML: all are
// the same scenario, and its judge is the real validator.
func TestSchemaFile(t *testing.T) {
	sources := map[string]string{
		"{type: object, required: [answer], properties: {answer: {type: string}}}": "",
		"s.json":     `{"type": "object", "required": ["answer"], "properties": {"answer": {"type": "string"}}}`,
		"sub/s.yaml": "type: object\nrequired: [answer]\nproperties: {answer: {type: string}}\n",
	}
	hashes := map[string]bool{}
	for schema, text := range sources {
		s, err := Load("dir/s.yaml", Options{ReadFile: fixture.Files(map[string]string{"dir/s.yaml": small + asked + schema, "dir/" + schema: text})})
		if err != nil {
			t.Errorf("%s: %v", schema, err)
			continue
		}
		hashes[s.Hash] = true
		b := s.Setup.World
		if !b.Fits(faults.FormValid) || b.Fits(faults.FormFenced) || b.Fits(faults.FormMissingField) || !b.Fits(faults.FormExtraField) {
			t.Errorf("%s: judges valid %v, fenced %v, missing %v, extra %v", schema, b.Fits(faults.FormValid),
				b.Fits(faults.FormFenced), b.Fits(faults.FormMissingField), b.Fits(faults.FormExtraField))
		}
	}
	if len(hashes) != 1 {
		t.Errorf("the same schema in three places gives %d hashes", len(hashes))
	}
	for _, row := range []struct{ file, text, want string }{
		{"s.json", "{", "s.json is no JSON"},
		{"s.json", "[]", "a JSON Schema is an object here"},
		{"t.yaml", "a: [", "schema: t.yaml is no YAML of this language: line 1, column 4"},
		{"s.json", `{"type": 3}`, "does not compile"},
		{"[]", "", "expected a JSON Schema or a file's name, got a list"},
	} {
		_, err := Load("dir/s.yaml", Options{ReadFile: fixture.Files(map[string]string{"dir/s.yaml": small + asked + row.file, "dir/" + row.file: row.text})})
		if err == nil || !strings.HasPrefix(err.Error(), "dir/s.yaml:17:") || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%s holding %q: %v, want %s", row.file, row.text, err, row.want)
		}
	}
}

// TestDrafts compiles contracts of several drafts.
func TestDrafts(t *testing.T) {
	for draft, takes := range map[string]bool{
		"http://json-schema.org/draft-07/schema#":      true, // items as a list of schemas
		"https://json-schema.org/draft/2020-12/schema": false,
	} {
		c, err := compileContract(map[string]any{"$schema": draft, "items": []any{map[string]any{"type": "string"}}})
		if (err == nil) != takes {
			t.Errorf("%s: %v", draft, err)
		}
		if err == nil && (c.fits([]byte(`[3]`)) || !c.fits([]byte(`["a", 3]`)) || c.fits([]byte("```[]```"))) {
			t.Errorf("%s misjudges", draft)
		}
	}
}
