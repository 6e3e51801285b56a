package stored

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// schemaVersion changes when a reader of the JSON must change.
const schemaVersion = 1

// schemaDraft is the draft that editors and validators know best.
const schemaDraft = "http://json-schema.org/draft-07/schema#"

// Schemas lists what Schema describes.
func Schemas() []string { return []string{"result", "attempts", "tuning"} }

// Schema returns the JSON Schema of what a format writes: the document of json,
// a line of attempts, or the document of tune. Its $id holds the version that the documents hold.
// Readers must bear keys that it does not know: a version that adds some is no
// other version.
func Schema(what string) ([]byte, error) {
	root := object{{"$schema", schemaDraft}, {"$id", "wavetank:///" + what + ".v" + strconv.Itoa(schemaVersion) + ".json"}}
	switch what {
	case "result":
		root = append(root, resultSchema()...)
	case "attempts":
		root = append(append(root, member[any]{"title", "An attempt, as wavetank run -o attempts writes it"}), attemptShape().object(nil, "")...)
	case "tuning":
		root = append(append(root, member[any]{"title", "A search, as wavetank tune -o json writes it"}), tuningShape().object(tuningDefinitions, "")...)
		root.add("definitions", tuningDefinitions.object())
	default:
		return nil, fmt.Errorf("no schema of %q; there are: %s", what, strings.Join(Schemas(), ", "))
	}
	return append(shapeOf(reflect.TypeOf(root)).append(nil, reflect.ValueOf(root), ""), '\n'), nil
}

// resultSchema describes one result or several.
func resultSchema() object {
	return object{
		{"title", "A result, as wavetank run -o json writes it"},
		{"description", "Times are in seconds, money in dollars; what has no value is null. No value comes from a wall clock."},
		{"if", short{{"required", []string{"runs"}}}},
		{"then", severalShape().object(resultDefinitions, "")},
		{"else", resultDefinitions.ref("result")},
		{"definitions", resultDefinitions.object()},
	}
}

// definitions are the definitions of a schema.
type definitions []definedType

type definedType struct {
	name string
	of   reflect.Type
	doc  string // of a type that does not tell itself
}

// ref is where a definition is used.
func (definitions) ref(name string) short { return short{{"$ref", "#/definitions/" + name}} }

func (p definitions) object() object {
	out := object{}
	for _, d := range p {
		out.add(d.name, shapeOf(d.of).described(p, shapeField{docs: []string{d.doc}}, 0, true))
	}
	return out
}

// object describes a record.
func (s *shape) object(p definitions, doc string) object {
	properties, required := object{}, []string{}
	for i := range s.fields {
		f := &s.fields[i]
		properties.add(f.key, f.shape.described(p, *f, 0, false))
		if !f.omit {
			required = append(required, f.key)
		}
	}
	kind := any("object")
	if s.null {
		kind = []string{"object", "null"}
	}
	return record(kind, cmp.Or(s.doc, doc), properties, required)
}

func record(kind any, doc string, properties object, required []string) object {
	out := object{{"type", kind}}
	if doc != "" {
		out.add("description", doc)
	}
	return append(out, object{{"properties", properties}, {"required", required}}...)
}

// described describes a value of a field, of which lists stand so deep. A
// definition is referred to unless it is to be spelt out.
func (s *shape) described(p definitions, f shapeField, depth int, spelt bool) any {
	doc := ""
	if depth < len(f.docs) {
		doc = f.docs[depth]
	}
	if i := slices.IndexFunc(p, func(d definedType) bool { return d.of == s.of }); i >= 0 && !spelt {
		if doc == "" {
			return p.ref(p[i].name)
		}
		return short{{"allOf", []tight{tight(p.ref(p[i].name))}}, {"description", doc}}
	}
	switch s.kind {
	case shapeRecord:
		return s.object(p, doc)
	case shapePointer:
		if f.omit {
			return s.elem.described(p, f, depth, false)
		}
		out := s.elem.described(p, f, depth, false)
		if o, ok := out.(object); ok {
			o[0].Value = []string{"object", "null"}
			return o
		}
		return short{{"type", []string{"integer", "null"}}, {"description", doc}}
	case shapeNamed:
		return s.namedObject(p, f, depth, doc)
	case shapeList:
		return s.array(p, f, depth, doc)
	}
	return s.value(f, doc)
}

// array describes a list.
func (s *shape) array(p definitions, f shapeField, depth int, doc string) any {
	items, kind := s.elem.described(p, f, depth+1, false), any("array")
	if s.null {
		kind = []string{"array", "null"}
	}
	switch {
	case s.of.Kind() == reflect.Array:
		return short{{"type", kind}, {"items", items}, {"minItems", s.of.Len()}, {"maxItems", s.of.Len()}, {"description", doc}}
	case s.null:
		return short{{"type", kind}, {"items", items}, {"description", doc}}
	case doc == "":
		return short{{"type", kind}, {"items", items}}
	}
	return object{{"type", kind}, {"description", doc}, {"items", items}}
}

// namedObject describes an object by its keys, if they are known.
func (s *shape) namedObject(p definitions, f shapeField, depth int, doc string) object {
	fixed, ok := reflect.Zero(s.of).Interface().(closed)
	if !ok {
		return object{{"type", "object"}, {"description", doc}, {"additionalProperties", s.elem.described(p, f, depth+1, false)}}
	}
	properties, required := object{}, []string{}
	for _, k := range fixed.keys() {
		properties.add(k.name, s.elem.described(p, shapeField{docs: []string{k.doc}}, 0, false))
		required = append(required, k.name)
	}
	return record("object", doc, properties, required)
}

// value describes what is no list and no object.
func (s *shape) value(f shapeField, doc string) short {
	var out short
	switch {
	case f.constant != "" && s.kind == shapeInt:
		return short{{"const", schemaVersion}}
	case f.constant != "":
		return short{{"const", f.constant}}
	case f.words != "":
		out = short{{"enum", vocabulary(f.words, s.null)}}
	case s.kind == shapeMixed:
		out = short{{"type", []string{"number", "string", "null"}}}
	case s.of == reflect.TypeFor[share]():
		out = short{{"type", "number"}, {"minimum", 0}, {"maximum", 1}}
	default:
		name := [...]string{shapeBool: "boolean", shapeInt: "integer", shapeUint: "integer", shapeFloat: "number", shapeSeconds: "number",
			shapeExact: "number", shapeText: "string", shapeWord: "string"}[s.kind]
		out = short{{"type", name}}
		if s.null {
			out[0].Value = []string{name, "null"}
		}
		if name == "integer" {
			out = append(out, member[any]{"minimum", 0})
		}
	}
	if doc != "" {
		out = append(out, member[any]{"description", doc})
	}
	return out
}
