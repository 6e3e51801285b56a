package report

import "strings"

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
	if !s.hasBreaker() {
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
	if len(some) == 0 {
		return nil, nil
	}
	return s.figures(some)
}

// members lists what each strategy did with each provider.
func (s *screen) members() ([]string, error) {
	heads := []string{"attempts", "useful", "wasted", "trips", "false", "p50", "p99", "cost"}
	names := []string{"attempts", "useful", "wasted_calls", "trips", "spurious_trips", "latency_p50", "latency_p99", "cost"}
	units := []Unit{Count, Count, Count, Count, Count, Seconds, Seconds, Dollars}
	var out []string
	for p, provider := range s.Scenario.Providers {
		g := &grid{head: append([]string{"on " + provider}, heads...)}
		for _, t := range s.rank.Order {
			row := []string{t.label()}
			for i, m := range names {
				f := t.ProviderFigure(p, m)
				if !t.HasBreaker && (m == "trips" || m == "spurious_trips") {
					row = append(row, missing)
					continue
				}
				row = append(row, units[i].format(f.Mean))
			}
			g.rows = append(g.rows, row)
		}
		lines, err := g.lines()
		if err != nil {
			return nil, err
		}
		if len(out) > 0 {
			out = append(out, "")
		}
		out = append(out, lines...)
	}
	return out, nil
}

// presets lists where strategies come from.
func (s *screen) presets() ([]string, error) {
	var out []string
	for _, t := range s.rank.Order {
		if t.Version == "" {
			continue
		}
		text := t.label() + ": preset " + t.Preset + " of " + t.Version
		if t.Unverified > 0 {
			text += ", " + plural(t.Unverified, "number") + " chosen where its source gives none"
		}
		lines := wrap(text, s.view.Width-len(gap))
		out = append(out, lines[0])
		for _, rest := range lines[1:] {
			out = append(out, gap+rest)
		}
	}
	return out, nil
}
