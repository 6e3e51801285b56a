package screen

import (
	"fmt"
	"strings"

	"wavetank/report/judge"
	"wavetank/report/measure"
	"wavetank/report/words"
)

// table draws the figures that decide, narrowed to the screen, the legend of
// their marks, and the notes.
func (s *Screen) table() ([]string, error) {
	if len(s.Strategies) == 0 {
		return s.notes(), nil
	}
	d, err := drawTable(s.FigureTable(words.FigureColumns(s.Ranked.Result), s.Rank.Order), s.View)
	if err != nil {
		return nil, err
	}
	return append(append(d.lines, s.marksLegend(&d)...), s.notes()...), nil
}

// marksLegend explains what a table uses and what it had no room for, on as few
// lines as the width allows.
func (s *Screen) marksLegend(d *drawnTable) []string {
	parts := s.LegendParts(strings.Join(d.lines, "\n"))
	switch {
	case s.Wide:
	case len(d.left) > 0:
		parts = append(parts, "no room for "+strings.Join(d.left, ", ")+": -v")
	default:
		parts = append(parts, "intervals and more: -v")
	}
	return wrapParts(parts, s.View.Width)
}

// percentiles are the latencies that the first table leaves out.
func (s *Screen) percentiles() ([]string, error) {
	var cols []words.Column
	if len(s.Scenario.Timeline) > 0 {
		for i, m := range measure.LatencyNames {
			if i != 0 && i != 2 { // the first table has them
				cols = append(cols, words.Column{Metric: m + ".during", Phase: true})
			}
		}
	}
	for _, m := range measure.LatencyNames {
		cols = append(cols, words.Column{Metric: m})
	}
	return s.extra(cols)
}

// calls are what the strategies sent, and what it cost.
func (s *Screen) calls() ([]string, error) {
	return s.extra([]words.Column{
		{Metric: "slo_rate"},
		{Metric: "success_rate"},
		{Metric: "attempts"},
		{Metric: "attempts_per_request"},
		{Metric: "useful"},
		{Metric: "wasted_per_1k"},
		{Metric: "wasted_seconds"},
		{Metric: "cost_per_1k"},
		{Metric: "wasted_cost_per_1k"},
		{Metric: "quality_loss"},
	})
}

// waste parts the wasted calls by label. Labels that nobody has are left out.
func (s *Screen) waste() ([]string, error) {
	var cols []words.Column
	for _, l := range measure.WasteNames {
		c := words.Column{Metric: "wasted." + l}
		if s.ever(c.Metric) {
			cols = append(cols, c)
		}
	}
	return s.extra(cols)
}

// ever reports whether some strategy's figure is not zero.
func (s *Screen) ever(metric string) bool {
	for i := range s.Strategies {
		if f := s.Strategies[i].Figure(metric); f.Exists() && f.Mean != 0 {
			return true
		}
	}
	return false
}

// breakers judge the breakers as detectors.
func (s *Screen) breakers() ([]string, error) {
	if !words.AnyBreaker(s.Ranked.Result) {
		return nil, nil
	}
	cols := []words.Column{
		{Metric: "trips"},
		{Metric: "true_trips"},
		{Metric: "stale_trips"},
		{Metric: "spurious_trips"},
		{Metric: "flaps"},
		{Metric: "probes"},
		{Metric: "missed_outages"},
		{Metric: "over_hold"},
	}
	for i := range cols {
		cols[i].Memory = true
	}
	return s.extra(cols)
}

// extra draws columns of a wide screen without those that nobody has.
func (s *Screen) extra(cols []words.Column) ([]string, error) {
	var some []words.Column
	for _, c := range cols {
		if s.Any(c.Metric) {
			some = append(some, c)
		}
	}
	d, err := drawTable(s.FigureTable(some, s.Rank.Order), s.View)
	return d.lines, err
}

// members lists what each strategy did with each provider.
func (s *Screen) members() ([]string, error) {
	names := []string{"attempts", "useful", "wasted_calls", "trips", "spurious_trips", "latency_p50", "latency_p99", "cost"}
	var out []string
	for p, provider := range s.Scenario.Providers {
		one := &words.Table{Corner: "on " + provider}
		for _, t := range s.Rank.Order {
			one.Labels = append(one.Labels, words.StrategyLabel(t))
		}
		for _, m := range names {
			figure, _ := measure.OfProvider(m)
			c := words.TableColumn{Head: words.Head(m)}
			for _, t := range s.Rank.Order {
				f := t.ProviderFigure(p, m)
				if !t.HasBreaker && (m == "trips" || m == "spurious_trips") {
					f.Mean = measure.None
				}
				c.Add(measure.Format(figure.Unit, f.Mean))
			}
			one.Cols = append(one.Cols, c)
		}
		d, err := drawTable(one, s.View)
		if err != nil {
			return nil, err
		}
		if len(out) > 0 {
			out = append(out, "")
		}
		out = append(out, d.lines...)
	}
	return out, nil
}

// Presets lists where strategies come from.
func (s *Screen) Presets() ([]string, error) { return s.hanging(s.PresetTexts()), nil }

// hanging breaks texts to the width; what goes on below is indented.
func (s *Screen) hanging(texts []string) (out []string) {
	for _, text := range texts {
		lines := words.Wrap(text, s.View.Width-len(words.Gap))
		out = append(out, lines[0])
		for _, rest := range lines[1:] {
			out = append(out, words.Gap+rest)
		}
	}
	return out
}

// wrapParts puts parts of a legend on as few lines as the width allows.
func wrapParts(parts []string, width int) (out []string) {
	for _, l := range words.Lined(parts, "   ", width) {
		if words.Runes(l) > width { // one part that is too long
			out = append(out, words.Wrap(l, width)...)
			continue
		}
		out = append(out, l)
	}
	return out
}

// contrasts compares the strategies with the reference: a row each, and a line on
// its slowest percent and on single requests.
func (s *Screen) contrasts() ([]string, error) {
	all := s.Compared()
	if len(all) == 0 {
		return nil, nil
	}
	out, err := s.versus(all)
	if err != nil {
		return nil, err
	}
	out = append(words.Wrap(s.ContrastTitle(all), s.View.Width), out...)
	return append(out, s.hanging(s.ContrastLines(all))...), nil
}

// regret compares the strategies with the bound.
func (s *Screen) regret() ([]string, error) {
	all := s.Regret()
	if len(all) == 0 {
		return nil, nil
	}
	out, err := s.versus(all)
	return append([]string{"regret: against the bound that foresees every fault, on the same requests"}, out...), err
}

// versus draws comparisons with one strategy, the best first.
func (s *Screen) versus(all []judge.Contrast) ([]string, error) {
	d, err := drawTable(s.FigureTable(s.VersusColumns(all)), s.View)
	return d.lines, err
}

// notes say what a reader must know to trust the figures.
func (s *Screen) notes() []string {
	if s.View.Quiet {
		return nil
	}
	var out []string
	remarks := words.ResultRemarks(s.Ranked.Result)
	if text := words.PresetTrust(s.Ranked.Result); text != "" && s.squeeze < squeezeNote {
		if !s.Wide {
			text += ": -v"
		}
		remarks = append(remarks, text)
	}
	return append(out, noteLines(remarks, s.View.Width)...)
}

// noteLines writes remarks under the word note, each broken to the width.
func noteLines(remarks []string, width int) (out []string) {
	for _, text := range remarks {
		for i, l := range words.Wrap(text, width-noteIndent) {
			before := "note"
			if i > 0 {
				before = ""
			}
			out = append(out, fmt.Sprintf("%-*s%s", noteIndent, before, l))
		}
	}
	return out
}

const noteIndent = 7
