package yamldoc

import "fmt"

// block reads the node that begins with the next text, if that stands right of
// the column parent; else there is nothing.
func (p *parser) block(parent int) *Node {
	was := p.here()
	p.blank()
	switch {
	case p.done() || p.marker() || p.col <= parent:
		return &Node{Pos: was}
	case p.dash():
		return p.list(p.col)
	}
	n, key := p.inline(parent)
	if key {
		return p.mapping(n)
	}
	p.ended()
	return n
}

// dash tells whether a list's item begins here.
func (p *parser) dash() bool { return p.at(0) == '-' && isSpace(p.at(1)) }

// inline reads a scalar or a flow collection below the column parent. Key tells
// that it is a scalar with a colon behind it, which was not read.
func (p *parser) inline(parent int) (n *Node, key bool) {
	switch c := p.at(0); c {
	case '[', '{':
		n = p.flow()
	case '|', '>':
		return p.literal(parent), false
	case '"', '\'':
		n = p.quoted()
	default:
		return p.plain(parent, false)
	}
	if !p.colon() {
		return n, false
	}
	if n.Kind != Scalar || n.Pos.Line != p.line {
		p.stray()
	}
	return n, true
}

// colon moves to the colon that follows a key, if one does.
func (p *parser) colon() bool {
	n := 0
	for isBlank(p.at(n)) {
		n++
	}
	if p.at(n) != ':' || !isSpace(p.at(n+1)) {
		return false
	}
	p.skip(n)
	return true
}

// mapping reads the keys that stand in the column of the first, which was read.
func (p *parser) mapping(key *Node) *Node {
	defer p.enter()()
	n := &Node{Kind: Map, Pos: key.Pos}
	seen := map[string]Pos{}
	for {
		p.once(seen, key)
		p.step() // the colon
		n.Entries = append(n.Entries, Entry{key.Text, key.Pos, p.value(n.Pos.Col)})
		p.blank()
		if p.done() || p.marker() || p.col < n.Pos.Col {
			return n
		}
		if p.col > n.Pos.Col || p.dash() {
			p.stray()
		}
		key = p.key()
	}
}

// key reads a further key of a mapping.
func (p *parser) key() *Node {
	word := p.word()
	key, ok := p.inline(p.col)
	if !ok {
		p.fail(key.Pos, fmt.Sprintf("%q stands where a key should be", word), `write "key: value"`)
	}
	return key
}

// once notes a key that was there before.
func (p *parser) once(seen map[string]Pos, key *Node) {
	if before, dup := seen[key.Text]; dup {
		p.note(key.Pos, fmt.Sprintf("the key %q is written twice", shorten(key.Text)), fmt.Sprintf("first in line %d", before.Line))
		return
	}
	seen[key.Text] = key.Pos
}

// value reads what follows the colon of a key in column col.
func (p *parser) value(col int) *Node {
	colon := p.here()
	if p.eol() {
		p.toEnd()
		p.blank()
		if !p.done() && p.col == col && p.dash() {
			return p.list(col)
		}
		n := p.block(col)
		if n.Kind == Null && n.Text == "" {
			n.Pos = colon
		}
		return n
	}
	p.spaces()
	if p.dash() {
		p.fail(p.here(), "a list begins on a line of its own", "or is written [a, b]")
	}
	n, key := p.inline(col)
	if key {
		p.fail(p.here(), "two keys on one line", "write {a: b}, or put text with a colon in quotes")
	}
	p.ended()
	return n
}

// list reads the items whose dashes stand in column col.
func (p *parser) list(col int) *Node {
	defer p.enter()()
	n := &Node{Kind: List, Pos: p.here()}
	for {
		p.step() // the dash
		n.Items = append(n.Items, p.block(col))
		p.blank()
		if p.done() || p.marker() || p.col < col || p.col == col && !p.dash() {
			return n
		}
		if p.col > col {
			p.stray()
		}
	}
}
