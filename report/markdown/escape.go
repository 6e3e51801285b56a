package markdown

import (
	"regexp"
	"strings"
)

// code is a text set as code.
func code(s string) string {
	return "`" + strings.NewReplacer("`", "'", "\n", " ").Replace(s) + "`"
}

// fenced are lines set as code, between fences that are longer than any in them.
func fenced(language string, lines ...string) []string {
	fence := "```"
	for strings.Contains(strings.Join(lines, "\n"), fence) {
		fence += "`"
	}
	return append(append([]string{fence + language}, lines...), fence)
}

// escape keeps a text from being read as Markdown, and GitHub from finding in it whom
// to tell, what to link and what to draw.
func escape(s string) string {
	s = signs.Replace(s)
	for _, one := range found {
		s = one.what.ReplaceAllString(s, one.parted)
	}
	return s
}

var signs = strings.NewReplacer(`\`, `\\`, "|", `\|`, "*", `\*`, "~", `\~`, "_", `\_`, "`", "\\`", "<", "&lt;", "[", `\[`, "\n", " ")

// apart is a blank without width as an entity. A backslash does not keep GitHub from
// linking: its links are made of the text once it is rendered.
const apart = "&#8203;"

// found is what GitHub makes something of without any sign of Markdown: entities;
// mentions and addresses (@), numbers of issues, addresses of pages, pictures by their
// name between colons, formulas, and what makes a block of a line that begins with it.
// An amount of money is no formula.
var found = []struct {
	what   *regexp.Regexp
	parted string
}{
	{regexp.MustCompile(`&(#|[A-Za-z][A-Za-z0-9]*;)`), "&amp;$1"},
	{regexp.MustCompile(`&amp;lt;`), "&lt;"},
	{regexp.MustCompile(`@`), "@" + apart},
	{regexp.MustCompile(`(#|\b[Gg][Hh]-)(\d)`), "$1" + apart + "$2"},
	{regexp.MustCompile(`(?i)\b(https?|ftp|mailto|xmpp):`), "$1:" + apart},
	{regexp.MustCompile(`(?i)\bwww\.`), "www" + apart + "."},
	{regexp.MustCompile(`:((?:[A-Za-z0-9+-]|\\_)+:)`), ":" + apart + "$1"},
	{regexp.MustCompile(`\$([^0-9]|$)`), `\$$$1`},
	{regexp.MustCompile(`^(\s*)(#{1,6}\s|>|[+-]\s|[=-]{2,}\s*$)`), `$1\$2`},
	{regexp.MustCompile(`^(\s*\d+)([.)]\s)`), `$1\$2`},
}
