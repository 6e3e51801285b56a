package judge

import (
	"math"
	"testing"
	"time"

	"wavetank/report/measure"
)

// part is a scenario's result in which strategies have these values of apdex, by seed.
func part(name string, faulty bool, values map[string][]float64) *Result {
	r := &Result{Scenario: measure.Scenario{Name: name, SLO: time.Second}}
	metric := "apdex"
	if faulty {
		r.Scenario.Timeline = []measure.Fault{{Kind: "hang"}}
		metric = "apdex.since"
	}
	for _, who := range []string{"a", "b", "c"} {
		v, plays := values[who]
		if !plays {
			continue
		}
		s := measure.Strategy{Name: who}
		r.Seeds = nil
		for i, x := range v {
			run := measure.Run{Seed: uint64(i + 1), Values: make([]float64, len(measure.Catalogue))}
			for m := range run.Values {
				run.Values[m] = math.NaN()
			}
			run.Values[measure.Index[metric]] = x
			s.Runs, r.Seeds = append(s.Runs, run), append(r.Seeds, run.Seed)
		}
		r.Strategies = append(r.Strategies, s)
	}
	return r
}

// TestOverall: each scenario counts alike, whole runs where there is no fault; who plays
// in all is compared, on as many seeds as all have; a rule broken anywhere bars.
func TestOverall(t *testing.T) {
	calm := part("calm", false, map[string][]float64{"a": {0.9, 0.9, 0.9}, "b": {0.5, 0.5, 0.5}})
	storm := part("storm", true, map[string][]float64{"a": {0.1, 0.1}, "b": {0.9, 0.9}, "c": {1, 1}})
	r := Overall([]*Result{calm, storm})
	if len(r.Strategies) != 2 || len(r.Seeds) != 2 {
		t.Fatalf("%d strategies on %d seeds, want 2 and 2", len(r.Strategies), len(r.Seeds))
	}
	for who, want := range map[string]float64{"a": 0.5, "b": 0.7} {
		if f := r.Strategy(who).Figure("apdex.since"); math.Abs(f.Mean-want) > 1e-12 {
			t.Errorf("%s: %g over all, want %g", who, f.Mean, want)
		}
	}
	if k := r.Rank(); k.Word != WordShip || k.First[0].Name != "b" {
		t.Errorf("%s %v", k.Word, k.First)
	}
	storm.Expectations = []Expectation{{Rule: "b.trips == 0", About: "b", Verdict: Fail}}
	if k := Overall([]*Result{calm, storm}).Rank(); k.Word != WordShip || k.First[0].Name != "a" {
		t.Errorf("b breaks a rule in one scenario: %s %v", k.Word, k.First)
	}
	if Overall([]*Result{calm}) != nil || Overall([]*Result{calm, part("other", true, map[string][]float64{"c": {1}})}) != nil {
		t.Error("something is joined of one scenario, or of two with nobody in common")
	}
}
