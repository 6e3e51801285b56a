package scenarios

import (
	"context"
	"testing"

	"wavetank/chain/strategy"
)

// TestPresetsPlay plays every preset in library scenarios of one, two and more
// providers, and demands that its books balance: every request ends once, and
// each attempt is useful or wasted.
func TestPresetsPlay(t *testing.T) {
	names := strategy.Names()
	asked := map[string]map[string]bool{} // strategies by scenario that asked anybody
	for _, scenario := range []string{"capped-hints", "published-60s-outage", "cut-streams", "bad-prompt-storm"} {
		s, err := Load(scenario, Options{Strategies: names, Set: []string{"expect=[]"}})
		if err != nil {
			t.Fatal(err)
		}
		r, err := s.Play(context.Background(), s.Seeds(1), nil)
		if err != nil {
			t.Fatal(err)
		}
		asked[scenario] = map[string]bool{}
		requests := r.Strategies[0].Figure("requests").Mean
		for i := range r.Strategies {
			st := &r.Strategies[i]
			n, attempts := st.Figure("requests").Mean, st.Figure("attempts").Mean
			asked[scenario][st.Name] = attempts > 0
			if n != requests || n == 0 {
				t.Errorf("%s, %s: %g requests ended, of %g", scenario, st.Name, n, requests)
			}
			if useful, wasted := st.Figure("useful").Mean, st.Figure("wasted_calls").Mean; attempts != useful+wasted {
				t.Errorf("%s, %s: %g attempts, of which %g were useful and %g wasted", scenario, st.Name, attempts, useful, wasted)
			}
		}
		for _, name := range names {
			if !asked[scenario][name] {
				t.Errorf("%s: %s asks nobody", scenario, name)
			}
		}
	}
}
