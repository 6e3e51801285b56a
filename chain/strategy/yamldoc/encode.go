package yamldoc

import (
	"encoding"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Encode writes a value in the canonical form: keys in the order of the struct,
// every default spelled out, the kind first. Reading that gives the same value.
func (ts *Types) Encode(value any) []byte { return Format(ts.Node(value)) }

// Node returns the tree of a value, without positions. What is nil is left out.
func (ts *Types) Node(value any) *Node { return ts.node(reflect.ValueOf(value)) }

func (ts *Types) node(v reflect.Value) *Node {
	if !v.IsValid() {
		return nil
	}
	t := v.Type()
	switch {
	case t == nodeType:
		return v.Interface().(*Node)
	case t.Kind() == reflect.Pointer:
		if v.IsNil() {
			return nil
		}
		if m, ok := v.Interface().(interface{ MarshalNode(*Types) *Node }); ok {
			return m.MarshalNode(ts)
		}
		return ts.node(v.Elem())
	case t == anyType:
		return plainNode(v.Interface())
	case t.Kind() == reflect.Interface:
		return ts.unionNode(v)
	}
	if m, ok := v.Interface().(interface{ MarshalNode(*Types) *Node }); ok {
		return m.MarshalNode(ts)
	}
	return ts.concrete(v)
}

// concrete makes the tree of a value that is neither pointer nor interface.
func (ts *Types) concrete(v reflect.Value) *Node {
	t := v.Type()
	switch {
	case isScalarType(t):
		return scalarNode(v)
	case t.Implements(orderedType) && !v.IsNil():
		n := &Node{Kind: Map}
		for i := range v.Len() {
			n.add(v.Index(i).FieldByName("Name").String(), ts.node(v.Index(i).FieldByName("Value")))
		}
		return n
	case t.Kind() == reflect.Struct:
		n := &Node{Kind: Map}
		ts.structNode(n, v)
		return n
	case t.Kind() == reflect.Map && !v.IsNil():
		n := &Node{Kind: Map}
		for _, k := range v.MapKeys() {
			n.add(scalarNode(k).Text, ts.node(v.MapIndex(k)))
		}
		slices.SortFunc(n.Entries, func(a, b Entry) int { return strings.Compare(a.Key, b.Key) })
		return n
	case t.Kind() == reflect.Slice && !v.IsNil():
		n := &Node{Kind: List}
		for i := range v.Len() {
			n.Items = append(n.Items, ts.node(v.Index(i)))
		}
		return n
	}
	return nil
}

// add appends a key, unless it would hold nothing.
func (n *Node) add(key string, value *Node) {
	if value.kind() != Null {
		n.Entries = append(n.Entries, Entry{Key: key, Value: value})
	}
}

func (ts *Types) structNode(n *Node, v reflect.Value) {
	for _, f := range fieldsOf(v.Type()) {
		fv := v.FieldByIndex(f.index)
		switch {
		case f.inline:
			if inner := ts.node(fv); inner != nil {
				n.Entries = append(n.Entries, inner.Entries...)
			}
		case f.omitEmpty && fv.IsZero():
		default:
			value := ts.node(fv)
			if f.typ.Kind() == reflect.Struct && value.kind() == Map && len(value.Entries) == 0 {
				continue // nothing of it is written
			}
			n.add(f.name, value)
		}
	}
}

// unionNode makes the map of a value behind an interface, its kind first.
func (ts *Types) unionNode(v reflect.Value) *Node {
	if v.IsNil() {
		return nil
	}
	n := &Node{Kind: Map}
	n.add("kind", &Node{Kind: Scalar, Text: ts.union(v.Type()).kindOf(v.Elem())})
	if inner := ts.node(v.Elem()); inner.kind() == Map {
		n.Entries = append(n.Entries, inner.Entries...)
	}
	return n
}

// kindOf returns the name of a value's kind: the one that makes its type.
func (u *union) kindOf(v reflect.Value) string {
	for _, k := range u.kinds() {
		if reflect.TypeOf(k.make()) == v.Type() {
			return k.name
		}
	}
	panic("yamldoc: " + v.Type().String() + " is of no registered kind")
}

// scalarNode makes the node of a scalar type.
func scalarNode(v reflect.Value) *Node {
	n := &Node{Kind: Scalar}
	switch m, text := v.Interface().(encoding.TextMarshaler); {
	case text:
		b, err := m.MarshalText()
		if err != nil {
			panic(fmt.Sprintf("yamldoc: a %s that no file can hold: %v", v.Type(), err))
		}
		n.Text, n.Quoted = string(b), misread(string(b)) && !looksNumeric(string(b))
	case v.Type() == durationType:
		n.Text = formatDuration(time.Duration(v.Int()))
	case v.Kind() == reflect.Bool:
		n.Text = strconv.FormatBool(v.Bool())
	case isInt(v.Type()):
		n.Text = strconv.FormatInt(v.Int(), 10)
	case isUint(v.Type()):
		n.Text = strconv.FormatUint(v.Uint(), 10)
	case v.Kind() == reflect.String:
		n.Text, n.Quoted = v.String(), misread(v.String())
	default:
		n.Text = formatFloat(v.Float())
	}
	return n
}

// formatDuration writes 5m, where Go writes 5m0s.
func formatDuration(d time.Duration) string {
	s := d.String()
	if strings.HasSuffix(s, "m0s") {
		s = strings.TrimSuffix(s, "0s")
	}
	if strings.HasSuffix(s, "h0m") {
		s = strings.TrimSuffix(s, "0m")
	}
	return s
}

// formatFloat writes the shortest text that reads back as f, without an exponent
// where people write none.
func formatFloat(f float64) string {
	if a := math.Abs(f); a == 0 || a >= 1e-6 && a < 1e15 {
		return strconv.FormatFloat(f, 'f', -1, 64)
	}
	return strconv.FormatFloat(f, 'g', -1, 64)
}

// plainNode makes the tree of what Plain returns.
func plainNode(v any) *Node {
	switch v := v.(type) {
	case map[string]any:
		n := &Node{Kind: Map}
		for k, e := range v {
			n.add(k, plainNode(e))
		}
		slices.SortFunc(n.Entries, func(a, b Entry) int { return strings.Compare(a.Key, b.Key) })
		return n
	case []any:
		n := &Node{Kind: List}
		for _, e := range v {
			n.Items = append(n.Items, plainNode(e))
		}
		return n
	case nil:
		return &Node{}
	}
	return scalarNode(reflect.ValueOf(v))
}
