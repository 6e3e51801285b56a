package yamldoc

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
)

// quoted reads text in single or double quotes, over as many lines as it takes:
// blanks around a line end vanish, one line end is a space, more are one less.
func (p *parser) quoted() *Node {
	n := &Node{Kind: Scalar, Pos: p.here(), Quoted: true}
	quote := p.at(0)
	p.step()
	var b strings.Builder
	for {
		c := p.at(0)
		switch {
		case p.done() || p.marker():
			p.fail(n.Pos, fmt.Sprintf("the quote %c is never closed", quote), "")
		case c == quote && quote == '\'' && p.at(1) == '\'':
			b.WriteByte('\'')
			p.skip(2)
		case c == quote:
			p.step()
			n.Text = b.String()
			return n
		case c == '\\' && quote == '"':
			p.escape(&b)
		case isSpace(c):
			p.gap(&b)
		default:
			start := p.off
			p.step()
			b.WriteString(p.text[start:p.off])
		}
	}
}

// gap reads blanks, and line ends with the blanks around them.
func (p *parser) gap(b *strings.Builder) {
	start, ends := p.off, 0
	for !p.done() && isSpace(p.at(0)) {
		if p.at(0) == '\n' {
			ends++
		}
		p.step()
		if p.marker() {
			break
		}
	}
	switch ends {
	case 0:
		b.WriteString(p.text[start:p.off])
	case 1:
		b.WriteByte(' ')
	default:
		b.WriteString(strings.Repeat("\n", ends-1))
	}
}

// short holds the escapes of one letter.
var short = map[byte]string{'0': "\x00", 'a': "\a", 'b': "\b", 't': "\t", '\t': "\t", 'n': "\n", 'v': "\v", 'f': "\f",
	'r': "\r", 'e': "\x1b", ' ': " ", '"': `"`, '/': "/", '\\': `\`, 'N': "\u0085", '_': "\u00a0", 'L': "\u2028", 'P': "\u2029"}

// escape reads a backslash and what it stands for.
func (p *parser) escape(b *strings.Builder) {
	at := p.here()
	p.step()
	c := p.at(0)
	if s, ok := short[c]; ok {
		b.WriteString(s)
		p.step()
		return
	}
	if c == '\n' && !p.done() { // the line goes on without a space
		p.step()
		p.spaces()
		return
	}
	digits := map[byte]int{'x': 2, 'u': 4, 'U': 8}[c]
	if rest := p.rest(); digits > 0 && len(rest) > digits {
		code, err := strconv.ParseUint(rest[1:1+digits], 16, 32)
		if r := rune(code); err == nil && code <= unicode.MaxRune && !utf16.IsSurrogate(r) {
			b.WriteRune(r)
			p.skip(1 + digits)
			return
		}
	}
	p.fail(at, `a backslash that begins no escape`, `write \\ for a backslash, or use single quotes`)
}
