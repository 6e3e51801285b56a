package report

import (
	"context"
	"sync"
	"time"

	"wavetank/chain/policy"
	"wavetank/faults"
	"wavetank/report/judge"
	"wavetank/sim"
)

// replaySetup is the synthetic scenario in small: a request every ten seconds,
// and a hang of the first of two providers. Of mixedSetup's requests, one in ten
// is malformed.
var (
	replaySetup = sync.OnceValue(func() *sim.Setup { return smallSetup(sim.KindWeights{Chat: 1}) })
	mixedSetup  = sync.OnceValue(func() *sim.Setup { return smallSetup(sim.KindWeights{Chat: 9, Malformed: 1}) })
)

func smallSetup(kinds sim.KindWeights) *sim.Setup {
	span := func(d time.Duration) faults.Span { return faults.Span{Min: d, Max: d} }
	law := func(median, p99 time.Duration) faults.Law {
		return &faults.Lognormal{Median: faults.Time(median), P99: faults.Time(p99)}
	}
	world, err := faults.Compile(faults.Spec{Duration: 40 * time.Minute, Warmup: 5 * time.Minute, Drain: time.Hour,
		Providers: []faults.Provider{
			{Name: "sambanova", Latency: law(600*time.Millisecond, 2400*time.Millisecond)},
			{Name: "openai", Latency: law(1200*time.Millisecond, 6*time.Second)}},
		Timeline: []faults.Entry{{At: span(5 * time.Minute), For: span(20 * time.Minute),
			Provider: []string{"primary"}, Fault: &faults.Hang{Share: 1}}}})
	if err != nil {
		panic(err)
	}
	setup, err := sim.NewSetup(world, sim.Workload{Arrivals: &sim.Poisson{Rate: 0.1}, Patience: time.Hour, Requests: sim.Requests{Kinds: kinds}})
	if err != nil {
		panic(err)
	}
	return setup
}

// replayIn plays strategies that wait the longer the later they stand.
func replayIn(setup func() *sim.Setup) judge.Replay {
	return func(ctx context.Context, strategy int, seed uint64, sink sim.Sink) error {
		d := policy.Document{Attempt: &policy.Attempt{Total: time.Duration(strategy+1) * 5 * time.Second}}
		recipe, err := d.Strategy("synthetic")
		if err != nil {
			return err
		}
		return sim.NewRunner(setup()).Run(ctx, recipe, seed, sink)
	}
}

// replaySynthetic is what synthetic results play.
var replaySynthetic = replayIn(replaySetup)
