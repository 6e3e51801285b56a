package figure

import (
	"cmp"
	"slices"

	"wavetank/chain"
	"wavetank/faults"
	"wavetank/report/judge"
	"wavetank/report/measure"
)

// covered is a stretch of time in which a part of the runs has something.
type covered struct {
	From, To chain.Instant
	Share    float64
}

// Acted is when any fault of a run acts.
func Acted(r *measure.Run) []faults.Window { return r.Windows }

// Coverage sums windows over the runs of a strategy: all strategies met the same.
func Coverage(r *judge.Result, of func(*measure.Run) []faults.Window) []covered {
	if len(r.Strategies) == 0 || r.Scenario.Duration <= 0 {
		return nil
	}
	type edge struct {
		at   chain.Instant
		step int
	}
	var edges []edge
	runs, end := r.Strategies[0].Runs, chain.Instant(r.Scenario.Duration)
	for i := range runs {
		for _, w := range joined(of(&runs[i]), end) {
			edges = append(edges, edge{w.From, 1}, edge{w.To, -1})
		}
	}
	slices.SortFunc(edges, func(x, y edge) int { return cmp.Compare(x.at, y.at) })
	var out []covered
	n := 0
	for i, e := range edges {
		if n > 0 && e.at > edges[i-1].at {
			out = append(out, covered{edges[i-1].at, e.at, float64(n) / float64(len(runs))})
		}
		n += e.step
	}
	return out
}

// joined are windows cut to a run, overlapping ones made one.
func joined(windows []faults.Window, end chain.Instant) []faults.Window {
	all := slices.Clone(windows)
	slices.SortFunc(all, func(x, y faults.Window) int { return cmp.Compare(x.From, y.From) })
	var out []faults.Window
	for _, w := range all {
		w.From, w.To = max(0, w.From), min(end, w.To)
		switch n := len(out); {
		case w.From >= w.To:
		case n > 0 && w.From <= out[n-1].To:
			out[n-1].To = max(out[n-1].To, w.To)
		default:
			out = append(out, w)
		}
	}
	return out
}
