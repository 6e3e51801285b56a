package stored

import (
	"fmt"
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
//	null    list: a list that is nil is null, not empty; never: a number is there always
//	read    must: a file without it is refused; no: it follows from the rest
//	layout  flat: lists of lists on one line; block: a record with a line for each member
//
// The first field may be a block, which takes a line for each member, a line,
// which takes one for all, as others do, or dense, which has no space either. It
// knows where the document stood that was read, and its doc is what the schema
// says of it.
//
// A float64 and a pointer may be null, and so may what says that it does not
// exist. What is written of a time are its seconds.
type (
	block struct{ Place *tree }
	line  struct{ Place *tree }
	dense struct{ Place *tree }

	share  float64
	seed   uint64
	exact  int64  // billionths, to the last one
	orNull string // null where it is empty

	// member is one of an object whose keys are names.
	member[T any] struct {
		Name  string
		Value T
	}
	named[T any] []member[T]
)

func (member[T]) member() {}

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
	shapeWord // a number that is written as a text
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
	flat   bool   // on one line
	tight  bool   // without a space
	elem   *shape // of a pointer, a list and a named
	placed bool   // a record that begins with its place
	doc    string // of a record
	fields []shapeField
}

type shapeField struct {
	key         string
	quoted      []byte // the key as it is written
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
	case t.Kind() < reflect.Float32 && t.Implements(reflect.TypeFor[fmt.Stringer]()):
		s.kind = shapeWord
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
	of := s.of.Elem()
	if of.Implements(reflect.TypeFor[interface{ member() }]()) {
		s.kind, s.elem, s.tight = shapeNamed, shapeOf(of.Field(1).Type), s.of == reflect.TypeFor[tight]()
		s.flat = s.tight || s.of == reflect.TypeFor[short]()
		return
	}
	s.kind, s.elem = shapeList, shapeOf(of)
	s.flat = s.elem.kind < shapeAny || s.elem.kind == shapeNamed && s.elem.tight
	s.tight = s.flat
}

// exister is what may not exist though it is no pointer.
type exister interface{ Exists() bool }

// record shapes a struct.
func (s *shape) record() {
	first := s.of.Field(0)
	s.placed = first.Anonymous
	s.flat, s.tight = first.Type != reflect.TypeFor[block](), first.Type == reflect.TypeFor[dense]()
	s.null = reflect.PointerTo(s.of).Implements(reflect.TypeFor[exister]())
	for i := range s.of.NumField() {
		f := s.of.Field(i)
		if f.Anonymous {
			s.doc = f.Tag.Get("doc")
			continue
		}
		key, option, _ := strings.Cut(f.Tag.Get("json"), ",")
		field := shapeField{key: key, quoted: appendText(nil, key), index: i, omit: option == "omitzero", words: f.Tag.Get("words"), constant: f.Tag.Get("const"),
			must: f.Tag.Get("read") == "must", loose: f.Tag.Get("read") == "no", shape: shapeOf(f.Type)}
		if text := f.Tag.Get("doc"); text != "" {
			field.docs = strings.Split(text, " / ")
		}
		field.shape.tagged(f.Tag.Get("layout"), f.Tag.Get("null"))
		s.fields = append(s.fields, field)
	}
}

// tagged does what a field's tags say, down to what its lists are of.
func (s *shape) tagged(layout, null string) {
	s.null = s.null || s.kind == shapeList && strings.HasPrefix(null, "list")
	for ; s != nil; s = s.elem {
		switch {
		case s.kind == shapeFloat && strings.HasSuffix(null, "never"):
			s.null = false
		case s.kind == shapeRecord && layout == "block":
			s.flat = false
		case s.kind == shapeList && layout == "flat":
			s.flat, s.tight = true, true
		}
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
