package faults

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
)

// A schema may refer to itself: optional properties are followed to sampleDepth,
// required ones to sampleBottom, and a sample ends, fitting or not, after
// sampleSteps.
const (
	sampleDepth  = 5
	sampleBottom = 32
	sampleSteps  = 2_000
)

// conforming makes an answer that fits a schema: an example that the schema
// itself gives, else one with every property, else one with only the required
// ones. It is an error where the judge takes none of them, or would take too long.
func conforming(s *Schema, judge func([]byte) bool) (any, error) {
	candidates := list(s.Document["examples"])
	if v, ok := s.Document["default"]; ok {
		candidates = append(candidates, v)
	}
	candidates = append(candidates, (&sampler{root: s.Document}).value(s.Document, 0),
		(&sampler{root: s.Document, sparse: true}).value(s.Document, 0))
	none := errors.New("faults: no answer that fits the schema could be made from it: put one into the schema as examples: [ANSWER]")
	for _, c := range candidates {
		if n := visitsOf(s.Document, c); n > maxVisits {
			none = fmt.Errorf("faults: judging one answer by the schema takes %.3g steps, %d at most: its parts refer to each other over and over", n, maxVisits)
			continue
		}
		if body, err := json.Marshal(c); err == nil && judge(body) {
			return c, nil
		}
	}
	return nil, none
}

// sampler builds an instance of a JSON Schema, for the parts of the language
// that people write contracts in.
type sampler struct {
	root   map[string]any
	sparse bool // only what is required
	steps  int
}

// value returns an instance of one schema.
func (s *sampler) value(schema any, depth int) any {
	if s.steps >= sampleSteps || depth > sampleBottom {
		return nil
	}
	m := s.resolve(schema)
	if v, ok := m["const"]; ok {
		return v
	}
	if e := list(m["enum"]); len(e) > 0 {
		return e[0]
	}
	if e := list(m["examples"]); len(e) > 0 {
		return e[0]
	}
	switch typeOf(m) {
	case "object":
		return s.object(m, depth)
	case "array":
		return s.array(m, depth)
	case "integer":
		return number(m, true)
	case "number":
		return number(m, false)
	case "boolean":
		return true
	case "null":
		return nil
	}
	t := text(m)
	s.steps += len(t) / 32 // long texts are work too
	return t
}

// object returns an instance with the properties that are listed.
func (s *sampler) object(m map[string]any, depth int) map[string]any {
	out := map[string]any{}
	properties, _ := m["properties"].(map[string]any)
	required := names(m["required"])
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		if required[name] || !s.sparse && depth < sampleDepth {
			out[name] = s.value(properties[name], depth+1)
		}
	}
	for name := range required {
		if _, has := out[name]; !has {
			out[name] = "value"
		}
	}
	rest, _ := m["additionalProperties"].(map[string]any)
	for i := len(out); i < count(m, "minProperties", 0) && i < 64; i++ {
		out[fmt.Sprintf("key%d", i)] = s.value(rest, depth+1)
	}
	return out
}

// array returns as few items as are allowed, but one where that is allowed.
func (s *sampler) array(m map[string]any, depth int) []any {
	out := []any{}
	for _, item := range list(m["prefixItems"]) {
		out = append(out, s.value(item, depth+1))
	}
	want := count(m, "minItems", 1)
	if s.sparse || depth >= sampleDepth {
		want = count(m, "minItems", 0)
	}
	want = min(want, count(m, "maxItems", 64), 64)
	unique, _ := m["uniqueItems"].(bool)
	for len(out) < want {
		v := s.value(m["items"], depth+1)
		if t, ok := v.(string); ok && unique {
			v = fmt.Sprintf("%s %d", t, len(out)+1)
		} else if n, ok := v.(float64); ok && unique {
			v = n + float64(len(out))
		}
		out = append(out, v)
	}
	return out
}

// resolve follows references, joins allOf, and takes the first of anyOf and
// oneOf.
func (s *sampler) resolve(schema any) map[string]any {
	m, _ := schema.(map[string]any)
	for s.steps < sampleSteps {
		s.steps++
		switch {
		case m["$ref"] != nil:
			m = merge(m, s.lookup(m["$ref"]), "$ref")
		case len(list(m["allOf"])) > 0:
			all := list(m["allOf"])
			m = merge(m, nil, "allOf")
			for _, part := range all {
				m = merge(m, s.resolve(part), "")
			}
		case len(list(m["anyOf"])) > 0:
			m = merge(m, list(m["anyOf"])[0], "anyOf")
		case len(list(m["oneOf"])) > 0:
			m = merge(m, list(m["oneOf"])[0], "oneOf")
		default:
			return m
		}
	}
	return m
}

// lookup finds a reference within the document; others are beyond a sample.
func (s *sampler) lookup(ref any) any {
	name, _ := ref.(string)
	name, _ = url.PathUnescape(name)
	var at any = s.root
	for _, part := range strings.Split(strings.TrimPrefix(name, "#"), "/") {
		if part == "" {
			continue
		}
		part = strings.NewReplacer("~1", "/", "~0", "~").Replace(part)
		m, _ := at.(map[string]any)
		at = m[part]
	}
	return at
}

// merge joins two schemas without one key of the first; properties and required
// add up.
func merge(a map[string]any, b any, without string) map[string]any {
	out := map[string]any{}
	for k, v := range a {
		if k != without {
			out[k] = v
		}
	}
	other, _ := b.(map[string]any)
	for k, v := range other {
		switch k {
		case "properties":
			old, _ := out[k].(map[string]any)
			out[k] = merge(old, v, "")
		case "required":
			out[k] = append(slices.Clone(list(out[k])), list(v)...)
		default:
			out[k] = v
		}
	}
	return out
}

// typeOf returns the type that a schema asks for; where it lists several, the
// first that is not null; where it says none, what its other keys imply.
func typeOf(m map[string]any) string {
	switch t := m["type"].(type) {
	case string:
		return t
	case []any:
		for _, one := range t {
			if name, ok := one.(string); ok && name != "null" {
				return name
			}
		}
		return "null"
	}
	switch {
	case m["properties"] != nil || m["required"] != nil || m["additionalProperties"] != nil:
		return "object"
	case m["items"] != nil || m["prefixItems"] != nil:
		return "array"
	case m["minimum"] != nil || m["maximum"] != nil || m["multipleOf"] != nil:
		return "number"
	}
	return "string"
}

// names are the texts of a list.
func names(v any) map[string]bool {
	out := map[string]bool{}
	for _, one := range list(v) {
		if name, ok := one.(string); ok {
			out[name] = true
		}
	}
	return out
}
