package scenarios

import (
	"context"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"wavetank/report/judge"
	"wavetank/report/measure"
)

var shipWorlds = flag.Int("ship-worlds", 60, "random worlds in which the law of shipping is tested")

// shown is the mean of a's values less b's over seeds, and whether Student's interval
// of 95 %, of twenty seeds or more, lies above zero.
func shown(a, b *measure.Strategy, metric string) (by float64, is bool) {
	x, y := a.Values(metric), b.Values(metric)
	sum, squares, n := 0.0, 0.0, 0.0
	for i := range x {
		if d := x[i] - y[i]; !math.IsNaN(d) {
			sum, squares, n = sum+d, squares+d*d, n+1
		}
	}
	by = sum / n
	half := 2.09 * math.Sqrt(max(0, squares/n-by*by)/(n-1))
	return by, n > 1 && by-half > 1e-9
}

// breakers are the strategies that break a rule about themselves.
func breakers(r *judge.Result) map[string]bool {
	out := map[string]bool{}
	for i := range r.Expectations {
		if e := &r.Expectations[i]; e.Verdict == judge.Fail && !e.Advisory {
			out[e.About] = true
		}
	}
	return out
}

// holdShipping holds the law of shipping over one result, reckoned another way: who
// ships is no counterexample and breaks no rule of its own unless all do; nobody who
// might ship is shown to answer more since the first fault, late answers counting a
// half, by a tenth of the misses and a request in a thousand; and nobody costs half as
// much who answers as many within that and delivers no more broken answers.
func holdShipping(t *testing.T, r *judge.Result) judge.Word {
	t.Helper()
	k := r.Rank()
	if k.Word != judge.WordShip {
		return k.Word
	}
	s, broken := k.First[0], breakers(r)
	metric := "apdex.since"
	if len(r.Scenario.Timeline) == 0 {
		metric = "apdex"
	}
	if s.Counterexample || s.Ideal || broken[s.Name] {
		t.Errorf("%s ships %s: counterexample %t, ideal %t, breaks its rule %t", r.Scenario.Name, s.Name, s.Counterexample, s.Ideal, broken[s.Name])
	}
	for i := range r.Strategies {
		o := &r.Strategies[i]
		if o == s || o.Ideal || o.Counterexample || broken[o.Name] {
			continue
		}
		f := s.Figure(metric)
		matters := max(0.001, 0.1*(1-f.Mean))
		more, is := shown(o, s, metric)
		if is && more >= matters {
			t.Errorf("%s ships %s, and %s answers %.2f points more", r.Scenario.Name, s.Name, o.Name, 100*more)
		}
		bad, worse := shown(o, s, "silent_bad")
		cheap, dear := o.Figure("cost_per_1k"), s.Figure("cost_per_1k")
		if dear.Mean-cheap.Mean >= 0.01 && dear.Mean >= 2*cheap.Mean && math.Abs(more) < matters && !(worse && bad > 0) {
			t.Errorf("%s ships %s for $%.2f, and %s answers as many (%.3f points more) for $%.2f", r.Scenario.Name, s.Name, dear.Mean, o.Name, 100*more, cheap.Mean)
		}
	}
	return k.Word
}

// randomScenario writes a small world: providers with latencies, errors, limits and
// prices, faults of several kinds, and strategies of several kinds.
func randomScenario(rng *rand.Rand) string {
	pick := func(of ...string) string { return of[rng.IntN(len(of))] }
	var b strings.Builder
	fmt.Fprintf(&b, "schema_version: 1\nname: random\nduration: 4m\nslo: %ds\nworkload: {arrivals: {kind: poisson, rate: %d}, deadline: %s}\nproviders:\n",
		2+rng.IntN(8), 1+rng.IntN(2), pick("20s", "30s", "60s"))
	names := []string{"a", "b", "c"}[:1+rng.IntN(3)]
	for _, n := range names {
		fmt.Fprintf(&b, "  %s: {latency: {kind: lognormal, median: %dms, p99: %dms}, errors: {share: %.1f%%}, price: {in: %.2f, out: %.2f}%s}\n", n,
			200+rng.IntN(1500), 2000+rng.IntN(4000), rng.Float64()*3, 0.1+rng.ExpFloat64(), 0.4+4*rng.ExpFloat64(),
			pick("", "", "", ", limits: {requests_per_minute: 60, burst: 10, retry_after: exact}"))
	}
	b.WriteString("timeline:\n")
	for range rng.IntN(3) {
		what := pick("hang", "status, code: 503", "status, code: 500, share: 60%", "latency, factor: 12", "throttle, retry_after: 5s", "refuse", "errors, share: 30%, status: 503")
		fmt.Fprintf(&b, "  - {at: 30s..60s, for: %ds, provider: %s, kind: %s}\n", 30+rng.IntN(90), pick(append(names, "primary", "all")...), what)
	}
	if strings.HasSuffix(b.String(), "timeline:\n") {
		b.WriteString("  []\n")
	}
	b.WriteString("strategies:\n")
	presets := []string{"naive", "naive-retry", "five-provider", "gobreaker", "ai-memory", "litellm", "portkey-cb", "envoy-outlier", "resilience4j", "openai-python"}
	rng.Shuffle(len(presets), func(i, k int) { presets[i], presets[k] = presets[k], presets[i] })
	for _, p := range presets[:2+rng.IntN(3)] {
		fmt.Fprintf(&b, "  %s: {preset: %s%s}\n", p, p, pick("", "", ", attempt: {total: 3s}"))
	}
	if len(names) > 1 {
		fmt.Fprintf(&b, "  turned: {preset: naive, order: {kind: listed, providers: [%s, %s]}}\n", names[1], names[0])
	}
	if rng.IntN(3) == 0 {
		fmt.Fprintf(&b, "expect:\n  - %s.success_rate >= %d%%\n", presets[0], 50+rng.IntN(50))
	}
	return b.String()
}

// TestShippingLaw holds the law of shipping in random worlds.
func TestShippingLaw(t *testing.T) {
	words := map[judge.Word]int{}
	for i := range *shipWorlds {
		text := randomScenario(rand.New(rand.NewPCG(7, uint64(i))))
		s, err := Load("-", Options{Stdin: strings.NewReader(text)})
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		r, err := s.Play(context.Background(), s.Seeds(20), nil)
		if err != nil {
			t.Fatal(err)
		}
		words[holdShipping(t, r)]++
		if t.Failed() {
			t.Fatal(text)
		}
	}
	t.Logf("of %d worlds: %v", *shipWorlds, words)
	if words[judge.WordShip] == 0 || words[judge.WordUnsure] == 0 {
		t.Errorf("only %v", words)
	}
}
