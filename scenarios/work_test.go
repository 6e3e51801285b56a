package scenarios

import (
	"fmt"
	"strings"
	"testing"
)

// costing loads a scenario with one line each of traffic, timeline and the rest.
func costing(t *testing.T, text string, o Options) (*Scenario, error) {
	t.Helper()
	o.ReadFile = func(_, _ string) ([]byte, error) { return []byte(text), nil }
	return Load("./x.yaml", o)
}

const costBase = `schema_version: 1
name: x
duration: %s
workload: {arrivals: %s, deadline: 30s}
providers:
  a: {latency: 600ms}
  b: {latency: 600ms}
timeline:
  - {at: 0s, for: 1m, provider: a, kind: hang}
%s
`

// TestCostIsRefused holds that what a document asks for is added up over all of it, and
// refused at the line of the largest part, with what to change.
func TestCostIsRefused(t *testing.T) {
	const some = "{kind: poisson, rate: 1}"
	rows := strings.Repeat("  - {at: 0s, for: 744h, provider: all, kind: flap, down: 1s, up: 1s}\n", 8)
	for _, c := range []struct{ what, text, want string }{
		{"many rows that flap", fmt.Sprintf(costBase, "744h", some, rows), "./x.yaml:8:1: one seed would take about"},
		{"a tick of traffic", fmt.Sprintf(costBase, "1h", "{kind: constant, every: 1ns}", ""), "./x.yaml:4:1: this would keep about"},
		{"traffic of a month", fmt.Sprintf(costBase, "744h", "{kind: poisson, rate: 100}", ""), "./x.yaml:4:12: "},
		{"a ramp to the sky", fmt.Sprintf(costBase, "1h", "{kind: ramp, from: 1, to: 1000000, over: 1m}", ""), "requests arrive"},
		{"users who do not think", fmt.Sprintf(costBase, "24h", "{kind: closed, users: 100000, think: 1ms}", ""), "requests arrive"},
		{"steps of a millisecond", fmt.Sprintf(costBase, "744h", "{kind: steps, repeat: true, steps: [{rate: 0.001, for: 1ms}, {rate: 0, for: 1ms}]}", ""), "pieces of the traffic's course"},
		{"bursts of a millisecond", fmt.Sprintf(costBase, "744h", "{kind: bursts, burst_rate: 0.001, every: 2ms, for: 1ms}", ""), "pieces of the traffic's course"},
		{"errors in bursts, everywhere", fmt.Sprintf(costBase, "744h", some, "  - {at: 0s, for: 744h, provider: all, kind: errors, every: 1ms, to_bad: 1, to_good: 1, share_bad: 1}\n"), "./x.yaml:8:1: one seed would take about"},
		{"gamma laws", fmt.Sprintf(costBase, "1h", some, strings.Repeat("  - {at: 0s, for: 1m, provider: b, kind: errors, share: 1, after: {kind: gamma, mean: 1s, cv: 2}}\n", 60)), "compiling laws"},
		{"rings of a fleet", fmt.Sprintf(costBase, "1h", some, "fleet: {replicas: 1024}\nstrategies:\n  s: {breaker: {trip: {kind: any_of, of: [{kind: n_of_m, n: 1, m: 65536}, {kind: n_of_m, n: 2, m: 65536}]}, open: {kind: constant, base: 1s}, half_open: {kind: single}}}\n"), "what s remembers"},
		{"calls that hang", strings.Replace(fmt.Sprintf(costBase, "1h", "{kind: poisson, rate: 1000}", "  - {at: 1m, for: 40m, provider: all, kind: hang}"), "deadline: 30s", "deadline: 1h, patience: 1h", 1), "calls in flight"},
	} {
		_, err := costing(t, c.text, Options{})
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "--max-work ") {
			t.Errorf("%s: got %v, want %q and --max-work", c.what, err, c.want)
		}
	}
}

// TestMaxWork holds that the number that a refusal names is enough.
func TestMaxWork(t *testing.T) {
	text := fmt.Sprintf(costBase, "744h", "{kind: poisson, rate: 100}", "")
	_, err := costing(t, text, Options{})
	for n := 0; err != nil && n < 5; n++ {
		_, after, _ := strings.Cut(err.Error(), "--max-work ")
		var factor float64
		if _, e := fmt.Sscanf(after, "%g", &factor); e != nil {
			t.Fatalf("%v: %v", err, e)
		}
		_, err = costing(t, text, Options{MaxWork: factor})
	}
	if err != nil {
		t.Errorf("still refused: %v", err)
	}
}

// TestUsualCosts holds that the library, and generous real uses, are far from the
// budgets.
func TestUsualCosts(t *testing.T) {
	for _, i := range Library() {
		s, err := Load(i.Name, Options{Runs: 400})
		if err != nil {
			t.Errorf("%s: %v", i.Name, err)
			continue
		}
		if play, kept := float64(s.Cost.Play), s.Cost.Memory; play > budgets[playing]/20 || kept > budgets[keeping]/5 {
			t.Errorf("%s: %s and %s are too near the budgets", i.Name, s.Cost.Play, bytesText(kept))
		}
	}
	day := fmt.Sprintf(costBase, "24h", "{kind: poisson, rate: 100}", "")
	s, err := costing(t, day, Options{Runs: 400})
	if err != nil {
		t.Fatalf("100 a second for a day: %v", err)
	}
	if s.Cost.Memory > budgets[keeping]*0.9 || float64(s.Cost.Play) > budgets[playing]/4 {
		t.Errorf("100 a second for a day: %s and %s", s.Cost.Play, bytesText(s.Cost.Memory))
	}
}
