package markdown

import (
	"bytes"
	"io"
	"slices"
	"strings"

	"wavetank/report/judge"
	"wavetank/report/measure"
	"wavetank/report/words"
)

// Write writes a section per result, in the Markdown of GitHub.
func Write(w io.Writer, r *words.Report) error {
	var b bytes.Buffer
	for _, s := range Sections(r) {
		b.WriteString(s.text)
	}
	_, err := w.Write(b.Bytes())
	return err
}

// markdownSections are the parts of one result, the most important first.
func markdownSections(r *judge.Result, wide bool) []string {
	s := words.RankedResult(r, wide)
	var out []string
	for _, part := range []func() []string{func() []string { return markdownTop(&s) }, func() []string { return markdownRules(&s) }, func() []string { return markdownRegressions(&s) }, func() []string { return markdownFigures(&s) }, func() []string { return markdownContrasts(&s) }, func() []string { return markdownEnd(&s) }} {
		out = append(out, joined(part()))
	}
	return out
}

// joined ends each line.
func joined(lines []string) string {
	text := ""
	for _, l := range lines {
		text += l + "\n"
	}
	return text
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
	return append(out, "", escape(strings.Join(words.MatrixLegend, " · ")), "")
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
			out = append(out, "**"+l.Word+"** "+code(l.Code)+" "+text)
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
	var told, hold []judge.Expectation
	here, _ := words.RulesHere(s.Expectations)
	for i := range here {
		if here[i].Verdict == judge.Pass {
			hold = append(hold, here[i])
		} else {
			told = append(told, here[i])
		}
	}
	out := []string{"Rules: " + escape(words.VerdictCounts(s.Expectations)) + ".", ""}
	if len(told) > 0 {
		out = append(append(out, markdownTable(words.RuleTable(told))...), "")
	}
	if len(hold) > 0 {
		out = append(out, folded("the rules that hold", markdownTable(words.RuleTable(hold)))...)
	}
	return out
}

// folded are lines that a reader opens who wants them.
func folded(title string, lines []string) []string {
	out := append([]string{foldBegin + "<summary>" + escapeTag(title) + "</summary>", ""}, lines...)
	return append(out, "", foldEnd, "")
}

const foldBegin, foldEnd = "<details>", "</details>"

// essential are the figures, beside answers, that a reader of a pull request decides by;
// the others are there on a wide view.
var essential = map[string]bool{"latency_p99": true, "wasted_calls": true, "wasted_per_1k": true, "trips": true, "spurious_trips": true,
	"time_to_recover": true, "cost_per_1k": true}

// columns leaves out what is not essential: of each figure the stretch that tells most,
// from the first fault on, else while it acted.
func columns(s *words.Ranked, all []words.Column) []words.Column {
	if s.Wide {
		return all
	}
	best := map[string]string{}
	for i := range all {
		m := all[i].Metric
		if before, ok := best[measure.Base(m)]; tells(s, m) && (!ok || stretch(m) < stretch(before)) {
			best[measure.Base(m)] = m
		}
	}
	return slices.DeleteFunc(all, func(c words.Column) bool { return best[measure.Base(c.Metric)] != c.Metric })
}

// tells reports whether a figure is essential here: answers as the scenario asks for them,
// and bad ones only where somebody delivers some.
func tells(s *words.Ranked, metric string) bool {
	switch base := measure.Base(metric); base {
	case "slo_rate", "success_rate":
		return base == measure.Base(s.AnswerRate())
	case "silent_bad":
		return slices.ContainsFunc(s.Strategies, func(t measure.Strategy) bool { f := t.Figure(metric); return f.Exists() && f.Mean > 0 })
	default:
		return essential[base]
	}
}

// stretch orders the stretches of a run by how much they tell.
func stretch(metric string) int {
	return slices.Index([]string{"." + measure.Since, ".during", ""}, strings.TrimPrefix(metric, measure.Base(metric)))
}

// markdownFigures is the screen's table without what is not essential. Its groups have
// no place in a header, so a dagger marks the columns of the faults.
func markdownFigures(s *words.Ranked) []string {
	out := append(markdownTable(s.FigureTable(columns(s, words.FigureColumns(s.Result)), s.Rank.Order)), "")
	legend := escape(strings.Join(s.LegendParts(strings.Join(out, "\n")), "   "))
	if len(s.Scenario.Timeline) > 0 {
		out = append(out, "† "+escape(words.PhaseTitles(&s.Scenario)[0])+"; since: from the first fault to the end; the rest over the whole run  ")
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
	return append(out, fenced("sh", words.Shell(s.Again)+"   # "+id)...)
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

// markdownContrasts is the comparison with the reference, folded, and on a wide view
// the one with the bound.
func markdownContrasts(s *words.Ranked) (out []string) {
	if all := s.Compared(); len(all) > 0 {
		lines := append(versus(s, all), "")
		for _, text := range s.ContrastLines(all) {
			if s.Wide {
				lines = append(lines, "- "+escape(text))
			}
		}
		out = folded(s.ContrastTitle(all), lines)
	}
	if regret := s.Regret(); s.Wide && len(regret) > 0 {
		out = append(out, folded("regret: against the bound that foresees every fault, on the same requests", versus(s, regret))...)
	}
	return out
}

// versus is a table of comparisons with one strategy.
func versus(s *words.Ranked, all []judge.Contrast) []string {
	cols, rows := s.VersusColumns(all)
	return markdownTable(s.FigureTable(columns(s, cols), rows))
}
