package yamldoc

import (
	"fmt"
	"reflect"
	"strings"
)

// ordered reads a map whose order means something.
func (x *decoding) ordered(n *Node, path string, v reflect.Value) {
	if n.kind() != Map {
		x.note(n.Pos, path, "", "expected a map, got %s", n.describe())
		return
	}
	out := reflect.MakeSlice(v.Type(), len(n.Entries), len(n.Entries))
	for i, e := range n.Entries {
		out.Index(i).FieldByName("Name").SetString(e.Key)
		x.value(e.Value, join(path, e.Key), out.Index(i).FieldByName("Value"))
	}
	v.Set(out)
}

// table reads a map whose order means nothing. Its keys may be a text type.
func (x *decoding) table(n *Node, path string, v reflect.Value) {
	if n.kind() != Map {
		x.note(n.Pos, path, "", "expected a map, got %s", n.describe())
		return
	}
	t := v.Type()
	out := reflect.MakeMapWithSize(t, len(n.Entries))
	for _, e := range n.Entries {
		key, value := reflect.New(t.Key()).Elem(), reflect.New(t.Elem()).Elem()
		before := len(x.problems)
		x.scalar(&Node{Kind: Scalar, Pos: e.Pos, Text: e.Key, Quoted: true}, join(path, e.Key), key)
		x.value(e.Value, join(path, e.Key), value)
		if len(x.problems) == before {
			out.SetMapIndex(key, value)
		}
	}
	v.Set(out)
}

// list reads a list, or a single scalar where the items are scalars.
func (x *decoding) list(n *Node, path string, v reflect.Value) {
	items := n.Items
	if n.Kind == Scalar && isScalarType(v.Type().Elem()) {
		items = []*Node{n}
	} else if n.Kind != List {
		x.note(n.Pos, path, "", "expected a list, got %s", n.describe())
		return
	}
	out := reflect.MakeSlice(v.Type(), len(items), len(items))
	for i, item := range items {
		at := fmt.Sprintf("%s[%d]", path, i)
		if item.kind() == Null && out.Index(i).Type() != nodeType {
			x.note(item.Pos, at, "", "an item of the list is empty")
			continue
		}
		x.value(item, at, out.Index(i))
	}
	v.Set(out)
}

// check lets a value that was filled without a problem look at itself.
func (x *decoding) check(n *Node, path string, v reflect.Value, before int) {
	if len(x.problems) > before || !v.CanAddr() {
		return
	}
	self := v.Addr().Interface()
	if f, ok := self.(fileReader); ok && x.ReadFile != nil {
		if x.complain(n, path, x.read(n, f)) {
			return
		}
	}
	if c, ok := self.(checker); ok {
		x.complain(n, path, c.Check())
	}
}

// complain notes an error, or each of several joined ones, at the key that it
// begins with, as in "failures: must be 1 or more".
func (x *decoding) complain(n *Node, path string, err error) bool {
	if err == nil {
		return false
	}
	if many, ok := err.(interface{ Unwrap() []error }); ok {
		for _, e := range many.Unwrap() {
			x.complain(n, path, e)
		}
		return true
	}
	at := n.Pos
	if key, _, named := strings.Cut(err.Error(), ": "); named && n.Find(key) != nil && key != "" {
		at, path = n.Find(key).Pos, join(path, key)
	}
	x.note(at, path, "", "%s", err)
	return true
}
