package markdown

import (
	"bytes"
	"io"
	"strings"

	"wavetank/report/judge"
	"wavetank/report/measure"
	"wavetank/report/words"
)

// Write writes a section per result, in the Markdown of GitHub.
func Write(w io.Writer, r *words.Report) error {
	var b bytes.Buffer
	for _, l := range markdownOverall(r) {
		b.WriteString(l + "\n")
	}
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
func markdownSections(r *judge.Result, wide bool) []string {
	s := words.RankedResult(r, wide)
	var out []string
	for _, part := range []func() []string{func() []string { return markdownTop(&s) }, func() []string { return markdownRules(&s) }, func() []string { return markdownRegressions(&s) }, func() []string { return markdownFigures(&s) }, func() []string { return markdownContrasts(&s) }, func() []string { return markdownEnd(&s) }} {
		text := ""
		for _, l := range part() {
			text += l + "\n"
		}
		out = append(out, text)
	}
	return out
}

// markdownOverall is what to ship over all scenarios, and how each strategy does in
// each; nothing where there is one scenario.
func markdownOverall(r *words.Report) []string {
	k, lines := words.OverallLines(r)
	if k == nil {
		return nil
	}
	out := append(markdownLines(lines), "")
	out = append(out, markdownTable(words.Matrix(r, k))...)
	return append(out, "", words.MatrixLegend, "")
}

// markdownLines are the sentences of a verdict, a line each.
func markdownLines(lines []words.Line) (out []string) {
	const newLine = "  " // at a line's end: the next one begins a line, not a paragraph
	for i, l := range lines {
		if i > 0 {
			out[len(out)-1] += newLine
		}
		text := escape(strings.Join(l.Clauses, ", ")) + "."
		if l.Code != "" {
			out = append(out, "**"+l.Word+"** `"+l.Code+"` "+text)
		} else {
			out = append(out, strings.TrimSpace("**"+strings.TrimSpace(l.Word+" "+escape(l.Who))+"**: "+text))
		}
	}
	return out
}

// markdownTop names the scenario and says what to ship.
func markdownTop(s *words.Ranked) []string {
	story := words.Sentence(words.Stories(&s.Scenario)[0])
	if s.Scenario.Rate != "" {
		story += " " + s.Scenario.Rate + "," // of which so many runs
	}
	out := []string{"### " + escape(s.Scenario.Name), "",
		escape(strings.TrimSpace(story + " " + measure.Plural(len(s.Seeds), "run") + ".")), ""}
	out = append(out, markdownLines(words.VerdictLines(s))...)
	return append(out, "")
}

func markdownRules(s *words.Ranked) []string {
	if len(s.Expectations) == 0 {
		return nil
	}
	if here, left := words.RulesHere(s.Expectations); len(here) == 0 {
		return []string{escape(words.Sentence(left)), ""}
	}
	return append(markdownTable(words.RuleTable(s.Expectations)), "")
}

// markdownFigures is the screen's table. Its groups have no place in a header, so
// a dagger marks the columns of the faults.
func markdownFigures(s *words.Ranked) []string {
	out := append(markdownTable(s.FigureTable(words.FigureColumns(s.Result), s.Rank.Order)), "")
	legend := escape(strings.Join(s.LegendParts(strings.Join(out, "\n")), "   "))
	if len(s.Scenario.Timeline) > 0 {
		out = append(out, "† "+escape(words.PhaseTitles(&s.Scenario)[0])+"; the rest over the whole run  ")
	}
	return append(out, legend, "")
}

func markdownEnd(s *words.Ranked) []string {
	var out []string
	remarks := words.ResultRemarks(s.Result)
	if text := words.PresetTrust(s.Result); text != "" {
		remarks = append(remarks, text)
	}
	for _, text := range remarks {
		out = append(out, "- "+escape(text))
	}
	if len(out) > 0 {
		out = append(out, "")
	}
	id := "scenario " + s.Scenario.Hash + ", model " + measure.FormatCount(judge.Model)
	if len(s.Again) == 0 {
		return append(out, escape(id))
	}
	return append(out, "```sh", words.Shell(s.Again)+"   # "+id, "```")
}

// markdownRegressions lists what changed against the baseline.
func markdownRegressions(s *words.Ranked) []string {
	if s.Regressions == nil {
		return nil
	}
	out := []string{"Against " + escape(s.BaselineName) + ": " + escape(words.ChangeCounts(s.Result)) + ".", ""}
	shown := words.ChangesShown(s.Result)
	if len(shown) == 0 {
		return out
	}
	return append(append(out, markdownTable(words.ChangeTable(shown))...), "")
}

// markdownContrasts is the comparison with the reference, and on a wide view the
// one with the bound.
func markdownContrasts(s *words.Ranked) []string {
	all := s.Compared()
	if len(all) == 0 {
		return nil
	}
	out := append([]string{escape(s.ContrastTitle(all)), ""}, markdownTable(s.FigureTable(s.VersusColumns(all)))...)
	out = append(out, "")
	for _, text := range s.ContrastLines(all) {
		out = append(out, "- "+escape(text))
	}
	out = append(out, "")
	if regret := s.Regret(); s.Wide && len(regret) > 0 {
		out = append(append(out, "regret: against the bound that foresees every fault, on the same requests", ""), append(markdownTable(s.FigureTable(s.VersusColumns(regret))), "")...)
	}
	return out
}
