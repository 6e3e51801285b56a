package printable

import (
	"reflect"
	"sync"
)

// Copy returns a value of which every text is made anew, at any depth, behind
// pointers, in slices and as keys of maps. What holds no text is shared with the
// original, and so is what stands behind interfaces and functions and in fields that
// are not exported. The value is a tree: what two pointers share becomes two.
func Copy[T any](v T, text func(string) string) T {
	in := reflect.ValueOf(&v).Elem()
	if !holdsText(in.Type()) {
		return v
	}
	return copied(in, text).Interface().(T)
}

func copied(v reflect.Value, text func(string) string) reflect.Value {
	t := v.Type()
	if !holdsText(t) {
		return v
	}
	out := reflect.New(t).Elem()
	switch t.Kind() {
	case reflect.String:
		out.SetString(text(v.String()))
	case reflect.Pointer:
		if v.IsNil() {
			return v
		}
		out.Set(reflect.New(t.Elem()))
		out.Elem().Set(copied(v.Elem(), text))
	case reflect.Struct:
		out.Set(v)
		for i := range t.NumField() {
			if f := t.Field(i); f.IsExported() && holdsText(f.Type) {
				out.Field(i).Set(copied(v.Field(i), text))
			}
		}
	case reflect.Array:
		for i := range v.Len() {
			out.Index(i).Set(copied(v.Index(i), text))
		}
	case reflect.Slice:
		if v.IsNil() {
			return v
		}
		out.Set(reflect.MakeSlice(t, v.Len(), v.Len()))
		for i := range v.Len() {
			out.Index(i).Set(copied(v.Index(i), text))
		}
	case reflect.Map:
		if v.IsNil() {
			return v
		}
		out.Set(reflect.MakeMapWithSize(t, v.Len()))
		for it := v.MapRange(); it.Next(); {
			out.SetMapIndex(copied(it.Key(), text), copied(it.Value(), text))
		}
	}
	return out
}

// textual remembers which types hold text.
var textual sync.Map // of reflect.Type to bool

func holdsText(t reflect.Type) bool {
	if known, ok := textual.Load(t); ok {
		return known.(bool)
	}
	holds := textIn(t, map[reflect.Type]bool{})
	textual.Store(t, holds)
	return holds
}

// textIn reports whether a type holds text that a copy reaches; seen are those around
// it.
func textIn(t reflect.Type, seen map[reflect.Type]bool) bool {
	if seen[t] {
		return false
	}
	seen[t] = true
	defer delete(seen, t)
	switch t.Kind() {
	case reflect.String:
		return true
	case reflect.Pointer, reflect.Slice, reflect.Array:
		return textIn(t.Elem(), seen)
	case reflect.Map:
		return textIn(t.Key(), seen) || textIn(t.Elem(), seen)
	case reflect.Struct:
		for i := range t.NumField() {
			if f := t.Field(i); f.IsExported() && textIn(f.Type, seen) {
				return true
			}
		}
	}
	return false
}
