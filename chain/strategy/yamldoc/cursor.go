package yamldoc

import (
	"strings"
	"unicode/utf8"
)

// cursor is a place in the text. It only moves forward, so that finding columns
// costs no more than reading.
type cursor struct {
	text string
	off  int
	line int // from 1
	col  int // from 1, in characters
}

// rest is what lies ahead.
func (c *cursor) rest() string { return c.text[c.off:] }

func (c *cursor) done() bool { return c.off >= len(c.text) }

// at returns the byte n places ahead, a line end behind the end of the text.
func (c *cursor) at(n int) byte {
	if c.off+n < len(c.text) {
		return c.text[c.off+n]
	}
	return '\n'
}

// step moves over one character.
func (c *cursor) step() {
	b := c.text[c.off]
	switch {
	case b == '\n':
		c.off, c.line, c.col = c.off+1, c.line+1, 1
	case b < utf8.RuneSelf:
		c.off, c.col = c.off+1, c.col+1
	default:
		_, size := utf8.DecodeRuneInString(c.rest())
		c.off, c.col = c.off+size, c.col+1
	}
}

// skip moves over n bytes.
func (c *cursor) skip(n int) {
	for end := c.off + n; c.off < end; {
		c.step()
	}
}

// spaces moves over blanks within the line.
func (c *cursor) spaces() {
	for !c.done() && isBlank(c.at(0)) {
		c.step()
	}
}

// eol tells whether nothing but blanks and a comment is left of the line; a
// comment needs a blank before it.
func (c *cursor) eol() bool {
	n := 0
	for isBlank(c.at(n)) {
		n++
	}
	return c.at(n) == '\n' || c.at(n) == '#' && (n > 0 || c.off == 0 || isSpace(c.text[c.off-1]))
}

// toEnd moves to the line's end.
func (c *cursor) toEnd() {
	for !c.done() && c.at(0) != '\n' {
		c.step()
	}
}

// marker tells whether a line begins here that separates documents.
func (c *cursor) marker() bool {
	return c.col == 1 && (strings.HasPrefix(c.rest(), "---") || strings.HasPrefix(c.rest(), "...")) && isSpace(c.at(3))
}

func isBlank(b byte) bool { return b == ' ' || b == '\t' }

func isSpace(b byte) bool { return b == ' ' || b == '\t' || b == '\n' }
