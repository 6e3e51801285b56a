package report_test

import (
	"context"
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"

	"wavetank/chain"
	"wavetank/chain/policy"
	"wavetank/faults"
	"wavetank/report/measure"
	"wavetank/sim"
)

// turnedAway counts the calls that a breaker turns away from the first provider
// while it is well.
type turnedAway struct {
	eyes
	world *faults.World
	calls int
	moves int
}

func (s *turnedAway) Begin(w *faults.World, _ uint64) { s.world = w }

func (s *turnedAway) Moved(*chain.Move) { s.moves++ }

func (s *turnedAway) Stepped(now chain.Instant, r *sim.Request, eff *chain.Effects, _ *chain.Chain) {
	for _, k := range eff.Skips {
		if k.By == chain.ByBreaker && k.Provider == 0 && now == r.Arrived && r.Counted && s.world.Healthy(0, now) {
			s.calls++
		}
	}
}

// TestOverHoldIsTurningAway: what counts as over-hold is the time in which a call
// would be turned away, whatever the test lets through: so where calls come evenly,
// it is as many gaps as calls were turned away, up to a gap at each end of such a time.
func TestOverHoldIsTurningAway(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		gap := 50 * time.Millisecond
		n := rapid.IntRange(1, 6).Draw(t, "permits")
		probes := &policy.PermitProbes{N: n, Probing: policy.Probing{Neutral: rapid.SampledFrom([]policy.Neutral{
			policy.ReleaseNeutral, policy.SuccessNeutral, policy.FailureNeutral, policy.HoldNeutral}).Draw(t, "neutral")}}
		if rapid.Bool().Draw(t, "at one time") {
			probes.Permit, probes.Successes = policy.ConcurrentPermits, rapid.IntRange(1, 8).Draw(t, "successes")
		}
		spec := faults.Spec{Duration: 4 * time.Minute, Drain: time.Minute, Truth: faults.Truth{Limit: time.Minute},
			Providers: []faults.Provider{
				{Name: "a", Latency: constant(time.Duration(rapid.IntRange(50, 5000).Draw(t, "answer")) * time.Millisecond), Errors: &faults.Errors{Share: 0.1, Status: rapid.SampledFrom([]int{500, 400}).Draw(t, "error"), After: constant(150 * time.Millisecond)}},
				{Name: "b", Latency: constant(time.Second)}},
			Timeline: []faults.Entry{window(30*time.Second, 30*time.Second, &faults.Status{Code: 503, Share: 1, After: constant(50 * time.Millisecond)})}}
		spec.Timeline[0].Provider = []string{"a"}
		world, err := faults.Compile(spec)
		if err != nil {
			t.Fatal(err)
		}
		setup, err := sim.NewSetup(world, sim.Workload{Arrivals: &sim.Constant{Every: gap}, Patience: time.Minute})
		if err != nil {
			t.Fatal(err)
		}
		d := policy.Document{Breaker: &policy.Breaker{Trip: &policy.ConsecutiveTrip{Failures: 2}, HalfOpen: probes,
			Open: &policy.ConstantOpen{Base: time.Duration(rapid.IntRange(1, 90).Draw(t, "cooldown")) * time.Second}}}
		s, err := d.Strategy("it")
		if err != nil {
			t.Fatal(err)
		}
		seen, acc := turnedAway{}, measure.NewAccumulator(setup, 0)
		acc.Prepare(s, false)
		if err := sim.NewRunner(setup).Run(context.Background(), s, 1, sim.Tee{acc, &seen}); err != nil {
			t.Fatal(err)
		}
		got, want := outcome(acc.Run())["over_hold"], float64(seen.calls)*gap.Seconds()
		if slack := float64(2*seen.moves+2*n) * gap.Seconds(); math.Abs(got-want) > slack {
			t.Fatalf("breakers hold for %v s, calls are turned away for %v s (%d moves)", got, want, seen.moves)
		}
	})
}
