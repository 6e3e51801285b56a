package yamldoc

import (
	"encoding"
	"reflect"
	"sync"
	"time"

	"wavetank/chain"
)

// Types knows which registry stands behind each interface type of a language.
// The zero value knows none. It is filled once, by [Union], and then only read.
type Types struct {
	unions map[reflect.Type]*union
}

// Shorthands says how values of an interface type may be written besides as a
// map with a kind. The zero value allows nothing else.
type Shorthands struct {
	ScalarKind string // kind that a bare scalar stands for; "" for none
	ScalarKey  string // its parameter that the scalar is
	BareKind   bool   // a bare scalar may be the kind's name, where it needs no parameters
	Default    string // kind of a map without one; "" for none
	Keys       []KeyKind
}

// KeyKind says that a map without a kind, but with this key, is of this kind.
type KeyKind struct{ Key, Kind string }

// union is an interface type with its kinds.
type union struct {
	Shorthands
	typ   reflect.Type
	kinds func() []kind
}

type kind struct {
	name, summary string
	make          func() any
}

// Union registers the kinds of the interface type T. It is called before the
// types are used; kinds may still be added to the registry until then.
func Union[T any](ts *Types, reg *chain.Registry[T], sh Shorthands) {
	u := &union{Shorthands: sh, typ: reflect.TypeFor[T]()}
	u.kinds = sync.OnceValue(func() (out []kind) {
		for _, e := range reg.Entries() {
			out = append(out, kind{e.Kind, e.Summary, func() any { return e.New() }})
		}
		return out
	})
	if ts.unions == nil {
		ts.unions = map[reflect.Type]*union{}
	}
	ts.unions[u.typ] = u
}

func (ts *Types) union(t reflect.Type) *union {
	if u := ts.unions[t]; u != nil {
		return u
	}
	panic("yamldoc: no registry for " + t.String())
}

// find returns the kind of that name.
func (u *union) find(name string) (kind, bool) {
	for _, k := range u.kinds() {
		if k.name == name {
			return k, true
		}
	}
	return kind{}, false
}

func (u *union) names() (out []string) {
	for _, k := range u.kinds() {
		out = append(out, k.name)
	}
	return out
}

// Named is one entry of an [Ordered] map.
type Named[T any] struct {
	Name  string
	Value T
}

// Ordered is a map in the order written, for documents where the order means
// something.
type Ordered[T any] []Named[T]

func (Ordered[T]) orderedMap() {}

// Raw is implemented by types that read themselves from a node; path is what
// problems should begin with. The type should describe itself to the JSON Schema
// by a method JSONSchema() *jsonschema.Schema, else anything fits.
type Raw interface {
	UnmarshalNode(n *Node, path string) Problems
}

// Worded is implemented by text types that have only a few values, for hints and
// the JSON Schema.
type Worded interface{ Words() []string }

type (
	checker    interface{ Check() error }
	fileReader interface {
		ReadFile(read func(name string) ([]byte, error)) error
	}
	orderedMap interface{ orderedMap() }
	defaulter  interface{ SetDefaults() }
)

var (
	durationType = reflect.TypeFor[time.Duration]()
	nodeType     = reflect.TypeFor[*Node]()
	textType     = reflect.TypeFor[encoding.TextUnmarshaler]()
	rawType      = reflect.TypeFor[Raw]()
	orderedType  = reflect.TypeFor[orderedMap]()
	anyType      = reflect.TypeFor[any]()
)

// isText tells whether a type reads itself from text.
func isText(t reflect.Type) bool { return reflect.PointerTo(t).Implements(textType) }

// isRaw tells whether a type reads itself from a node.
func isRaw(t reflect.Type) bool { return reflect.PointerTo(t).Implements(rawType) }
