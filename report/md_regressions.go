package report

import "fmt"

// markdownRegressions lists what changed against the baseline.
func (s *screen) markdownRegressions() []string {
	if s.Regressions == nil {
		return nil
	}
	out := []string{"Against " + escape(s.BaselineName) + ": " + escape(s.changeCounts()) + ".", ""}
	shown := s.changed()
	if len(shown) == 0 {
		return out
	}
	out = append(out, "| | figure | before | now | |", "| --- | --- | ---: | ---: | --- |")
	for _, c := range shown {
		out = append(out, fmt.Sprintf("| %s | `%s` | %s | %s | %s |", changeWords[c.Change], c.name(),
			escape(c.unit().format(c.Base.Mean)), escape(c.unit().format(c.Head.Mean)), escape(c.remark())))
	}
	return append(out, "")
}
