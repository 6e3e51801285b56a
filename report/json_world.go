package report

import "time"

// jsonScenario is all that a result says about its scenario, so that reading it
// back gives the same screen. Times are in seconds.
func jsonScenario(sc *Scenario) object {
	timeline := block{}
	for i := range sc.Timeline {
		f := &sc.Timeline[i]
		targets := f.Targets
		if targets == nil {
			targets = []int{}
		}
		timeline = append(timeline, line{{"kind", f.Kind}, {"targets", targets},
			{"at", inSeconds(f.At.Min, f.At.Max)}, {"for", inSeconds(f.For.Min, f.For.Max)}})
	}
	return object{
		{"name", sc.Name},
		{"hash", sc.Hash},
		{"file", sc.File},
		{"title", sc.Title},
		{"rate", sc.Rate},
		{"duration", number(sc.Duration.Seconds())},
		{"slo", number(sc.SLO.Seconds())},
		{"providers", words(sc.Providers)},
		{"timeline", timeline},
	}
}

// jsonNames is what a result says about a strategy beside its figures.
func jsonNames(r *Result, s *Strategy) object {
	fired := [][]int64{}
	for i := range s.Runs {
		touched := s.Runs[i].Fired
		fired = append(fired, append([]int64{}, touched[:min(len(touched), len(r.Scenario.Timeline))]...))
	}
	out := object{{"name", s.Name}, {"preset", s.Preset}, {"version", s.Version}, {"unverified", s.Unverified}, {"hash", s.Hash},
		{"summary", s.Summary}, {"ideal", s.Ideal}, {"has_breaker", s.HasBreaker}, {"fired", fired}}
	if s.File != "" {
		out = append(out, member{"file", s.File}, member{"line", s.Line})
	}
	return out
}

// jsonRegressions are the gated figures, the worst first.
func jsonRegressions(r *Result) block {
	out := block{}
	for i := range r.Regressions {
		g := &r.Regressions[i]
		l := line{{"strategy", g.Strategy}, {"metric", g.Metric}, {"change", g.Change.String()},
			{"base", number(g.Base.Mean)}, {"head", number(g.Head.Mean)},
			{"diff", number(g.Diff.Mean)}, {"low", number(g.Diff.Low)}, {"high", number(g.Diff.High)},
			{"level", number(g.Level)}, {"tolerance", number(g.Tolerance)}}
		if g.Text != "" {
			l = append(l, member{"text", g.Text})
		}
		out = append(out, l)
	}
	return out
}

func inSeconds(ds ...time.Duration) []number {
	out := make([]number, len(ds))
	for i, d := range ds {
		out[i] = number(d.Seconds())
	}
	return out
}

// words are never null.
func words(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}
