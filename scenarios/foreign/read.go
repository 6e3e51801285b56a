package foreign

import (
	"bytes"
	"fmt"
	"io"
	"unicode/utf8"

	"wavetank/chain/strategy/yamldoc"
	"wavetank/scenarios"
)

// Bounds on foreign files. Reading one is linear in its length.
const (
	MaxForeign = 4 << 20 // bytes
	MaxNodes   = 200_000 // values, with every alias written out
	maxLevels  = 64      // of maps and lists inside each other
)

// foreignFile reads a file of somebody else's format.
func (im *Importing) foreignFile(name string) ([]byte, error) {
	var text []byte
	var err error
	if name == scenarios.Stdin {
		text, err = io.ReadAll(io.LimitReader(im.StandardIn(), MaxForeign+1))
	} else {
		text, err = im.Options.Open(name)
	}
	if err == nil && len(text) > MaxForeign {
		err = tooLarge(name)
	}
	return text, err
}

func tooLarge(name string) error {
	return yamldoc.Problems{{Pos: yamldoc.Pos{Origin: name, Line: 1, Col: 1}, Text: fmt.Sprintf("the file is larger than %d MiB", MaxForeign>>20)}}
}

// foreign is one document of somebody else's: what is being read, and how much
// of it there is.
type foreign struct {
	origin string
	nodes  int // with every alias written out
	hidden int
	twice  []again
}

// again is a key that stands in a map a second time.
type again struct {
	key       string
	at, first yamldoc.Pos
	shadowed  *yamldoc.Node // the value that no longer counts
}

// mapped is a map in the making. Of a key that stands in it twice the last one
// counts, as where these files are read; the first stays behind it, for whoever
// must know all that the text holds.
type mapped struct {
	*foreign
	node *yamldoc.Node
	at   map[string]int // of each key among the entries
}

func (f *foreign) mapped(n *yamldoc.Node) *mapped { return &mapped{f, n, map[string]int{}} }

func (m *mapped) add(e yamldoc.Entry) {
	i, has := m.at[e.Key]
	if !has {
		m.at[e.Key] = len(m.node.Entries)
		m.node.Entries = append(m.node.Entries, e)
		return
	}
	old := m.node.Entries[i]
	m.twice = append(m.twice, again{e.Key, e.Pos, old.Pos, old.Value})
	m.node.Entries[i] = e
	m.node.Entries = append(m.node.Entries, old)
}

// parse reads YAML or JSON into a tree without secrets.
func (f *foreign) parse(text []byte) (*yamldoc.Node, error) {
	text = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))
	switch trimmed := bytes.TrimSpace(text); {
	case !utf8.Valid(text):
		return nil, f.fail(1, 1, "", "this is no UTF-8 text")
	case len(trimmed) == 0:
		return nil, f.fail(1, 1, "", "there is nothing in this file")
	case trimmed[0] == '{' && !flowYAML(trimmed):
		return f.parseJSON(text)
	}
	return f.parseYAML(text)
}

// flowYAML tells a YAML map in braces from JSON: its first key has no quotes.
func flowYAML(trimmed []byte) bool {
	rest := bytes.TrimSpace(trimmed[1:])
	return len(rest) > 0 && rest[0] != '"' && rest[0] != '}'
}

func (f *foreign) fail(line, col int, hint, format string, args ...any) error {
	return yamldoc.Problems{{Pos: yamldoc.Pos{Origin: f.origin, Line: line, Col: col}, Text: fmt.Sprintf(format, args...), Hint: hint}}
}

// count adds values to the total, and refuses too many.
func (f *foreign) count(n, line, col int) error {
	if f.nodes += n; f.nodes > MaxNodes {
		return f.fail(line, col, "", "more than %d values, with every alias written out", MaxNodes)
	}
	return nil
}

func (f *foreign) tooDeep(line, col int) error {
	return f.fail(line, col, "", "nested more than %d deep", maxLevels)
}
