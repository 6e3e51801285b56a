package chain

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// Entry describes one registered kind of part.
type Entry[T any] struct {
	Kind    string   // as written in files
	Summary string   // one line, lower case, no full stop
	New     func() T // a pointer to the kind's struct, with its defaults filled in
}

// Registry holds the kinds of one sort of part: policies of one slot, faults,
// laws. Each kind registers itself in one init line of its own file.
type Registry[T any] struct{ entries map[string]Entry[T] }

// Register adds a kind. A duplicate name is the programmer's mistake and panics.
func (r *Registry[T]) Register(kind, summary string, make func() T) {
	if _, dup := r.entries[kind]; dup {
		panic("chain: kind registered twice: " + kind)
	}
	if r.entries == nil {
		r.entries = map[string]Entry[T]{}
	}
	r.entries[kind] = Entry[T]{kind, summary, make}
}

// Lookup returns the kind of that name.
func (r *Registry[T]) Lookup(kind string) (Entry[T], error) {
	e, ok := r.entries[kind]
	if !ok {
		return e, fmt.Errorf("unknown kind %q", kind)
	}
	return e, nil
}

// KindOf is the name of a part's kind: the one that makes its type. A part of no
// kind is the programmer's mistake and panics.
func (r *Registry[T]) KindOf(part T) string {
	for kind, e := range r.entries {
		if reflect.TypeOf(e.New()) == reflect.TypeOf(part) {
			return kind
		}
	}
	panic(fmt.Sprintf("chain: %T is of no registered kind", part))
}

// Entries lists all kinds, sorted by name.
func (r *Registry[T]) Entries() []Entry[T] {
	out := make([]Entry[T], 0, len(r.entries))
	for _, e := range r.entries {
		out = append(out, e)
	}
	slices.SortFunc(out, func(a, b Entry[T]) int { return strings.Compare(a.Kind, b.Kind) })
	return out
}
