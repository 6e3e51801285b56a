package report

import "strings"

// screenLines is the height that a screen without -v keeps to.
const screenLines = 30

// strips draws the first run of the providers that were ill, while there is
// room: the truth, and what strategies did. Wide, it draws all of them.
func (s *screen) strips() []string {
	rows := s.stripRows()
	if len(rows) == 0 || s.squeeze >= squeezeStrips {
		return nil
	}
	var out []string
	var left []string
	room := screenLines - len(s.out) - 1 - 1 - len(s.footer()) // its own gap, the footer and the gap before it
	for p, name := range s.Scenario.Providers {
		if !s.wide && !rows[0].Runs[0].Strips[p].ill() {
			continue
		}
		lines := s.strip(p, rows)
		if !s.wide && len(out) > 0 && len(out)+len(lines) > room {
			left = append(left, name)
			continue
		}
		out = append(out, lines...)
	}
	if len(left) > 0 && s.squeeze < squeezeProvider {
		out = append(out, "also ill: "+strings.Join(left, ", ")+" (-v draws them)")
	}
	return out
}

// stripRows chooses whose strips to draw: what ships, and the one with the most
// false trips, else the next one with a memory.
func (s *screen) stripRows() []*Strategy {
	var all []*Strategy
	for _, t := range s.rank.Order {
		if len(t.Runs) > 0 && len(t.Runs[0].Strips) == len(s.Scenario.Providers) && len(t.Runs[0].Strips) > 0 {
			all = append(all, t)
		}
	}
	if s.wide || len(all) <= 2 {
		return all
	}
	rest := all[1:]
	other, most := rest[0], 0.0
	for _, t := range rest {
		if f := t.Figure("spurious_trips"); f.Exists() && f.Mean > most && !t.Ideal {
			other, most = t, f.Mean
		}
	}
	if s.squeeze >= squeezeRow {
		return all[:1]
	}
	return []*Strategy{all[0], other}
}

// strip draws one provider: a title with the axis, the truth, the strategies,
// and the legend to the right where there is room, else below.
func (s *screen) strip(provider int, rows []*Strategy) []string {
	truth := &rows[0].Runs[0].Strips[provider]
	names := 0
	for _, t := range rows {
		names = max(names, runes(strategyLabel(t)))
	}
	buckets := len(truth.Sick)
	legend := s.legend(provider, rows)
	room := s.view.Width - buckets - 2 - 3 // indent of the names, gap after them
	names = min(max(names, 14), max(room, 5))
	title := s.Scenario.Providers[provider] + ", run 1"
	if s.Seeds[0] != 1 {
		title = s.Scenario.Providers[provider] + ", seed " + thousands(int64(s.Seeds[0]))
	}
	out := []string{s.axis(title, names+5, buckets)}
	aside := names+5+buckets+3+longest(legend) <= s.view.Width
	if aside && len(legend) > len(rows)+1 { // a line more to explain than there are lines below the axis
		out[0] += "   " + legend[0]
		legend = legend[1:]
	}
	for i := range len(rows) + 1 {
		name, row := "truth", truth.truthRow()
		if i > 0 {
			name, row = strategyLabel(rows[i-1]), rows[i-1].Runs[0].Strips[provider].callsRow()
		}
		name = cut(name, names)
		text := "  " + name + strings.Repeat(" ", names-runes(name)+3) + paintStrip(s.view, row)
		if aside && i < len(legend) {
			text += "   " + legend[i]
		}
		out = append(out, text)
	}
	if !aside {
		out = append(out, strings.Repeat(" ", names+5)+strings.Join(legend, gap))
	}
	return out
}

// axis is a strip's first line: whose it is, and from when to when.
func (s *screen) axis(title string, indent, buckets int) string {
	title = cut(title, indent-1)
	end := span(s.Scenario.Duration)
	return title + strings.Repeat(" ", indent-runes(title)) + "0" + strings.Repeat(" ", max(1, buckets-1-runes(end))) + end
}

// legend explains the characters that the strips of a provider use, a line for
// the truth, one for the first strategy, one for the rest.
func (s *screen) legend(provider int, rows []*Strategy) []string {
	drawn, hangs := "", false
	for _, t := range rows {
		strip := &t.Runs[0].Strips[provider]
		drawn, hangs = drawn+strip.callsRow(), hangs || strip.hangs()
	}
	var out []string
	if state := stateOf(&s.Scenario, provider); rows[0].Runs[0].Strips[provider].ill() {
		out = append(out, string(markSick)+" "+state)
	}
	if strings.ContainsRune(drawn, markFailing) {
		verb := "fail"
		if hangs {
			verb = "hang"
		}
		out = append(out, string(markFailing)+" calls "+verb+" on it")
	}
	var rest []string
	if strings.ContainsRune(drawn, markSkipped) {
		rest = append(rest, string(markSkipped)+" skipped")
	}
	if strings.ContainsRune(drawn, markProbe) {
		rest = append(rest, string(markProbe)+" probe")
	}
	if len(rest) > 0 {
		out = append(out, strings.Join(rest, gap))
	}
	return out
}

func longest(lines []string) int {
	n := 0
	for _, l := range lines {
		n = max(n, runes(l))
	}
	return n
}
