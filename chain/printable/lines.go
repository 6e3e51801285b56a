package printable

import (
	"regexp"
	"strings"
)

// Lines masks the lines of a text that may be YAML, JSON or a broken piece of either,
// so that no tree of it can be had: what stands behind a key that names a secret, to
// the end of its line and over all lines that are indented further, in brackets or in
// quotes that go on; what such a key calls by an alias; and what looks like a key
// anywhere. Names of variables are no secrets. The lines stay as many as they were.
func Lines(text string) string {
	m := lineMask{aliases: aliasesOf(text)}
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		end := l[len(strings.TrimRight(l, "\r")):]
		lines[i] = Mask(m.line(strings.TrimSuffix(l, end))) + end
	}
	return strings.Join(lines, "\n")
}

// lineMask is what the lines before say about the next one.
type lineMask struct {
	aliases map[string]bool // names that stand under a key that names a secret
	inside  bool            // a secret is being told
	col     int             // of its key, in bytes
	open    string          // quotes and brackets of it that have not ended
	named   bool            // a name before says that the value beside it is a secret
}

// keyPlace finds what may be a key: a word or a quoted text before a colon or a sign of
// equality, or behind a question mark.
var keyPlace = regexp.MustCompile(`(?:"((?:[^"\\]|\\.)*)"|'((?:[^']|'')*)'|([A-Za-z_][A-Za-z0-9_.$/-]*(?: [A-Za-z0-9_.$/-]+)?))\s*[:=]|^\s*(?:- )*\?\s+["']?([A-Za-z_][A-Za-z0-9_-]*)`)

// line masks one line, without what ends it.
func (m *lineMask) line(l string) string {
	blank := strings.TrimSpace(l) == ""
	indent := len(l) - len(strings.TrimLeft(l, " \t"))
	item := strings.HasPrefix(l[indent:], "- ") || l[indent:] == "-"
	switch {
	case blank:
		return l
	case m.inside && (m.open != "" || indent > m.col || indent == m.col && (item || l[indent] == ':')):
		m.open = ending(m.open, l)
		return l[:indent] + Hidden
	}
	m.inside, m.named = false, m.named && !item
	for _, at := range keyPlace.FindAllStringSubmatchIndex(l, -1) {
		key, value := keyAt(l, at), l[at[1]:]
		lower := strings.ToLower(key)
		if (lower == "name" || lower == "key") && NamesSecret(strings.Trim(value, ` "',}`)) {
			m.named = true
		}
		if !NamesSecret(key) && !(m.named && lower == "value") || reference.MatchString(value) {
			continue
		}
		m.inside, m.col, m.open = true, at[0], ending("", value)
		if strings.TrimSpace(value) == "" {
			return l
		}
		return l[:at[1]] + " " + Hidden
	}
	return m.anchored(l)
}

// keyAt is the key of a place.
func keyAt(l string, at []int) string {
	for i := 2; i < len(at); i += 2 {
		if at[i] >= 0 {
			return strings.TrimSpace(l[at[i]:at[i+1]])
		}
	}
	return ""
}

// reference is a value that says where a key is, or nothing of it.
var reference = regexp.MustCompile(`^\s*["']?(os\.environ/[A-Za-z0-9_]+|\$\{?[A-Za-z_][A-Za-z0-9_]*\}?|null|true|false|~|\{\}|\[\])["']?[\s,}\]]*(#.*)?$`)

// ending is what of quotes and brackets is open behind a piece of a value, its last
// sign the innermost.
func ending(open, piece string) string {
	for i := 0; i < len(piece); i++ {
		c := piece[i]
		last := byte(0)
		if open != "" {
			last = open[len(open)-1]
		}
		switch {
		case last == '"' && c == '\\':
			i++
		case c == last:
			open = open[:len(open)-1]
		case last == '"' || last == '\'':
		case c == '{':
			open += "}"
		case c == '[':
			open += "]"
		case (c == '"' || c == '\'') && begins(piece[:i]):
			open += string(c)
		}
	}
	return open
}

// begins reports whether a value begins behind a piece of text, so that a quote there
// is none inside a word.
func begins(piece string) bool {
	piece = strings.TrimRight(piece, " \t")
	return piece == "" || strings.ContainsAny(piece[len(piece)-1:], "[{,:")
}

var (
	aliasName  = regexp.MustCompile(`\*([A-Za-z0-9_-]+)`)
	anchorName = regexp.MustCompile(`&([A-Za-z0-9_-]+)`)
)

// aliasesOf lists the aliases on lines that have a key that names a secret: what they
// stand for was written under another key.
func aliasesOf(text string) map[string]bool {
	out := map[string]bool{}
	for l := range strings.SplitSeq(text, "\n") {
		if !strings.Contains(l, "*") || !NamesSecret(l) {
			continue
		}
		for _, m := range aliasName.FindAllStringSubmatch(l, -1) {
			out[m[1]] = true
		}
	}
	return out
}

// anchored masks what an alias of a secret stands for.
func (m *lineMask) anchored(l string) string {
	for _, at := range anchorName.FindAllStringSubmatchIndex(l, -1) {
		if m.aliases[l[at[2]:at[3]]] {
			m.inside, m.col, m.open = true, len(l)-len(strings.TrimLeft(l, " \t")), ending("", l[at[1]:])
			return l[:at[0]] + Hidden
		}
	}
	return l
}
