package screen

import (
	"strings"

	"wavetank/report/measure"
	"wavetank/report/words"
)

// ScreenLines is the height that a screen without -v keeps to.
const ScreenLines = 30

// strips draws the first run of the providers that were ill, while there is
// room: the truth, and what strategies did. Wide, it draws all of them.
func (s *Screen) strips() []string {
	rows := s.stripRows()
	if len(rows) == 0 || s.squeeze >= squeezeStrips {
		return nil
	}
	var out []string
	var left []string
	room := ScreenLines - len(s.out) - 1 - 1 - len(s.footer()) // its own gap, the footer and the gap before it
	for p, name := range s.Scenario.Providers {
		if !s.Wide && !rows[0].Runs[0].Strips[p].Ill() {
			continue
		}
		lines := s.strip(p, rows)
		if !s.Wide && len(out) > 0 && len(out)+len(lines) > room {
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
func (s *Screen) stripRows() []*measure.Strategy {
	var all []*measure.Strategy
	for _, t := range s.Rank.Order {
		if len(t.Runs) > 0 && len(t.Runs[0].Strips) == len(s.Scenario.Providers) && len(t.Runs[0].Strips) > 0 {
			all = append(all, t)
		}
	}
	if s.Wide || len(all) <= 2 {
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
	return []*measure.Strategy{all[0], other}
}

// strip draws one provider: a title with the axis, the truth, the strategies,
// and the legend to the right where there is room, else below.
func (s *Screen) strip(provider int, rows []*measure.Strategy) []string {
	truth := &rows[0].Runs[0].Strips[provider]
	names := 0
	for _, t := range rows {
		names = max(names, words.Runes(words.StrategyLabel(t)))
	}
	buckets := len(truth.Sick)
	legend := s.legend(provider, rows)
	room := s.View.Width - buckets - 2 - 3 // indent of the names, gap after them
	names = min(max(names, 14), max(room, 5))
	title := s.Scenario.Providers[provider] + ", run 1"
	if s.Seeds[0] != 1 {
		title = s.Scenario.Providers[provider] + ", seed " + measure.FormatThousands(int64(s.Seeds[0]))
	}
	out := []string{s.axis(title, names+5, buckets)}
	aside := names+5+buckets+3+longest(legend) <= s.View.Width
	if aside && len(legend) > len(rows)+1 { // a line more to explain than there are lines below the axis
		out[0] += "   " + legend[0]
		legend = legend[1:]
	}
	for i := range len(rows) + 1 {
		name, row := "truth", truth.TruthRow()
		if i > 0 {
			name, row = words.StrategyLabel(rows[i-1]), rows[i-1].Runs[0].Strips[provider].CallsRow()
		}
		name = words.Cut(name, names)
		text := "  " + name + strings.Repeat(" ", names-words.Runes(name)+3) + paintStrip(s.View, row)
		if aside && i < len(legend) {
			text += "   " + legend[i]
		}
		out = append(out, text)
	}
	if !aside {
		out = append(out, strings.Repeat(" ", names+5)+strings.Join(legend, words.Gap))
	}
	return out
}

// axis is a strip's first line: whose it is, and from when to when.
func (s *Screen) axis(title string, indent, buckets int) string {
	title = words.Cut(title, indent-1)
	end := measure.Span(s.Scenario.Duration)
	return title + strings.Repeat(" ", indent-words.Runes(title)) + "0" + strings.Repeat(" ", max(1, buckets-1-words.Runes(end))) + end
}

// legend explains the characters that the strips of a provider use, a line for
// the truth, one for the first strategy, one for the rest.
func (s *Screen) legend(provider int, rows []*measure.Strategy) []string {
	drawn, fails := "", measure.OnError
	for _, t := range rows {
		strip := &t.Runs[0].Strips[provider]
		drawn += strip.CallsRow()
		if how := strip.Failing(); fails != measure.OnHang && how != measure.OnError {
			fails = how
		}
	}
	var out []string
	if state := words.StateOf(&s.Scenario, provider); rows[0].Runs[0].Strips[provider].Ill() {
		out = append(out, string(measure.MarkSick)+" "+state)
	}
	if strings.ContainsRune(drawn, measure.MarkFailing) {
		out = append(out, string(measure.MarkFailing)+" "+words.FailingWords[fails])
	}
	var rest []string
	if strings.ContainsRune(drawn, measure.MarkSkipped) {
		rest = append(rest, string(measure.MarkSkipped)+" skipped")
	}
	if strings.ContainsRune(drawn, measure.MarkProbe) {
		rest = append(rest, string(measure.MarkProbe)+" probe")
	}
	if len(rest) > 0 {
		out = append(out, strings.Join(rest, words.Gap))
	}
	return out
}

func longest(lines []string) int {
	n := 0
	for _, l := range lines {
		n = max(n, words.Runes(l))
	}
	return n
}
