package report_test

import (
	"context"
	"fmt"
	"runtime"
	"testing"
	"time"

	"wavetank/chain"
	"wavetank/chain/strategy"
	"wavetank/faults"
	"wavetank/report/measure"
	"wavetank/sim"
)

// longRun is a world in which breakers open, test and close again all the time. No
// call lasts as long as anybody's patience.
func longRun(t *testing.T, length, patience time.Duration, replicas int) *sim.Setup {
	t.Helper()
	flap := func(as string, down, up time.Duration) *faults.Flap {
		return &faults.Flap{Down: faults.Span{Min: down / 2, Max: down}, Up: faults.Span{Min: up / 2, Max: up}, As: as, Code: 503, After: constant(time.Second)}
	}
	whole := faults.Span{Min: length, Max: length}
	limited := faults.Provider{Name: "b", Latency: constant(time.Second), Limits: &faults.Limits{RequestsPerMinute: 20}}
	world, err := faults.Compile(faults.Spec{
		Providers: []faults.Provider{{Name: "a", Latency: constant(time.Second)}, limited, {Name: "c", Latency: constant(3 * time.Second)}},
		Timeline: []faults.Entry{
			{For: whole, Provider: []string{"a", "c"}, Fault: flap("status", 20*time.Second, 40*time.Second)},
			{At: faults.Span{Min: length / 8, Max: length / 8}, For: faults.Span{Min: length / 2, Max: length / 2}, Provider: []string{"b"}, Fault: flap("hang", time.Minute, 3*time.Minute)},
		},
		Duration: length, Warmup: time.Minute, Drain: time.Minute, SLO: 10 * time.Second,
	})
	if err != nil {
		t.Fatal(err)
	}
	setup, err := sim.NewSetup(world, sim.Workload{Arrivals: every(2 * time.Second), Deadline: 40 * time.Second, Patience: patience})
	if err != nil {
		t.Fatal(err)
	}
	if replicas > 1 {
		setup.Fleet = sim.Fleet{Replicas: replicas, SyncLag: sim.LagOf(5 * time.Second)}
	}
	return setup
}

// TestJudgedOnTheWay: what is judged while a run goes on is what would be judged at its
// end: an accumulator that believes in calls of years waits with all of it.
func TestJudgedOnTheWay(t *testing.T) {
	const length = 20 * time.Hour
	for _, replicas := range []int{1, 2} {
		early, late := longRun(t, length, time.Minute, replicas), longRun(t, length, 30_000*time.Hour, replicas)
		for _, l := range presets(t) {
			if l.Recipe.Breaker == nil {
				continue
			}
			var text [2]string
			for k, setup := range []*sim.Setup{early, late} {
				acc := measure.NewAccumulator(setup, chain.Instant(10*time.Second))
				acc.Prepare(l.Recipe, true)
				if err := sim.NewRunner(setup).Run(context.Background(), l.Recipe, 1, acc); err != nil {
					t.Fatal(err)
				}
				text[k] = fmt.Sprintf("%+v", acc.Run())
			}
			if text[0] != text[1] {
				t.Errorf("%s, %d processes: on the way\n%s\nat the end\n%s", l.Name, replicas, text[0], text[1])
			}
		}
	}
}

// TestMemoryOfLongRuns: a run of days holds no more than one of hours.
func TestMemoryOfLongRuns(t *testing.T) {
	heap := func(length time.Duration, name string) uint64 {
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		setup := longRun(t, length, time.Minute, 1)
		runner, acc := sim.NewRunner(setup), measure.NewAccumulator(setup, chain.Instant(10*time.Second))
		l, problems := strategy.Preset(name)
		if problems != nil {
			t.Fatal(problems)
		}
		acc.Prepare(l.Recipe, false)
		if err := runner.Run(context.Background(), l.Recipe, 1, acc); err != nil {
			t.Fatal(err)
		}
		runtime.GC()
		runtime.ReadMemStats(&after)
		runtime.KeepAlive(runner)
		runtime.KeepAlive(acc)
		return after.HeapAlloc - min(before.HeapAlloc, after.HeapAlloc)
	}
	for _, name := range []string{"five-provider", "naive", "clairvoyant"} {
		short := heap(8*time.Hour, name)
		if long := heap(200*time.Hour, name); long > short+short/4+1<<18 {
			t.Errorf("%s: 200 hours hold %d KB, 8 hours %d KB", name, long>>10, short>>10)
		}
	}
}
