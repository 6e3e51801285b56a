package report

import (
	"bytes"
	"fmt"
	"io"
	"strings"
)

func init() {
	registerFormat("md", "the screen's figures as Markdown, for pull requests", writeMarkdown)
}

// writeMarkdown writes a section per result, in the Markdown of GitHub.
func writeMarkdown(w io.Writer, r *Report) error {
	var b bytes.Buffer
	for i, one := range r.Results {
		if i > 0 {
			b.WriteString("\n")
		}
		for _, section := range markdownSections(one, r.View.Wide) {
			b.WriteString(section)
		}
	}
	_, err := w.Write(b.Bytes())
	return err
}

// markdownSections are the parts of one result, the most important first.
func markdownSections(r *Result, wide bool) []string {
	s := screen{Result: r, view: View{Width: 1 << 20, Wide: wide}, rank: r.Rank()}
	var out []string
	for _, part := range []func() []string{s.markdownTop, s.markdownRules, s.markdownRegressions, s.markdownTable, s.markdownContrasts, s.markdownEnd} {
		text := ""
		for _, l := range part() {
			text += l + "\n"
		}
		out = append(out, text)
	}
	return out
}

// markdownTop names the scenario and says what to ship.
func (s *screen) markdownTop() []string {
	h := s.headline(&s.rank)
	story := sentence(s.Scenario.stories()[0])
	if s.Scenario.Rate != "" {
		story += " " + s.Scenario.Rate + "," // of which so many runs
	}
	out := []string{"### " + escape(s.Scenario.Name), "",
		escape(strings.TrimSpace(story + " " + plural(len(s.Seeds), "run") + ".")), "",
		strings.TrimSpace("**"+strings.TrimSpace(h.word+" "+escape(h.who))+"**: "+escape(strings.Join(h.clauses, ", "))) + "."}
	const newLine = "  " // at a line's end: the next one begins a line, not a paragraph
	if c := s.Complaint; c != nil {
		out[len(out)-1] += newLine
		out = append(out, "**BUT "+escape(c.Fact)+"**: "+escape(c.Text)+".")
	}
	if t := s.Trial; t != nil {
		out[len(out)-1] += newLine
		out = append(out, "**TRY** `"+shell([]string{"--strategy", t.Arg})+"` "+escape(s.trialText())+".")
	}
	return append(out, "")
}

// sentence ends a text with a full stop.
func sentence(s string) string {
	if s == "" || strings.HasSuffix(s, ".") {
		return s
	}
	return s + "."
}

func (s *screen) markdownRules() []string {
	if len(s.Expectations) == 0 {
		return nil
	}
	out := []string{"| " + escape(verdictCounts(s.Expectations)) + " | rule | observed | |", "| --- | --- | ---: | --- |"}
	for i := range s.Expectations {
		e := &s.Expectations[i]
		rule := strings.NewReplacer("|", `\|`, "`", "'", "\n", " ").Replace(e.Rule)
		out = append(out, fmt.Sprintf("| %s | `%s` | %s | %s |", e.word(), rule, escape(e.figure()), escape(e.remark())))
	}
	return append(out, "")
}

// markdownTable is the screen's table. Its groups have no place in a header, so
// a dagger marks the columns of the faults.
func (s *screen) markdownTable() []string {
	cols := s.columns()
	g := s.grid(cols)
	head, line := "| |", "| --- |"
	phase := false
	for i, c := range cols {
		title := strings.Join(strings.Fields(g.head[i+1]), " ")
		if c.phase {
			title, phase = title+" †", true
		}
		head, line = head+" "+escape(title)+" |", line+" ---: |"
	}
	out := []string{head, line}
	for _, row := range g.rows {
		text := "|"
		for _, c := range row {
			text += " " + escape(strings.TrimSpace(c)) + " |"
		}
		out = append(out, text)
	}
	out = append(out, "")
	if phase {
		out = append(out, "† "+escape(s.Scenario.phaseTitles()[0])+"; the rest over the whole run  ")
	}
	return append(out, escape(strings.Join(s.legendParts(strings.Join(out, "\n")), "   ")), "")
}

func (s *screen) markdownEnd() []string {
	var out []string
	remarks := s.remarks()
	if text := s.trust(); text != "" {
		remarks = append(remarks, text)
	}
	for _, text := range remarks {
		out = append(out, "- "+escape(text))
	}
	if len(out) > 0 {
		out = append(out, "")
	}
	id := "scenario " + s.Scenario.Hash + ", model " + count(Model)
	if len(s.Again) == 0 {
		return append(out, escape(id))
	}
	return append(out, "```sh", shell(s.Again)+"   # "+id, "```")
}

// escape keeps a text from being read as Markdown.
func escape(s string) string {
	return strings.NewReplacer(`\`, `\\`, "|", `\|`, "*", `\*`, "~", `\~`, "_", `\_`, "`", "\\`", "<", "&lt;", "[", `\[`, "\n", " ").Replace(s)
}
