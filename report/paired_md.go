package report

import "strings"

// markdownContrasts is the comparison with the reference, and on a wide view the
// one with the bound.
func (s *screen) markdownContrasts() []string {
	all := s.Compared()
	if len(all) == 0 {
		return nil
	}
	out := append([]string{escape(s.contrastTitle(all)), ""}, s.markdownVersus(all)...)
	for _, text := range s.contrastLines(all) {
		out = append(out, "- "+escape(text))
	}
	out = append(out, "")
	if regret := s.Regret(); s.view.Wide && len(regret) > 0 {
		out = append(append(out, "regret: against the bound that foresees every fault, on the same requests", ""), s.markdownVersus(regret)...)
	}
	return out
}

// markdownVersus is a table of comparisons with one strategy.
func (s *screen) markdownVersus(all []Contrast) []string {
	cols, rows := s.versusColumns(all)
	head, line := "| |", "| --- |"
	for i := range cols {
		title := strings.Join(strings.Fields(cols[i].head), " ")
		if cols[i].phase {
			title += " †"
		}
		head, line = head+" "+escape(title)+" |", line+" ---: |"
	}
	out := []string{head, line}
	for _, t := range rows {
		text := "| " + escape(t.label()) + " |"
		for i := range cols {
			text += " " + escape(cols[i].cell(s.Result, t)) + " |"
		}
		out = append(out, text)
	}
	return append(out, "")
}
