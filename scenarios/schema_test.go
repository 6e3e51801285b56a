package scenarios

import (
	"bytes"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"wavetank/chain/strategy/yamldoc"
)

// TestSchema holds the published schema against the files: it takes the library
// and the template, and refuses misspelt keys and kinds.
func TestSchema(t *testing.T) {
	text, err := Schema("scenario")
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("mem:///s.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("mem:///s.json")
	if err != nil {
		t.Fatal(err)
	}
	check := func(name string, text []byte) error {
		root, ps := yamldoc.Parse(name, text)
		if ps != nil {
			t.Fatal(ps)
		}
		return s.Validate(root.Plain())
	}
	for _, info := range Library() {
		if err := check(info.Name, libraryFile(info.Name)); err != nil {
			t.Errorf("%s: %v", info.Name, err)
		}
		sc, err := Load(info.Name, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if err := check(info.Name, sc.Canonical()); err != nil {
			t.Errorf("%s, canonical: %v", info.Name, err)
		}
	}
	if err := check("template", Init()); err != nil {
		t.Errorf("the template: %v", err)
	}
	for _, row := range []struct{ why, was, is string }{
		{"a misspelt key", "warmup:", "warmupp:"},
		{"a misspelt kind of arrivals", "kind: poisson", "kind: poison"},
		{"a misspelt kind of fault", "kind: hang", "kind: hangs"},
		{"another kind's parameter", "{kind: poisson, rate: 5}", "{kind: poisson, rate: 5, users: 3}"},
		{"a misspelt slot of a strategy", "attempt: {total: 5s}", "attempts: {total: 5s}"},
		{"a bare duration", "slo: 10s", "slo: 10"},
		{"a missing key", "name: my-outage\n", ""},
		{"a rule that is a number", "- ours.slo_rate.during >= 95%", "- 95"},
	} {
		text := bytes.Replace(Init(), []byte(row.was), []byte(row.is), 1)
		if bytes.Equal(text, Init()) {
			t.Fatalf("%s: the template holds no %q", row.why, row.was)
		}
		if check(row.why, text) == nil {
			t.Errorf("the schema takes %s", row.why)
		}
	}
}

// TestTemplate demands that what init writes loads and is held by its own rules'
// grammar.
func TestTemplate(t *testing.T) {
	s, err := Load("mine/new.yaml", Options{ReadFile: func(string, string) ([]byte, error) { return Init(), nil }})
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Warnings) > 0 || len(s.Rules) != 2 || len(s.Strategies) != 3 {
		t.Errorf("warnings %v, %d rules, %d strategies; want none, 2 and 3 with the bound", s.Warnings, len(s.Rules), len(s.Strategies))
	}
	if !bytes.HasPrefix(Init(), []byte("# yaml-language-server: $schema=")) {
		t.Error("the template does not tell editors where its schema is")
	}
}
