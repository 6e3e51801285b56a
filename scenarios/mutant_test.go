package scenarios

import (
	"math/rand/v2"
	"testing"

	"wavetank/chain/strategy"
	"wavetank/scenarios/internal/fixture"
)

const mutatedChain = `providers:
  fast: {latency: {kind: lognormal, median: 600ms, p99: 2.4s}, price: {in: 0.60, out: 1.20}}
  slow: {latency: {kind: mixture, parts: [{weight: 3, law: 1s}, {weight: 1, law: {kind: empirical, values: [1s, 2s]}}]}, context_window: 8000}
strategies:
  ours: {preset: five-provider, attempt: {total: 10s}}
  theirs:
    preset: ours
    order: {kind: listed, providers: [slow, fast]}
    breaker: {open: {base: 30s}}
`

const mutatedScenario = `schema_version: 1
name: mutated
why: Nobody knows.
duration: 30m
slo: 5s
workload:
  arrivals: {kind: poisson, rate: 2}
  requests: {kinds: {chat: 95, malformed: 5}}
  deadline: 30s
output: {schema: {type: object, required: [answer], properties: {answer: {type: string}}}}
truth: {theta: 50%}
timeline:
  - {at: 5m..10m, for: 10m, provider: primary, kind: status, code: 503}
  - {at: 1m, for: 2m, provider: [fast, slow], kind: hang}
expect:
  - ours.slo_rate.during >= 90%
  - {rule: ours.wasted_calls <= 0.1 * theirs.wasted_calls, why: it costs}
decide: [slo_rate, {cost_per_1k: 5%}, wasted_calls]
` + mutatedChain

// TestMutantsPlaced holds that whatever is wrong with a document has a place in it.
func TestMutantsPlaced(t *testing.T) {
	preset, ps := strategy.Show("five-provider")
	if ps != nil {
		t.Fatal(ps)
	}
	for _, row := range []struct {
		kind, text string
		load       func(Options) error
	}{
		{"a scenario", mutatedScenario, func(o Options) error { _, err := Load("./d.yaml", o); return err }},
		{"a scenario, checked", mutatedScenario, func(o Options) error { _, err := Check("./d.yaml", o); return err }},
		{"a chain", mutatedChain, func(o Options) error { o.Chain = "./d.yaml"; _, err := Load("hang-primary", o); return err }},
		{"a chain, checked", mutatedChain, func(o Options) error { _, err := Check("./d.yaml", o); return err }},
		{"a strategy", string(preset), func(o Options) error {
			o.Strategies = []string{"./d.yaml"}
			_, err := Load("hang-primary", o)
			return err
		}},
		{"a strategy, checked", string(preset), func(o Options) error { _, err := Check("./d.yaml", o); return err }},
		{"another side", mutatedChain, func(o Options) error { _, err := LoadAgainst("hang-primary", "./d.yaml", o); return err }},
	} {
		r := rand.New(rand.NewPCG(1, 1))
		bad := 0
		for i := range *fixture.Mutants {
			text := row.text
			if i > 0 {
				text = fixture.Mutant(r, text)
			}
			err := row.load(Options{ReadFile: fixture.Files(map[string]string{"d.yaml": text})})
			if err == nil {
				continue
			}
			if fixture.Placed(t, err, text); t.Failed() {
				t.Errorf("of %s", row.kind)
				break
			}
			if bad++; i == 0 {
				t.Errorf("%s: %v", row.kind, err)
			}
		}
		if bad < *fixture.Mutants/4 {
			t.Errorf("%s: only %d of %d mutants are refused", row.kind, bad, *fixture.Mutants)
		}
	}
}
