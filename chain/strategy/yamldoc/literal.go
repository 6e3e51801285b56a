package yamldoc

import (
	"fmt"
	"strings"
)

// literal reads a block of text: | keeps line ends, > folds them. The text
// stands right of the column parent.
func (p *parser) literal(parent int) *Node {
	n := &Node{Kind: Scalar, Pos: p.here(), Quoted: true}
	folded := p.at(0) == '>'
	p.step()
	chomp, indent := p.header(parent)
	lines := p.textLines(parent, indent)
	trailing := 0
	for len(lines) > 0 && lines[len(lines)-1] == "" {
		lines, trailing = lines[:len(lines)-1], trailing+1
	}
	if folded {
		n.Text = fold(lines)
	} else {
		n.Text = strings.Join(lines, "\n")
	}
	switch {
	case chomp == '+' && n.Text != "":
		n.Text += strings.Repeat("\n", trailing+1)
	case chomp == '+':
		n.Text = strings.Repeat("\n", trailing)
	case chomp != '-' && n.Text != "":
		n.Text += "\n"
	}
	return n
}

// header reads what may follow | or >: how line ends at the end are kept (-, +)
// and how far the text is indented, in spaces; 0 leaves that to its first line.
func (p *parser) header(parent int) (chomp byte, indent int) {
	for {
		switch c := p.at(0); {
		case (c == '-' || c == '+') && chomp == 0:
			chomp = c
		case c >= '1' && c <= '9' && indent == 0:
			indent = max(parent-1, 0) + int(c-'0')
		default:
			if !p.eol() {
				p.fail(p.here(), fmt.Sprintf("unexpected %q before a block of text", p.word()), "the text begins in the next line")
			}
			p.toEnd()
			return chomp, indent
		}
		p.step()
	}
}

// textLines reads the lines of a block of text, without their indentation.
func (p *parser) textLines(parent, indent int) (lines []string) {
	for p.at(0) == '\n' && !p.done() {
		ahead := p.cursor
		ahead.step()
		start := ahead.off
		for ahead.at(0) == ' ' && (indent == 0 || ahead.off-start < indent) {
			ahead.step()
		}
		spaces := ahead.off - start
		switch {
		case ahead.done() && spaces == 0:
			p.cursor = ahead
			return lines
		case ahead.at(0) == '\n': // an empty line
		case ahead.marker() || spaces < parent || spaces < indent:
			return lines
		case indent == 0:
			indent = spaces
			if indent == 0 {
				indent = -1 // the whole document, not indented
			}
		}
		begin := ahead.off
		ahead.toEnd()
		lines = append(lines, p.text[begin:ahead.off])
		p.cursor = ahead
	}
	return lines
}

// fold joins lines by spaces; lines that are indented further keep their ends.
func fold(lines []string) string {
	var b strings.Builder
	ends, further := 0, true
	for i, l := range lines {
		if l == "" {
			ends++
			continue
		}
		now := isBlank(l[0])
		switch {
		case i == ends: // only empty lines before
			b.WriteString(strings.Repeat("\n", ends))
		case further || now:
			b.WriteString(strings.Repeat("\n", ends+1))
		case ends == 0:
			b.WriteByte(' ')
		default:
			b.WriteString(strings.Repeat("\n", ends))
		}
		b.WriteString(l)
		ends, further = 0, now
	}
	return b.String()
}
