package yamldoc

import "fmt"

// Parse reads one document. Origin names it in problems. The tree is nil where
// there are problems; an empty document is a node of nothing.
//
// The parser is our own: goccy/go-yaml takes time that grows with the square of
// a document's length (minutes for a plain map of a megabyte, and for quoted
// text with many escapes), accepts broken escapes, and reads 1e3 as text. It
// serves as the other opinion in tests.
func Parse(origin string, data []byte) (root *Node, ps Problems) {
	text, ps := guard(origin, data)
	if ps != nil {
		return nil, ps
	}
	p := &parser{origin: origin, cursor: cursor{text: text, line: 1, col: 1}}
	defer func() {
		if r := recover(); r != nil {
			if _, ours := r.(giveUp); !ours {
				panic(r)
			}
			root, ps = nil, p.problems.Sorted()
		}
	}()
	root = p.document()
	if p.problems != nil {
		return nil, p.problems.Sorted()
	}
	return root, nil
}

// giveUp ends a parse after a problem that leaves no way on.
type giveUp struct{}

// parser reads by recursive descent. Where it cannot go on it panics with
// giveUp, and Parse returns what was found by then.
type parser struct {
	cursor
	origin   string
	depth    int
	problems Problems
}

// document reads the whole.
func (p *parser) document() *Node {
	p.blank()
	if p.marker() && p.at(0) == '-' {
		p.skip(3)
		p.ended()
	}
	root := p.block(0)
	p.blank()
	for p.marker() && p.at(0) == '.' {
		p.skip(3)
		p.ended()
		p.blank()
	}
	switch {
	case p.done():
	case p.marker():
		p.fail(p.here(), "a second document", "one file holds one document")
	default:
		p.stray()
	}
	return root
}

// blank moves over empty lines and comments to the next text, which may stand in
// this line. Indentation must be made of spaces.
func (p *parser) blank() {
	for !p.done() {
		start, first := p.here(), p.col == 1
		tab := Pos{}
		for !p.done() && isBlank(p.at(0)) {
			if p.at(0) == '\t' && first && tab.Line == 0 {
				tab = p.here()
			}
			p.step()
		}
		switch {
		case p.at(0) == '#' && (first || p.here() != start || isSpace(p.text[p.off-1])):
			p.toEnd()
		case p.at(0) == '\n' && !p.done():
			p.step()
		case tab.Line != 0 && !p.done():
			p.fail(tab, "a tab as indentation", "use spaces")
		default:
			return
		}
	}
}

// ended demands that nothing follows in this line.
func (p *parser) ended() {
	if !p.eol() {
		p.spaces()
		p.stray()
	}
	p.toEnd()
}

// stray gives up at text that fits nowhere.
func (p *parser) stray() {
	word := p.word()
	switch c := p.at(0); {
	case c == ':' && isSpace(p.at(1)):
		p.fail(p.here(), `":" in a place where no key is`, "text with a colon needs quotes")
	case c == '-' && isSpace(p.at(1)):
		p.fail(p.here(), `"-" in a place where no list is`, "check the indentation, or put text in quotes")
	case c == ']' || c == '}' || c == ',':
		p.fail(p.here(), fmt.Sprintf("%q closes or separates nothing", c), "")
	case p.begins():
		p.fail(p.here(), fmt.Sprintf("%q is indented like nothing above it", word), "check the indentation")
	}
	p.fail(p.here(), fmt.Sprintf("unexpected %q after a value", word), "text like this needs quotes")
}

// word is what lies ahead in the line, for messages.
func (p *parser) word() string {
	c := p.cursor
	for n := 0; n < 40 && !c.done() && c.at(0) != '\n'; n++ {
		c.step()
	}
	return shorten(p.text[p.off:c.off])
}

// begins tells whether the text ahead is the first of its line.
func (p *parser) begins() bool {
	i := p.off
	for i > 0 && p.text[i-1] == ' ' {
		i--
	}
	return i == 0 || p.text[i-1] == '\n'
}

func (p *parser) here() Pos { return Pos{p.origin, p.line, p.col} }

func (p *parser) note(at Pos, text, hint string) {
	p.problems = append(p.problems, Problem{Pos: at, Text: text, Hint: hint})
	if len(p.problems) == maxProblems {
		panic(giveUp{})
	}
}

func (p *parser) fail(at Pos, text, hint string) {
	p.note(at, text, hint)
	panic(giveUp{})
}

// enter bounds the recursion; use as defer p.enter()().
func (p *parser) enter() func() {
	if p.depth++; p.depth > MaxDepth {
		p.fail(p.here(), fmt.Sprintf("nested more than %d deep", MaxDepth), "")
	}
	return func() { p.depth-- }
}
