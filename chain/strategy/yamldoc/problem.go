package yamldoc

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"wavetank/chain/printable"
)

// Pos is a place in a document. Line and Col count from 1, Col in characters; a
// Line of 0 means that the origin has no lines worth telling, as with --set.
type Pos struct {
	Origin string // file, "preset NAME" or "--set PATH"
	Line   int
	Col    int
}

// String returns file:line:col, or the origin alone where there are no lines.
func (p Pos) String() string {
	if p.Line == 0 {
		return p.Origin
	}
	return fmt.Sprintf("%s:%d:%d", p.Origin, p.Line, p.Col)
}

// Problem is one thing wrong with a document.
type Problem struct {
	Pos  Pos
	Path string // as timeline[0].for, for programs; "" is the root
	Text string // lower case, no full stop
	Hint string // what to do about it, as `did you mean "order"?`; may be empty
}

// String returns the problem as one line, fit to be shown: nothing in it looks like a
// key or was written under one that names a secret.
func (p Problem) String() string {
	text := p.Text
	if p.Hint != "" {
		text += " (" + p.Hint + ")"
	}
	if steps := strings.FieldsFunc(p.Path, func(c rune) bool { return c == '.' || c == '[' || c == ']' }); slices.ContainsFunc(steps, printable.NamesSecret) {
		text = hideQuoted(text, steps)
	}
	return printable.Line(p.Pos.String() + ": " + printable.Mask(text))
}

// hideQuoted takes out of a message what it repeats of a document, but for keys.
func hideQuoted(text string, keys []string) string {
	return quoted.ReplaceAllStringFunc(text, func(found string) string {
		if slices.Contains(keys, strings.Trim(found, `"`)) {
			return found
		}
		return printable.Hidden
	})
}

// quoted is what a message repeats of a document: a text in quotes, or what was got or
// meant in place of something else.
var quoted = regexp.MustCompile(`"(?:[^"\\]|\\.)*"|\b(?:got [^(]*[^( ]|did you mean [^?]*\?|the number \S+)`)

// Problems is all that is wrong with a document. It is an error; use
// [Problems.Err] where nil must mean none.
type Problems []Problem

// Error returns one line per problem, in order of position.
func (ps Problems) Error() string {
	lines := make([]string, len(ps))
	for i, p := range ps.Sorted() {
		lines[i] = p.String()
	}
	return strings.Join(lines, "\n")
}

// Err returns the problems as an error, nil if there are none.
func (ps Problems) Err() error {
	if len(ps) == 0 {
		return nil
	}
	return ps.Sorted()
}

// Sorted returns the problems by position, each once.
func (ps Problems) Sorted() Problems {
	out := slices.Clone(ps)
	slices.SortStableFunc(out, func(a, b Problem) int {
		return cmp.Or(cmp.Compare(a.Pos.Origin, b.Pos.Origin), cmp.Compare(a.Pos.Line, b.Pos.Line),
			cmp.Compare(a.Pos.Col, b.Pos.Col))
	})
	return slices.CompactFunc(out, func(a, b Problem) bool { return a.String() == b.String() })
}
