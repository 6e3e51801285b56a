package yamldoc

import (
	"bytes"
	"regexp"
	"strconv"
	"strings"
)

// widest is how long a line of [a, b] or {a: b} may become.
const widest = 96

// Format writes a tree as YAML: one key a line, but maps and lists of nothing
// but scalars in one line where they fit.
func Format(n *Node) []byte {
	var b bytes.Buffer
	switch {
	case n.kind() == Null:
		return []byte("null\n")
	case n.Kind == Scalar:
		b.WriteString(scalarText(n))
	case len(n.Items)+len(n.Entries) == 0:
		b.WriteString(OneLine(n))
	default:
		formatBlock(&b, n, "")
		return b.Bytes()
	}
	b.WriteByte('\n')
	return b.Bytes()
}

// formatBlock writes the entries or items of a collection; what it begins with
// stands at the cursor, further lines after the indent.
func formatBlock(b *bytes.Buffer, n *Node, indent string) {
	for i, e := range n.Entries {
		if i > 0 {
			b.WriteString(indent)
		}
		key := keyText(e.Key)
		b.WriteString(key + ":")
		if line, fits := flat(e.Value, len(indent)+len(key)+2); fits {
			b.WriteString(" " + line + "\n")
			continue
		}
		b.WriteString("\n" + indent + "  ")
		formatBlock(b, e.Value, indent+"  ")
	}
	for i, item := range n.Items {
		if i > 0 {
			b.WriteString(indent)
		}
		b.WriteString("- ")
		if line, fits := flat(item, len(indent)+2); fits {
			b.WriteString(line + "\n")
			continue
		}
		formatBlock(b, item, indent+"  ")
	}
}

// flat returns the node in one line, if it should stand in one.
func flat(n *Node, used int) (line string, fits bool) {
	if n.kind() < List {
		return lineText(n), true
	}
	if len(n.Items)+len(n.Entries) == 0 {
		return OneLine(n), true
	}
	for _, item := range n.Items {
		if item.kind() >= List {
			return "", false
		}
	}
	for _, e := range n.Entries {
		if e.Value.kind() == Map || e.Value.kind() == List && !plainList(e.Value) {
			return "", false
		}
	}
	line = OneLine(n)
	return line, used+len(line) <= widest
}

func plainList(n *Node) bool {
	for _, item := range n.Items {
		if item.kind() >= List {
			return false
		}
	}
	return true
}

// OneLine writes a node in flow style, without a line break.
func OneLine(n *Node) string {
	var parts []string
	switch n.kind() {
	case List:
		for _, item := range n.Items {
			parts = append(parts, OneLine(item))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case Map:
		for _, e := range n.Entries {
			parts = append(parts, keyText(e.Key)+": "+OneLine(e.Value))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	}
	return scalarText(n)
}

func scalarText(n *Node) string {
	if n.kind() == Null {
		return "null"
	}
	if !n.Quoted && looksNumeric(n.Text) {
		return n.Text // also as +.5, which is no plain text
	}
	if n.Quoted && misread(n.Text) || !plainText.MatchString(n.Text) {
		return strconv.Quote(n.Text)
	}
	return n.Text
}

// lineText writes a scalar that has the rest of a line for itself, where commas
// need no quotes.
func lineText(n *Node) string {
	if n.kind() == Scalar && plainText.MatchString(strings.ReplaceAll(n.Text, ", ", " ")) && !misread(strings.ReplaceAll(n.Text, ",", "")) {
		return n.Text
	}
	return scalarText(n)
}

func keyText(key string) string {
	if !plainText.MatchString(key) || key == "null" {
		return strconv.Quote(key)
	}
	return key
}

// plainText is what needs no quotes, anywhere. It is less than YAML allows.
var plainText = regexp.MustCompile(`^([\pL\d_/$(]|[-+.][\pL\d])([\pL\d_/$(.<>=;%*+)^'-]|[ ][\pL\d_/$(.<>=;%*+)^-]|:[\pL\d_/])*$`)

// misread tells whether text without quotes would be read as something else.
func misread(s string) bool {
	n := &Node{Kind: Scalar, Text: s}
	if _, truth := n.Bool(); truth || looksNumeric(s) || !plainText.MatchString(s) {
		return true
	}
	digits := strings.TrimLeft(s, "+-")
	switch s {
	case "null", "Null", "NULL":
		return true
	}
	return octal.MatchString(digits) || based.MatchString(digits)
}
