package report

import (
	"reflect"
	"strings"
	"time"
)

// A stored document is described once, by structs. The writer, the schema and
// the reader follow their fields and these tags:
//
//	json    the key; behind it omitzero leaves out what is zero
//	doc     what the schema says of the value, then behind " / " of a list's elements
//	words   the vocabulary that a text is of
//	const   the one value that there is
//	read    must: a file without it is refused; no: it follows from the rest
//	layout  flat: lists of lists on one line
//
// The first field is a block, which takes a line for each member, a line, which
// takes one for all, or dense, which has no space either. It knows where the
// document stood that was read, and its doc is what the schema says of it.
//
// A float64 and a pointer may be null, an amount and a share may not. What is
// written of a time are its seconds.
type (
	block struct{ Place *tree }
	line  struct{ Place *tree }
	dense struct{ Place *tree }

	amount float64
	share  float64
	seed   uint64
	exact  int64  // billionths, to the last one
	orNull string // null where it is empty

	// listOrNull is null where it is nil; other lists are empty then.
	listOrNull[T any] []T

	// member is a member of an object whose keys are names.
	member[T any] struct {
		Name  string
		Value T
	}
	named[T any] []member[T]
)

func (listOrNull[T]) nullable() {}
func (member[T]) member()       {}

// closed is a named whose keys are known beforehand.
type closed interface{ keys() []keyDoc }

type keyDoc struct{ name, doc string }

type shapeKind uint8

const (
	shapeBool shapeKind = iota
	shapeInt
	shapeUint
	shapeFloat
	shapeSeconds
	shapeExact
	shapeText
	shapeAny
	shapeMixed // a float64 or a string
	shapePointer
	shapeList
	shapeNamed
	shapeRecord
)

// shape is what a type looks like in a document.
type shape struct {
	kind   shapeKind
	of     reflect.Type
	null   bool
	flat   bool         // of a list and a named: on one line
	tight  bool         // of a named: without a space
	elem   *shape       // of a pointer, a list and a named
	layout reflect.Type // of a record: block, line or dense
	doc    string       // of a record
	fields []shapeField
}

type shapeField struct {
	key         string
	index       int
	omit        bool
	docs        []string
	words       string
	constant    string
	must, loose bool // the reader wants it; it does not look at it
	shape       *shape
}

var plainKinds = map[reflect.Kind]shapeKind{reflect.Bool: shapeBool, reflect.Int: shapeInt,
	reflect.Int16: shapeInt, reflect.Int32: shapeInt, reflect.Int64: shapeInt,
	reflect.Uint64: shapeUint, reflect.Float64: shapeFloat, reflect.String: shapeText, reflect.Interface: shapeAny}

func shapeOf(t reflect.Type) *shape {
	s := &shape{of: t}
	kind, plain := plainKinds[t.Kind()]
	switch {
	case t == reflect.TypeFor[time.Duration]():
		s.kind = shapeSeconds
	case t == reflect.TypeFor[exact]():
		s.kind = shapeExact
	case t == reflect.TypeFor[mixed]():
		s.kind = shapeMixed
	case plain:
		s.kind, s.null = kind, t == reflect.TypeFor[float64]() || t == reflect.TypeFor[orNull]()
	case t.Kind() == reflect.Pointer:
		s.kind, s.null, s.elem = shapePointer, true, shapeOf(t.Elem())
	case t.Kind() == reflect.Struct:
		s.kind = shapeRecord
		s.record()
	default:
		s.list()
	}
	return s
}

// list shapes a slice, an array or a named.
func (s *shape) list() {
	_, s.null = reflect.Zero(s.of).Interface().(interface{ nullable() })
	of := s.of.Elem()
	if of.Implements(reflect.TypeFor[interface{ member() }]()) {
		s.kind, s.elem, s.tight = shapeNamed, shapeOf(of.Field(1).Type), s.of == reflect.TypeFor[tight]()
		s.flat = s.tight || s.of == reflect.TypeFor[short]()
		return
	}
	s.kind, s.elem = shapeList, shapeOf(of)
	s.flat = s.elem.kind < shapeAny || s.elem.tight
}

// record shapes a struct.
func (s *shape) record() {
	first := s.of.Field(0)
	s.layout, s.doc = first.Type, first.Tag.Get("doc")
	for i := 1; i < s.of.NumField(); i++ {
		f := s.of.Field(i)
		key, option, _ := strings.Cut(f.Tag.Get("json"), ",")
		field := shapeField{key: key, index: i, omit: option == "omitzero", words: f.Tag.Get("words"), constant: f.Tag.Get("const"),
			must: f.Tag.Get("read") == "must", loose: f.Tag.Get("read") == "no", shape: shapeOf(f.Type)}
		if text := f.Tag.Get("doc"); text != "" {
			field.docs = strings.Split(text, " / ")
		}
		if f.Tag.Get("layout") == "flat" {
			field.shape.flat = true
			field.shape.elem.flat = true
		}
		s.fields = append(s.fields, field)
	}
}

// mixed is a number, or the words that stand in its place.
type mixed struct {
	number float64
	text   string
}

// object, short and tight are documents of no fixed shape: a member a line, all
// on one, and that without a space.
type (
	object = named[any]
	short  named[any]
	tight  named[any]
)

// add adds a member.
func (o *named[T]) add(name string, v T) { *o = append(*o, member[T]{name, v}) }

// each makes a list, which is never nil, of another.
func each[T, U any](all []T, f func(*T) U) []U {
	out := make([]U, len(all))
	for i := range all {
		out[i] = f(&all[i])
	}
	return out
}

// names are the texts of a list, as they are written.
func names[T interface{ String() string }](all ...T) []string {
	return each(all, func(v *T) string { return (*v).String() })
}

// upTo are the texts of all values of a kind from one to another.
func upTo[T interface {
	~uint8 | ~int8 | ~int
	String() string
}](from, to T) (out []string) {
	for v := from; v <= to; v++ {
		out = append(out, v.String())
	}
	return out
}
