package report

import "strings"

// sheet is a table of ready text that fits itself to a screen: it gives up the
// columns that can be missed, then it parts itself into several tables.
type sheet struct {
	corner string
	labels []string // of the rows
	cols   []sheetColumn

	shortened bool // lines took the shorter cells
}

// sheetColumn is one column of a sheet.
type sheetColumn struct {
	head  string
	title string   // the head where there is room for all of it; empty: the same
	over  []string // titles over it and its neighbours with the same, the longest first; nil: none
	cells []string // by row
	brief []string // shorter cells for a narrow screen; nil: the same
	drop  int      // narrow screens drop the highest first; 0 stays
}

// lines draws the sheet for a view.
func (s *sheet) lines(v View) ([]string, error) {
	cols := s.cols
	if s.grid(cols).width() > v.Width {
		cols, s.shortened = briefer(cols), true
	}
	for !v.Wide && s.grid(cols).width() > v.Width {
		fewer := dropped(cols)
		if len(fewer) == len(cols) {
			break
		}
		cols = fewer
	}
	return inTables(cols, func(rest []sheetColumn) int { return s.fitting(rest, v.Width) }, s.grid)
}

// briefer takes the shorter cells.
func briefer(cols []sheetColumn) []sheetColumn {
	out := make([]sheetColumn, len(cols))
	for i, c := range cols {
		if c.brief != nil {
			c.cells = c.brief
		}
		out[i] = c
	}
	return out
}

// dropped leaves out the columns that go first.
func dropped(cols []sheetColumn) []sheetColumn {
	most := 1
	for _, c := range cols {
		most = max(most, c.drop)
	}
	var out []sheetColumn
	for _, c := range cols {
		if c.drop < most {
			out = append(out, c)
		}
	}
	return out
}

// fitting is how many columns go into the next table, so that the last one is
// not left with a few.
func (s *sheet) fitting(cols []sheetColumn, width int) int {
	n := len(cols)
	for n > 1 && s.grid(cols[:n]).width() > width {
		n--
	}
	tables := (len(cols) + n - 1) / n
	return (len(cols) + tables - 1) / tables
}

func (s *sheet) grid(cols []sheetColumn) *grid {
	g := &grid{head: []string{s.corner}}
	for _, label := range s.labels {
		g.rows = append(g.rows, []string{label})
	}
	for i, c := range cols {
		g.head = append(g.head, c.head)
		for k := range g.rows {
			g.rows[k] = append(g.rows[k], c.cells[k])
		}
		switch n := len(g.groups); {
		case c.over == nil:
		case n > 0 && g.groups[n-1].to == i+1 && g.groups[n-1].titles[0] == c.over[0]:
			g.groups[n-1].to++
		default:
			g.groups = append(g.groups, group{from: i + 1, to: i + 2, titles: c.over})
		}
	}
	return g
}

// markdown is the same table with all its columns. Titles have no place in a
// header, so they stand before the columns' own.
func (s *sheet) markdown() []string {
	head, rule := "| "+escape(s.corner)+" |", "| --- |"
	for _, c := range s.cols {
		title := c.title
		if title == "" {
			title = strings.Join(strings.Fields(c.head), " ")
		}
		if c.over != nil {
			title = c.over[min(1, len(c.over)-1)] + " " + title // short, not the shortest
		}
		head, rule = head+" "+escape(title)+" |", rule+" ---: |"
	}
	out := []string{head, rule}
	for i, label := range s.labels {
		row := "| " + escape(label) + " |"
		for _, c := range s.cols {
			row += " " + escape(strings.Join(strings.Fields(c.cells[i]), " ")) + " |"
		}
		out = append(out, row)
	}
	return out
}
