package faults

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// A site is one value inside an answer, and the schema of that place.
type site struct {
	path   []any // property names and indexes from the root
	schema map[string]any
	value  any
}

// maxSites bounds where an answer is broken in search of one that does not fit.
const maxSites = 200

// sites lists the values of an answer, outermost first, in the order of their
// names.
func (r *renderer) sites() []site {
	s := sampler{root: r.schema}
	out := []site{{schema: s.resolve(r.schema), value: r.value}}
	for i := 0; i < len(out) && len(out) < maxSites; i++ {
		at := out[i]
		switch v := at.value.(type) {
		case map[string]any:
			properties, _ := at.schema["properties"].(map[string]any)
			for _, name := range slices.Sorted(maps.Keys(v)) {
				out = append(out, site{append(slices.Clone(at.path), name), s.resolve(properties[name]), v[name]})
			}
		case []any:
			for k := range v {
				out = append(out, site{append(slices.Clone(at.path), k), s.resolve(at.schema["items"]), v[k]})
			}
		}
	}
	return out
}

// replaced returns a copy of the answer with another value at a path.
func replaced(root any, path []any, to any) any {
	if len(path) == 0 {
		return to
	}
	switch v := root.(type) {
	case map[string]any:
		out := maps.Clone(v)
		name := path[0].(string)
		out[name] = replaced(v[name], path[1:], to)
		return out
	case []any:
		out := slices.Clone(v)
		k := path[0].(int)
		out[k] = replaced(v[k], path[1:], to)
		return out
	}
	return to
}

// withoutField gives answers that lack a property: required ones first.
func (r *renderer) withoutField(yield func(any) bool) {
	for _, must := range []bool{true, false} {
		for _, at := range r.sites() {
			object, ok := at.value.(map[string]any)
			if !ok {
				continue
			}
			required := names(at.schema["required"])
			for _, name := range slices.Sorted(maps.Keys(object)) {
				if required[name] != must {
					continue
				}
				short := maps.Clone(object)
				delete(short, name)
				if !yield(replaced(r.value, at.path, short)) {
					return
				}
			}
		}
	}
}

// withWrongType gives answers with one value of another type.
func (r *renderer) withWrongType(yield func(any) bool) {
	sites := r.sites()
	if len(sites) == 1 { // the answer itself
		yield(mistyped(r.value))
		return
	}
	for _, at := range sites[1:] {
		if !yield(replaced(r.value, at.path, mistyped(at.value))) {
			return
		}
	}
}

// mistyped is a value as models confuse it: numbers and flags as text, a single
// value instead of a list, an object as its own JSON text.
func mistyped(v any) any {
	switch v := v.(type) {
	case string:
		return map[string]any{"value": v}
	case bool:
		return strconv.FormatBool(v)
	case nil:
		return "null"
	case []any:
		if len(v) > 0 {
			return v[0]
		}
		return ""
	case map[string]any:
		return string(encode(v))
	}
	text, err := json.Marshal(v)
	if err != nil {
		panic("faults: a sample is no JSON: " + err.Error())
	}
	return string(text)
}

// withExtraField gives answers with one property too many, outermost first.
func (r *renderer) withExtraField(yield func(any) bool) {
	for _, at := range r.sites() {
		if object, ok := at.value.(map[string]any); ok {
			more := maps.Clone(object)
			more["confidence"] = "high"
			if _, taken := object["confidence"]; taken {
				more["additional_notes"] = "none"
			}
			if !yield(replaced(r.value, at.path, more)) {
				return
			}
		}
	}
}

// withWrongEnum gives answers that spell an enum's value in another way.
func (r *renderer) withWrongEnum(yield func(any) bool) {
	for _, at := range r.sites() {
		if at.schema["enum"] == nil && at.schema["const"] == nil {
			continue
		}
		word, ok := at.value.(string)
		if !ok {
			if !yield(replaced(r.value, at.path, mistyped(at.value))) {
				return
			}
			continue
		}
		for _, other := range []string{strings.ToUpper(word), strings.ToLower(word), word + " ", "other"} {
			if other != word && !yield(replaced(r.value, at.path, other)) {
				return
			}
		}
	}
}
