package foreign

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"wavetank/chain/printable"
	"wavetank/chain/strategy/yamldoc"
	"wavetank/scenarios"
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

// Note tells something once.
func (im *Importing) Note(kind NoteKind, at yamldoc.Pos, format string, args ...any) {
	if at.Origin == "" {
		at.Origin = im.Origin()
	}
	n := ImportNote{at, kind, OneRow(fmt.Sprintf(format, args...))}
	if len(im.notes) < maxNotes && !slices.Contains(im.notes, n) {
		im.notes = append(im.notes, n)
	}
}

// OneRow is a text without keys and line ends: it may be a comment.
func OneRow(text string) string { return strings.Join(strings.Fields(printable.Scrub(text)), " ") }

// Took tells what became of a setting.
func (im *Importing) Took(n *yamldoc.Node, format string, args ...any) {
	im.Note(NoteTook, n.Pos, format, args...)
}

// Assumed tells a number that the configuration leaves to a default, and where
// that default comes from.
func (im *Importing) Assumed(at yamldoc.Pos, source, format string, args ...any) {
	im.Note(NoteAssumed, at, "%s (%s)", fmt.Sprintf(format, args...), source)
}

// Left tells what has no counterpart.
func (im *Importing) Left(n *yamldoc.Node, format string, args ...any) {
	if n != nil {
		im.Used[n], im.Told[n] = true, true
		im.Note(NoteLeft, n.Pos, format, args...)
	}
}

// Warn tells what is legal and probably not meant.
func (im *Importing) Warn(at yamldoc.Pos, format string, args ...any) {
	im.Note(NoteWarning, at, format, args...)
}

// Wrong records what makes a configuration unreadable.
func (im *Importing) Wrong(at yamldoc.Pos, hint, format string, args ...any) {
	if at.Origin == "" { // a value that is hidden has no place
		at = yamldoc.Pos{Origin: im.Origin(), Line: 1, Col: 1}
	}
	im.Problems = append(im.Problems, yamldoc.Problem{Pos: at, Text: printable.Scrub(fmt.Sprintf(format, args...)), Hint: hint})
}

// sortNotes puts notes in the order of the file; what concerns the whole comes
// first.
func (im *Importing) sortNotes() {
	slices.SortStableFunc(im.notes, func(a, b ImportNote) int {
		return cmp.Or(cmp.Compare(a.Pos.Line, b.Pos.Line), cmp.Compare(a.Pos.Col, b.Pos.Col))
	})
}

// unread tells of what no importer has looked at.
func (im *Importing) unread(path string, n *yamldoc.Node) {
	if n == nil {
		return
	}
	for _, e := range n.Entries {
		im.unreadPart(Dotted(path, e.Key), e.Pos, e.Value)
	}
	for i, item := range n.Items {
		im.unreadPart(scenarios.FmtPath(path, i), item.Pos, item)
	}
}

func (im *Importing) unreadPart(path string, at yamldoc.Pos, n *yamldoc.Node) {
	switch {
	case n == nil || n == HiddenValue || im.shadowed[n]:
	case !im.Used[n] && !im.partly(n):
		if where := im.belongs(path); where != "" {
			im.Note(NoteLeft, at, "%s: ignored where it stands: it is read %s", path, where)
			return
		}
		im.Note(NoteLeft, at, "%s: nothing here stands for it", path)
	case n.Kind >= yamldoc.List && !im.Told[n]: // what several aliases share, once
		im.Told[n] = true
		im.unread(path, n)
	}
}

// belongs tells where a system reads the setting at the end of a path, "" for
// none that is known.
func (im *Importing) belongs(path string) string {
	key := path[strings.LastIndexByte(path, '.')+1:]
	for name, where := range im.Belongs {
		if key == name || im.Camel && key == camel(name) {
			return where
		}
	}
	return ""
}

// partly tells a map or a list that nobody asked for, of whose parts somebody
// did: what aliases stand for.
func (im *Importing) partly(n *yamldoc.Node) bool {
	for _, e := range n.Entries {
		if e.Value != nil && e.Value != HiddenValue && (im.Used[e.Value] || im.partly(e.Value)) {
			return true
		}
	}
	for _, item := range n.Items {
		if item != HiddenValue && (im.Used[item] || im.partly(item)) {
			return true
		}
	}
	return false
}

// Dotted writes a path.
func Dotted(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}
