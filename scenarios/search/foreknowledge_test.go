package search

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"wavetank/report/judge"
	"wavetank/scenarios"
	"wavetank/sim/tune"
)

// chainOf writes a chain file with a provider for each latency, called a, b and so on.
func chainOf(t testing.TB, latencies ...string) string {
	t.Helper()
	var b strings.Builder
	b.WriteString("providers:\n")
	for i, law := range latencies {
		fmt.Fprintf(&b, "  %c: {latency: %s, price: {in: 0.6, out: 1.2}}\n", 'a'+i, law)
	}
	b.WriteString("strategies:\n  ours: {preset: five-provider}\n")
	path := filepath.Join(t.TempDir(), "chain.yaml")
	if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// worldOf writes a scenario with a timeline.
func worldOf(t testing.TB, timeline string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "world.yaml")
	text := "schema_version: 1\nname: world\nwhy: a test\nduration: 6m\nslo: 10s\nworkload: {arrivals: {kind: poisson, rate: 2}, deadline: 60s}\n" +
		"providers: {a: {latency: {kind: constant, value: 1s}}, b: {latency: {kind: constant, value: 1s}}}\ntimeline:\n" + timeline
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// figuresOf plays every point of a search once.
func figuresOf(t interface{ Fatal(...any) }, tuning *Tuning) (out [][]float64) {
	p, size := tuning.newPlayer(), 1
	for _, a := range tuning.axes {
		size *= len(a.Labels)
	}
	for i := range size {
		row := make([]float64, tuning.problem().Columns)
		if err := p.Play(context.Background(), tune.Point(i), 0, row); err != nil {
			t.Fatal(err)
		}
		out = append(out, row)
	}
	return out
}

// TestAlikeProvidersTie: where faults strike places, every order of providers that
// are alike fares the same in every run, to the last digit.
func TestAlikeProvidersTie(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		law := rapid.SampledFrom([]string{"{kind: lognormal, median: 700ms, p99: 3s}", "{kind: constant, value: 2s}", "{ttft: {kind: exponential, mean: 1s}, tokens_per_second: 100}"}).Draw(r, "law")
		n := rapid.IntRange(2, 4).Draw(r, "providers")
		timeline := ""
		for range rapid.IntRange(1, 3).Draw(r, "faults") {
			role := rapid.SampledFrom([]string{"primary", "second", "last", "all"}).Draw(r, "role")
			kind := rapid.SampledFrom([]string{"kind: hang, share: 70%", "kind: outage", "kind: throttle, share: 50%, retry_after: 5s", "kind: flap, up: 20s, down: 20s, as: hang"}).Draw(r, "kind")
			timeline += fmt.Sprintf("  - {at: %ds, for: %ds, provider: %s, %s}\n", rapid.IntRange(10, 100).Draw(r, "at"), rapid.IntRange(60, 200).Draw(r, "for"), role, kind)
		}
		timeline += "  - {at: 5m, for: 10s, provider: primary, kind: hang}\n"
		tuning, err := NewTuning([]string{worldOf(t, timeline)}, TuneOptions{Vary: []string{"order"},
			Minimize: []string{"latency_p99,cost_per_1k,wasted_calls"}, Maximize: []string{"slo_rate"},
			Options: scenarios.Options{Strategies: []string{"ours"}, Chain: chainOf(t, slices.Repeat([]string{law}, n)...)}})
		if err != nil {
			r.Fatal(err)
		}
		all := figuresOf(r, tuning)
		for i, row := range all {
			if !slices.Equal(row, all[0]) {
				r.Fatalf("%s: %v, %s: %v", tuning.axes[0].Labels[0], all[0], tuning.axes[0].Labels[i], row)
			}
		}
	})
}

// concluded makes a search with a small plan.
func concluded(t testing.TB, tuning *Tuning) *tune.Outcome {
	t.Helper()
	search, err := tuning.Search(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := search.Screen(context.Background()); err != nil {
		t.Fatal(err)
	}
	outcome, err := search.Conclude(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return outcome
}

// TestOrderKnowsNobody: of providers that are alike the search keeps the order that
// it has, whichever that is; of different ones it searches the cooldown beside the
// order, since whoever stands first is struck.
func TestOrderKnowsNobody(t *testing.T) {
	law := "{kind: lognormal, median: 700ms, p99: 3s}"
	alike := chainOf(t, law, law, law, law)
	for _, ours := range []string{"ours", "ours=ours,order={kind: listed, providers: [c, b, d, a]}"} {
		tuning, err := NewTuning([]string{"hang-primary"}, TuneOptions{Vary: []string{"order"}, Plan: exactly(2),
			Options: scenarios.Options{Strategies: []string{ours}, Chain: alike}})
		if err != nil {
			t.Fatal(err)
		}
		o := concluded(t, tuning)
		if r, err := tuning.Report(context.Background(), o); err != nil || len(r.Changes) > 0 || len(o.Front) != 1 {
			t.Errorf("%s: %d points stand out, the winner changes %v (%v)", ours, len(o.Front), r.Changes, err)
		}
	}
	different := chainOf(t, law, "{kind: lognormal, median: 900ms, p99: 4s}", "{kind: lognormal, median: 500ms, p99: 2s}", "{kind: lognormal, median: 1200ms, p99: 6s}")
	tuning, err := NewTuning([]string{"hang-primary"}, TuneOptions{Vary: []string{"order", "breaker.open.base=5s,10m"}, Minimize: []string{"wasted_calls"}, Plan: exactly(4),
		Options: scenarios.Options{Strategies: []string{"ours"}, Chain: different}})
	if err != nil {
		t.Fatal(err)
	}
	if shares := concluded(t, tuning).Sensitivity[1].Shares; shares[0] < 0.5 {
		t.Errorf("the cooldown explains %.1f %% of the waste beside the order", 100*shares[0])
	}
}

// TestNamedVictimsAreTold: a fault that names a provider is known to an order, in a
// search and in a run of two orders, and notes say so; a place is not.
func TestNamedVictimsAreTold(t *testing.T) {
	const known = "the fault names b, so orders are compared by who knows that: provider: primary strikes the first of each order"
	for provider, want := range map[string]bool{"b": true, "primary": false, "all": false} {
		file := worldOf(t, "  - {at: 1m, for: 1m, provider: "+provider+", kind: hang}\n")
		told := func(all []judge.Warning) (n int) {
			for _, w := range all {
				if strings.Contains(w.Text, known) {
					n++
				}
			}
			return n
		}
		tuning, err := NewTuning([]string{file}, TuneOptions{Vary: []string{"order"}})
		if err != nil {
			t.Fatal(err)
		}
		s, err := scenarios.Load(file, scenarios.Options{Strategies: []string{"five-provider", "other=five-provider,order={kind: listed, providers: [b, a]}"}})
		if err != nil {
			t.Fatal(err)
		}
		if told(tuning.warnings) > 0 != want || told(s.Warnings) > 0 != want {
			t.Errorf("%s: %v, %v", provider, tuning.warnings, s.Warnings)
		}
	}
}
