package markdown

import (
	"bytes"
	"io"
	"strings"

	"wavetank/report/figure"
	"wavetank/report/judge"
	"wavetank/report/measure"
	"wavetank/report/words"
)

// WriteSearch writes a search in the Markdown of GitHub.
func WriteSearch(w io.Writer, t *judge.Tuning, v words.View) error {
	var b bytes.Buffer
	parts := []func(*judge.Tuning, bool) []string{tuningMarkdownTop, tuningMarkdownVerdict}
	if len(t.Outcome.Front) > 0 {
		parts = append(parts, tuningMarkdownFront, tuningMarkdownHeld, tuningMarkdownSensitivity, tuningMarkdownHeat)
	}
	for _, part := range append(parts, tuningMarkdownEnd) {
		for _, l := range part(t, v.Wide) {
			b.WriteString(strings.TrimRight(l, "\n") + "\n")
		}
	}
	_, err := w.Write(b.Bytes())
	return err
}

// tuningMarkdownTop names the suite, what is wanted and what was looked at.
func tuningMarkdownTop(t *judge.Tuning, _ bool) []string {
	story := words.Sentence(words.TuningStory(t)) + " " + strings.ToUpper(words.LookedText(t)[:1]) + words.LookedText(t)[1:]
	if text := words.HalvedText(t); text != "" {
		story += ", " + text
	}
	out := []string{"### " + escape(words.SuiteText(t)), "", escape(words.Sentence(story))}
	if len(t.Require) > 0 {
		var rules []string
		for _, r := range t.Require {
			rules = append(rules, code(r))
		}
		out = append(out, "", "Required: "+strings.Join(rules, ", ")+".")
	}
	return append(out, "")
}

// tuningMarkdownVerdict is the headline, and a list of why and but.
func tuningMarkdownVerdict(t *judge.Tuning, _ bool) []string {
	h := words.TuningHeadline(t)
	out := []string{strings.TrimSpace("**"+strings.TrimSpace(h.Word+" "+escape(h.Who))+"**: "+escape(strings.Join(h.Clauses, ", "))) + ".", ""}
	var list []string
	for _, text := range words.TuningWhy(t) {
		list = append(list, "- "+escape(words.Sentence(text)))
	}
	for _, text := range words.TuningBut(t) {
		list = append(list, "- **BUT** "+escape(words.Sentence(text)))
	}
	if len(list) > 0 {
		out = append(append(out, list...), "")
	}
	return out
}

func tuningMarkdownFront(t *judge.Tuning, wide bool) []string {
	out := markdownTable(words.FrontTable(t, wide))
	legend := words.FrontLegend(t, wide)
	if text := words.FrontFixed(t, words.FrontRows(t, wide)); text != "" {
		legend = append([]string{text}, legend...)
	}
	if text := words.FrontUnlisted(t, wide); text != "" {
		legend = append(legend, text)
	}
	return append(out, "", escape(strings.Join(legend, "   ")), "")
}

func tuningMarkdownHeld(t *judge.Tuning, wide bool) []string {
	if t.Judged() == nil {
		return nil
	}
	out := append(markdownTable(words.HeldTable(t, wide)), "", escape(strings.Join(words.HeldNotes(t, wide), "   ")), "")
	if wide && len(t.Scenarios) > 1 {
		out = append(append(out, markdownTable(words.MemberTable(t))...), "")
	}
	return out
}

func tuningMarkdownSensitivity(t *judge.Tuning, wide bool) []string {
	if len(t.Outcome.Sensitivity) == 0 {
		return nil
	}
	out := markdownTable(words.SensitivityTable(t))
	if len(t.Objectives) > 1 && wide && words.LookedAround(t) {
		out = append(append(out, ""), markdownTable(words.RangesTable(t))...)
	}
	if legend := words.InitialsLegend(t, t.AllAxes()); len(legend) > 0 && words.LookedAround(t) {
		out = append(append(out, ""), escape(legend[0]))
	}
	if wide {
		for _, s := range words.StepTables(t) {
			out = append(append(out, ""), markdownTable(s)...)
		}
	}
	return append(out, "")
}

func tuningMarkdownHeat(t *judge.Tuning, wide bool) []string {
	if !wide || t.Outcome.Heat == nil {
		return nil
	}
	return append(append([]string{escape(figure.HeatLine(t)), ""}, markdownTable(figure.HeatTable(t))...), "")
}

func tuningMarkdownEnd(t *judge.Tuning, _ bool) []string {
	var out []string
	for _, text := range words.TuningRemarks(t) {
		out = append(out, "- "+escape(text))
	}
	if len(out) > 0 {
		out = append(out, "")
	}
	id := "model " + measure.FormatCount(judge.Model)
	if len(t.Again) == 0 {
		return append(out, id)
	}
	return append(out, fenced("sh", words.Shell(t.Again)+"   # "+id)...)
}
