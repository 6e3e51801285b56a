package report

import "strings"

// table is a table as data, which every medium draws in its own way: a column of
// names, and columns of figures or texts beside it.
type table struct {
	corner string // the head of the names
	code   bool   // names are as one types them
	labels []string
	cols   []tableColumn
}

// tableColumn is one column of a table.
type tableColumn struct {
	head  string   // one line or more
	title string   // the head where there is room for all of it; empty: the same on one line
	flat  string   // the head where nothing can stand over it; empty: the title behind that of over
	over  []string // titles over it and its neighbours with the same, the longest first; nil: none
	left  bool     // its cells are texts
	code  bool     // as one types them
	drop  int      // narrow screens drop the highest first; 0 stays
	cells []tableCell
}

// tableCell is a text, which on a narrow screen may be a shorter one, and what
// stands behind it.
type tableCell struct{ text, brief, mark string }

// add fills the next row.
func (c *tableColumn) add(text string) { c.cells = append(c.cells, tableCell{text: text}) }

// marked reports whether marks stand behind the figures.
func (c *tableColumn) marked() bool { return len(c.cells) > 0 && c.cells[0].mark != "" }

// long is the head where there is room for all of it.
func (c *tableColumn) long() string {
	if c.title != "" {
		return c.title
	}
	return oneLine(c.head)
}

// alone is the head where nothing can stand over it.
func (c *tableColumn) alone() string {
	switch {
	case c.flat != "":
		return c.flat
	case c.over != nil:
		return c.over[min(1, len(c.over)-1)] + " " + c.long() // short, not the shortest
	}
	return c.long()
}

// oneLine joins the lines of a header.
func oneLine(head string) string { return strings.Join(strings.Fields(head), " ") }

// group is a title over neighbouring columns. Of its titles, the longest first,
// the first that fits is taken.
type group struct {
	from, to int // columns [from, to), of which the names are the first
	titles   []string
}

// groupsOf puts titles over neighbours that have the same.
func groupsOf(cols []tableColumn) (out []group) {
	for i, c := range cols {
		switch n := len(out); {
		case c.over == nil:
		case n > 0 && out[n-1].to == i+1 && out[n-1].titles[0] == c.over[0]:
			out[n-1].to++
		default:
			out = append(out, group{from: i + 1, to: i + 2, titles: c.over})
		}
	}
	return out
}
