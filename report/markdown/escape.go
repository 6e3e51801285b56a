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
func escape(s string) string { return begun(whole(signs.Replace(parted(s)))) }

// escapeTag is escape for a text inside an element, where nothing is Markdown.
func escapeTag(s string) string { return whole(tagSigns.Replace(parted(s))) }

var (
	signs = strings.NewReplacer(`\`, `\\`, "|", `\|`, "*", `\*`, "~", `\~`, "_", `\_`, "`", "\\`", "&", "&amp;", "<", "&lt;", "[", `\[`, "\n", " ")

	tagSigns = strings.NewReplacer(`\`, "&#92;", "*", "&#42;", "~~", "&#126;&#126;", "_", "&#95;", "`", "&#96;", "&", "&amp;", "<", "&lt;", ">", "&gt;",
		"[", "&#91;", `"`, "&#34;", "\n", " ")
)

// found is what GitHub makes something of without any sign of Markdown, and where it is
// parted: mentions and addresses, numbers of issues, addresses of pages, pictures by
// their name between colons.
var found = regexp.MustCompile(`(?i)@|(?:#|\bGH-)\d|\b(?:https?|ftp|mailto|xmpp):|\bwww\.|:[a-z0-9_+-]+:`)

// apart is a blank without width, which no text of a document holds any more. A
// backslash would not keep GitHub from linking: it looks at the text once it is
// rendered.
const apart = "\u200b"

// parted marks where a text is to be parted.
func parted(s string) string {
	return found.ReplaceAllStringFunc(s, func(what string) string {
		switch what[0] {
		case '@', ':':
			return what[:1] + apart + what[1:]
		}
		return what[:len(what)-1] + apart + what[len(what)-1:]
	})
}

// whole writes marks as entities, and so what would begin a formula: an amount of money
// is none.
func whole(s string) string {
	return formula.ReplaceAllString(strings.ReplaceAll(s, apart, "&#8203;"), "&#36;$1")
}

var formula = regexp.MustCompile(`\$([^0-9]|$)`)

// begun keeps a text at the beginning of a line from beginning a heading, a quote, a
// list or a rule.
func begun(s string) string {
	return numbered.ReplaceAllString(block.ReplaceAllString(s, `$1\$2`), `$1\$2`)
}

var (
	block    = regexp.MustCompile(`^(\s*)(#{1,6}\s|>|[+-]\s|[=-]{2,}\s*$)`)
	numbered = regexp.MustCompile(`^(\s*\d+)([.)]\s)`)
)
