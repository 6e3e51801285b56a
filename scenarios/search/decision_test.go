package search

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"wavetank/report/judge"
	"wavetank/scenarios"
	"wavetank/sim/tune"
)

// TestTuneAndRunAgree: in random worlds, what a search ships is what run ships of
// it and the setting in force on the same seeds, and what it keeps run does not
// replace by what it found.
func TestTuneAndRunAgree(t *testing.T) {
	t.Parallel()
	shipped, kept := 0, 0
	for world := range uint64(50) {
		luck := rand.New(rand.NewPCG(world, 10))
		one := func(of ...string) string { return of[luck.IntN(len(of))] }
		var laws []string
		for range 2 + luck.IntN(2) {
			laws = append(laws, fmt.Sprintf("{kind: lognormal, median: %dms, p99: %dms}", 300+luck.IntN(1500), 4000+luck.IntN(14_000)))
		}
		timeline := fmt.Sprintf("  - {at: %ds, for: %ds, provider: %s, %s}\n", 30+luck.IntN(60), 60+luck.IntN(180), one("primary", "primary", "second"),
			one("kind: hang", "kind: hang, share: 60%", "kind: throttle, share: 80%, retry_after: 20s", "kind: flap, up: 15s, down: 40s, as: hang"))
		o := TuneOptions{Vary: []string{"attempt.total=2s,6s,25s", "breaker.open.base=2s,40s,5m"}, Plan: tune.Plan{Replications: 4, Most: 12, Held: 8},
			Options: scenarios.Options{Strategies: []string{"ours=" + one("five-provider,attempt.total=25s", "five-provider,attempt.total=50s", "gobreaker,attempt.total=30s,breaker.open.base=8m")}, Chain: chainOf(t, laws...)}}
		file := worldOf(t, timeline)
		tuning, err := NewTuning([]string{file}, o)
		if err != nil {
			t.Fatal(err)
		}
		r, err := tuning.Report(context.Background(), concluded(t, tuning))
		if err != nil {
			t.Fatal(err)
		}
		best := filepath.Join(t.TempDir(), "best.yaml")
		if err := os.WriteFile(best, r.Products.Strategy, 0o600); err != nil {
			t.Fatal(err)
		}
		o.Strategies = append(o.Strategies, "best="+best)
		s, err := scenarios.Load(file, o.Options)
		if err != nil {
			t.Fatal(err)
		}
		var seeds []uint64
		for k := range o.Plan.Held {
			seeds = append(seeds, s.Seed+tune.FirstHeld+uint64(k))
		}
		played, err := s.Play(context.Background(), seeds, nil)
		if err != nil {
			t.Fatal(err)
		}
		first := []string{}
		for _, f := range played.Rank().First {
			first = append(first, f.Name)
		}
		switch word := r.Decision(); word {
		case judge.WordShip:
			if shipped++; !slices.Equal(first, []string{"best"}) {
				t.Errorf("world %d: tune ships %v, and run %v", world, r.Changes, first)
			}
		case judge.WordKeep, judge.WordTie:
			if kept++; word == judge.WordKeep && !slices.Contains(first, "ours") {
				t.Errorf("world %d: tune keeps ours, and run ships %v instead", world, first)
			}
			if word == judge.WordTie && !slices.Contains(first, "best") {
				t.Errorf("world %d: tune names %v, and run ships %v", world, r.Changes, first)
			}
		default:
			t.Errorf("world %d: %s", world, word)
		}
	}
	if t.Logf("%d shipped, %d kept", shipped, kept); shipped < 10 || kept < 5 {
		t.Errorf("%d shipped and %d kept of 50 worlds prove little", shipped, kept)
	}
}
