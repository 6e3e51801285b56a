package yamldoc

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"wavetank/chain/printable"
)

// Kind says what a node is.
type Kind uint8

// The kinds of nodes.
const (
	Null Kind = iota // nothing, null or ~
	Scalar
	List
	Map
)

// String returns the kind in a user's words.
func (k Kind) String() string { return [...]string{"nothing", "a value", "a list", "a map"}[k] }

// Node is a piece of a document that remembers where it was written. Nodes may
// be shared between trees: nothing in this package changes one after it is made.
type Node struct {
	Kind    Kind
	Pos     Pos
	Text    string  // a scalar's, without quotes
	Quoted  bool    // a scalar in quotes or in a block: always text
	Items   []*Node // a list's
	Entries []Entry // a map's, in the order written
}

// Entry is one key of a map.
type Entry struct {
	Key   string
	Pos   Pos // of the key
	Value *Node
}

// Get returns the value of a key, nil if the node is no map or has no such key.
func (n *Node) Get(key string) *Node {
	if e := n.entry(key); e != nil {
		return e.Value
	}
	return nil
}

func (n *Node) entry(key string) *Entry {
	if n == nil {
		return nil
	}
	for i := range n.Entries {
		if n.Entries[i].Key == key {
			return &n.Entries[i]
		}
	}
	return nil
}

// KeyPos returns where a key is written, the node's own place if it is not.
func (n *Node) KeyPos(key string) Pos {
	if e := n.entry(key); e != nil {
		return e.Pos
	}
	return n.Pos
}

// Without returns the map less some keys.
func (n *Node) Without(keys ...string) *Node {
	out := *n
	out.Entries = nil
	for _, e := range n.Entries {
		if !contains(keys, e.Key) {
			out.Entries = append(out.Entries, e)
		}
	}
	return &out
}

// From returns a copy of the tree whose nodes all say that they come from
// origin, without lines.
func (n *Node) From(origin string) *Node {
	if n == nil {
		return nil
	}
	out := *n
	out.Pos = Pos{Origin: origin}
	out.Items, out.Entries = nil, nil
	for _, item := range n.Items {
		out.Items = append(out.Items, item.From(origin))
	}
	for _, e := range n.Entries {
		out.Entries = append(out.Entries, Entry{e.Key, out.Pos, e.Value.From(origin)})
	}
	return &out
}

// Find returns the node at a path as timeline[0].for, nil if there is none.
func (n *Node) Find(path string) *Node {
	steps, err := splitPath(path)
	if err != nil {
		return nil
	}
	for _, s := range steps {
		switch {
		case n == nil:
			return nil
		case s.index < 0:
			n = n.Get(s.key)
		case s.index < len(n.Items):
			n = n.Items[s.index]
		default:
			return nil
		}
	}
	return n
}

// Place returns where a path as timeline[0].for is written: the key's place for
// a map's value, the item's for a list's, and that of the innermost part that
// exists where the whole does not. A key that is written may hold anything: of those
// that a path may mean it is the longest.
func (n *Node) Place(path string) Pos {
	at := n.Pos
	for n != nil && path != "" {
		path = strings.TrimPrefix(path, ".")
		e := n.begins(path)
		digits, rest, _ := strings.Cut(strings.TrimPrefix(path, "["), "]")
		i, err := strconv.Atoi(digits)
		switch {
		case e != nil:
			at, n, path = e.Pos, e.Value, path[len(e.Key):]
		case err == nil && i >= 0 && i < len(n.Items):
			at, n, path = n.Items[i].Pos, n.Items[i], rest
		default:
			return at
		}
	}
	return at
}

// begins finds the entry with the longest key that a path begins with.
func (n *Node) begins(path string) (found *Entry) {
	for i := range n.Entries {
		e := &n.Entries[i]
		rest, ok := strings.CutPrefix(path, e.Key)
		if ok && (rest == "" || rest[0] == '.' || rest[0] == '[') && (found == nil || len(e.Key) > len(found.Key)) {
			found = e
		}
	}
	return found
}

// Plain returns the tree as the types that JSON has: map[string]any, []any,
// string, float64, bool and nil. Keys of nothing are left out, as if they were
// not written.
func (n *Node) Plain() any {
	switch n.kind() {
	case Map:
		out := make(map[string]any, len(n.Entries))
		for _, e := range n.Entries {
			if e.Value.kind() != Null {
				out[e.Key] = e.Value.Plain()
			}
		}
		return out
	case List:
		out := make([]any, len(n.Items))
		for i, item := range n.Items {
			out[i] = item.Plain()
		}
		return out
	case Scalar:
		if b, ok := n.Bool(); ok {
			return b
		}
		if f, ok := n.Number(); ok {
			return f
		}
		return n.Text
	}
	return nil
}

func (n *Node) kind() Kind {
	if n == nil {
		return Null
	}
	return n.Kind
}

// Bool returns the truth that a scalar stands for.
func (n *Node) Bool() (value, ok bool) {
	if n.kind() != Scalar || n.Quoted {
		return false, false
	}
	switch n.Text {
	case "true", "True", "TRUE":
		return true, true
	case "false", "False", "FALSE":
		return false, true
	}
	return false, false
}

// Number returns the number that a scalar stands for, as a person means it:
// 1e3 and 1_000 are a thousand.
func (n *Node) Number() (float64, bool) {
	if n.kind() != Scalar || n.Quoted || !looksNumeric(n.Text) {
		return 0, false
	}
	f, err := strconv.ParseFloat(strings.ReplaceAll(n.Text, "_", ""), 64)
	return f, err == nil
}

var (
	octal   = regexp.MustCompile(`^0[0-9_]+$`)
	based   = regexp.MustCompile(`^0[xob][0-9a-fA-F_]+$`)
	numeric = regexp.MustCompile(`^[-+]?(\d[\d_]*(\.\d*)?|\.\d+)([eE][-+]?\d+)?$`)
)

// looksNumeric tells whether a person would call the text a number.
func looksNumeric(s string) bool { return len(s) < 400 && numeric.MatchString(s) }

// describe names what was found, for messages.
func (n *Node) describe() string {
	if n.kind() != Scalar {
		return n.kind().String()
	}
	if n.Quoted {
		return fmt.Sprintf("the text %s", strconv.Quote(shorten(n.Text)))
	}
	return shorten(n.Text)
}

// shorten makes an excerpt of what stands in a document. It is masked before it is cut:
// of a key that is cut nothing else would tell.
func shorten(s string) string {
	s = printable.Mask(strings.ToValidUTF8(strings.Join(strings.Fields(s), " "), "?"))
	if r := []rune(s); len(r) > 40 {
		return string(r[:37]) + "..."
	}
	return s
}

func contains(words []string, w string) bool {
	for _, x := range words {
		if x == w {
			return true
		}
	}
	return false
}
