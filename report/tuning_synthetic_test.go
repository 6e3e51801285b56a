package report

import (
	"math"
	"slices"

	"wavetank/report/judge"
	"wavetank/report/measure"
	"wavetank/sim/tune"
)

// syntheticTuning is the search that the goldens show: two scenarios, four axes,
// three objectives, seven points on the front, of which two are there only
// because no interval drives them off.
func syntheticTuning() *judge.Tuning {
	axes := []tune.Axis{
		{Name: "order", Labels: []string{"sambanova > openai > groq", "sambanova > groq > openai", "openai > sambanova > groq",
			"openai > groq > sambanova", "groq > sambanova > openai", "groq > openai > sambanova"}},
		{Name: "breaker.open.base", Labels: []string{"5s", "9s", "16s", "29s", "52s", "1m33s", "2m47s", "5m"},
			At: []float64{5, 9, 16, 29, 52, 93, 167, 300}, Log: true},
		{Name: "breaker.trip.failures", Labels: []string{"2", "3", "5", "8"}, At: []float64{2, 3, 5, 8}},
		{Name: "attempt.total", Labels: []string{"2s", "5s", "11s", "26s", "60s"}, At: []float64{2, 5, 11, 26, 60}, Log: true},
	}
	two := synthetic(0).Scenario
	two.Name, two.File, two.Hash = "friday-evening", "library:friday-evening", "5be0c1d2a3f4"
	two.Title, two.Rate = "The first provider turns a third of its calls away while traffic doubles.", "12 req/s"
	t := &judge.Tuning{
		Scenarios: []measure.Scenario{synthetic(0).Scenario, two},
		Strategy:  measure.Strategy{Name: "five-provider", Preset: "five-provider", Version: "2026-07-11", Unverified: 4, Hash: "cccccccccccc", HasBreaker: true},
		Axes:      axes,
		Objectives: []judge.TuningObjective{
			{Metric: measure.Catalogue[measure.Index["latency_p99"]], Weight: 1},
			{Metric: measure.Catalogue[measure.Index["cost_per_1k"]], Weight: 1},
			{Metric: measure.Catalogue[measure.Index["wasted_per_1k"]], Weight: 1}},
		Require:  []string{"success_rate >= 99.9%", "silent_bad <= current"},
		Rivals:   []string{"five-provider", "litellm", "resilience4j", "gobreaker"},
		Seeds:    [2]uint64{1, 1_000_001},
		Asked:    20,
		Outcome:  syntheticOutcome(&tune.Space{Axes: axes}),
		Changes:  []judge.TuningChange{{Path: "breaker.open.base", From: "30s", To: "16s"}, {Path: "breaker.trip.failures", From: "3", To: "2"}, {Path: "attempt.total", From: "", To: "5s"}},
		Warnings: []judge.Warning{{File: "library:friday-evening", Text: "its traffic is made up"}},
		Again: []string{"wavetank", "tune", "hang-primary", "friday-evening", "--strategy", "five-provider", "--vary", "order", "--vary", "breaker.open.base=5s..5m log 8",
			"--vary", "breaker.trip.failures=2,3,5,8", "--vary", "attempt.total=2s..60s log 5", "--minimize", "latency_p99,cost_per_1k,wasted_per_1k", "--seed", "1", "--seeds", "20"},
	}
	t.Products = judge.TuningProducts{
		Strategy:        []byte("preset: five-provider\nbreaker:\n  open: {base: 16s}\n  trip: {failures: 2}\nattempt: {total: 5s}\n"),
		GobreakerReason: "gobreaker's cooldown does not grow, and this one does",
		PatchReason:     "the strategy was not imported from another product's configuration",
	}
	return t
}

// syntheticOutcome is what the search found.
func syntheticOutcome(space *tune.Space) *tune.Outcome {
	at := func(settings ...int) tune.Point { return space.Point(settings) }
	o := &tune.Outcome{
		Size: 960, Candidates: 960, Invalid: 12, Infeasible: 210,
		Rungs:    []tune.Rung{{Points: 960, Replications: 5}, {Points: 240, Replications: 10}, {Points: 64, Replications: 20}},
		Feasible: true,
		Front: []tune.Finalist{
			finalist(space, at(3, 4, 0, 0), 0.41, true, [3][2]float64{{1.9, 2.2}, {1.31, 1.30}, {31, 40}}),
			finalist(space, at(3, 4, 0, 1), 0.38, true, [3][2]float64{{2.2, 2.6}, {1.24, 1.22}, {26, 33}}),
			finalist(space, at(3, 3, 0, 1), 0.39, false, [3][2]float64{{2.3, 2.7}, {1.25, 1.23}, {27, 34}}),
			finalist(space, at(0, 2, 0, 1), 0.22, true, [3][2]float64{{2.9, 3.3}, {0.64, 0.63}, {22, 29}}),
			finalist(space, at(0, 2, 1, 1), 0.25, true, [3][2]float64{{3.4, 3.9}, {0.63, 0.62}, {19, 24}}),
			finalist(space, at(0, 3, 1, 1), 0.26, false, [3][2]float64{{3.5, 4.0}, {0.632, 0.622}, {19.5, 24.5}}),
			finalist(space, at(0, 6, 3, 2), 0.33, true, [3][2]float64{{9.8, 11.2}, {0.61, 0.61}, {12, 15}}),
		},
		Winner: 3, Chord: 3, Utopia: 4, How: tune.Knee,
		Contest: tune.Contest{Finalists: 7, Replications: 46, Delta: 0.02, Left: []int{3}, Settled: true},
		Current: finalist(space, tune.Outside, 1.9, false, [3][2]float64{{30.7, 29.9}, {0.62, 0.62}, {41, 52}}),
	}
	o.Front[3].Alike = []tune.Point{at(0, 2, 0, 2), at(1, 2, 0, 1)}
	o.Held = syntheticHeld()
	for axis := range space.Axes {
		o.Sensitivity = append(o.Sensitivity, syntheticSensitivity(space, &o.Front[3], axis))
	}
	o.Heat = syntheticHeat(space, &o.Front[3])
	return o
}

// finalist is a point by its figures in two scenarios, by objective; the best of
// each scenario is that of the front's ends.
func finalist(space *tune.Space, p tune.Point, score float64, estimated bool, members [3][2]float64) tune.Finalist {
	best := [3][2]float64{{1.9, 2.2}, {0.61, 0.61}, {12, 15}}
	f := tune.Finalist{Point: p, Settings: space.Settings(p), Score: score, Estimated: estimated, Feasible: true}
	for i, m := range members {
		mean := (m[0] + m[1]) / 2
		f.Values = append(f.Values, about(mean, 0.02, 20))
		f.Members = append(f.Members, []tune.Estimate{about(m[0], 0.03, 20), about(m[1], 0.02, 20)})
		f.Mean = append(f.Mean, mean)
		f.Worst = append(f.Worst, max(m[0], m[1]))
		f.Regret = append(f.Regret, max(m[0]-best[i][0], m[1]-best[i][1]))
	}
	return f
}

// about is an estimate whose interval reaches a share of it to both sides.
func about(mean, share float64, n int) tune.Estimate {
	half := math.Abs(mean) * share
	return tune.Estimate{Mean: mean, Low: mean - half, High: mean + half, N: n}
}

// syntheticHeld holds the winner against the setting in force and three rivals:
// against each it is better in latency and waste, and costs a little more.
func syntheticHeld() *tune.Held {
	h := &tune.Held{Replications: 20, Kept: []bool{true, true},
		Winner:   []tune.Estimate{about(3.2, 0.02, 20), about(0.636, 0.004, 20), about(26.1, 0.03, 20)},
		Optimism: []tune.Estimate{about(0.1, 0.9, 20), about(0.001, 4, 20), about(0.6, 1.8, 20)}}
	for i, v := range [][3]float64{{30.2, 0.62, 46.8}, {31.1, 0.635, 52}, {12.4, 0.66, 26}, {30.4, 0.636, 210}} {
		r := tune.Rival{Point: tune.Outside + tune.Point(i), Kept: []bool{true, i != 3},
			Sign: []tune.Sign{tune.Better, tune.Behind, tune.Better}}
		for k, mean := range v {
			r.Values = append(r.Values, about(mean, 0.02, 20))
			r.Diff = append(r.Diff, about(h.Winner[k].Mean-mean, 0.04, 20))
		}
		h.Rivals = append(h.Rivals, r)
	}
	h.Rivals[1].Sign[1], h.Rivals[1].Diff[1] = tune.Unclear, about(0.001, 3, 20)
	h.Rivals[2].Sign = []tune.Sign{tune.Better, tune.Better, tune.Unclear}
	h.Rivals[2].Diff[2] = about(0.1, 8, 20)
	h.Rivals[3].Sign[1], h.Rivals[3].Diff[1] = tune.Same, tune.Estimate{N: 20}
	return h
}

// effects are by what an axis' values multiply each objective, 1 at the winner's.
var effects = [][3][]float64{
	{{1, 1.04, 0.9, 0.82, 1.3, 1.2}, {1, 1, 1.5, 1.9, 1.2, 1.7}, {1, 1, 1.1, 1.15, 1.2, 1.2}},
	{{1.35, 1.12, 1, 1.02, 1.1, 1.3, 1.7, 2.4}, {1, 1, 1, 1, 1.01, 1.02, 1.03, 1.05}, {2.6, 1.6, 1, 0.93, 0.85, 0.8, 0.72, 0.7}},
	{{1, 1.2, 1.6, 2.1}, {1, 0.99, 0.98, 0.98}, {1, 0.86, 0.95, 1.1}},
	{{0.9, 1, 2.6, 7.8, 18}, {1.12, 1, 0.98, 0.97, 0.97}, {1.7, 1, 0.9, 0.88, 0.88}},
}

func syntheticSensitivity(space *tune.Space, win *tune.Finalist, axis int) tune.Sensitivity {
	s := tune.Sensitivity{Axis: axis, Shares: [][]float64{{0.06, 0.91, 0.03}, {0.08, 0.01, 0.62}, {0.05, 0.002, 0.07}, {0.74, 0.04, 0.19}}[axis]}
	for o, factors := range effects[axis] {
		var steps []tune.Estimate
		var signs []tune.Sign
		for at := range space.Axes[axis].Labels {
			steps = append(steps, about(win.Values[o].Mean*factors[at], 0.02, 20))
			signs = append(signs, signOf(factors[at]))
		}
		s.Steps, s.Signs = append(s.Steps, steps), append(s.Signs, signs)
	}
	return s
}

func signOf(factor float64) tune.Sign {
	switch {
	case factor == 1:
		return tune.Same
	case factor < 0.97:
		return tune.Better
	case factor > 1.03:
		return tune.Behind
	}
	return tune.Unclear
}

// syntheticHeat is over the cooldown and the timeout; one corner is no strategy.
func syntheticHeat(space *tune.Space, win *tune.Finalist) *tune.Heat {
	h := &tune.Heat{X: 1, Y: 3, Replications: 20}
	for o := range win.Values {
		var rows [][]float64
		for y := range space.Axes[h.Y].Labels {
			var row []float64
			for x := range space.Axes[h.X].Labels {
				row = append(row, win.Values[o].Mean*effects[h.X][o][x]*effects[h.Y][o][y])
			}
			rows = append(rows, row)
		}
		rows[len(rows)-1][0] = math.NaN()
		h.Values = append(h.Values, rows)
	}
	return h
}

// tuningOne is a search for one figure along one axis in one scenario.
func tuningOne() *judge.Tuning {
	t := syntheticTuning()
	o := t.Outcome
	win, axis := o.Front[3], o.Sensitivity[3]
	t.Scenarios, t.Axes, t.Objectives = t.Scenarios[:1], t.Axes[3:], t.Objectives[:1]
	t.Require, t.Warnings = nil, nil
	t.Changes = t.Changes[2:]
	o.Size, o.Candidates, o.Invalid, o.Infeasible, o.Rungs = 5, 5, 0, 0, []tune.Rung{{Points: 5, Replications: 20}}
	win.Point, win.Settings, win.Alike = 1, []int{1}, nil
	o.Front, o.Winner, o.Chord, o.Utopia, o.How = []tune.Finalist{win}, 0, 0, 0, tune.Only
	o.Contest = tune.Contest{Finalists: 1, Replications: 20, Delta: 0.02, Left: []int{0}, Settled: true}
	for _, f := range []*tune.Finalist{&o.Front[0], &o.Current} {
		f.Values, f.Mean, f.Worst, f.Regret, f.Members = f.Values[:1], f.Mean[:1], f.Worst[:1], f.Regret[:1], nil
	}
	axis.Axis, axis.Shares, axis.Steps, axis.Signs = 0, []float64{1}, axis.Steps[:1], axis.Signs[:1]
	o.Sensitivity, o.Heat = []tune.Sensitivity{axis}, nil
	h := o.Held
	h.Winner, h.Optimism, h.Kept, h.Rivals = h.Winner[:1], h.Optimism[:1], nil, h.Rivals[:1]
	t.Rivals = t.Rivals[:1]
	r := &h.Rivals[0]
	r.Values, r.Diff, r.Sign, r.Kept = r.Values[:1], r.Diff[:1], r.Sign[:1], nil
	return t
}

// tuningTwo is a search for two figures, whose front bends.
func tuningTwo() *judge.Tuning {
	t := syntheticTuning()
	o := t.Outcome
	t.Objectives = t.Objectives[:2]
	o.Front = slices.Delete(o.Front, 5, 6) // which cost no less than the point before it
	o.Utopia, o.Contest.Finalists = 3, 6
	for i, f := range append(pointers(o.Front), &o.Current) {
		f.Values, f.Mean, f.Worst, f.Regret, f.Members = f.Values[:2], f.Mean[:2], f.Worst[:2], f.Regret[:2], f.Members[:2]
		f.Bend = []float64{0, 12, 0, 41, 9, 0, 0}[i]
	}
	for i := range o.Sensitivity {
		s := &o.Sensitivity[i]
		s.Shares, s.Steps, s.Signs = s.Shares[:2], s.Steps[:2], s.Signs[:2]
	}
	o.Heat.Values = o.Heat.Values[:2]
	h := o.Held
	h.Winner, h.Optimism = h.Winner[:2], h.Optimism[:2]
	for i := range h.Rivals {
		r := &h.Rivals[i]
		r.Values, r.Diff, r.Sign = r.Values[:2], r.Diff[:2], r.Sign[:2]
	}
	return t
}

func pointers(all []tune.Finalist) (out []*tune.Finalist) {
	for i := range all {
		out = append(out, &all[i])
	}
	return out
}

// tuningInfeasible is a search in which nobody keeps a requirement.
func tuningInfeasible() *judge.Tuning {
	t := syntheticTuning()
	o := t.Outcome
	o.Feasible, o.Infeasible = false, o.Candidates-o.Invalid
	o.Broken = []tune.Closest{{Requirement: 0, Member: 1, Best: 0.9962, Point: o.Front[3].Point}}
	o.Front = o.Front[3:4]
	o.Front[0].Feasible, o.Winner, o.Chord, o.Utopia = false, 0, 0, 0
	o.Contest = tune.Contest{Finalists: 1, Replications: 20, Delta: 0.02, Left: []int{0}, Settled: true}
	o.Held.Kept = []bool{false, true}
	return t
}

// tuningPartial is a search that was cut short: nothing was held out.
func tuningPartial() *judge.Tuning {
	t := syntheticTuning()
	o := t.Outcome
	o.Partial, o.Held, o.Heat = true, nil, nil
	for i := range o.Sensitivity {
		o.Sensitivity[i].Steps, o.Sensitivity[i].Signs = nil, nil
	}
	o.Size, o.Candidates, o.Sampled, o.Rungs = 78_000, 4096, true, o.Rungs[:1]
	o.Contest = tune.Contest{Finalists: 7, Replications: 5, Delta: 0.02, Left: []int{3, 4}}
	return t
}

// tuningKeep is a search that beats the setting in force in nothing.
func tuningKeep() *judge.Tuning {
	t := syntheticTuning()
	h := t.Outcome.Held
	r := &h.Rivals[0]
	for o := range r.Sign {
		r.Values[o] = about(h.Winner[o].Mean*1.004, 0.02, 20)
		r.Sign[o], r.Diff[o] = tune.Unclear, about(h.Winner[o].Mean*-0.004, 3, 20)
	}
	t.Outcome.Current = t.Outcome.Front[5]
	t.Changes = []judge.TuningChange{{Path: "breaker.open.base", From: "29s", To: "16s"}, {Path: "breaker.trip.failures", From: "3", To: "2"}}
	return t
}

// tuningTie is a search whose contest could not tell the first two apart.
func tuningTie() *judge.Tuning {
	t := syntheticTuning()
	t.Outcome.Contest.Left, t.Outcome.Contest.Replications, t.Outcome.Contest.Settled = []int{3, 4}, 80, false
	return t
}

// tunings are all that a format of tune may meet, by what they are about.
func tunings() map[string]*judge.Tuning {
	return map[string]*judge.Tuning{"full": syntheticTuning(), "one": tuningOne(), "two": tuningTwo(), "infeasible": tuningInfeasible(),
		"partial": tuningPartial(), "keep": tuningKeep(), "tie": tuningTie()}
}
