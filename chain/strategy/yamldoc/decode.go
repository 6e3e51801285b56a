package yamldoc

import (
	"fmt"
	"reflect"
	"strings"
)

// Decoder fills Go values from nodes. It may be shared.
type Decoder struct {
	Types *Types
	// ReadFile reads a file that a value at a place of a document names, relative to
	// that document; nil leaves files unread.
	ReadFile func(at Pos, name string) ([]byte, error)
}

// Read fills the value that into points to and returns everything wrong, up to a
// hundred problems. It takes what the JSON Schema of the type takes ([Types.Schema],
// the one editors use): they come from the same tags. What is not written keeps the value it had. Values with a method Check() error are
// asked once they are filled without a problem, inner ones first; an error that
// begins with a key, as "failures: must be 1 or more", is reported there.
func (d *Decoder) Read(n *Node, into any) Problems {
	v := reflect.ValueOf(into)
	if v.Kind() != reflect.Pointer || v.IsNil() {
		panic("yamldoc: Read needs a pointer")
	}
	x := &decoding{Decoder: d}
	if n.kind() == Null && v.Elem().Kind() == reflect.Struct && n != nil {
		n = &Node{Kind: Map, Pos: n.Pos} // an empty document lacks what is required
	}
	x.value(n, "", v.Elem())
	if x.problems == nil {
		return nil
	}
	return x.problems.Sorted()
}

// decoding is one run of a decoder; it is as deep as the types are.
type decoding struct {
	*Decoder
	problems Problems
	files    map[fileKey]sharer // that were read
}

func (x *decoding) note(at Pos, path, hint, format string, args ...any) {
	if x.full() {
		return
	}
	x.problems = append(x.problems, Problem{Pos: at, Path: path, Text: fmt.Sprintf(format, args...), Hint: hint})
}

// full tells that enough was said. It keeps a long broken document from taking
// longer than a good one.
func (x *decoding) full() bool { return len(x.problems) >= maxProblems }

// value fills v from n and checks it.
func (x *decoding) value(n *Node, path string, v reflect.Value) {
	t := v.Type()
	switch {
	case x.full():
		return
	case t == nodeType:
		v.Set(reflect.ValueOf(n))
		return
	case n.kind() == Null && !isRaw(t):
		switch t.Kind() {
		case reflect.Pointer, reflect.Interface, reflect.Slice, reflect.Map:
			v.SetZero()
		}
		return
	case t.Kind() == reflect.Pointer:
		fresh := reflect.New(t.Elem())
		if !v.IsNil() {
			fresh.Elem().Set(v.Elem())
		} else if d, ok := fresh.Interface().(defaulter); ok {
			d.SetDefaults()
		}
		x.value(n, path, fresh.Elem())
		v.Set(fresh)
		return
	case t == anyType:
		v.Set(reflect.ValueOf(n.Plain()))
		return
	case t.Kind() == reflect.Interface:
		x.union(n, path, v, nil)
		return
	}
	before := len(x.problems)
	x.fill(n, path, v)
	x.check(n, path, v, before)
}

// fill reads a value of a concrete type.
func (x *decoding) fill(n *Node, path string, v reflect.Value) {
	t := v.Type()
	switch {
	case isRaw(t):
		x.problems = append(x.problems, v.Addr().Interface().(Raw).UnmarshalNode(n, path)...)
	case isScalarType(t):
		x.scalar(n, path, v)
	case t.Implements(orderedType):
		x.ordered(n, path, v)
	case t.Kind() == reflect.Struct:
		x.structure(n, path, v, nil)
	case t.Kind() == reflect.Map:
		x.table(n, path, v)
	case t.Kind() == reflect.Slice:
		x.list(n, path, v)
	default:
		panic("yamldoc: cannot read a " + t.String())
	}
}

// structure reads a map into a struct. Outer names keys that belong to a struct
// around it, for suggestions.
func (x *decoding) structure(n *Node, path string, v reflect.Value, outer []string) {
	if n.kind() != Map {
		x.note(n.Pos, path, "", "expected a map, got %s", n.describe())
		return
	}
	fields := fieldsOf(v.Type())
	known := append(names(fields), outer...)
	var inline *field
	for i, f := range fields {
		if f.inline {
			inline = &fields[i]
			continue
		}
		e := n.entry(f.name)
		if e != nil {
			x.value(e.Value, join(path, f.name), v.FieldByIndex(f.index))
		}
		if f.required && (e == nil || e.Value.kind() == Null) {
			x.note(n.Pos, path, "", "the key %q is missing", f.name)
		}
	}
	if inline != nil {
		x.union(n.Without(names(fields)...), path, v.FieldByIndex(inline.index), names(fields))
		return
	}
	x.unknown(n, path, names(fields), known)
}

// unknown notes the keys that are not there for anything.
func (x *decoding) unknown(n *Node, path string, own, known []string) {
	for _, e := range n.Entries {
		if !contains(own, e.Key) && !x.full() {
			x.note(e.Pos, join(path, e.Key), hintFor(e.Key, known, "it may be "), "unknown key %q", shorten(e.Key))
		}
	}
}

// hintFor suggests the nearest known word, else lists all of them.
func hintFor(word string, known []string, intro string) string {
	if hint := DidYouMean(word, known); hint != "" || len(known) == 0 {
		return hint
	}
	return intro + strings.Join(known, ", ")
}

// union reads a map with a kind, or a shorthand, into an interface.
func (x *decoding) union(n *Node, path string, v reflect.Value, outer []string) {
	u := x.Types.union(v.Type())
	n = u.spellOut(n)
	name := n.Get("kind")
	switch {
	case n.kind() != Map:
		x.note(n.Pos, path, "one of "+strings.Join(u.names(), ", "), "expected a map with a kind, got %s", n.describe())
		return
	case name.kind() == Null:
		x.note(n.Pos, path, "one of "+strings.Join(u.names(), ", "), `the key "kind" is missing`)
		return
	}
	k, ok := u.find(name.Text)
	if name.Kind != Scalar || !ok {
		known := u.names()
		hint := strings.TrimSpace(DidYouMean(name.Text, known) + " it may be " + strings.Join(known, ", "))
		x.note(name.Pos, join(path, "kind"), hint, "unknown kind %s", quote(name))
		return
	}
	made := reflect.ValueOf(k.make())
	inner := made
	if inner.Kind() == reflect.Pointer {
		inner = inner.Elem()
	} else {
		inner = reflect.New(made.Type()).Elem()
		inner.Set(made)
		made = inner
	}
	x.kind(n.Without("kind"), path, inner, outer)
	v.Set(made)
}

// kind reads the parameters of a kind.
func (x *decoding) kind(n *Node, path string, v reflect.Value, outer []string) {
	before := len(x.problems)
	if v.Kind() == reflect.Struct && !isRaw(v.Type()) {
		x.structure(n, path, v, append([]string{"kind"}, outer...))
	} else {
		x.fill(n, path, v)
	}
	x.check(n, path, v, before)
}

// spellOut turns a shorthand into the map that it stands for.
func (u *union) spellOut(n *Node) *Node {
	word := func(s string) *Node { return &Node{Kind: Scalar, Pos: n.Pos, Text: s} }
	switch {
	case n.kind() == Map && n.entry("kind") == nil:
		kind := u.Default
		for _, k := range u.Keys {
			if n.entry(k.Key) != nil {
				kind = k.Kind
				break
			}
		}
		if kind != "" {
			out := *n
			out.Entries = append([]Entry{{"kind", n.Pos, word(kind)}}, n.Entries...)
			return &out
		}
	case n.kind() == Scalar && u.BareKind && contains(u.names(), n.Text):
		return &Node{Kind: Map, Pos: n.Pos, Entries: []Entry{{"kind", n.Pos, n}}}
	case n.kind() == Scalar && u.ScalarKind != "":
		return &Node{Kind: Map, Pos: n.Pos, Entries: []Entry{{"kind", n.Pos, word(u.ScalarKind)}, {u.ScalarKey, n.Pos, n}}}
	}
	return n
}

func quote(n *Node) string {
	if n.Kind == Scalar {
		return fmt.Sprintf("%q", shorten(n.Text))
	}
	return n.describe()
}

func join(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}
