package markdown

import (
	"strings"

	"wavetank/report/words"
)

// markdownTable writes a table in the Markdown of GitHub, with all its columns.
// Nothing stands over a header there.
func markdownTable(t *words.Table) []string {
	head, rule := markdownHead("|", t.Corner), "| --- |"
	for i := range t.Cols {
		c := &t.Cols[i]
		head = markdownHead(head, c.Alone())
		if c.Left {
			rule += " --- |"
			continue
		}
		rule += " ---: |"
	}
	out := []string{head, rule}
	for i, label := range t.Labels {
		row := "| " + markdownCell(label, true, t.Code) + " |"
		for _, c := range t.Cols {
			row += " " + markdownCell(c.Cells[i].Text+c.Cells[i].Mark, c.Left, c.Code) + " |"
		}
		out = append(out, row)
	}
	return out
}

func markdownHead(line, title string) string {
	if title == "" {
		return line + " |"
	}
	return line + " " + escape(title) + " |"
}

// markdownCell is a text as it is, or a figure without the blanks that align it.
func markdownCell(s string, text, typed bool) string {
	switch {
	case typed:
		return strings.ReplaceAll(code(s), "|", `\|`)
	case text:
		return escape(s)
	}
	return escape(words.OneLine(s))
}
