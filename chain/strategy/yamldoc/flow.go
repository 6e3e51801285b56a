package yamldoc

import "fmt"

// flow reads [a, b] or {a: b}, over as many lines as it takes.
func (p *parser) flow() *Node {
	defer p.enter()()
	n := &Node{Kind: List, Pos: p.here()}
	end := byte(']')
	if p.at(0) == '{' {
		n.Kind, end = Map, '}'
	}
	p.step()
	seen := map[string]Pos{}
	for {
		if p.within(n) == end {
			p.step()
			return n
		}
		if n.Kind == Map {
			n.Entries = append(n.Entries, p.pair(n, seen))
		} else {
			n.Items = append(n.Items, p.item(n))
		}
		if c := p.within(n); c == ',' {
			p.step()
		} else if c != end {
			p.fail(p.here(), fmt.Sprintf("unexpected %q in %s", p.word(), n.Kind),
				fmt.Sprintf("separate entries by commas, and close what line %d opens", n.Pos.Line))
		}
	}
}

// within moves to the next text of the collection and returns its first byte.
func (p *parser) within(n *Node) byte {
	p.flowBlank()
	if p.done() || p.marker() {
		p.fail(n.Pos, fmt.Sprintf("%q is never closed", map[Kind]string{List: "[", Map: "{"}[n.Kind]), "")
	}
	return p.at(0)
}

// flowBlank moves over empty space; inside brackets indentation means nothing.
func (p *parser) flowBlank() {
	for !p.done() {
		switch {
		case isSpace(p.at(0)):
			p.step()
		case p.at(0) == '#' && isSpace(p.text[p.off-1]):
			p.toEnd()
		default:
			return
		}
	}
}

// pair reads one entry of a flow map; a key without a value has nothing.
func (p *parser) pair(n *Node, seen map[string]Pos) Entry {
	start := p.word()
	key := p.item(n)
	if key.Kind != Scalar && key.Kind != Null {
		p.fail(key.Pos, fmt.Sprintf("%q stands where a key should be", start), "write {key: value}")
	}
	p.once(seen, key)
	e := Entry{key.Text, key.Pos, &Node{Pos: key.Pos}}
	if p.within(n) != ':' {
		return e
	}
	p.step()
	if c := p.within(n); c != ',' && c != '}' {
		e.Value = p.item(n)
		p.noColon(n, e.Value)
	}
	return e
}

// item reads one value, or a key, inside a flow collection.
func (p *parser) item(n *Node) *Node {
	var out *Node
	switch c := p.within(n); c {
	case '[', '{':
		out = p.flow()
	case '"', '\'':
		out = p.quoted()
	case ',', ']', '}', ':':
		p.fail(p.here(), fmt.Sprintf("%q stands where a value should be", c), "text like this needs quotes")
	default:
		out, _ = p.plain(0, true)
	}
	if n.Kind == List {
		p.noColon(n, out)
	}
	return out
}

// noColon refuses a key and its value where one value belongs.
func (p *parser) noColon(n, value *Node) {
	if p.within(n) == ':' {
		p.fail(value.Pos, "a key and a value in a place for a value", "write {a: b}, or put text with a colon in quotes")
	}
}
