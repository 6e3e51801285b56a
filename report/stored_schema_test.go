package report

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"wavetank/report/judge"
	"wavetank/report/stored"
	"wavetank/report/words"
)

// strict compiles a published schema so that it knows all keys: what a document
// holds and the schema does not tell is a mistake here, and none to readers.
func strict(t *testing.T, what string) *jsonschema.Schema {
	t.Helper()
	text, err := stored.Schema(what)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	closeObjects(doc)
	c := jsonschema.NewCompiler()
	c.UseLoader(jsonschema.SchemeURLLoader{})
	if err := c.AddResource("s.json", doc); err != nil {
		t.Fatal(err)
	}
	return c.MustCompile("s.json")
}

func closeObjects(v any) {
	switch v := v.(type) {
	case map[string]any:
		if _, ok := v["properties"].(map[string]any); ok && v["required"] != nil {
			v["additionalProperties"] = false
		}
		for _, e := range v {
			closeObjects(e)
		}
	case []any:
		for _, e := range v {
			closeObjects(e)
		}
	}
}

func validate(t *testing.T, s *jsonschema.Schema, about string, text []byte) {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Errorf("%s: %v", about, err)
		return
	}
	if err := s.Validate(doc); err != nil {
		t.Errorf("%s: %v", about, err)
	}
}

// TestResultSchema holds the published schema against every JSON that there is.
func TestResultSchema(t *testing.T) {
	s := strict(t, "result")
	goldens, err := filepath.Glob(filepath.Join("testdata", "golden", "*.json"))
	if err != nil || len(goldens) == 0 {
		t.Fatal("no golden", err)
	}
	for _, path := range goldens {
		if filepath.Base(path) == "explain.json" || filepath.Ext(filepath.Base(path[:len(path)-len(".json")])) == ".schema" {
			continue // other documents
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		validate(t, s, path, text)
	}
	for about, r := range reports() {
		validate(t, s, about, render(t, "json", r))
	}
	validate(t, s, "gated", render(t, "json", &words.Report{Results: []*judge.Result{gated()}}))
	validate(t, s, "hostile", render(t, "json", hostile()))
}

// TestAttemptSchema holds every line of attempts.
func TestAttemptSchema(t *testing.T) {
	s := strict(t, "attempts")
	text := bytes.TrimSpace(render(t, "attempts", &words.Report{Results: []*judge.Result{synthetic(1)}}))
	lines := bytes.Split(text, []byte("\n"))
	if len(lines) < 1000 {
		t.Errorf("%d attempts", len(lines))
	}
	for _, l := range lines {
		validate(t, s, string(l), l)
	}
}

// TestSchemaRefuses breaks a document in ways that a schema is for.
func TestSchemaRefuses(t *testing.T) {
	s := strict(t, "result")
	text := render(t, "json", &words.Report{Results: []*judge.Result{ruled(synthetic(2))}})
	for _, c := range [][2]string{
		{`"schema_version": 1`, `"schema_version": 2`},
		{`"verdict": "pass"`, `"verdict": "passed"`},
		{`"slo_rate.during": {"mean"`, `"slo_rate.during": {"average"`},
		{`"partial": false`, `"partial": null`},
		{`"trips_omitted"`, `"trips_lost"`},
		{`"seeds": [1,2]`, `"seeds": [1,"2"]`},
	} {
		refuses(t, s, text, c[0], c[1])
	}
}

// refuses demands that a text that fits a schema does not with one word for
// another.
func refuses(t *testing.T, s *jsonschema.Schema, text []byte, word, other string) {
	t.Helper()
	broken := bytes.Replace(text, []byte(word), []byte(other), 1)
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(broken))
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Equal(broken, text) || s.Validate(doc) == nil {
		t.Errorf("with %s for %s it is still valid", other, word)
	}
}

// TestSchemaGoldens holds the published text: a change that is not an addition
// needs another version.
func TestSchemaGoldens(t *testing.T) {
	for _, what := range stored.Schemas() {
		got, err := stored.Schema(what)
		if err != nil {
			t.Fatal(err)
		}
		goldenBytes(t, what+".schema.json", got)
	}
	if _, err := stored.Schema("nothing"); err == nil {
		t.Error("a schema of nothing")
	}
}
