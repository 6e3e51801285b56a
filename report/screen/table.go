package screen

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/renderer"
	"github.com/olekukonko/tablewriter/tw"

	"wavetank/report/words"
)

// drawnTable is a table on a terminal.
type drawnTable struct {
	lines     []string
	shortened bool     // it took the shorter cells
	left      []string // heads of the columns that had no room
}

// drawTable fits a table to a view: it takes shorter cells, then it gives up the
// columns that can be missed, then it parts itself into several tables.
func drawTable(t *words.Table, v words.View) (drawnTable, error) {
	d, cols := drawnTable{}, t.Cols
	wide := func(cols []words.TableColumn) bool { return gridOf(t, cols, d.shortened).width() > v.Width }
	d.shortened = wide(cols)
	for !v.Wide && wide(cols) {
		fewer := dropped(cols)
		if len(fewer) == len(cols) {
			break
		}
		cols = fewer
	}
	for _, c := range t.Cols {
		if !slices.ContainsFunc(cols, func(k words.TableColumn) bool { return k.Alone() == c.Alone() }) {
			d.left = append(d.left, strings.TrimSuffix(c.Alone(), " †"))
		}
	}
	for len(cols) > 0 {
		n := len(cols)
		for n > 1 && wide(cols[:n]) {
			n--
		}
		tables := (len(cols) + n - 1) / n
		n = (len(cols) + tables - 1) / tables // or a few would be left over for the last one
		lines, err := gridOf(t, cols[:n], d.shortened).lines()
		if err != nil {
			return d, err
		}
		if len(d.lines) > 0 {
			d.lines = append(d.lines, "")
		}
		d.lines, cols = append(d.lines, lines...), cols[n:]
	}
	return d, nil
}

// dropped leaves out the columns that go first.
func dropped(cols []words.TableColumn) []words.TableColumn {
	most := 1
	for _, c := range cols {
		most = max(most, c.Drop)
	}
	var out []words.TableColumn
	for _, c := range cols {
		if c.Drop < most {
			out = append(out, c)
		}
	}
	return out
}

// grid is what the table writer is given.
type grid struct {
	head   []string
	groups []words.Group
	align  []tw.Align
	rows   [][]string
}

func gridOf(t *words.Table, cols []words.TableColumn, brief bool) *grid {
	g := &grid{head: []string{t.Corner}, groups: words.GroupsOf(cols), align: []tw.Align{tw.AlignLeft}}
	for _, label := range t.Labels {
		g.rows = append(g.rows, []string{label})
	}
	for i := range cols {
		c := &cols[i]
		tail, align := "", tw.AlignRight
		if c.Marked() {
			tail = words.MarkNone // keeps the header over the figures
		}
		if c.Left {
			align = tw.AlignLeft
		}
		g.head, g.align = append(g.head, strings.ReplaceAll(c.Head, "\n", tail+"\n")+tail), append(g.align, align)
		for k, cell := range c.Cells {
			text := cell.Text
			if brief && cell.Brief != "" {
				text = cell.Brief
			}
			g.rows[k] = append(g.rows[k], text+cell.Mark)
		}
	}
	return g
}

// lines draws the grid.
func (g *grid) lines() ([]string, error) {
	var b bytes.Buffer
	cell := tw.CellConfig{
		Formatting: tw.CellFormatting{AutoWrap: tw.WrapNone, AutoFormat: tw.Off},
		Padding:    tw.CellPadding{Global: tw.PaddingNone},
		Alignment:  tw.CellAlignment{Global: tw.AlignRight, PerColumn: g.align},
	}
	t := tablewriter.NewTable(&b,
		tablewriter.WithRenderer(renderer.NewBlueprint(tw.Rendition{Borders: tw.BorderNone,
			Settings: tw.Settings{Lines: tw.LinesNone, Separators: tw.SeparatorsNone}})),
		tablewriter.WithConfig(tablewriter.Config{Header: cell, Row: cell,
			Behavior: tw.Behavior{TrimSpace: tw.Off, TrimLine: tw.Off}}),
		tablewriter.WithEastAsian(tw.Off)) // else it asks the environment
	if slices.ContainsFunc(g.head, func(h string) bool { return h != "" }) {
		t.Header(apart(level(g.head)))
	}
	for _, row := range g.rows {
		if err := t.Append(apart(row)); err != nil {
			return nil, err
		}
	}
	if err := t.Render(); err != nil {
		return nil, err
	}
	out := strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
	if len(g.groups) > 0 {
		out = append([]string{g.titles()}, out...)
	}
	for i := range out {
		out[i] = strings.TrimRight(out[i], " ")
	}
	return out, nil
}

// apart puts the gap before each line of each cell but the first column's: the
// table writer's own padding does not count in its widths.
func apart(row []string) []string {
	out := make([]string, len(row))
	for i, c := range row {
		out[i] = c
		if i > 0 {
			out[i] = words.Gap + strings.ReplaceAll(c, "\n", "\n"+words.Gap)
		}
	}
	return out
}

// level gives all cells of a header the same number of lines.
func level(head []string) []string {
	most := 0
	for _, h := range head {
		most = max(most, strings.Count(h, "\n"))
	}
	out := make([]string, len(head))
	for i, h := range head {
		out[i] = h + strings.Repeat("\n", most-strings.Count(h, "\n"))
	}
	return out
}

// widths are the columns' widths without gaps.
func (g *grid) widths() []int {
	out := make([]int, len(g.head))
	for i, h := range g.head {
		for l := range strings.SplitSeq(h, "\n") {
			out[i] = max(out[i], utf8.RuneCountInString(l))
		}
		for _, row := range g.rows {
			out[i] = max(out[i], utf8.RuneCountInString(row[i]))
		}
	}
	return out
}

// width is that of the widest line.
func (g *grid) width() int {
	sum := 0
	for i, w := range g.widths() {
		if i > 0 {
			sum += len(words.Gap)
		}
		sum += w
	}
	return sum
}

// titles draws the line of groups: each title begins where its columns do, and
// a rule shows how far it reaches.
func (g *grid) titles() string {
	widths, line := g.widths(), []rune{}
	for _, t := range g.groups {
		at := 0
		for i := range t.From {
			at += widths[i] + len(words.Gap)
		}
		reach := -len(words.Gap)
		for i := t.From; i < t.To; i++ {
			reach += widths[i] + len(words.Gap)
		}
		for len(line) < at {
			line = append(line, ' ')
		}
		line = append(line, []rune(title(t.Titles, reach))...)
	}
	return string(line)
}

// title is the first that fits, drawnTable out to its reach.
func title(titles []string, reach int) string {
	for _, t := range titles {
		if n := utf8.RuneCountInString(t); n <= reach {
			if n+4 <= reach { // a shorter rule looks like a slip
				t += " " + strings.Repeat("─", reach-n-1)
			}
			return t
		}
	}
	return strings.Repeat("─", max(0, reach))
}
