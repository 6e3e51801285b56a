package search

import (
	"context"
	"testing"

	"wavetank/scenarios"
	"wavetank/sim/tune"
)

// BenchmarkTunePlay plays one setting after another of a large space, each for
// 10,000 requests, on one core, with all that a search does for each: the
// strategy is built, the run judged. The target is 416 ns a request.
func BenchmarkTunePlay(b *testing.B) {
	t, err := NewTuning([]string{"hang-primary"}, TuneOptions{Options: scenarios.Options{Strategies: []string{"five-provider"}, Duration: 2000e9},
		Vary: []string{"order", "breaker.open.base=5s..5m log 8", "breaker.trip.failures=2,3,4,5,6,8", "attempt.total=2s..60s 5"}})
	if err != nil {
		b.Fatal(err)
	}
	size, _ := t.space().Size()
	p, figures := t.newPlayer(), make([]float64, t.problem().Columns)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if err := p.Play(context.Background(), tune.Point(uint64(i*7919)%size), 0, figures); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/10_000, "ns/request")
}
