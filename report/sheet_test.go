package report

import (
	"context"
	"reflect"
	"testing"
	"time"

	"wavetank/chain"
	"wavetank/chain/policy"
	"wavetank/report/feeds"
	"wavetank/report/figure"
	"wavetank/report/measure"
)

// TestSeen wants of the sheets that a play fills what playing again fills them
// with, whether it was whole or interrupted: then of the seeds that all have
// finished, and of no other.
func TestSeen(t *testing.T) {
	r := eight(4)
	strategies := make([]chain.Strategy, len(r.Strategies))
	for i := range strategies {
		strategies[i], _ = (&policy.Document{Attempt: &policy.Attempt{Total: time.Duration(i+1) * 5 * time.Second}}).Strategy("")
	}
	needs := []*measure.Need{figure.SeesTapes, feeds.SeesSpectra}
	for _, stopAt := range []int{0, 1, 2*len(strategies) + 3} {
		ctx, stop := context.WithCancel(context.Background())
		c := measure.Comparison{Setup: replaySetup(), Strategies: strategies, Seeds: r.Seeds, SLO: r.Scenario.SLO, Workers: 2,
			Seen: measure.NewSeen(r.Scenario, needs, len(strategies)),
			Progress: func(done, _ int) {
				if done == stopAt {
					stop()
				}
			}}
		_, seeds, err := measure.Compare(ctx, c)
		stop()
		if interrupted := stopAt > 0; (err != nil) != interrupted || (len(seeds) < len(r.Seeds)) != interrupted {
			t.Fatalf("stopped at %d: %d seeds, %v", stopAt, len(seeds), err)
		}
		again := *r
		again.Seeds = seeds
		for _, n := range needs {
			want, err := again.ReplaySheets(context.Background(), n)
			must(t, err)
			for i, got := range c.Seen.Of(n) {
				if !reflect.DeepEqual(counts(got), counts(want[i])) {
					t.Errorf("stopped at %d: strategy %d: what was seen of %d seeds is not what another play shows", stopAt, i, len(seeds))
				}
			}
		}
	}
}

// counts is all that a sheet has counted.
func counts(s measure.Sheet) any {
	switch s := s.(type) {
	case *figure.Tape:
		out := []any{s.Overtime}
		for _, w := range s.Soon {
			out = append(out, w.Asked, w.Usable.Counts)
		}
		for _, p := range s.Points {
			out = append(out, p.Latency.Counts, p.Usable, p.InTime, p.Sent)
		}
		return out
	case *feeds.Spectrum:
		return []any{s.All.Counts, s.Runs}
	}
	return nil
}
