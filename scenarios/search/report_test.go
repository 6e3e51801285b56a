package search

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"wavetank/report/judge"
	"wavetank/scenarios"
	"wavetank/sim/tune"
)

// TestChanges: what the winner changes is told by what it means, not by how it
// is written.
func TestChanges(t *testing.T) {
	tuning, err := NewTuning([]string{"hang-primary"}, TuneOptions{Options: scenarios.Options{Strategies: []string{"five-provider"}}, Vary: []string{
		"attempt.total=30000ms,5s", "breaker.trip={kind: consecutive, failures: 3},{kind: ratio, ratio: 0.5, min: 10, window: 30s}",
		"hedge={kind: none},{kind: delay, after: 4s}", "order=sambanova > groq > gemini > openai > cerebras,groq > openai", "breaker.open.factor=2,3"}})
	if err != nil {
		t.Fatal(err)
	}
	changes := func(settings ...int) []judge.TuningChange {
		point := tuning.space().Point(settings)
		return tuning.changes(&tune.Finalist{Point: point, Settings: settings})
	}
	if got := changes(0, 0, 0, 0, 0); got != nil {
		t.Errorf("the setting in force, otherwise written, changes %v", got)
	}
	want := []judge.TuningChange{
		{Path: "attempt.total", From: "30s", To: "5s"},
		{Path: "breaker.trip", From: "{kind: consecutive, failures: 3}", To: "{kind: ratio, ratio: 0.5, min: 10, window: 30s}"},
		{Path: "hedge", From: "", To: "{kind: delay, after: 4s}"},
		{Path: "order", From: "sambanova > groq > gemini > openai > cerebras", To: "groq > openai"},
		{Path: "breaker.open.factor", From: "2", To: "3"},
	}
	if d := cmp.Diff(want, changes(1, 1, 1, 1, 1)); d != "" {
		t.Errorf("-want +got\n%s", d)
	}
}
