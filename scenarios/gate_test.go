package scenarios

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"wavetank/report"
	"wavetank/report/judge"
	"wavetank/report/measure"
	"wavetank/report/stored"
	"wavetank/report/words"
	"wavetank/scenarios/internal/fixture"
)

// sides plays two versions of one strategy, ours, in a scenario, on the same
// seeds.
func sides(t *testing.T, scenario string, seeds int, o Options, head, base string) (h, b *judge.Result) {
	t.Helper()
	load := func(pick string) *Scenario {
		o.Strategies = []string{pick}
		s, err := Load(scenario, o)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	s := load(head)
	other, _, err := s.With(load(base))
	if err != nil {
		t.Fatal(err)
	}
	return playedAs(t, s, s.Seeds(seeds)), playedAs(t, other, s.Seeds(seeds))
}

func playedAs(t *testing.T, s *Scenario, seeds []uint64) *judge.Result {
	t.Helper()
	r, err := s.Play(context.Background(), seeds, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestGatePower holds what the gate must catch, in scenarios of the library as
// they are, and by which figures it does. Ten seeds do.
func TestGatePower(t *testing.T) {
	for _, tc := range []struct {
		about, scenario, head, base string
		metrics                     []string
	}{
		{"a cooldown of 60 s for 30 s", "limit-penalty", "ours=ai-memory,breaker.open.base=60s", "ours=ai-memory", []string{"latency_p50", "cost_per_1k"}},
		{"a timeout of 33 s for 30 s", "hang-primary", "ours=five-provider,attempt.total=33s", "ours=five-provider", []string{"latency_p99"}},
		{"a dropped classification", "bad-prompt-storm", "ours=five-provider,classify=null", "ours=five-provider", []string{"success_rate", "spurious_trips"}},
	} {
		h, b := sides(t, tc.scenario, 10, Options{}, tc.head, tc.base)
		if err := h.Hold(b, "before", judge.Gate{}); err != nil {
			t.Fatal(err)
		}
		caught := map[string]bool{}
		for _, g := range h.Regressions {
			if slices.Contains(tc.metrics, g.Metric) {
				t.Logf("%s: %s: %s %s %.4g -> %.4g, %.4g [%.4g, %.4g], tolerance %.4g", tc.about, tc.scenario, g.Metric, g.Change,
					g.Base.Mean, g.Head.Mean, g.Diff.Mean, g.Diff.Low, g.Diff.High, g.Tolerance)
				caught[g.Metric] = g.Change == judge.Regressed
			}
		}
		for _, m := range tc.metrics {
			if !caught[m] || judge.ExitCode(h) != 1 {
				t.Errorf("%s is not caught in %s by %s", tc.about, tc.scenario, m)
			}
		}
	}
}

// TestGateRule holds that a rule over a baseline catches what no gated figure
// does: a longer cooldown spares an outage's calls, and comes back late from it.
func TestGateRule(t *testing.T) {
	rule := "ours.time_to_recover <= max(baseline * 1.10, baseline + 5s)"
	s, err := Load("hang-primary", Options{Strategies: []string{"ours=ai-memory,breaker.open.base=60s"}, Expect: []string{rule}})
	if err != nil {
		t.Fatal(err)
	}
	before, err := Load("hang-primary", Options{Strategies: []string{"ours=ai-memory"}})
	if err != nil {
		t.Fatal(err)
	}
	other, _, err := s.With(before)
	if err != nil {
		t.Fatal(err)
	}
	h, b := playedAs(t, s, s.Seeds(10)), playedAs(t, other, s.Seeds(10))
	if e := last(h.Expectations); e.Rule != rule || e.Verdict != judge.Skipped {
		t.Errorf("%s without a baseline: %s", e.Rule, e.Verdict)
	}
	if err := h.Hold(b, "before", judge.Gate{}); err != nil {
		t.Fatal(err)
	}
	for _, g := range h.Regressions {
		if g.Change == judge.Regressed {
			t.Errorf("the gate catches it alone: %s", g.Metric)
		}
	}
	h.Judge(s.Rules)
	if e := last(h.Expectations); e.Verdict != judge.Fail || judge.ExitCode(h) != 1 {
		t.Errorf("%s: %s, observed %g, limit %g", e.Rule, e.Verdict, e.Observed, e.Limit)
	}
}

func last(es []judge.Expectation) judge.Expectation { return es[len(es)-1] }

// TestGateNothing holds that a change that touches nothing is no difference at
// all, to the last digit, and also against a baseline that was written and read.
func TestGateNothing(t *testing.T) {
	documents := map[string]string{
		"./base.yaml":    "preset: five-provider\n",
		"./comment.yaml": "# a comment\npreset: five-provider   # another\n",
		"./summary.yaml": "preset: five-provider\nsummary: called otherwise\nsource: somebody\n",
		"./default.yaml": "preset: five-provider\nattempt: {total: 30s}\nbreaker: {trip: {kind: consecutive, failures: 3}, half_open: {kind: single}}\nexhausted: {kind: aggregate}\n",
	}
	o := Options{ReadFile: fixture.Files(documents)}
	for _, name := range slices.Sorted(maps.Keys(documents)) {
		for _, scenario := range []string{"hang-primary", "filing-deadline"} {
			h, b := sides(t, scenario, 3, o, "ours="+name, "ours=./base.yaml")
			unchanged(t, scenario+", "+name, h, b)
			unchanged(t, scenario+", "+name+", from a file", h, saved(t, b))
		}
	}
}

// unchanged demands that every gated figure is the same, without any interval.
func unchanged(t *testing.T, about string, h, b *judge.Result) {
	t.Helper()
	if err := h.Hold(b, "before", judge.Gate{Metrics: exactGate()}); err != nil {
		t.Fatal(err)
	}
	if len(h.Regressions) < 7 || judge.ExitCode(h) != 0 {
		t.Errorf("%s: %d figures, exit %d", about, len(h.Regressions), judge.ExitCode(h))
	}
	for _, g := range h.Regressions {
		if g.Change != judge.Unchanged || g.Diff.Mean != 0 || g.Diff.Low != 0 || g.Diff.High != 0 {
			t.Errorf("%s: %s %s: %g [%g, %g]", about, g.Metric, g.Change, g.Diff.Mean, g.Diff.Low, g.Diff.High)
		}
	}
}

// saved writes a result and reads it back.
func saved(t *testing.T, r *judge.Result) *judge.Result {
	t.Helper()
	format, err := report.Formats.Lookup("json")
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := format.Write(&b, &words.Report{Results: []*judge.Result{r}}); err != nil {
		t.Fatal(err)
	}
	results, err := stored.ReadResults("r.json", &b)
	if err != nil {
		t.Fatal(err)
	}
	return results[0]
}

// exactGate bears nothing: any difference that is shown alarms.
func exactGate() []judge.Gated {
	gated := judge.GatedMetrics()
	for i := range gated {
		gated[i].Share, gated[i].Floor = 0, 0
	}
	return gated
}

// TestGateStudy makes twelve changes that are each worse in another way, and holds
// by which figures the gate sees them: together by all that it has, in the whole
// run and in each phase.
func TestGateStudy(t *testing.T) {
	seen := map[string]bool{}
	for _, tc := range []struct {
		about, change string
		metrics       string
	}{
		{"one attempt a request", "deadline.attempts=1", "success_rate success_rate.after slo_rate.after"},
		{"an attempt timeout that good answers miss", "attempt.total=2s", "success_rate.before wasted_calls.before wasted_calls.after"},
		{"nobody else to ask", "order={kind: listed, providers: [a]}", "success_rate.during slo_rate.during"},
		{"nobody else, and the breaker stays open", "order={kind: listed, providers: [a]},breaker.open.base=10m", "success_rate.after"},
		{"the slow and dear one first", "order={kind: listed, providers: [b, a]}", "slo_rate.before latency_p50.before latency_p99.before latency_p99.after cost_per_1k"},
		{"a longer attempt timeout", "attempt.total=12s", "latency_p99 latency_p99.during"},
		{"no breaker", "breaker=null", "slo_rate latency_p50.during wasted_calls.during"},
		{"a breaker that trips at once", "breaker.trip.failures=1", "spurious_trips"},
		{"answers are not checked", "validate=null", "silent_bad"},
		{"a breaker that stays open after the outage", "breaker.open.base=10m", "latency_p50 latency_p50.after"},
		{"a breaker that asks too often", "breaker.open.base=2s", "wasted_calls.during slo_rate.during"},
		{"a breaker that tests nothing", "breaker.half_open={kind: none}", "wasted_per_1k"},
	} {
		h, b := sides(t, "./testdata/judged/study.yaml", 20, Options{}, "ours=ours,"+tc.change, "ours=ours")
		if err := h.Hold(b, "before", judge.Gate{}); err != nil {
			t.Fatal(err)
		}
		caught := map[string]bool{}
		for _, g := range h.Regressions {
			caught[g.Metric] = g.Change == judge.Regressed
		}
		for _, m := range strings.Fields(tc.metrics) {
			seen[m] = true
			if !caught[m] || judge.ExitCode(h) != 1 {
				t.Errorf("%s is not caught by %s", tc.about, m)
			}
		}
	}
	for _, m := range judge.GatedMetrics() {
		if !seen[m.Metric] {
			t.Errorf("no change is caught by %s", m.Metric)
		}
	}
}

// TestGateFlake plays an unchanged strategy on 400 disjoint lists of seeds and
// holds each against its neighbour: 200 gates, unpaired. As they come, they bear
// a tolerance and none alarms. Without any, at most 5 % alarm, for the worse or for
// the better; of 200, by chance, 18 or fewer in 99 of 100 worlds.
func TestGateFlake(t *testing.T) {
	const gates, seeds, alpha = 200, 10, 0.05
	s, err := Load("./testdata/judged/study.yaml", Options{Engine: "native"})
	if err != nil {
		t.Fatal(err)
	}
	all := alone(t, s, s.Seeds(2*gates*seeds))
	bound := binomialBound(gates, alpha, 0.99)
	borne, exact := 0, 0
	for i := range gates {
		h, b := part(all, 2*i*seeds, seeds), part(all, (2*i+1)*seeds, seeds)
		borne += alarms(t, h, b, judge.Gate{Unpaired: true}, judge.Regressed)
		exact += alarms(t, h, b, judge.Gate{Unpaired: true, Metrics: exactGate()}, judge.Regressed, judge.Improved)
	}
	t.Logf("%d gates: %d false alarms with tolerances, %d without; at most %d of %d by chance", gates, borne, exact, bound, gates)
	if exact > bound || borne > 0 {
		t.Errorf("%d and %d false alarms, want at most %d and none", exact, borne, bound)
	}
	h, b := part(all, 0, seeds), part(all, 0, seeds)
	unchanged(t, "the same seeds", h, b)
}

// alone plays a scenario's first strategy and no other.
func alone(t *testing.T, s *Scenario, seeds []uint64) *judge.Result {
	t.Helper()
	runs, done, err := measure.Compare(context.Background(), measure.Comparison{Setup: s.Setup, Strategies: s.Recipes()[:1], Seeds: seeds, SLO: s.SLO})
	if err != nil {
		t.Fatal(err)
	}
	return judge.NewResult(s.Summary(), s.Contestants()[:1], runs, done)
}

// alarms is 1 if a gate finds a figure changed in one of these ways.
func alarms(t *testing.T, h, b *judge.Result, g judge.Gate, ways ...judge.Change) int {
	t.Helper()
	found, err := g.Hold(h, b)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range found {
		for _, way := range ways {
			if r.Change == way {
				return 1
			}
		}
	}
	return 0
}

// part is a result on some of its seeds.
func part(r *judge.Result, from, n int) *judge.Result {
	out := *r
	out.Seeds, out.Strategies = r.Seeds[from:from+n], nil
	for _, st := range r.Strategies {
		st.Runs = st.Runs[from : from+n]
		out.Strategies = append(out.Strategies, st)
	}
	return &out
}

// binomialBound is the least count that so many trials of chance p exceed with
// less than 1-sure.
func binomialBound(n int, p, sure float64) int {
	sum, term := 0.0, math.Pow(1-p, float64(n))
	for k := 0; ; k++ {
		if sum += term; sum >= sure {
			return k
		}
		term *= float64(n-k) / float64(k+1) * p / (1 - p)
	}
}

// TestWith holds what of another scenario comes along: its chains, with the
// order in which they ask. The world is this one's.
func TestWith(t *testing.T) {
	world := func(order string) string {
		return "schema_version: 1\nname: s\nduration: 1m\nworkload: {arrivals: {kind: constant, rate: 1}}\nproviders:\n" + order +
			"strategies:\n  ours: {preset: naive}\n"
	}
	a, b, c := "  a: {latency: 1s}\n", "  b: {latency: 2s}\n", "  c: {latency: 3s}\n"
	for _, tc := range []struct{ about, here, there, attempts, notes string }{
		{"the same", a + b, a + b, "60 0", ""},
		{"another order", a + b, b + a, "0 60", "providers are asked in another order there, b, a, and so they are here; primary, second and last are places in that order"},
		{"one that was removed", a + b, c + b + a, "0 60", "c is asked there and is not here: it is left out; providers are asked in another order"},
		{"one that was added", a + b, a, "60 0", ""},
		{"one that was added in front", a + b, b, "0 60", "providers are asked in another order there, b"},
		{"another world", a + b, "  a: {latency: 9s}\n" + b, "60 0", ""},
	} {
		load := func(text string) *Scenario {
			s, err := Load("./s.yaml", Options{ReadFile: fixture.Files(map[string]string{"./s.yaml": text})})
			if err != nil {
				t.Fatal(err)
			}
			return s
		}
		here := load(world(tc.here))
		other, notes, err := here.With(load(world(tc.there)))
		if err != nil {
			t.Errorf("%s: %v", tc.about, err)
			continue
		}
		r := playedAs(t, other, []uint64{1})
		ours := r.Strategy("ours")
		got := fmt.Sprint(ours.ProviderFigure(0, "attempts").Mean, ours.ProviderFigure(1, "attempts").Mean)
		if text := strings.Join(notes, "; "); got != tc.attempts || !strings.HasPrefix(text, tc.notes) || tc.notes == "" && text != "" || r.Scenario.Hash != here.Hash {
			t.Errorf("%s: attempts %s, notes %q; want %s, %q", tc.about, got, text, tc.attempts, tc.notes)
		}
		if _, _, err := here.With(load(world(c))); err == nil || !strings.Contains(err.Error(), "ours asks c, and nobody of them is here: a, b") {
			t.Errorf("a chain of nobody here: %v", err)
		}
	}
}
