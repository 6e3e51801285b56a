package yamldoc

import (
	"reflect"
	"strings"

	"github.com/invopop/jsonschema"
)

// draft is the version of JSON Schema that editors know best.
const draft = "http://json-schema.org/draft-07/schema#"

// Schema returns the JSON Schema of the type of a value, from the same tags and
// registries that the decoder reads. Unions are written as "if the kind is this,
// then", so that a validator complains about one branch only. A partial schema
// describes documents that will be laid over others: nothing is required, a kind
// may be left out, and null removes a key.
func (ts *Types) Schema(value any, partial bool) *jsonschema.Schema {
	t := reflect.TypeOf(value)
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	b := &schemer{ts: ts, partial: partial, defs: jsonschema.Definitions{}}
	root := *b.body(t)
	root.Version = draft
	root.Definitions = b.defs
	return &root
}

// schemer builds one schema.
type schemer struct {
	ts      *Types
	partial bool
	prefix  string // of names of definitions
	defs    jsonschema.Definitions
}

// describer is what types implement that describe themselves.
type describer interface{ JSONSchema() *jsonschema.Schema }

// of describes a type, by reference where it has keys of its own.
func (b *schemer) of(t reflect.Type) *jsonschema.Schema {
	switch {
	case t == nodeType || t == anyType:
		return jsonschema.TrueSchema
	case t.Kind() == reflect.Pointer:
		return b.of(t.Elem())
	case t.Kind() == reflect.Interface, t.Kind() == reflect.Struct && !isText(t):
		return b.ref(t)
	}
	return b.body(t)
}

// ref describes a type in the definitions, once, for types may hold themselves.
func (b *schemer) ref(t reflect.Type) *jsonschema.Schema {
	name := b.prefix + strings.NewReplacer("*", "", "[", "-", "]", "", "/", ".").Replace(t.String())
	if _, known := b.defs[name]; !known {
		b.defs[name] = nil
		b.defs[name] = b.body(t)
	}
	return &jsonschema.Schema{Ref: "#/$defs/" + name}
}

// body describes a type in place.
func (b *schemer) body(t reflect.Type) *jsonschema.Schema {
	if d, ok := reflect.New(t).Interface().(partialDescriber); ok {
		return d.partialSchema(b)
	}
	if d, ok := reflect.New(t).Interface().(describer); ok {
		return d.JSONSchema()
	}
	switch {
	case isRaw(t):
		return jsonschema.TrueSchema
	case isScalarType(t):
		return b.scalar(t)
	case t.Implements(orderedType):
		value, _ := t.Elem().FieldByName("Value")
		return b.typed(&jsonschema.Schema{AdditionalProperties: b.of(value.Type)}, "object")
	case t.Kind() == reflect.Interface:
		return b.union(b.ts.union(t))
	case t.Kind() == reflect.Struct:
		return b.structure(t)
	case t.Kind() == reflect.Map:
		return b.table(t)
	case t.Kind() == reflect.Slice:
		s := &jsonschema.Schema{Items: b.of(t.Elem())}
		if isScalarType(t.Elem()) {
			return b.typed(s, append([]string{"array"}, scalarTypes(t.Elem())...)...)
		}
		return b.typed(s, "array")
	}
	panic("yamldoc: cannot describe a " + t.String())
}

// table describes a map; few words for keys are listed (propertyNames would do,
// but the validator loses the place of what that refuses).
func (b *schemer) table(t reflect.Type) *jsonschema.Schema {
	words := wordsOf(t.Key())
	if words == nil {
		return b.typed(&jsonschema.Schema{AdditionalProperties: b.of(t.Elem())}, "object")
	}
	s := &jsonschema.Schema{Properties: jsonschema.NewProperties(), AdditionalProperties: jsonschema.FalseSchema}
	for _, w := range words {
		s.Properties.Set(w.(string), b.of(t.Elem()))
	}
	return b.typed(s, "object")
}

// typed says which types of JSON fit.
func (b *schemer) typed(s *jsonschema.Schema, types ...string) *jsonschema.Schema {
	if b.partial {
		types = append(types, "null")
	}
	if len(types) == 1 {
		s.Type = types[0]
	} else {
		s.Extras = map[string]any{"type": types}
	}
	return s
}

// scalarTypes lists the types of JSON that a scalar type is written as.
func scalarTypes(t reflect.Type) []string {
	switch {
	case isText(t):
		return []string{"string", "number", "boolean"}
	case t == durationType, t.Kind() == reflect.String:
		return []string{"string"}
	case t.Kind() == reflect.Bool:
		return []string{"boolean"}
	case isInt(t) || isUint(t):
		return []string{"integer"}
	}
	return []string{"number"}
}

// durations is what time.ParseDuration reads.
const durations = `^[-+]?(0|(([0-9]+\.?[0-9]*|\.[0-9]+)(ns|us|µs|μs|ms|s|m|h))+)$`

func (b *schemer) scalar(t reflect.Type) *jsonschema.Schema {
	s := &jsonschema.Schema{}
	if words := wordsOf(t); words != nil {
		if b.partial {
			words = append(words, nil)
		}
		s.Enum = words
		return s
	}
	if t == durationType {
		s.Pattern = durations
	}
	if isUint(t) && !isText(t) {
		s.Minimum = "0"
	}
	return b.typed(s, scalarTypes(t)...)
}

// wordsOf lists the few words of a text type, nil if it has no list.
func wordsOf(t reflect.Type) (out []any) {
	if w, ok := reflect.New(t).Interface().(Worded); ok && isText(t) {
		for _, word := range w.Words() {
			out = append(out, word)
		}
	}
	return out
}

// Partial is a document of type T that is kept as a tree, to be laid over another
// one later; to the JSON Schema it is a T of which anything may be missing.
type Partial[T any] struct{ *Node }

// UnmarshalNode keeps the tree.
func (p *Partial[T]) UnmarshalNode(n *Node, _ string) Problems {
	p.Node = n
	return nil
}

// MarshalNode returns the tree.
func (p Partial[T]) MarshalNode(*Types) *Node { return p.Node }

type partialDescriber interface {
	partialSchema(b *schemer) *jsonschema.Schema
}

func (p *Partial[T]) partialSchema(b *schemer) *jsonschema.Schema {
	inner := &schemer{ts: b.ts, partial: true, prefix: "partial.", defs: b.defs}
	return inner.of(reflect.TypeFor[T]())
}
