package yamldoc

import (
	"fmt"
	"strconv"
	"strings"
)

// step is one part of a path: a key, or an index where index is not negative.
type step struct {
	key   string
	index int
}

// splitPath reads timeline[0].for. The empty path is the root.
//
//	path = [ key { "[" index "]" } { "." key { "[" index "]" } } ]
func splitPath(path string) ([]step, error) {
	var steps []step
	if path == "" {
		return nil, nil
	}
	for _, part := range strings.Split(path, ".") {
		key, indexes := part, ""
		if i := strings.IndexByte(part, '['); i >= 0 {
			key, indexes = part[:i], part[i:]
		}
		if key == "" || strings.ContainsAny(key, " \t\n]") {
			return nil, fmt.Errorf("%q is no path: write breaker.open.base or timeline[0].for", shorten(path))
		}
		steps = append(steps, step{key, -1})
		for indexes != "" {
			digits, rest, closed := strings.Cut(indexes[1:], "]")
			i, err := strconv.Atoi(digits)
			if err != nil || i < 0 || !closed || indexes[0] != '[' {
				return nil, fmt.Errorf("%q is no path: an item is written timeline[0]", shorten(path))
			}
			steps, indexes = append(steps, step{"", i}), rest
		}
	}
	if len(steps) > MaxDepth {
		return nil, fmt.Errorf("%q is no path: more than %d parts", shorten(path), MaxDepth)
	}
	return steps, nil
}

// SetPath returns the tree with one value changed. The path is dotted, with [i]
// for a list's item; the value is YAML; maps that are missing are made, and
// nothing (null) removes a key. Problems, now or when the tree is decoded, name
// `--set PATH`.
func SetPath(root *Node, path, value string) (*Node, Problems) {
	origin := "--set " + shorten(path)
	at := Pos{Origin: origin}
	bad := func(text string) (*Node, Problems) {
		return nil, Problems{{Pos: at, Path: path, Text: text}}
	}
	steps, err := splitPath(path)
	if err != nil {
		return bad(err.Error())
	}
	if len(steps) == 0 {
		return bad("the path is empty")
	}
	v, ps := Parse(origin, []byte(value))
	if ps != nil {
		for i := range ps {
			ps[i].Pos, ps[i].Path = at, path
		}
		return nil, ps
	}
	out, err := set(root, steps, v.From(origin), at)
	if err != nil {
		return bad(err.Error())
	}
	return out, nil
}

// set returns n with the value at steps; the recursion is as deep as the path.
func set(n *Node, steps []step, v *Node, at Pos) (*Node, error) {
	if len(steps) == 0 {
		if n.kind() == Map && v.Kind == Map {
			return Merge(n, v), nil
		}
		return v, nil
	}
	if s := steps[0]; s.index >= 0 {
		return setItem(n, s.index, steps[1:], v, at)
	}
	return setKey(n, steps[0].key, steps[1:], v, at)
}

func setItem(n *Node, i int, rest []step, v *Node, at Pos) (*Node, error) {
	if n.kind() != List {
		return nil, fmt.Errorf("there is %s, not a list, before [%d]", n.kind(), i)
	}
	if i >= len(n.Items) {
		return nil, fmt.Errorf("there is no item [%d]: the list has %d, counted from 0", i, len(n.Items))
	}
	item, err := set(n.Items[i], rest, v, at)
	if err != nil {
		return nil, err
	}
	out := *n
	out.Items = append([]*Node(nil), n.Items...)
	out.Items[i] = item
	return &out, nil
}

func setKey(n *Node, key string, rest []step, v *Node, at Pos) (*Node, error) {
	out := Node{Kind: Map, Pos: at}
	switch n.kind() {
	case Map:
		out = *n
		out.Entries = nil
	case List:
		return nil, fmt.Errorf("there is a list before %q: name an item, as in timeline[0].%s", key, key)
	case Scalar:
		return nil, fmt.Errorf("there is the value %s, not a map, before %q", n.describe(), key)
	}
	if len(rest) > 0 && rest[0].index >= 0 && n.Get(key) == nil {
		return nil, fmt.Errorf("there is no list %q%s", key, nearKey(key, n))
	}
	value, err := set(n.Get(key), rest, v, at)
	if err != nil {
		return nil, err
	}
	e := Entry{key, at, value}
	if old := n.entry(key); old != nil && len(rest) > 0 {
		e.Pos = old.Pos
	}
	out.Entries = replaced(n, e)
	return &out, nil
}

// nearKey asks whether another key of a map was meant.
func nearKey(key string, n *Node) string {
	if n.kind() != Map {
		return ""
	}
	var known []string
	for _, e := range n.Entries {
		known = append(known, e.Key)
	}
	if near := DidYouMean(key, known); near != "" {
		return " (" + near + ")"
	}
	return ""
}

// replaced returns the entries of a map with e in the place of its key, or last.
// Nothing removes the key; where there was none it stays, as in Merge.
func replaced(n *Node, e Entry) (out []Entry) {
	found := false
	if n.kind() == Map {
		for _, old := range n.Entries {
			if old.Key != e.Key {
				out = append(out, old)
				continue
			}
			if found = true; e.Value.kind() != Null {
				out = append(out, e)
			}
		}
	}
	if !found {
		out = append(out, e)
	}
	return out
}
