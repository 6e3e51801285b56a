package report

import (
	"bytes"
	"io"
	"strings"
)

func init() {
	registerTuning("md", "the screen's figures as Markdown, for pull requests", writeTuningMarkdown)
}

// writeTuningMarkdown writes a search in the Markdown of GitHub.
func writeTuningMarkdown(w io.Writer, t *Tuning, v View) error {
	t = t.printable()
	var b bytes.Buffer
	parts := []func(bool) []string{t.markdownTop, t.markdownVerdict}
	if len(t.Outcome.Front) > 0 {
		parts = append(parts, t.markdownFront, t.markdownHeld, t.markdownSensitivity, t.markdownHeat)
	}
	for _, part := range append(parts, t.markdownEnd) {
		for _, l := range part(v.Wide) {
			b.WriteString(strings.TrimRight(l, "\n") + "\n")
		}
	}
	_, err := w.Write(b.Bytes())
	return err
}

// markdownTop names the suite, what is wanted and what was looked at.
func (t *Tuning) markdownTop(bool) []string {
	story := sentence(t.story()) + " " + strings.ToUpper(t.looked()[:1]) + t.looked()[1:]
	if text := t.halved(); text != "" {
		story += ", " + text
	}
	out := []string{"### " + escape(t.suite()), "", escape(sentence(story))}
	if len(t.Require) > 0 {
		var rules []string
		for _, r := range t.Require {
			rules = append(rules, code(r))
		}
		out = append(out, "", "Required: "+strings.Join(rules, ", ")+".")
	}
	return append(out, "")
}

// markdownVerdict is the headline, and a list of why and but.
func (t *Tuning) markdownVerdict(bool) []string {
	h := t.headline()
	out := []string{strings.TrimSpace("**"+strings.TrimSpace(h.word+" "+escape(h.who))+"**: "+escape(strings.Join(h.clauses, ", "))) + ".", ""}
	var list []string
	for _, text := range t.why() {
		list = append(list, "- "+escape(sentence(text)))
	}
	for _, text := range t.but() {
		list = append(list, "- **BUT** "+escape(sentence(text)))
	}
	if len(list) > 0 {
		out = append(append(out, list...), "")
	}
	return out
}

func (t *Tuning) markdownFront(wide bool) []string {
	out := markdownTable(t.frontSheet(wide))
	legend := t.frontLegend(wide)
	if text := t.fixedLine(t.listed(wide)); text != "" {
		legend = append([]string{text}, legend...)
	}
	if text := t.unlisted(wide); text != "" {
		legend = append(legend, text)
	}
	return append(out, "", escape(strings.Join(legend, "   ")), "")
}

func (t *Tuning) markdownHeld(wide bool) []string {
	if t.judged() == nil {
		return nil
	}
	out := append(markdownTable(t.heldSheet(wide)), "", escape(strings.Join(t.heldNotes(wide), "   ")), "")
	if wide && len(t.Scenarios) > 1 {
		out = append(append(out, markdownTable(t.memberSheet())...), "")
	}
	return out
}

func (t *Tuning) markdownSensitivity(wide bool) []string {
	if len(t.Outcome.Sensitivity) == 0 {
		return nil
	}
	out := markdownTable(t.sensitivitySheet())
	if len(t.Objectives) > 1 && wide && t.lookedAround() {
		out = append(append(out, ""), markdownTable(t.rangesSheet())...)
	}
	if legend := t.initialsLegend(t.allAxes()); len(legend) > 0 && t.lookedAround() {
		out = append(append(out, ""), escape(legend[0]))
	}
	if wide {
		for _, s := range t.stepSheets() {
			out = append(append(out, ""), markdownTable(s)...)
		}
	}
	return append(out, "")
}

func (t *Tuning) markdownHeat(wide bool) []string {
	if !wide || t.Outcome.Heat == nil {
		return nil
	}
	return append(append([]string{escape(t.heatLine()), ""}, markdownTable(t.heatSheet())...), "")
}

func (t *Tuning) markdownEnd(bool) []string {
	var out []string
	for _, text := range t.remarks() {
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
