package faults

import (
	"fmt"
	"math"
	"reflect"
	"strings"
)

// A schema that refers to its own parts twice at each of thirty levels is short, and a
// validator visits them a billion times. So how often it would come by is counted
// before anybody is judged by it.

// maxVisits bounds what one judgement of an answer may take: some 10 ms.
const maxVisits = 50_000

// visits counts how often a validator looks at a part of a schema to judge a value.
type visits struct {
	root    sampler
	anchors map[string]any // schemas by the names that they give themselves
	known   map[visit]float64
}

// visit is a part of a schema at a place in the value.
type visit struct {
	schema uintptr
	at     string
}

// visitsOf counts for a whole schema and one value.
func visitsOf(schema map[string]any, value any) float64 {
	v := visits{sampler{root: schema}, map[string]any{}, map[visit]float64{}}
	v.name(schema)
	return v.count(schema, value, "")
}

// name finds the names that schemas give themselves.
func (v *visits) name(part any) {
	switch part := part.(type) {
	case map[string]any:
		for _, word := range []string{"$anchor", "$dynamicAnchor", "$id", "id"} {
			if name, ok := part[word].(string); ok {
				v.anchors[strings.TrimPrefix(name, "#")] = part
			}
		}
		for _, one := range part {
			v.name(one)
		}
	case []any:
		for _, one := range part {
			v.name(one)
		}
	}
}

// named is the schema that a reference means.
func (v *visits) named(ref any) any {
	name, _ := ref.(string)
	if s, ok := v.anchors[strings.TrimPrefix(name, "#")]; ok {
		return s
	}
	return v.root.lookup(ref)
}

// count is how many visits judging a value by a schema takes. A part that comes back
// to itself at the same place counts once: validators refuse it.
func (v *visits) count(schema, value any, at string) float64 {
	m, ok := schema.(map[string]any)
	if !ok {
		return 0
	}
	key := visit{reflect.ValueOf(m).Pointer(), at}
	if n, ok := v.known[key]; ok {
		return n
	}
	v.known[key] = 1
	n := 1.0
	for _, ref := range []string{"$ref", "$dynamicRef", "$recursiveRef"} {
		if m[ref] != nil {
			n += v.count(v.named(m[ref]), value, at)
		}
	}
	for _, word := range []string{"allOf", "anyOf", "oneOf", "not", "if", "then", "else"} {
		n += v.all(m[word], value, at)
	}
	for _, word := range []string{"dependentSchemas", "dependencies"} {
		named, _ := m[word].(map[string]any)
		for _, one := range named {
			n += v.count(one, value, at)
		}
	}
	switch value := value.(type) {
	case map[string]any:
		n += v.members(m, value, at)
	case []any:
		for i, item := range value {
			for _, word := range []string{"items", "prefixItems", "additionalItems", "contains", "unevaluatedItems"} {
				n += v.all(m[word], item, fmt.Sprint(at, "/", i))
			}
		}
	}
	n = min(n, math.MaxInt64)
	v.known[key] = n
	return n
}

// all sums up one schema, or a list of them.
func (v *visits) all(schemas, value any, at string) (n float64) {
	many, ok := schemas.([]any)
	if !ok {
		return v.count(schemas, value, at)
	}
	for _, one := range many {
		n += v.count(one, value, at)
	}
	return n
}

// members sums up an object's properties.
func (v *visits) members(m, value map[string]any, at string) (n float64) {
	properties, _ := m["properties"].(map[string]any)
	patterns, _ := m["patternProperties"].(map[string]any)
	for name, one := range value {
		below := at + "/" + name
		n += v.count(properties[name], one, below)
		for _, p := range patterns {
			n += v.count(p, one, below)
		}
		for _, word := range []string{"additionalProperties", "unevaluatedProperties"} {
			n += v.count(m[word], one, below)
		}
		n += v.count(m["propertyNames"], name, below+"/")
	}
	return n
}
