package words

import "strings"

// Table is a table as data, which every medium draws in its own way: a column of
// names, and columns of figures or texts beside it.
type Table struct {
	Corner string // the head of the names
	Code   bool   // names are as one types them
	Labels []string
	Cols   []TableColumn
}

// TableColumn is one column of a table.
type TableColumn struct {
	Head  string   // one line or more
	title string   // the head where there is room for all of it; empty: the same on one line
	flat  string   // the head where nothing can stand over it; empty: the title behind that of over
	Over  []string // titles over it and its neighbours with the same, the longest first; nil: none
	Left  bool     // its cells are texts
	Code  bool     // as one types them
	Drop  int      // narrow screens drop the highest first; 0 stays
	Cells []TableCell
}

// TableCell is a text, which on a narrow screen may be a shorter one, and what
// stands behind it.
type TableCell struct{ Text, Brief, Mark string }

// Add fills the next row.
func (c *TableColumn) Add(text string) { c.Cells = append(c.Cells, TableCell{Text: text}) }

// Marked reports whether marks stand behind the figures.
func (c *TableColumn) Marked() bool { return len(c.Cells) > 0 && c.Cells[0].Mark != "" }

// Long is the head where there is room for all of it.
func (c *TableColumn) Long() string {
	if c.title != "" {
		return c.title
	}
	return OneLine(c.Head)
}

// Alone is the head where nothing can stand over it.
func (c *TableColumn) Alone() string {
	switch {
	case c.flat != "":
		return c.flat
	case c.Over != nil:
		return c.Over[min(1, len(c.Over)-1)] + " " + c.Long() // short, not the shortest
	}
	return c.Long()
}

// OneLine joins the lines of a header.
func OneLine(head string) string {
	return strings.Join(strings.Fields(strings.ReplaceAll(head, "-\n", "-")), " ")
}

// Group is a title over neighbouring columns. Of its titles, the longest first,
// the first that fits is taken.
type Group struct {
	From, To int // columns [from, to), of which the names are the first
	Titles   []string
}

// GroupsOf puts titles over neighbours that have the same.
func GroupsOf(cols []TableColumn) (out []Group) {
	for i, c := range cols {
		switch n := len(out); {
		case c.Over == nil:
		case n > 0 && out[n-1].To == i+1 && out[n-1].Titles[0] == c.Over[0]:
			out[n-1].To++
		default:
			out = append(out, Group{From: i + 1, To: i + 2, Titles: c.Over})
		}
	}
	return out
}
