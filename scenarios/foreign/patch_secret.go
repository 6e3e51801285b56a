package foreign

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"wavetank/chain/printable"
	"wavetank/chain/strategy/yamldoc"
)

// A diff shows lines of a configuration as they stand there, keys and all. So
// every line is masked first: what stands under a key that names a secret, up to
// where the next key or item begins, what looks like a key anywhere, and comments
// that name one. Names of variables are no secrets.

// startMark is where a key or an item begins, and whether what follows is a
// secret.
type startMark struct {
	line, col int    // from 1, in characters
	key       string // "" for an item
	hidden    bool
}

// marks lists where keys and items begin, in the order of the text.
func marks(root *yamldoc.Node) []startMark {
	var out []startMark
	seen := map[*yamldoc.Node]bool{}
	var walk func(n *yamldoc.Node)
	walk = func(n *yamldoc.Node) {
		if n == nil || n == HiddenValue || seen[n] {
			return
		}
		seen[n] = true
		for _, e := range n.Entries {
			hide := printable.NamesSecret(e.Key) || e.Value == HiddenValue
			out = append(out, startMark{e.Pos.Line, e.Pos.Col, e.Key, hide})
			if !hide { // all of it is one secret
				walk(e.Value)
			}
		}
		for _, item := range n.Items {
			if item != HiddenValue {
				out = append(out, startMark{item.Pos.Line, item.Pos.Col, "", false})
				walk(item)
			}
		}
	}
	walk(root)
	slices.SortFunc(out, func(a, b startMark) int {
		return cmp.Or(cmp.Compare(a.line, b.line), cmp.Compare(a.col, b.col), cmp.Compare(a.key, b.key))
	})
	return slices.Compact(out)
}

// masking is a text whose secrets are being masked.
type masking struct {
	lines []string // with their ends
	shown []string
}

// shownOf splits a text into lines, and masks them. The tree is the text's; ok is
// false where a secret does not stand where the tree says.
func shownOf(text string, root *yamldoc.Node) (out []shownLine, ok bool) {
	m := &masking{lines: strings.SplitAfter(text, "\n")}
	if n := len(m.lines); m.lines[n-1] == "" {
		m.lines = m.lines[:n-1]
	}
	m.shown = slices.Clone(m.lines)
	all := marks(root)
	for i := len(all) - 1; i >= 0; i-- { // the last first, so that columns before it stay
		if !all[i].hidden {
			continue
		}
		next := following(all[i:])
		if !m.has(all[i]) || next.line > 0 && !m.has(next) {
			return nil, false
		}
		m.hide(all[i], next)
	}
	m.anchors()
	out = make([]shownLine, len(m.lines))
	for i, line := range m.lines {
		shown := m.shown[i]
		if at := commentKey.FindStringIndex(shown); at != nil {
			shown = shown[:at[0]] + "# (hidden)" + lineEnd(shown)
		}
		out[i] = shownLine{line, printable.Mask(shown)}
	}
	return out, true
}

// has tells whether a key stands at its place: the parser of YAML is not sure of
// its places behind some texts.
func (m *masking) has(at startMark) bool {
	if at.line < 1 || at.line > len(m.lines) {
		return false
	}
	line := m.lines[at.line-1]
	rest := line[column(line, at.col):]
	return strings.HasPrefix(rest, at.key) || strings.HasPrefix(rest, `"`) || strings.HasPrefix(rest, "'")
}

// following is the first mark behind the first one that hides nothing; a line of
// 0 is the end of the text.
func following(all []startMark) startMark {
	for _, m := range all[1:] {
		if !m.hidden && (m.line > all[0].line || m.col > all[0].col) {
			return m
		}
	}
	return startMark{}
}

// hide masks what stands between a key and what follows it.
func (m *masking) hide(at, next startMark) {
	line := m.shown[at.line-1]
	begin := column(line, at.col)
	behind := column(line, at.col+utf8.RuneCountInString(at.key))
	if colon := strings.IndexByte(line[behind:], ':'); colon >= 0 {
		begin = behind + colon + 1
	}
	tail := lineEnd(line)
	if next.line == at.line {
		tail = ", " + line[max(begin, column(line, next.col)):]
	}
	last := len(m.lines)
	if next.line > 0 {
		last = next.line - 1
	}
	value := strings.TrimSuffix(line[begin:], tail)
	if variable.MatchString(value) && !m.more(at.line, last, next) {
		return
	}
	m.shown[at.line-1] = line[:begin] + " (hidden)" + tail
	for i := at.line; i < last; i++ {
		if l := m.shown[i]; strings.Trim(l, brackets) != "" {
			m.shown[i] = indentOf(l) + "(hidden)" + lineEnd(l)
		}
	}
	if next.line > at.line {
		l := m.shown[next.line-1]
		if col := column(l, next.col); strings.Trim(l[:col], brackets+"-?") != "" {
			m.shown[next.line-1] = indentOf(l) + "(hidden), " + l[col:]
		}
	}
}

// more tells whether a value may go on behind its line.
func (m *masking) more(line, last int, next startMark) bool {
	for i := line; i < last; i++ {
		if strings.Trim(m.lines[i], brackets) != "" && !strings.HasPrefix(strings.TrimLeft(m.lines[i], " "), "#") {
			return true
		}
	}
	if next.line > line {
		l := m.lines[next.line-1]
		return strings.Trim(l[:column(l, next.col)], brackets+"-?") != ""
	}
	return false
}

// brackets are what may stand on a line without saying anything.
const brackets = " \t\r\n{}[],"

// variable is a value that names a variable, which is where keys belong.
var variable = regexp.MustCompile(`^\s*["']?os\.environ/[A-Za-z0-9_]+["']?[\s,}\]]*(#[^\n]*)?$`)

// commentKey is a comment that says what a key is.
var commentKey = regexp.MustCompile(`(?i)#.*(key|token|secret|passw|credential|authorization|bearer|cookie|dsn)\w*["']?\s*[:=]\s*\S`)

// aliasName is an alias, or an anchor.
var aliasName = regexp.MustCompile(`[*&][A-Za-z0-9_-]+`)

// anchors masks what aliases under a secret key stand for: it was written under
// another key.
func (m *masking) anchors() {
	names := map[string]bool{}
	for i, line := range m.lines {
		if m.shown[i] != line {
			for _, name := range aliasName.FindAllString(line, -1) {
				names[name[1:]] = names[name[1:]] || !strings.Contains(m.shown[i], name)
			}
		}
	}
	for i, line := range m.shown {
		for _, at := range aliasName.FindAllStringIndex(line, -1) {
			if line[at[0]] == '&' && names[line[at[0]+1:at[1]]] {
				m.shown[i] = line[:at[0]] + "(hidden)" + lineEnd(line)
				break
			}
		}
	}
}

// column is where a column of a line begins in bytes, its end at the most.
func column(line string, col int) int {
	for at := range line {
		if col--; col == 0 {
			return at
		}
	}
	return len(line)
}

func indentOf(line string) string { return line[:len(line)-len(strings.TrimLeft(line, " \t"))] }

// lineEnd is what ends a line: nothing, where the text ends with it.
func lineEnd(line string) string { return line[len(strings.TrimRight(line, "\r\n")):] }
