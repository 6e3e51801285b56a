package simtest_test

import (
	"math"
	"testing"

	"github.com/sony/gobreaker/v2"

	"wavetank/report"
	"wavetank/scenarios/simtest"
)

// TestAgree plays the same chains twice, as documents that the event loop plays
// and as programs in bubbles, and wants the same figures to the last digit.
func TestAgree(t *testing.T) {
	r := simtest.Config{Seeds: 3, Presets: []string{"naive", "gobreaker"}}.Run(t, "testdata/agree.yaml", map[string]simtest.New{
		"ours": naive,
		"guarded": func(env *simtest.Env) simtest.Chain {
			return breakers(map[string]*gobreaker.CircuitBreaker[string]{})(env)
		},
	})
	same(t, r, "ours", "naive")
	same(t, r, "guarded", "gobreaker")
}

func same(t *testing.T, r simtest.Results, program, document string) {
	t.Helper()
	n := 0
	for _, m := range report.Metrics() {
		if m.Name == "over_hold" { // a cooldown that ends unwatched is seen only when the breaker is asked
			continue
		}
		ours, theirs := r[program].Figure(m.Name), r[document].Figure(m.Name)
		for i := range theirs.PerSeed {
			n++
			if a, b := ours.PerSeed[i], theirs.PerSeed[i]; a != b && !(math.IsNaN(a) && math.IsNaN(b)) {
				t.Errorf("%s, seed %d: %s = %v, and of the preset %v", program, i, m.Name, a, b)
			}
		}
	}
	t.Logf("%s: %d figures compared with %s", program, n, document)
}
