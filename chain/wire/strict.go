package wire

import (
	"encoding/json"
	"slices"
)

// strictSchema reports whether OpenAI takes a schema in its strict mode, which
// alone makes an answer fit: every object closed and every property required,
// and none of the keywords that the mode refuses. Asking for it anyway would be
// answered by 400, to each request alike.
func strictSchema(schema []byte) bool {
	var root map[string]any
	return json.Unmarshal(schema, &root) == nil && root["type"] == "object" && strictNode(root)
}

// refused by the strict mode, by OpenAI's guide to structured outputs ?.
var refusedKeywords = []string{"allOf", "oneOf", "not", "if", "then", "else", "dependentRequired", "dependentSchemas", "patternProperties"}

func strictNode(node any) bool {
	switch node := node.(type) {
	case []any:
		return !slices.ContainsFunc(node, func(n any) bool { return !strictNode(n) })
	case map[string]any:
		if slices.ContainsFunc(refusedKeywords, func(k string) bool { return node[k] != nil }) {
			return false
		}
		if (node["type"] == "object" || node["properties"] != nil) && !closed(node) {
			return false
		}
		return strictParts(node)
	}
	return true
}

// closed reports that an object has its properties, all of them and no other.
func closed(node map[string]any) bool {
	properties, _ := node["properties"].(map[string]any)
	required, _ := node["required"].([]any)
	for name := range properties {
		if !slices.Contains(required, any(name)) {
			return false
		}
	}
	return node["additionalProperties"] == false
}

// strictParts looks at the schemas inside one: properties may bear the names of
// keywords, so that not every value is a schema.
func strictParts(node map[string]any) bool {
	for _, group := range []string{"properties", "$defs", "definitions"} {
		parts, _ := node[group].(map[string]any)
		for _, p := range parts {
			if !strictNode(p) {
				return false
			}
		}
	}
	return strictNode(node["items"]) && strictNode(node["anyOf"])
}
