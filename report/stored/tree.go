package stored

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// A result that is read may come from anywhere. Its bytes are checked once by
// the library, and then walked into a tree that knows where everything stands.
const (
	ReadBytes  = 64 << 20 // of a file
	readValues = 4 << 20  // of a tree: a thousand seeds of eight strategies have half of them
	readCells  = 8 << 20  // values of all runs, those that do not exist too
	readDepth  = 16
	readKeys   = 4096 // of an object
)

// treeKind is what a value of a JSON document is.
type treeKind uint8

const (
	treeNull treeKind = iota
	treeBool
	treeNumber
	treeText
	treeList
	treeObject
)

func (k treeKind) String() string {
	return [...]string{"null", "true or false", "a number", "a text", "a list", "an object"}[k]
}

// tree is one value of a document.
type tree struct {
	kind     treeKind
	from, to int32 // bytes of the document
	inner    *treeInner
}

type treeInner struct {
	keys  []string // of an object, one for each item
	items []tree
}

// at finds a key of an object.
func (t *tree) at(key string) *tree {
	if t.inner == nil || t.kind != treeObject {
		return nil
	}
	if i := slices.Index(t.inner.keys, key); i >= 0 {
		return &t.inner.items[i]
	}
	return nil
}

// items are those of a list, and none of anything else.
func (t *tree) items() []tree {
	if t == nil || t.inner == nil || t.kind != treeList {
		return nil
	}
	return t.inner.items
}

// document is a file that is read: its bytes, for places and texts, and the
// first thing that is wrong with it.
type document struct {
	name  string
	data  []byte
	left  int    // values that it may still have
	room  int    // cells that its results may still have
	about string // whose figure is read, for its mistakes; "": nobody's
	err   error
}

// fail records what is wrong at a byte, unless something was before.
func (d *document) fail(at int, format string, args ...any) {
	if d.err != nil {
		return
	}
	before := d.data[:min(at, len(d.data))]
	col := utf8.RuneCount(before[bytes.LastIndexByte(before, '\n')+1:]) + 1
	d.err = fmt.Errorf("%s:%d:%d: %s", d.name, d.lineOf(at), col, fmt.Sprintf(format, args...))
}

// lineOf is the line of a byte.
func (d *document) lineOf(at int) int {
	return bytes.Count(d.data[:min(at, len(d.data))], []byte("\n")) + 1
}

// parse makes the tree of the whole document.
func (d *document) parse() *tree {
	if len(d.data) > ReadBytes {
		d.err = fmt.Errorf("%s:1:1: it is larger than %d MiB, which no result is", d.name, ReadBytes>>20)
		return nil
	}
	var raw json.RawMessage
	if err := json.Unmarshal(d.data, &raw); err != nil {
		at, text := 0, err.Error()
		var syntax *json.SyntaxError
		if errors.As(err, &syntax) {
			at = max(0, int(syntax.Offset)-1)
		}
		d.fail(at, "no JSON: %s", strings.TrimPrefix(text, "json: "))
		return nil
	}
	d.left, d.room = readValues, readCells
	root, _ := d.value(d.skip(0), 0)
	return &root
}

// skip passes what stands between values.
func (d *document) skip(at int) int {
	for at < len(d.data) && strings.IndexByte(" \t\r\n,:", d.data[at]) >= 0 {
		at++
	}
	return at
}

// value walks a value of a document that is valid, and returns where it ends.
func (d *document) value(at, depth int) (tree, int) {
	t := tree{from: int32(at)}
	if d.left--; d.left < 0 || depth > readDepth {
		d.fail(at, "no result is as large or as deep as this")
	}
	if d.err != nil {
		return t, len(d.data)
	}
	end := at
	switch c := d.data[at]; c {
	case '{', '[':
		t.kind, t.inner = treeList, &treeInner{}
		if c == '{' {
			t.kind = treeObject
		}
		end = d.inside(&t, d.skip(at+1), depth+1)
	case '"':
		t.kind, end = treeText, d.quoted(at)
	default:
		for end < len(d.data) && strings.IndexByte(" \t\r\n,:]}", d.data[end]) < 0 {
			end++
		}
		t.kind = map[byte]treeKind{'n': treeNull, 't': treeBool, 'f': treeBool}[c]
		if t.kind == treeNull && c != 'n' {
			t.kind = treeNumber
		}
	}
	t.to = int32(end)
	return t, end
}

// inside walks the items of a list or an object.
func (d *document) inside(t *tree, at, depth int) int {
	for at < len(d.data) && d.data[at] != ']' && d.data[at] != '}' {
		if t.kind == treeObject {
			end := d.quoted(at)
			key := d.decodeText(at, end)
			switch {
			case len(t.inner.keys) >= readKeys:
				d.fail(at, "an object with more than %d keys", readKeys)
			case slices.Contains(t.inner.keys, key):
				d.fail(at, "the key %q stands twice", key)
			}
			t.inner.keys = append(t.inner.keys, key)
			at = d.skip(end)
		}
		var v tree
		v, at = d.value(at, depth)
		t.inner.items = append(t.inner.items, v)
		at = d.skip(at)
		if d.err != nil {
			return len(d.data)
		}
	}
	return at + 1
}

// quoted is where a text ends.
func (d *document) quoted(at int) int {
	for at++; at < len(d.data) && d.data[at] != '"'; at++ {
		if d.data[at] == '\\' {
			at++
		}
	}
	return min(at+1, len(d.data))
}

// decodeText is a text without its quotes.
func (d *document) decodeText(from, to int) string {
	var s string
	if err := json.Unmarshal(d.data[from:to], &s); err != nil {
		d.fail(from, "no text: %v", err)
	}
	return s
}
