package report

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/renderer"
	"github.com/olekukonko/tablewriter/tw"
)

// gap is what stands between columns.
const gap = "  "

// grid is a table of text: the first column left, the others right. Cells of a
// header may have several lines.
type grid struct {
	head   []string
	groups []group // titles above the header, in order; may be empty
	rows   [][]string
}

// group is a title over neighbouring columns. Of its titles, the longest first,
// the first that fits is taken.
type group struct {
	from, to int // columns [from, to)
	titles   []string
}

// lines draws the grid.
func (g *grid) lines() ([]string, error) {
	var b bytes.Buffer
	cell := tw.CellConfig{
		Formatting: tw.CellFormatting{AutoWrap: tw.WrapNone, AutoFormat: tw.Off},
		Padding:    tw.CellPadding{Global: tw.PaddingNone},
		Alignment:  tw.CellAlignment{Global: tw.AlignRight, PerColumn: []tw.Align{tw.AlignLeft}},
	}
	t := tablewriter.NewTable(&b,
		tablewriter.WithRenderer(renderer.NewBlueprint(tw.Rendition{Borders: tw.BorderNone,
			Settings: tw.Settings{Lines: tw.LinesNone, Separators: tw.SeparatorsNone}})),
		tablewriter.WithConfig(tablewriter.Config{Header: cell, Row: cell,
			Behavior: tw.Behavior{TrimSpace: tw.Off, TrimLine: tw.Off}}),
		tablewriter.WithEastAsian(tw.Off)) // else it asks the environment
	t.Header(apart(level(g.head)))
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
			out[i] = gap + strings.ReplaceAll(c, "\n", "\n"+gap)
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
			sum += len(gap)
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
		for i := range t.from {
			at += widths[i] + len(gap)
		}
		reach := -len(gap)
		for i := t.from; i < t.to; i++ {
			reach += widths[i] + len(gap)
		}
		for len(line) < at {
			line = append(line, ' ')
		}
		line = append(line, []rune(title(t.titles, reach))...)
	}
	return string(line)
}

// title is the first that fits, drawn out to its reach.
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
