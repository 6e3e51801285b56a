package yamldoc

import (
	"fmt"
	"math"
	"regexp"
	"strings"
)

// plain reads text without quotes. In a block it goes on over lines that stand
// right of the column parent; inside brackets it ends with its line. Key tells
// that it ended at a colon, which was not read.
func (p *parser) plain(parent int, flow bool) (n *Node, key bool) {
	n = &Node{Kind: Scalar, Pos: p.here()}
	p.opening(flow)
	n.Text = p.piece(flow)
	if key = p.keyColon(flow); key {
		return n, true
	}
	if !flow {
		p.continued(n, parent)
	}
	p.meaning(n)
	return n, false
}

// keyColon tells whether the cursor stands on a colon that ends a key.
func (p *parser) keyColon(flow bool) bool {
	return p.at(0) == ':' && (isSpace(p.at(1)) || flow && isBracket(p.at(1)))
}

func isBracket(b byte) bool { return b == ',' || b == '[' || b == ']' || b == '{' || b == '}' }

// opening refuses what may not begin text without quotes.
func (p *parser) opening(flow bool) {
	what, hint := "", ""
	switch c := p.at(0); c {
	case '&':
		what, hint = "anchors are not part of this language", "write the value where it is needed; a text that begins with & needs quotes"
	case '*':
		what, hint = "aliases are not part of this language", "write the value where it is needed; a text that begins with * needs quotes"
	case '!':
		what, hint = "tags are not part of this language", "a text that begins with ! needs quotes"
	case '%':
		what, hint = "directives are not part of this language", "a text that begins with % needs quotes"
	case '@', '`', '|', '>':
		what, hint = fmt.Sprintf("a text that begins with %q", c), "put it in quotes"
	case '?', ':', '-':
		if isSpace(p.at(1)) {
			p.stray0(c)
		}
	case ',', ']', '}':
		p.stray()
	}
	if what != "" {
		p.fail(p.here(), what, hint)
	}
	if strings.HasPrefix(p.rest(), "<<:") && (isSpace(p.at(3)) || flow) {
		p.note(p.here(), "merge keys are not part of this language", "write the keys where they are needed")
	}
}

// stray0 gives up at an indicator that stands alone.
func (p *parser) stray0(c byte) {
	if c == '?' {
		p.fail(p.here(), `a key is written "key: value", without "?"`, "")
	}
	p.stray()
}

// piece reads the part of a plain text that stands in this line.
func (p *parser) piece(flow bool) string {
	start, end := p.off, p.off
	for !p.done() && p.at(0) != '\n' {
		c := p.at(0)
		if c == ':' && p.keyColon(flow) || c == '#' && isBlank(p.text[p.off-1]) && p.off > start || flow && isBracket(c) {
			break
		}
		p.step()
		if !isBlank(c) {
			end = p.off
		}
	}
	return p.text[start:end]
}

// continued appends the lines that a plain text goes on over: one line end is a
// space, more of them are one less.
func (p *parser) continued(n *Node, parent int) {
	var b strings.Builder
	b.WriteString(n.Text)
	for p.at(0) == '\n' {
		ahead, ends := p.cursor, 0
		for !ahead.done() && isSpace(ahead.at(0)) {
			if ahead.at(0) == '\n' {
				ends++
			}
			ahead.step()
		}
		if ahead.done() || ahead.col <= parent || ahead.at(0) == '#' || ahead.marker() {
			break
		}
		p.blank() // finds tabs
		if ends == 1 {
			b.WriteByte(' ')
		} else {
			b.WriteString(strings.Repeat("\n", ends-1))
		}
		word := p.word()
		if b.WriteString(p.piece(false)); p.keyColon(false) {
			p.fail(p.here(), fmt.Sprintf("%q is a key inside a text that began in line %d", word, n.Pos.Line),
				"check the indentation, or put text with a colon in quotes")
		}
	}
	n.Text = b.String()
}

// meaning turns words for nothing into nothing and refuses what looks like a
// number but is not clearly one.
func (p *parser) meaning(n *Node) {
	switch n.Text {
	case "", "~", "null", "Null", "NULL":
		n.Kind = Null
		return
	}
	switch digits := strings.TrimLeft(n.Text, "+-"); {
	case octal.MatchString(digits):
		p.note(n.Pos, fmt.Sprintf("the number %s can be read in two ways", shorten(n.Text)), "write it without the leading zero, or in quotes as text")
	case based.MatchString(digits):
		p.note(n.Pos, fmt.Sprintf("the number %s is not decimal", shorten(n.Text)), "write it in decimal, or in quotes as text")
	case looksNumeric(n.Text):
		if f, ok := n.Number(); !ok || math.IsInf(f, 0) {
			p.note(n.Pos, fmt.Sprintf("the number %s is too large", shorten(n.Text)), "")
		}
	}
}

var (
	octal   = regexp.MustCompile(`^0[0-9_]+$`)
	based   = regexp.MustCompile(`^0[xob][0-9a-fA-F_]+$`)
	numeric = regexp.MustCompile(`^[-+]?(\d[\d_]*(\.\d*)?|\.\d+)([eE][-+]?\d+)?$`)
)

// looksNumeric tells whether a person would call the text a number.
func looksNumeric(s string) bool { return len(s) < 400 && numeric.MatchString(s) }
