package report

import (
	"bytes"
	"io"
	"strings"
)

// writeTuningMarkdown writes a search in the Markdown of GitHub.
func writeTuningMarkdown(w io.Writer, t *Tuning, v View) error {
	t = printableTuning(t)
	var b bytes.Buffer
	parts := []func(*Tuning, bool) []string{tuningMarkdownTop, tuningMarkdownVerdict}
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
func tuningMarkdownTop(t *Tuning, _ bool) []string {
	story := sentence(tuningStory(t)) + " " + strings.ToUpper(lookedText(t)[:1]) + lookedText(t)[1:]
	if text := halvedText(t); text != "" {
		story += ", " + text
	}
	out := []string{"### " + escape(suiteText(t)), "", escape(sentence(story))}
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
func tuningMarkdownVerdict(t *Tuning, _ bool) []string {
	h := tuningHeadline(t)
	out := []string{strings.TrimSpace("**"+strings.TrimSpace(h.word+" "+escape(h.who))+"**: "+escape(strings.Join(h.clauses, ", "))) + ".", ""}
	var list []string
	for _, text := range tuningWhy(t) {
		list = append(list, "- "+escape(sentence(text)))
	}
	for _, text := range tuningBut(t) {
		list = append(list, "- **BUT** "+escape(sentence(text)))
	}
	if len(list) > 0 {
		out = append(append(out, list...), "")
	}
	return out
}

func tuningMarkdownFront(t *Tuning, wide bool) []string {
	out := markdownTable(frontTable(t, wide))
	legend := frontLegend(t, wide)
	if text := frontFixed(t, frontRows(t, wide)); text != "" {
		legend = append([]string{text}, legend...)
	}
	if text := frontUnlisted(t, wide); text != "" {
		legend = append(legend, text)
	}
	return append(out, "", escape(strings.Join(legend, "   ")), "")
}

func tuningMarkdownHeld(t *Tuning, wide bool) []string {
	if t.judged() == nil {
		return nil
	}
	out := append(markdownTable(heldTable(t, wide)), "", escape(strings.Join(heldNotes(t, wide), "   ")), "")
	if wide && len(t.Scenarios) > 1 {
		out = append(append(out, markdownTable(memberTable(t))...), "")
	}
	return out
}

func tuningMarkdownSensitivity(t *Tuning, wide bool) []string {
	if len(t.Outcome.Sensitivity) == 0 {
		return nil
	}
	out := markdownTable(sensitivityTable(t))
	if len(t.Objectives) > 1 && wide && lookedAround(t) {
		out = append(append(out, ""), markdownTable(rangesTable(t))...)
	}
	if legend := initialsLegend(t, t.allAxes()); len(legend) > 0 && lookedAround(t) {
		out = append(append(out, ""), escape(legend[0]))
	}
	if wide {
		for _, s := range stepTables(t) {
			out = append(append(out, ""), markdownTable(s)...)
		}
	}
	return append(out, "")
}

func tuningMarkdownHeat(t *Tuning, wide bool) []string {
	if !wide || t.Outcome.Heat == nil {
		return nil
	}
	return append(append([]string{escape(heatLine(t)), ""}, markdownTable(heatTable(t))...), "")
}

func tuningMarkdownEnd(t *Tuning, _ bool) []string {
	var out []string
	for _, text := range tuningRemarks(t) {
		out = append(out, "- "+escape(text))
	}
	if len(out) > 0 {
		out = append(out, "")
	}
	id := "model " + count(Model)
	if len(t.Again) == 0 {
		return append(out, id)
	}
	again := shell(t.Again)
	fence := "```"
	for strings.Contains(again, fence) {
		fence += "`"
	}
	return append(out, fence+"sh", again+"   # "+id, fence)
}
