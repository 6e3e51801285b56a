package scenarios

import (
	"fmt"
	"strings"

	"wavetank/chain/strategy"
)

// pick is one --strategy: what it is called, what it starts from, and what is
// changed.
//
//	pick   = source | name "=" source { "," path "=" value }
//	source = a name in the file | a preset | a path
type pick struct {
	name   string
	Source string
	Sets   []strategy.Setting
}

// ParsePick reads one --strategy. Commas inside brackets or quotes belong to a
// value.
func ParsePick(text string) (pick, error) {
	parts := SplitCommas(text)
	name, source, named := strings.Cut(parts[0], "=")
	if !named {
		if len(parts) > 1 {
			return pick{}, fmt.Errorf("a variant needs a name: NAME=%s", text)
		}
		return pick{name: strategyName(text), Source: text}, nil
	}
	p := pick{name: strings.TrimSpace(name), Source: strings.TrimSpace(source)}
	if !validName(p.name) {
		return pick{}, fmt.Errorf("%q is no name: %s", p.name, nameRule)
	}
	if p.Source == "" {
		return pick{}, fmt.Errorf("%q names no strategy to start from: write NAME=PRESET,path=value", text)
	}
	for _, part := range parts[1:] {
		path, value, ok := strings.Cut(part, "=")
		if !ok {
			return pick{}, fmt.Errorf("%q is no path=value", strings.TrimSpace(part))
		}
		p.Sets = append(p.Sets, strategy.Setting{Path: strings.TrimSpace(path), Value: strings.TrimSpace(value)})
	}
	return p, nil
}

// SplitCommas splits at commas outside brackets and quotes.
func SplitCommas(s string) []string {
	var out []string
	depth, quote, start := 0, byte(0), 0
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '[' || c == '{':
			depth++
		case c == ']' || c == '}':
			depth = max(0, depth-1)
		case c == ',' && depth == 0:
			out = append(out, s[start:i])
			start = i + 1
		}
	}
	return append(out, s[start:])
}

// strategyName is what a strategy that was given as a path is called: the
// file's name without its ending.
func strategyName(source string) string {
	if !isPath(source) {
		return source
	}
	base := source[strings.LastIndexAny(source, `/\`)+1:]
	return strings.TrimSuffix(base, ".yaml")
}

// isPath reports whether an argument is a path rather than a name.
func isPath(s string) bool { return strings.ContainsAny(s, `/\`) || strings.HasSuffix(s, ".yaml") }

// nameMost is how long a name may be, in characters: chosen.
const nameMost = 64

// nameRule says what names look like.
var nameRule = fmt.Sprintf("names begin with a letter or digit, hold a to z, 0 to 9 and -, and are at most %d characters long", nameMost)

// validName holds the rule of names, of [a-z0-9][a-z0-9-]*.
func validName(s string) bool {
	if s == "" || len(s) > nameMost || s[0] == '-' {
		return false
	}
	for i := 0; i < len(s); i++ {
		if c := s[i]; (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '-' {
			return false
		}
	}
	return true
}
