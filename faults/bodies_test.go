package faults

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"wavetank/chain"

	"pgregory.net/rapid"
)

// compileForms compiles a world with one provider under a schema.
func compileForms(t testing.TB, source string) (*Blueprint, error) {
	return Compile(Spec{Schema: compileSchema(t, source), Providers: []Provider{{Name: "a", Latency: soon(10)}}})
}

// TestFormVerdicts: which forms the real validator accepts under which schema.
func TestFormVerdicts(t *testing.T) {
	for _, row := range []struct {
		name, schema string
		fits         string // forms that fit, in their order
	}{
		{"required, an enum, and nothing more", testSchema, "valid"},
		{"more is allowed", `{"type": "object", "required": ["a"], "properties": {"a": {"enum": ["x"]}}}`, "valid extra_field"},
		{"no enum to misspell", `{"type": "object", "required": ["a"], "properties": {"a": {"type": "integer"}}}`, "valid extra_field wrong_enum"},
		{"nothing required", `{"type": "object", "properties": {"a": {"type": "integer"}}, "additionalProperties": false}`, "valid missing_field wrong_enum"},
		{"any object", `{"type": "object"}`, "valid missing_field extra_field wrong_enum wrapped"},
		{"what is required lies within", `{"type": "object", "properties": {"list": {"type": "array", "items": {"type": "object", "required": ["n"],
			"properties": {"n": {"type": "number"}}}}}}`, "valid extra_field wrong_enum wrapped"},
		{"a list", `{"type": "array", "minItems": 1, "items": {"type": "string"}}`, "valid missing_field extra_field wrong_enum"},
		{"a reference", `{"$ref": "#/$defs/a", "$defs": {"a": {"type": "object", "required": ["b"], "additionalProperties": false, "properties": {"b": {"$ref": "#/$defs/b"}}}, "b": {"enum": [1, 2]}}}`, "valid"},
		{"an example for a pattern", `{"type": "object", "required": ["zip"], "additionalProperties": false, "properties": {"zip": {"type": "string", "pattern": "^[0-9]{5}$", "examples": ["02139"]}}}`, "valid wrong_enum"},
		{"an example of the whole", `{"examples": [{"zip": "02139"}], "type": "object", "required": ["zip"], "additionalProperties": false, "properties": {"zip": {"type": "string", "pattern": "^[0-9]{5}$"}}}`, "valid wrong_enum"},
	} {
		b, err := compileForms(t, row.schema)
		if err != nil {
			t.Errorf("%s: %v", row.name, err)
			continue
		}
		var fits []string
		for f := range NumForms {
			if b.Fits(f) {
				fits = append(fits, f.String())
			}
		}
		if got := strings.Join(fits, " "); got != row.fits {
			t.Errorf("%s: %q fit, want %q", row.name, got, row.fits)
			for f := range NumForms {
				t.Logf("%s: %s", f, b.Body(f))
			}
		}
	}
}

// TestFormBodies: what each form looks like.
func TestFormBodies(t *testing.T) {
	b, err := compileForms(t, testSchema)
	if err != nil {
		t.Fatal(err)
	}
	valid := `{"answer":"an example","mood":"calm","score":2}`
	for f, want := range [NumForms]string{
		FormValid:        valid,
		FormFenced:       "```json\n" + valid + "\n```",
		FormProse:        "Here is the JSON you requested:\n\n" + valid + "\n\nHope this helps!",
		FormMissingField: `{"mood":"calm","score":2}`,
		FormWrongType:    `{"answer":{"value":"an example"},"mood":"calm","score":2}`,
		FormExtraField:   `{"answer":"an example","confidence":"high","mood":"calm","score":2}`,
		FormWrongEnum:    `{"answer":"an example","mood":"CALM","score":2}`,
		FormTruncated:    `{"answer":"an example","mood"`,
		FormEmpty:        "",
		FormRefusal:      "I'm sorry, but I can't help with that request.",
		FormWrapped:      `{"result":` + valid + `}`,
	} {
		if got := string(b.Body(Form(f))); got != want {
			t.Errorf("%s is %s, want %s", Form(f), got, want)
		}
	}
}

// TestSampleLanguage: the parts of the schema language that a sample follows.
func TestSampleLanguage(t *testing.T) {
	for _, row := range []struct{ schema, want string }{
		{`{"type": "object", "properties": {"a": {"type": "string", "format": "date"}}}`, `{"a":"2026-01-31"}`},
		{`{"allOf": [{"required": ["a"]}, {"properties": {"a": {"type": "integer", "minimum": 7}}}]}`, `{"a":7}`},
		{`{"oneOf": [{"type": "object", "required": ["x"], "properties": {"x": {"const": 1}}}, {"type": "string"}]}`, `{"x":1}`},
		{`{"required": ["a"]}`, `{"a":"value"}`},
		{`{"prefixItems": [{"type": "integer"}, {"type": "string"}], "items": false}`, `[1,"an example"]`},
		{`{"items": {"type": "string"}, "type": "array", "minItems": 2, "uniqueItems": true}`, `["an example 1","an example 2"]`},
		{`{"type": "array", "items": {"type": "integer"}, "minItems": 2, "uniqueItems": true}`, `[1,2]`},
		{`{"type": "object", "minProperties": 2, "additionalProperties": {"type": "boolean"}}`, `{"key0":true,"key1":true}`},
		{`{"type": "object", "properties": {"a": {"type": ["null", "integer"]}, "b": {"multipleOf": 0.5, "exclusiveMinimum": 2}}}`, `{"a":1,"b":2.5}`},
		{`{"type": "object", "properties": {"a": {"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 0.5}}}`, `{"a":0.25}`},
		{`{"type": "object", "properties": {"a": {"type": "integer", "maximum": -3, "multipleOf": 2}}}`, `{"a":-4}`},
		{`{"type": "object", "properties": {"next": {"$ref": "#/$defs/node"}}, "$defs": {"node": {"type": "object", "required": ["v"], "properties": {"v": {"enum": ["x"]}}}}}`, `{"next":{"v":"x"}}`},
		{`{"default": {"a": 9}, "type": "object", "properties": {"a": {"type": "integer"}}}`, `{"a":9}`},
	} {
		b, err := compileForms(t, row.schema)
		if err != nil {
			t.Errorf("%s: %v", row.schema, err)
		} else if got := string(b.Body(FormValid)); got != row.want {
			t.Errorf("%s is answered with %s, want %s", row.schema, got, row.want)
		}
	}
}

// TestSampleRecursive: a schema that refers to itself for ever has an answer that
// ends.
func TestSampleRecursive(t *testing.T) {
	b, err := compileForms(t, `{"type": "object", "required": ["v"], "properties": {"v": {"type": "integer"}, "next": {"$ref": "#"}, "all": {"type": "array", "items": {"$ref": "#"}}}}`)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(b.Body(FormValid)); n > 1<<20 {
		t.Errorf("the answer has %d bytes", n)
	}
}

// FuzzSample: no document makes the sampler hang, whatever it refers to.
func FuzzSample(f *testing.F) {
	for _, s := range []string{testSchema, `{"$ref": "#"}`, `{"allOf": [{"$ref": "#"}, {"$ref": "#"}]}`, `{"required": ["a", "b"], "properties": {"a": {"$ref": "#"}, "b": {"$ref": "#"}}}`,
		`{"anyOf": [{"$ref": "#/anyOf/0"}]}`, `{"type": "array", "minItems": 1e300, "items": {"$ref": "#"}}`, `{"type": "integer", "multipleOf": 1e-300, "minimum": 1e300}`,
		`{"type": "string", "minLength": 1e18, "maxLength": -1}`, `{"type": "number", "exclusiveMinimum": 1e308, "exclusiveMaximum": -1e308}`, `{"minProperties": -1e300}`,
		`{"items": {"items": {"items": {"minLength": 4096}, "minItems": 64}, "minItems": 64}, "minItems": 64}`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, source string) {
		var m map[string]any
		if json.Unmarshal([]byte(source), &m) != nil {
			return
		}
		_, err := Compile(Spec{Schema: &Schema{Document: m, Judge: func(body []byte) bool { return len(body)%3 > 0 }}, Providers: []Provider{{Name: "a", Latency: soon(1)}}})
		if err != nil && !strings.Contains(err.Error(), "no answer that fits") && !strings.Contains(err.Error(), "over and over") {
			t.Fatal(err)
		}
	})
}

// TestNoSample: a schema that no sample fits is an error with a way out.
func TestNoSample(t *testing.T) {
	_, err := compileForms(t, `{"type": "object", "required": ["zip"], "properties": {"zip": {"type": "string", "pattern": "^[0-9]{5}$"}}}`)
	if err == nil || !strings.Contains(err.Error(), "examples") {
		t.Errorf("Compile() = %v, want an error that names examples", err)
	}
}

// TestNoSchema: without a contract every answer is usable but an empty one.
func TestNoSchema(t *testing.T) {
	b, err := Compile(Spec{Providers: []Provider{{Name: "a", Latency: soon(10), Structured: Dropped}}})
	if err != nil {
		t.Fatal(err)
	}
	for f := range NumForms {
		if b.Fits(f) != (f != FormEmpty) {
			t.Errorf("%s fits no schema: %t", f, b.Fits(f))
		}
	}
}

// TestSampleFits: whatever people write contracts with, an answer can be made.
func TestSampleFits(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		source, err := json.Marshal(drawSchema(rt, 0))
		if err != nil {
			rt.Fatal(err)
		}
		if _, err := compileForms(t, string(source)); err != nil {
			rt.Fatalf("%s: %v", source, err)
		}
	})
}

// drawSchema draws a schema that something fits.
func drawSchema(t *rapid.T, depth int) map[string]any {
	kinds := []string{"string", "integer", "number", "boolean", "null", "enum", "const", "object", "array", "anyOf", "nullable"}
	kind := rapid.SampledFrom(kinds).Draw(t, "kind")
	if depth == 0 {
		kind = "object"
	} else if depth > 2 && (kind == "object" || kind == "array" || kind == "anyOf") {
		kind = "string"
	}
	switch kind {
	case "object":
		return drawObject(t, depth)
	case "array":
		low := rapid.IntRange(0, 3).Draw(t, "minItems")
		return map[string]any{"type": "array", "items": drawSchema(t, depth+1), "minItems": low, "maxItems": low + rapid.IntRange(0, 2).Draw(t, "more")}
	case "anyOf":
		return map[string]any{"anyOf": []any{drawSchema(t, depth+1), drawSchema(t, depth+1)}}
	case "enum":
		return map[string]any{"enum": []any{"red", 3, nil}}
	case "const":
		return map[string]any{"const": "fixed"}
	case "nullable":
		return map[string]any{"type": []any{"null", "string"}}
	case "string":
		low := rapid.IntRange(0, 40).Draw(t, "minLength")
		return map[string]any{"type": "string", "minLength": low, "maxLength": low + rapid.IntRange(0, 5).Draw(t, "more")}
	case "integer", "number":
		low := rapid.IntRange(-50, 50).Draw(t, "low")
		key := rapid.SampledFrom([]string{"minimum", "exclusiveMinimum"}).Draw(t, "key")
		m := map[string]any{"type": kind, key: low}
		if rapid.Bool().Draw(t, "unbounded") {
			return map[string]any{"type": kind}
		}
		if rapid.Bool().Draw(t, "bounded") {
			m[rapid.SampledFrom([]string{"maximum", "exclusiveMaximum"}).Draw(t, "top")] = low + rapid.IntRange(2, 9).Draw(t, "width")
		}
		return m
	}
	return map[string]any{"type": kind}
}

func drawObject(t *rapid.T, depth int) map[string]any {
	properties, required := map[string]any{}, []any{}
	for i := range rapid.IntRange(0, 4).Draw(t, "properties") {
		name := fmt.Sprintf("p%d", i)
		properties[name] = drawSchema(t, depth+1)
		if rapid.Bool().Draw(t, "required") {
			required = append(required, name)
		}
	}
	return map[string]any{"type": "object", "properties": properties, "required": required, "additionalProperties": rapid.Bool().Draw(t, "open")}
}

// TestOutputsPick: forms come as often as their weights say.
func TestOutputsPick(t *testing.T) {
	b, err := compileForms(t, testSchema)
	if err != nil {
		t.Fatal(err)
	}
	o := &Outputs{Valid: 6, Fenced: 3, Refusal: 1}
	if err := o.Compile(b); err != nil {
		t.Fatal(err)
	}
	if !o.mixed || math.Abs(o.invalid-0.4) > 1e-12 {
		t.Errorf("mixed %t with an invalid share of %g, want true and 0.4", o.mixed, o.invalid)
	}
	const n = 100_000
	var count [NumForms]int
	l := chain.NewLuck(1)
	for i := range uint64(n) {
		count[o.pick(l.Draw(i))]++
	}
	for f, p := range map[Form]float64{FormValid: 0.6, FormFenced: 0.3, FormRefusal: 0.1} {
		if got := float64(count[f]) / n; math.Abs(got-p) > 4*math.Sqrt(p*(1-p)/n) {
			t.Errorf("%s comes with share %g, want %g", f, got, p)
		}
	}
	if o.pick(0) != FormValid || o.pick(1<<64-1) != FormRefusal {
		t.Errorf("the ends are %s and %s, want valid and refusal", o.pick(0), o.pick(1<<64-1))
	}
	one := &Outputs{Empty: 0.1}
	if err := one.Compile(b); err != nil || one.mixed || one.only != FormEmpty || one.invalid != 1 {
		t.Errorf("a mix of one form: mixed %t, only %s, invalid %g, %v", one.mixed, one.only, one.invalid, err)
	}
}

func TestOutputsCheck(t *testing.T) {
	for _, o := range []Outputs{{}, {Valid: -1, Fenced: 2}, {Valid: math.NaN()}, {Valid: math.Inf(1)}, {Valid: math.MaxFloat64, Fenced: math.MaxFloat64}} {
		if o.Check() == nil {
			t.Errorf("%+v passes the check", o)
		}
	}
}

// TestStructuredMixes: the defaults are mixes, from native's nothing to worse and
// worse.
func TestStructuredMixes(t *testing.T) {
	b, err := compileForms(t, testSchema)
	if err != nil {
		t.Fatal(err)
	}
	last := -1.0
	for _, s := range []Structured{Native, JSONMode, Ignored, Dropped} {
		o := s.outputs()
		if err := o.Compile(b); err != nil {
			t.Fatal(err)
		}
		if o.invalid <= last {
			t.Errorf("%s is invalid with share %g, no more than the one before", s, o.invalid)
		}
		last = o.invalid
	}
}
