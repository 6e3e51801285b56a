package foreign

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"wavetank/chain/strategy/yamldoc"
)

// Edit puts a text in the place of another, by offsets in bytes.
type Edit struct {
	from, to int
	text     string
}

// applied carries out edits that do not overlap.
func applied(text string, edits []Edit) string {
	edits = slices.Clone(edits)
	slices.SortStableFunc(edits, func(a, b Edit) int { return cmp.Compare(b.from, a.from) })
	for _, e := range slices.Compact(edits) {
		text = text[:e.from] + e.text + text[e.to:]
	}
	return text
}

// editor finds where the parts of a tree stand in the text that it was read from.
// What it cannot find for sure it does not touch: ok is false. Whoever uses it
// reads the edited text again and looks.
type editor struct {
	text  string
	json  bool
	begin []int  // of the lines
	keep  []bool // by line: it holds a key, so that nothing should change beside it
}

func newEditor(text string, lines []shownLine) *editor {
	trimmed := strings.TrimSpace(text)
	ed := &editor{text: text, json: strings.HasPrefix(trimmed, "{") && !flowYAML([]byte(trimmed))}
	at := 0
	for i := range lines {
		ed.begin, ed.keep = append(ed.begin, at), append(ed.keep, lines[i].secret())
		at += len(lines[i].text)
	}
	return ed
}

// at is the offset of a place, -1 for none.
func (ed *editor) at(p yamldoc.Pos) int {
	if p.Line < 1 || p.Line > len(ed.begin) {
		return -1
	}
	return ed.begin[p.Line-1] + column(ed.text[ed.begin[p.Line-1]:ed.lineEnd(p.Line)], p.Col)
}

// lineEnd is where a line ends, before what ends it.
func (ed *editor) lineEnd(line int) int {
	rest := ed.text[ed.begin[line-1]:]
	if end := strings.IndexByte(rest, '\n'); end >= 0 {
		rest = rest[:end]
	}
	return ed.begin[line-1] + len(rest)
}

// scalar is where a value stands, with its quotes.
func (ed *editor) scalar(n *yamldoc.Node) (from, to int, ok bool) {
	if n == nil || n == HiddenValue || n.Kind != yamldoc.Scalar {
		return 0, 0, false
	}
	if from = ed.at(n.Pos); from < 0 || from >= len(ed.text) {
		return 0, 0, false
	}
	if c := ed.text[from]; c == '"' || c == '\'' {
		return from, quotedEnd(ed.text, from), true
	}
	to = from + len(n.Text)
	ok = n.Text != "" && strings.HasPrefix(ed.text[from:], n.Text) && (to == len(ed.text) || strings.IndexByte(" \t\r\n,]}", ed.text[to]) >= 0)
	return from, to, ok
}

// quotedEnd is where a text in quotes ends.
func quotedEnd(text string, at int) int {
	quote := text[at]
	for at++; at < len(text); at++ {
		switch {
		case text[at] == '\\' && quote == '"':
			at++
		case text[at] == quote && quote == '\'' && at+1 < len(text) && text[at+1] == quote:
			at++
		case text[at] == quote:
			return at + 1
		}
	}
	return len(text)
}

// span is where a value stands: one in brackets as a whole, or a scalar.
func (ed *editor) span(n *yamldoc.Node) (from, to int, ok bool) {
	if n == nil || n.Kind < yamldoc.List {
		return ed.scalar(n)
	}
	if from = ed.at(n.Pos); n.Kind == yamldoc.Map && !ed.json && from > 0 {
		if before := strings.TrimRight(ed.text[:from], " \t\r\n"); strings.HasSuffix(before, "{") {
			from = len(before) - 1
		}
	}
	if from < 0 || from >= len(ed.text) || ed.text[from] != '[' && ed.text[from] != '{' {
		return 0, 0, false
	}
	depth := 0
	for at := from; at < len(ed.text); at++ {
		switch ed.text[at] {
		case '"', '\'':
			at = quotedEnd(ed.text, at) - 1
		case '[', '{':
			depth++
		case ']', '}':
			if depth--; depth == 0 {
				return from, at + 1, true
			}
		}
	}
	return 0, 0, false
}

// Put replaces a scalar. One that comes from the environment stays.
func (ed *editor) Put(n *yamldoc.Node, value string) ([]Edit, bool) {
	from, to, ok := ed.scalar(n)
	if !ok || strings.HasPrefix(n.Text, Environment) {
		return nil, false
	}
	if c := ed.text[from]; c == '"' || c == '\'' {
		value = string(c) + value + string(c)
	}
	return []Edit{{from, to, value}}, true
}

// PutAll replaces a list as a whole, where it stands in brackets.
func (ed *editor) PutAll(n *yamldoc.Node, value *yamldoc.Node) ([]Edit, bool) {
	from, to, ok := ed.span(n)
	return []Edit{{from, to, ed.inline(value)}}, ok
}

// Insert adds a key to a map.
func (ed *editor) Insert(m *yamldoc.Node, key string, value *yamldoc.Node) ([]Edit, bool) {
	if m == nil || m.Kind != yamldoc.Map {
		return nil, false
	}
	pair := keyOf(key) + ": " + ed.inline(value)
	if ed.json {
		pair = strconv.Quote(key) + ": " + ed.inline(value)
	}
	at := ed.at(m.Pos)
	switch {
	case at < 0:
		return nil, false
	case len(m.Entries) == 0:
		_, to, ok := ed.span(m)
		return []Edit{{at, to, "{" + pair + "}"}}, ok
	case ed.json:
		at = ed.at(m.Entries[0].Pos)
		return []Edit{{at, at, pair + "," + ed.apart(at)}}, true
	case strings.HasSuffix(strings.TrimRight(ed.text[:at], " \t\r\n"), "{"):
		return []Edit{{at, at, pair + "," + ed.apart(at)}}, true
	}
	return ed.insertLine(m, pair), true
}

// apart is what stands between a key in brackets and the one before it: a line's
// end where it begins a line.
func (ed *editor) apart(at int) string {
	line := ed.text[strings.LastIndexByte(ed.text[:at], '\n')+1 : at]
	if at > len(line) && strings.Trim(line, " \t") == "" {
		return "\n" + line
	}
	return " "
}

// insertLine adds a key to a map of one key a line: behind the last value that
// stands on one line, away from keys where that is possible, else in front.
func (ed *editor) insertLine(m *yamldoc.Node, pair string) []Edit {
	indent := strings.Repeat(" ", m.Pos.Col-1)
	best := -1
	for _, e := range slices.Backward(m.Entries) {
		_, to, ok := ed.scalar(e.Value)
		own := e.Pos.Col == m.Pos.Col && e.Pos.Line >= m.Pos.Line && e.Value != nil && e.Value.Pos.Line == e.Pos.Line
		if !ok || !own || to > ed.lineEnd(e.Pos.Line) {
			continue
		}
		beside := e.Pos.Line < len(ed.keep) && ed.keep[e.Pos.Line]
		if best < 0 || !beside {
			best = ed.lineEnd(e.Pos.Line)
		}
		if !beside {
			break
		}
	}
	if best >= 0 {
		return []Edit{{best, best, "\n" + indent + pair}}
	}
	at := ed.at(m.Pos)
	return []Edit{{at, at, pair + "\n" + indent}}
}

// Section adds a key to a map at the top of the document, which may not be there
// yet.
func (ed *editor) Section(root *yamldoc.Node, name, key string, value *yamldoc.Node) ([]Edit, bool) {
	at := slices.IndexFunc(root.Entries, func(e yamldoc.Entry) bool { return e.Key == name })
	_, flow, _ := ed.span(root)
	switch {
	case at >= 0 && root.Entries[at].Value.Kind == yamldoc.Map:
		return ed.Insert(root.Entries[at].Value, key, value)
	case at >= 0 && !ed.json: // a name and nothing
		e := root.Entries[at]
		end := ed.lineEnd(e.Pos.Line)
		indent := "\n" + strings.Repeat(" ", e.Pos.Col+1)
		return []Edit{{end, end, indent + keyOf(key) + ": " + ed.inline(value)}}, root.Entries[at].Value.Kind == yamldoc.Null
	case at >= 0:
		return nil, false
	case flow > 0:
		return ed.Insert(root, name, Tree(key, value))
	}
	lead := ""
	if !strings.HasSuffix(ed.text, "\n") {
		lead = "\n"
	}
	text := lead + name + ":" + "\n" + "  " + keyOf(key) + ": " + ed.inline(value) + "\n"
	return []Edit{{len(ed.text), len(ed.text), text}}, true
}
