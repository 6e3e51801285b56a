package search

import (
	"math/rand/v2"
	"testing"

	"wavetank/scenarios"
	"wavetank/scenarios/internal/fixture"
	"wavetank/sim/tune"
)

const mutatedSpace = `vary:
  order: groq > openai,openai > groq
  breaker.open.base: 5s..5m log 8
  breaker.trip.failures: [2, 3, 5, 8]
  attempt.total: 5s..20s
  preset: [five-provider, litellm]
subsets: false
minimize: [latency_p99=2, cost_per_1k=1]
maximize: slo_rate.during=3
require: ['success_rate >= 99.9%', 'wasted_per_1k <= current * 1.1']
rivals: [naive, gobreaker]
`

// TestSpaceMutantsPlaced holds that whatever is wrong with a space has a place in it,
// of its syntax and of what it means.
func TestSpaceMutantsPlaced(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	bad := 0
	for i := range *fixture.Mutants {
		text := mutatedSpace
		if i > 0 {
			text = fixture.Mutant(r, text)
		}
		o := TuneOptions{Options: scenarios.Options{Strategies: []string{"five-provider"}, ReadFile: fixture.Files(map[string]string{"space.yaml": text})}, Plan: tune.NewPlan()}
		err := o.ReadSpace("space.yaml")
		if err == nil {
			_, err = NewTuning([]string{"hang-primary"}, o)
		}
		if err == nil {
			continue
		}
		if fixture.Placed(t, err, text); t.Failed() {
			return
		}
		if bad++; i == 0 {
			t.Fatal(err)
		}
	}
	if bad < *fixture.Mutants/4 {
		t.Errorf("only %d of %d mutants are refused", bad, *fixture.Mutants)
	}
}
