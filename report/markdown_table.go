package report

import "strings"

// markdownTable writes a table in the Markdown of GitHub, with all its columns.
// Nothing stands over a header there.
func markdownTable(t *table) []string {
	head, rule := markdownHead("|", t.corner), "| --- |"
	for i := range t.cols {
		c := &t.cols[i]
		head = markdownHead(head, c.alone())
		if c.left {
			rule += " --- |"
			continue
		}
		rule += " ---: |"
	}
	out := []string{head, rule}
	for i, label := range t.labels {
		row := "| " + markdownCell(label, true, t.code) + " |"
		for _, c := range t.cols {
			row += " " + markdownCell(c.cells[i].text+c.cells[i].mark, c.left, c.code) + " |"
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
	return escape(oneLine(s))
}

// code is a text set as code.
func code(s string) string {
	return "`" + strings.NewReplacer("`", "'", "\n", " ").Replace(s) + "`"
}

// sentence ends a text with a full stop.
func sentence(s string) string {
	if s == "" || strings.HasSuffix(s, ".") {
		return s
	}
	return s + "."
}

// escape keeps a text from being read as Markdown.
func escape(s string) string {
	return strings.NewReplacer(`\`, `\\`, "|", `\|`, "*", `\*`, "~", `\~`, "_", `\_`, "`", "\\`", "<", "&lt;", "[", `\[`, "\n", " ").Replace(s)
}
