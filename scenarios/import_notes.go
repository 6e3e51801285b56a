package scenarios

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"wavetank/chain/strategy/yamldoc"
)

// NoteKind is what a note of an import tells.
type NoteKind uint8

// The kinds of notes.
const (
	NoteTook    NoteKind = iota // a setting, and what became of it
	NoteAssumed                 // a number that the configuration does not give
	NoteLeft                    // what was not read, or has no counterpart
	NoteWarning                 // legal, and probably not meant
)

// String returns the kind in a user's words.
func (k NoteKind) String() string { return [...]string{"took", "assumed", "left out", "warning"}[k] }

// ImportNote is one thing to know about an import.
type ImportNote struct {
	Pos  yamldoc.Pos // where it stands; a Line of 0 is the whole file
	Kind NoteKind
	Text string
}

// String returns the note as one line.
func (n ImportNote) String() string { return fmt.Sprintf("%s: %s: %s", n.Pos, n.Kind, n.Text) }

// maxNotes bounds what an import tells: nobody reads more.
const maxNotes = 400

// note tells something once.
func (im *importing) note(kind NoteKind, at yamldoc.Pos, format string, args ...any) {
	if at.Origin == "" {
		at.Origin = im.origin()
	}
	n := ImportNote{at, kind, oneRow(fmt.Sprintf(format, args...))}
	if len(im.notes) < maxNotes && !slices.Contains(im.notes, n) {
		im.notes = append(im.notes, n)
	}
}

// oneRow is a text without keys and line ends: it may be a comment.
func oneRow(text string) string { return strings.Join(strings.Fields(scrub(text)), " ") }

// took tells what became of a setting.
func (im *importing) took(n *yamldoc.Node, format string, args ...any) {
	im.note(NoteTook, n.Pos, format, args...)
}

// assumed tells a number that the configuration leaves to a default, and where
// that default comes from.
func (im *importing) assumed(at yamldoc.Pos, source, format string, args ...any) {
	im.note(NoteAssumed, at, "%s (%s)", fmt.Sprintf(format, args...), source)
}

// left tells what has no counterpart.
func (im *importing) left(n *yamldoc.Node, format string, args ...any) {
	if n != nil {
		im.used[n], im.told[n] = true, true
		im.note(NoteLeft, n.Pos, format, args...)
	}
}

// warn tells what is legal and probably not meant.
func (im *importing) warn(at yamldoc.Pos, format string, args ...any) {
	im.note(NoteWarning, at, format, args...)
}

// wrong records what makes a configuration unreadable.
func (im *importing) wrong(at yamldoc.Pos, hint, format string, args ...any) {
	im.problems = append(im.problems, yamldoc.Problem{Pos: at, Text: scrub(fmt.Sprintf(format, args...)), Hint: hint})
}

// sortNotes puts notes in the order of the file; what concerns the whole comes
// first.
func (im *importing) sortNotes() {
	slices.SortStableFunc(im.notes, func(a, b ImportNote) int {
		return cmp.Or(cmp.Compare(a.Pos.Line, b.Pos.Line), cmp.Compare(a.Pos.Col, b.Pos.Col))
	})
}

// unread tells of what no importer has looked at.
func (im *importing) unread(path string, n *yamldoc.Node) {
	if n == nil {
		return
	}
	for _, e := range n.Entries {
		im.unreadPart(dotted(path, e.Key), e.Pos, e.Value)
	}
	for i, item := range n.Items {
		im.unreadPart(fmtPath(path, i), item.Pos, item)
	}
}

func (im *importing) unreadPart(path string, at yamldoc.Pos, n *yamldoc.Node) {
	switch {
	case n == nil || n == hiddenValue:
	case !im.used[n] && !im.partly(n):
		im.note(NoteLeft, at, "%s: nothing here stands for it", path)
	case n.Kind >= yamldoc.List && !im.told[n]: // what several aliases share, once
		im.told[n] = true
		im.unread(path, n)
	}
}

// partly tells a map or a list that nobody asked for, of whose parts somebody
// did: what aliases stand for.
func (im *importing) partly(n *yamldoc.Node) bool {
	for _, e := range n.Entries {
		if e.Value != nil && e.Value != hiddenValue && (im.used[e.Value] || im.partly(e.Value)) {
			return true
		}
	}
	for _, item := range n.Items {
		if item != hiddenValue && (im.used[item] || im.partly(item)) {
			return true
		}
	}
	return false
}

// dotted writes a path.
func dotted(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}
