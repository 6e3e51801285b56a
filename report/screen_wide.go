package report

import (
	"fmt"
	"strings"
)

// table draws the figures that decide, narrowed to the screen, the legend of
// their marks, and the notes.
func (s *screen) table() ([]string, error) {
	if len(s.Strategies) == 0 {
		return s.notes(), nil
	}
	d, err := drawTable(s.figureTable(figureColumns(s.ranked.Result), s.rank.Order), s.view)
	if err != nil {
		return nil, err
	}
	return append(append(d.lines, s.marksLegend(&d)...), s.notes()...), nil
}

// marksLegend explains what a table uses and what it had no room for, on as few
// lines as the width allows.
func (s *screen) marksLegend(d *drawnTable) []string {
	parts := s.legendParts(strings.Join(d.lines, "\n"))
	switch {
	case s.wide:
	case len(d.left) > 0:
		parts = append(parts, "no room for "+strings.Join(d.left, ", ")+": -v")
	default:
		parts = append(parts, "intervals and more: -v")
	}
	return wrapParts(parts, s.view.Width)
}

// percentiles are the latencies that the first table leaves out.
func (s *screen) percentiles() ([]string, error) {
	var cols []column
	heads := []string{"p50", "p90", "p99", "p99.9", "max", "mean"}
	if len(s.Scenario.Timeline) > 0 {
		for i, m := range latencyNames {
			if i != 0 && i != 2 { // the first table has them
				cols = append(cols, column{head: heads[i], metric: m + ".during", phase: true})
			}
		}
	}
	for i, m := range latencyNames {
		cols = append(cols, column{head: heads[i], metric: m})
	}
	return s.extra(cols)
}

// calls are what the strategies sent, and what it cost.
func (s *screen) calls() ([]string, error) {
	return s.extra([]column{
		{head: "in time", metric: "slo_rate"},
		{head: "answered", metric: "success_rate"},
		{head: "attempts", metric: "attempts"},
		{head: "per\nrequest", metric: "attempts_per_request"},
		{head: "useful", metric: "useful"},
		{head: "wasted\nper 1k", metric: "wasted_per_1k"},
		{head: "wasted\ntime", metric: "wasted_seconds"},
		{head: "cost\nper 1k", metric: "cost_per_1k"},
		{head: "of it\nwasted", metric: "wasted_cost_per_1k"},
		{head: "quality\nloss", metric: "quality_loss"},
	})
}

// waste parts the wasted calls by label. Labels that nobody has are left out.
func (s *screen) waste() ([]string, error) {
	var cols []column
	for _, l := range wasteNames {
		c := column{head: "wasted\n" + l, metric: "wasted." + l}
		if before, after, ok := strings.Cut(l, "."); ok {
			c.head = before + "\n" + after
		}
		if s.ever(c.metric) {
			cols = append(cols, c)
		}
	}
	return s.extra(cols)
}

// ever reports whether some strategy's figure is not zero.
func (s *screen) ever(metric string) bool {
	for i := range s.Strategies {
		if f := s.Strategies[i].Figure(metric); f.Exists() && f.Mean != 0 {
			return true
		}
	}
	return false
}

// breakers judge the breakers as detectors.
func (s *screen) breakers() ([]string, error) {
	if !anyBreaker(s.ranked.Result) {
		return nil, nil
	}
	cols := []column{
		{head: "trips", metric: "trips"},
		{head: "true", metric: "true_trips"},
		{head: "stale", metric: "stale_trips"},
		{head: "false", metric: "spurious_trips"},
		{head: "flaps", metric: "flaps"},
		{head: "probes", metric: "probes"},
		{head: "missed\noutages", metric: "missed_outages"},
		{head: "over-\nhold", metric: "over_hold"},
	}
	for i := range cols {
		cols[i].memory = true
	}
	return s.extra(cols)
}

// extra draws columns of a wide screen without those that nobody has.
func (s *screen) extra(cols []column) ([]string, error) {
	var some []column
	for _, c := range cols {
		if s.any(c.metric) {
			some = append(some, c)
		}
	}
	d, err := drawTable(s.figureTable(some, s.rank.Order), s.view)
	return d.lines, err
}

// members lists what each strategy did with each provider.
func (s *screen) members() ([]string, error) {
	heads := []string{"attempts", "useful", "wasted", "trips", "false", "p50", "p99", "cost"}
	names := []string{"attempts", "useful", "wasted_calls", "trips", "spurious_trips", "latency_p50", "latency_p99", "cost"}
	units := []Unit{Count, Count, Count, Count, Count, Seconds, Seconds, Dollars}
	var out []string
	for p, provider := range s.Scenario.Providers {
		one := &table{corner: "on " + provider}
		for _, t := range s.rank.Order {
			one.labels = append(one.labels, strategyLabel(t))
		}
		for i, m := range names {
			c := tableColumn{head: heads[i]}
			for _, t := range s.rank.Order {
				f := t.ProviderFigure(p, m)
				if !t.HasBreaker && (m == "trips" || m == "spurious_trips") {
					f.Mean = none
				}
				c.add(inUnit(units[i], f.Mean))
			}
			one.cols = append(one.cols, c)
		}
		d, err := drawTable(one, s.view)
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

// presets lists where strategies come from.
func (s *screen) presets() ([]string, error) { return s.hanging(s.presetTexts()), nil }

// hanging breaks texts to the width; what goes on below is indented.
func (s *screen) hanging(texts []string) (out []string) {
	for _, text := range texts {
		lines := wrap(text, s.view.Width-len(gap))
		out = append(out, lines[0])
		for _, rest := range lines[1:] {
			out = append(out, gap+rest)
		}
	}
	return out
}

// wrapParts puts parts of a legend on as few lines as the width allows.
func wrapParts(parts []string, width int) []string { return lined(parts, "   ", width) }

// contrasts compares the strategies with the reference: a row each, and a line on
// its slowest percent and on single requests.
func (s *screen) contrasts() ([]string, error) {
	all := s.Compared()
	if len(all) == 0 {
		return nil, nil
	}
	out, err := s.versus(all)
	if err != nil {
		return nil, err
	}
	out = append(wrap(s.contrastTitle(all), s.view.Width), out...)
	return append(out, s.hanging(s.contrastLines(all))...), nil
}

// regret compares the strategies with the bound.
func (s *screen) regret() ([]string, error) {
	all := s.Regret()
	if len(all) == 0 {
		return nil, nil
	}
	out, err := s.versus(all)
	return append([]string{"regret: against the bound that foresees every fault, on the same requests"}, out...), err
}

// versus draws comparisons with one strategy, the best first.
func (s *screen) versus(all []Contrast) ([]string, error) {
	d, err := drawTable(s.figureTable(s.versusColumns(all)), s.view)
	return d.lines, err
}

// notes say what a reader must know to trust the figures.
func (s *screen) notes() []string {
	if s.view.Quiet {
		return nil
	}
	var out []string
	remarks := resultRemarks(s.ranked.Result)
	if text := presetTrust(s.ranked.Result); text != "" && s.squeeze < squeezeNote {
		if !s.wide {
			text += ": -v"
		}
		remarks = append(remarks, text)
	}
	return append(out, noteLines(remarks, s.view.Width)...)
}

// noteLines writes remarks under the word note, each broken to the width.
func noteLines(remarks []string, width int) (out []string) {
	for _, text := range remarks {
		for i, l := range wrap(text, width-noteIndent) {
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
