package scenarios

import (
	"context"
	"testing"
	"time"

	"wavetank/chain"
	"wavetank/faults"
	"wavetank/sim"
)

// ledger is what the published table shows of one run.
type ledger struct {
	world    *faults.World
	attempts [2]int
	wasted   int
	first    chain.Instant // of a useful call on A
	asked    []chain.Instant
}

func (l *ledger) Begin(w *faults.World, _ uint64) { *l = ledger{world: w, first: chain.Never} }
func (l *ledger) Moved(*chain.Move)               {}
func (l *ledger) Close(chain.Instant)             {}
func (l *ledger) Finished(r *sim.Request)         { l.asked = append(l.asked, r.Arrived) }

func (l *ledger) Ended(a *sim.Attempt) {
	l.attempts[a.Provider]++
	if a.Failed() {
		l.wasted++
	} else if a.Provider == 0 {
		l.first = min(l.first, a.Sent)
	}
}

// TestPublished holds the simulator against a measured case with published
// counts: wasted calls, attempts on A and B, and when A was first used again.
func TestPublished(t *testing.T) {
	s, err := Load("published-60s-outage", Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]struct {
		wasted, a, b int
		first        time.Duration
	}{"single": {15, 20, 15, time.Minute}, "retry": {45, 50, 15, time.Minute}, "cooldown": {4, 8, 16, 64 * time.Second}}
	runner := sim.NewRunner(s.Setup)
	for seed := range uint64(20) {
		for _, recipe := range s.Recipes() {
			w, ok := want[recipe.Name]
			if !ok {
				continue
			}
			var l ledger
			if err := runner.Run(context.Background(), recipe, seed, &l); err != nil {
				t.Fatal(err)
			}
			if l.wasted != w.wasted || l.attempts != [2]int{w.a, w.b} || l.first != chain.Instant(w.first) {
				t.Errorf("%s, seed %d: wasted %d, attempts %v, A useful at %s; want %+v", recipe.Name, seed, l.wasted, l.attempts, l.first, w)
			}
			for k, at := range l.asked {
				if at != chain.Instant(4*time.Second)*chain.Instant(k) {
					t.Errorf("%s, seed %d: request %d arrives at %s", recipe.Name, seed, k, at)
				}
			}
			if len(l.asked) != 20 {
				t.Errorf("%s: %d requests, want 20", recipe.Name, len(l.asked))
			}
		}
	}
}
