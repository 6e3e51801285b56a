package yamldoc

import (
	"reflect"

	"github.com/invopop/jsonschema"
)

// structure describes the keys of a struct.
func (b *schemer) structure(t reflect.Type) *jsonschema.Schema {
	s := b.typed(&jsonschema.Schema{Properties: jsonschema.NewProperties()}, "object")
	var inline *union
	for _, f := range fieldsOf(t) {
		if f.inline {
			inline = b.ts.union(f.typ)
			continue
		}
		s.Properties.Set(f.name, b.described(f))
		if f.required && !b.partial {
			s.Required = append(s.Required, f.name)
		}
	}
	if inline != nil {
		b.branches(s, inline)
		return s
	}
	s.AdditionalProperties = jsonschema.FalseSchema
	return s
}

// described is the schema of a field with its description. Draft 7 ignores what
// stands beside a reference, so that goes into a list of one.
func (b *schemer) described(f field) *jsonschema.Schema {
	s := b.of(f.typ)
	if f.doc == "" || s == jsonschema.TrueSchema {
		return s
	}
	if s.Ref != "" {
		return &jsonschema.Schema{Description: f.doc, AllOf: []*jsonschema.Schema{s}}
	}
	out := *s
	out.Description = f.doc
	return &out
}

// union describes an interface type: a map with a kind, or a shorthand.
func (b *schemer) union(u *union) *jsonschema.Schema {
	s := &jsonschema.Schema{Properties: jsonschema.NewProperties()}
	types := []string{"object"}
	if u.BareKind {
		types = append(types, "string")
	}
	if u.ScalarKind != "" {
		k, _ := u.find(u.ScalarKind)
		for _, f := range fieldsOf(structOf(k)) {
			if f.name == u.ScalarKey {
				types = append(types, scalarTypes(f.typ)...)
				if f.typ == durationType && !u.BareKind {
					s.Pattern = durations
				}
			}
		}
	}
	b.branches(b.typed(s, types...), u)
	return s
}

// branches adds what each kind means to a schema of an object, whose own keys
// stand beside the kind's.
func (b *schemer) branches(s *jsonschema.Schema, u *union) {
	kinds := &jsonschema.Schema{Description: "which kind it is"}
	for _, name := range u.names() {
		kinds.Enum = append(kinds.Enum, name)
	}
	own := &jsonschema.Schema{Properties: jsonschema.NewProperties()}
	for p := s.Properties.Oldest(); p != nil; p = p.Next() {
		own.Properties.Set(p.Key, p.Value)
	}
	s.Properties.Set("kind", kinds)
	if u.Default == "" && len(u.Keys) == 0 && !b.partial {
		s.Required = append(s.Required, "kind")
	}
	all := jsonschema.NewProperties()
	for _, k := range u.kinds() {
		then := b.branch(k, own)
		s.AllOf = append(s.AllOf, &jsonschema.Schema{If: u.when(k.name), Then: then})
		for p := then.Properties.Oldest(); p != nil; p = p.Next() {
			all.Set(p.Key, jsonschema.TrueSchema)
		}
	}
	if b.partial { // the kind may come from below, so any kind's keys will do
		s.AllOf = append(s.AllOf, &jsonschema.Schema{If: without("kind"),
			Then: &jsonschema.Schema{Properties: all, AdditionalProperties: jsonschema.FalseSchema}})
	} else if u.Default == "" && len(u.Keys) > 0 {
		s.AllOf = append(s.AllOf, &jsonschema.Schema{If: u.unnamed(), Then: &jsonschema.Schema{Required: []string{"kind"}}})
	}
}

// branch describes the map of one kind.
func (b *schemer) branch(k kind, own *jsonschema.Schema) *jsonschema.Schema {
	s := &jsonschema.Schema{Description: k.summary, Properties: jsonschema.NewProperties()}
	for p := own.Properties.Oldest(); p != nil; p = p.Next() {
		s.Properties.Set(p.Key, p.Value)
	}
	s.Properties.Set("kind", &jsonschema.Schema{Const: k.name})
	t := structOf(k)
	if t.Kind() != reflect.Struct || isRaw(t) {
		return s
	}
	inner := b.structure(t)
	for p := inner.Properties.Oldest(); p != nil; p = p.Next() {
		s.Properties.Set(p.Key, p.Value)
	}
	s.Required, s.AdditionalProperties = inner.Required, jsonschema.FalseSchema
	return s
}

// structOf returns the type behind what a kind makes.
func structOf(k kind) reflect.Type {
	t := reflect.TypeOf(k.make())
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t
}

// when says when a map is of a kind: it is named, or one of its keys tells.
func (u *union) when(name string) *jsonschema.Schema {
	named := &jsonschema.Schema{Properties: jsonschema.NewProperties(), Required: []string{"kind"}}
	named.Properties.Set("kind", &jsonschema.Schema{Const: name})
	any := []*jsonschema.Schema{named}
	var before []*jsonschema.Schema
	for _, k := range u.Keys {
		if k.Kind == name {
			any = append(any, &jsonschema.Schema{Required: []string{k.Key}, AllOf: append([]*jsonschema.Schema{without("kind")}, before...)})
		}
		before = append(before, without(k.Key))
	}
	if u.Default == name {
		any = append(any, u.unnamed())
	}
	if len(any) == 1 {
		return named
	}
	return &jsonschema.Schema{AnyOf: any}
}

// unnamed says that neither a kind nor a key tells.
func (u *union) unnamed() *jsonschema.Schema {
	keys := []string{"kind"}
	for _, k := range u.Keys {
		keys = append(keys, k.Key)
	}
	return without(keys...)
}

// without says that a map has none of the keys.
func without(keys ...string) *jsonschema.Schema {
	s := &jsonschema.Schema{Type: "object"}
	for _, k := range keys {
		s.AllOf = append(s.AllOf, &jsonschema.Schema{Not: &jsonschema.Schema{Required: []string{k}}})
	}
	return s
}
