package report

import (
	"math"
	"slices"
	"strings"
	"testing"

	"wavetank/report/judge"
	"wavetank/report/measure"
	"wavetank/report/stored"
	"wavetank/report/words"
)

// gated makes a result of one strategy with one metric's values by seed.
func gatedResult(metric string, values ...float64) *judge.Result {
	r := &judge.Result{}
	s := measure.Strategy{Name: "ours"}
	for i, v := range values {
		run := measure.Run{Seed: uint64(i + 1), Values: stored.Nones(len(measure.Catalogue))}
		run.Values[measure.Index[metric]] = v
		r.Seeds, s.Runs = append(r.Seeds, run.Seed), append(s.Runs, run)
	}
	r.Strategies = []measure.Strategy{s}
	return r
}

// TestGate holds the verdict for each way that an interval can lie. At level
// 0.95 and four seeds the interval of 1, 1, 1, 2 is 1.25 ±0.80.
func TestGate(t *testing.T) {
	nan := math.NaN()
	for _, tc := range []struct {
		about      string
		metric     string
		base, head []float64
		floor      float64
		want       judge.Change
		mayBeWorse bool
		text       string
	}{
		{"equal runs", "trips", []float64{1, 5, 3, 3}, []float64{1, 5, 3, 3}, 0, judge.Unchanged, false, ""},
		{"equal runs of one seed", "trips", []float64{4}, []float64{4}, 0, judge.Unchanged, false, ""},
		{"one seed that differs", "trips", []float64{4}, []float64{5}, 10, judge.Unclear, true, ""},
		{"wholly beyond, for the worse", "trips", []float64{0, 0, 0, 0}, []float64{1, 1, 1, 2}, 0.4, judge.Regressed, false, ""},
		{"wholly beyond, for the better", "trips", []float64{1, 1, 1, 2}, []float64{0, 0, 0, 0}, 0.4, judge.Improved, false, ""},
		{"wholly within", "trips", []float64{0, 0, 0, 0}, []float64{1, 1, 1, 2}, 2.1, judge.Unchanged, false, ""},
		{"straddling, perhaps worse", "trips", []float64{0, 0, 0, 0}, []float64{1, 1, 1, 2}, 1, judge.Unclear, true, ""},
		{"straddling, perhaps better", "trips", []float64{1, 1, 1, 2}, []float64{0, 0, 0, 0}, 1, judge.Unclear, false, ""},
		{"a metric that should rise, falling", "slo_rate", []float64{1, 1, 1, 1}, []float64{0.5, 0.5, 0.5, 0.4}, 0.3, judge.Regressed, false, ""},
		{"a metric that should rise, rising", "slo_rate", []float64{0.5, 0.5, 0.5, 0.4}, []float64{1, 1, 1, 1}, 0.3, judge.Improved, false, ""},
		{"straddling downwards", "slo_rate", []float64{1, 1, 1, 1}, []float64{0.5, 0.5, 0.5, 0.4}, 0.5, judge.Unclear, true, ""},
		{"a constant difference at the tolerance", "trips", []float64{1, 1, 1, 1}, []float64{3, 3, 3, 3}, 2, judge.Unchanged, false, ""},
		{"a constant difference beyond it", "trips", []float64{1, 1, 1, 1}, []float64{3, 3, 3, 3}, 1.9, judge.Regressed, false, ""},
		{"no tolerance, one bad answer in four seeds", "silent_bad", []float64{0, 0, 0, 0}, []float64{0, 0, 0, 1}, 0, judge.Unclear, true, ""},
		{"no tolerance, bad answers in all", "silent_bad", []float64{0, 0, 0, 0}, []float64{4, 5, 4, 4}, 0, judge.Regressed, false, ""},
		{"a value that vanished", "cost_per_1k", []float64{1, 1}, []float64{nan, nan}, 0.01, judge.Regressed, false, "it has no value any more"},
		{"a value that appeared", "cost_per_1k", []float64{nan, nan}, []float64{1, 1}, 0.01, judge.Improved, false, "it had no value before"},
		{"a value that vanished under a seed", "cost_per_1k", []float64{1, 1, 1}, []float64{1, nan, 1}, 0.01, judge.Unclear, true, "it has no value any more under 1 seed"},
		{"a value that appeared under a seed", "cost_per_1k", []float64{1, nan, 1}, []float64{1, 1, 1}, 0.01, judge.Unchanged, false, ""},
		{"digits that a file does not hold", "latency_p50", []float64{0.1234567890123, 1}, []float64{0.12345678901234, 1}, 0, judge.Unchanged, false, ""},
	} {
		gate := judge.Gate{Metrics: []judge.Gated{{Metric: tc.metric, Share: 0, Floor: tc.floor}}}
		got, err := gate.Hold(gatedResult(tc.metric, tc.head...), gatedResult(tc.metric, tc.base...))
		if err != nil || len(got) != 1 {
			t.Errorf("%s: %v, %v", tc.about, got, err)
			continue
		}
		g := got[0]
		if g.Change != tc.want || g.MayBeWorse() != tc.mayBeWorse || g.Text != tc.text {
			t.Errorf("%s: %s (may be worse: %v), %q, [%g, %g] of %g; want %s (%v), %q", tc.about, g.Change, g.MayBeWorse(), g.Text,
				g.Diff.Low, g.Diff.High, g.Tolerance, tc.want, tc.mayBeWorse, tc.text)
		}
	}
	got, err := judge.Gate{Metrics: []judge.Gated{{Metric: "trips", Share: 0, Floor: 0}}}.Hold(gatedResult("trips", math.NaN()), gatedResult("trips", math.NaN()))
	if err != nil || len(got) != 0 {
		t.Errorf("a figure that nobody has is judged: %+v, %v", got, err)
	}
}

// TestGateDefaults holds the figures, floors and level that the command gates by
// where nobody says others: shares by their misses, all else by what it is, and
// each figure that has phases in each of them.
func TestGateDefaults(t *testing.T) {
	floors := map[string]float64{"success_rate": 0.001, "slo_rate": 0.001, "latency_p50": 0.05, "latency_p99": 0.05,
		"wasted_per_1k": 1, "spurious_trips": 1, "silent_bad": 0, "cost_per_1k": 0.01, "wasted_calls": 12}
	const figures = 5*4 + 3
	h, b := synthetic(20), synthetic(20)
	for i := range b.Strategies {
		for k := range b.Strategies[i].Runs {
			v := b.Strategies[i].Runs[k].Values
			for m, metric := range measure.Catalogue {
				v[m] = map[measure.Unit]float64{measure.Rate: 0.97, measure.Seconds: 10}[metric.Unit]
			}
			v[measure.Index["wasted_per_1k"]], v[measure.Index["latency_p50"]], v[measure.Index["requests"]] = 200, 0.5, 12_000
			copy(h.Strategies[i].Runs[k].Values, v)
		}
	}
	got, err := judge.Gate{}.Hold(h, b)
	if err != nil || len(got) != 5*figures {
		t.Fatalf("%d figures, %v; want %d of each of five strategies", len(got), err, figures)
	}
	for _, g := range got {
		name, _, phased := strings.Cut(g.Metric, ".")
		floor, ok := floors[name]
		tolerance := max(floor, 0.05*math.Abs(g.Base.Mean))
		switch {
		case measure.UnitOf(g.Metric) == measure.Rate:
			tolerance = 0.1 * 0.03
		case name == "silent_bad":
			tolerance = 0
		}
		if !ok || phased != measure.OfPhase(g.Metric) || !near(g.Tolerance, tolerance) || !near(g.Level, 1-0.05/figures) {
			t.Errorf("%s: tolerance %g at level %g, want %g at %g", g.Metric, g.Tolerance, g.Level, tolerance, 1-0.05/float64(figures))
		}
		if g.Strategy == "clairvoyant" {
			t.Error("the bound is judged")
		}
	}
	// With one degree of freedom, Student's quantile is tan(pi (1/2 - 1/320)).
	d := judge.PairedAt([]float64{1, 2}, []float64{0, 0}, 1-0.05/8)
	if half := d.Half(); math.Abs(half-101.8569*0.5) > 0.001 {
		t.Errorf("half an interval of 1 and 2 is %g", half)
	}
}

// TestGateOrder: the worst first, and only the strategies that are asked for.
func TestGateOrder(t *testing.T) {
	h, b := synthetic(20), synthetic(20)
	scale := func(r *judge.Result, name, metric string, by float64) {
		s := r.Strategy(name)
		for i := range s.Runs {
			s.Runs[i].Values[measure.Index[metric]] *= by
		}
	}
	scale(h, "naive", "silent_bad", 3)
	scale(h, "gobreaker", "silent_bad", 1.2)
	scale(h, "ai-memory", "spurious_trips", 0.2)
	got, err := judge.Gate{}.Hold(h, b)
	if err != nil {
		t.Fatal(err)
	}
	var text []string
	for _, g := range got[:4] {
		text = append(text, words.ChangeName(&g)+" "+g.Change.String())
	}
	want := "naive.silent_bad regressed, gobreaker.silent_bad regressed, ai-memory.spurious_trips improved, naive.success_rate unchanged"
	if text := strings.Join(text, ", "); text != want {
		t.Errorf("got %s, want %s", text, want)
	}
	some, err := judge.Gate{Strategies: []string{"gobreaker"}}.Hold(h, b)
	if err != nil || slices.ContainsFunc(some, func(g judge.Regression) bool { return g.Strategy != "gobreaker" }) || len(some) == 0 {
		t.Errorf("asked for gobreaker: %v, %v", some, err)
	}
	if _, err := (judge.Gate{Strategies: []string{"gobraker"}}).Hold(h, b); err == nil || !strings.Contains(err.Error(), `"gobraker"`) {
		t.Errorf("an unknown strategy: %v", err)
	}
	if _, err := (judge.Gate{}).Hold(h, synthetic(19)); err == nil {
		t.Error("results of other seeds are paired")
	}
}

// TestUnpaired: t.test of R, not paired, of the sleep data. Where a side is skewed
// the interval leans to its long side, and is that of the one side where the other
// never varies.
func TestUnpaired(t *testing.T) {
	d := judge.UnpairedAt(drug1, drug2, 0.95)
	if !close7(d.Mean, -1.58) || !close7(d.Low, -3.3654832) || !close7(d.High, 0.2054832) {
		t.Errorf("%g [%.7f, %.7f], want -1.58 [-3.3654832, 0.2054832]", d.Mean, d.Low, d.High)
	}
	own := measure.Summarize(hours)
	if d := judge.UnpairedAt(hours, []float64{8, 8, 8}, 0.95); !close7(d.Low, own.Low-8) || !close7(d.High, own.High-8) || d.High-d.Mean <= d.Mean-d.Low {
		t.Errorf("skewed: %g [%g, %g], and by itself [%g, %g]", d.Mean, d.Low, d.High, own.Low, own.High)
	}
	if d := judge.UnpairedAt([]float64{1, 1}, []float64{3, 3, 3}, 0.95); d.Mean != -2 || d.Low != -2 || d.High != -2 {
		t.Errorf("constants: %+v", d)
	}
	if d := judge.UnpairedAt([]float64{1}, []float64{3, 4}, 0.95); !math.IsNaN(d.Low) {
		t.Errorf("one seed: %+v", d)
	}
}
