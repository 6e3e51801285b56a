package report

import (
	"bytes"
	"io"
	"strings"
)

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
	s := rankedResult(r, wide)
	var out []string
	for _, part := range []func() []string{s.markdownTop, s.markdownRules, s.markdownRegressions, s.markdownFigures, s.markdownContrasts, s.markdownEnd} {
		text := ""
		for _, l := range part() {
			text += l + "\n"
		}
		out = append(out, text)
	}
	return out
}

// markdownTop names the scenario and says what to ship.
func (s *ranked) markdownTop() []string {
	h := resultHeadline(s.Result, &s.rank)
	story := sentence(stories(&s.Scenario)[0])
	if s.Scenario.Rate != "" {
		story += " " + s.Scenario.Rate + "," // of which so many runs
	}
	out := []string{"### " + escape(s.Scenario.Name), "",
		escape(strings.TrimSpace(story + " " + plural(len(s.Seeds), "run") + ".")), "",
		strings.TrimSpace("**"+strings.TrimSpace(h.word+" "+escape(h.who))+"**: "+escape(strings.Join(h.clauses, ", "))) + "."}
	const newLine = "  " // at a line's end: the next one begins a line, not a paragraph
	if c := s.Complaint; c != nil {
		out[len(out)-1] += newLine
		fact, text := ComplaintText(&s.Scenario, c)
		out = append(out, "**BUT "+escape(fact)+"**: "+escape(text)+".")
	}
	if t := s.Trial; t != nil {
		out[len(out)-1] += newLine
		out = append(out, "**TRY** `"+shell([]string{"--strategy", t.Arg})+"` "+escape(trialText(s.Result))+".")
	}
	return append(out, "")
}

func (s *ranked) markdownRules() []string {
	if len(s.Expectations) == 0 {
		return nil
	}
	return append(markdownTable(ruleTable(s.Expectations)), "")
}

// markdownFigures is the screen's table. Its groups have no place in a header, so
// a dagger marks the columns of the faults.
func (s *ranked) markdownFigures() []string {
	out := append(markdownTable(s.figureTable(figureColumns(s.Result), s.rank.Order)), "")
	legend := escape(strings.Join(s.legendParts(strings.Join(out, "\n")), "   "))
	if len(s.Scenario.Timeline) > 0 {
		out = append(out, "† "+escape(phaseTitles(&s.Scenario)[0])+"; the rest over the whole run  ")
	}
	return append(out, legend, "")
}

func (s *ranked) markdownEnd() []string {
	var out []string
	remarks := resultRemarks(s.Result)
	if text := presetTrust(s.Result); text != "" {
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

// markdownRegressions lists what changed against the baseline.
func (s *ranked) markdownRegressions() []string {
	if s.Regressions == nil {
		return nil
	}
	out := []string{"Against " + escape(s.BaselineName) + ": " + escape(changeCounts(s.Result)) + ".", ""}
	shown := changesShown(s.Result)
	if len(shown) == 0 {
		return out
	}
	return append(append(out, markdownTable(changeTable(shown))...), "")
}

// markdownContrasts is the comparison with the reference, and on a wide view the
// one with the bound.
func (s *ranked) markdownContrasts() []string {
	all := s.Compared()
	if len(all) == 0 {
		return nil
	}
	out := append([]string{escape(s.contrastTitle(all)), ""}, markdownTable(s.figureTable(s.versusColumns(all)))...)
	out = append(out, "")
	for _, text := range s.contrastLines(all) {
		out = append(out, "- "+escape(text))
	}
	out = append(out, "")
	if regret := s.Regret(); s.wide && len(regret) > 0 {
		out = append(append(out, "regret: against the bound that foresees every fault, on the same requests", ""), append(markdownTable(s.figureTable(s.versusColumns(regret))), "")...)
	}
	return out
}
