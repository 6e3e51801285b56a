package sim_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"wavetank/chain"
	"wavetank/chain/policy"
	"wavetank/faults"
	"wavetank/sim"
)

// outageOf runs a fleet through a provider's outage from 1 to 4 minutes.
func outageOf(t *testing.T, f sim.Fleet, engine policy.Engine) *notes {
	t.Helper()
	spec := faults.Spec{Providers: two(10 * time.Millisecond), Duration: 5 * time.Minute, Drain: time.Minute,
		Timeline: []faults.Entry{{At: span(time.Minute), For: span(3 * time.Minute), Provider: []string{"a"},
			Fault: &faults.Status{Code: 503, Share: 1, After: constant(20 * time.Millisecond)}}}}
	world, err := faults.Compile(spec)
	if err != nil {
		t.Fatal(err)
	}
	setup, err := sim.NewSetup(world, sim.Workload{Arrivals: &sim.Constant{Every: 50 * time.Millisecond}})
	if err != nil {
		t.Fatal(err)
	}
	if setup.Fleet = f; f.Replicas > 0 && f.Check() != nil {
		t.Fatal(f.Check())
	}
	d := policy.Document{Breaker: &policy.Breaker{Engine: engine, Trip: &policy.ConsecutiveTrip{Failures: 5}, Open: &policy.ConstantOpen{Base: 10 * time.Minute}, HalfOpen: &policy.SingleProbe{}}}
	s, err := d.Strategy("test")
	if err != nil {
		t.Fatal(err)
	}
	var n notes
	if err := sim.NewRunner(setup).Run(context.Background(), s, 1, &n); err != nil {
		t.Fatal(err)
	}
	return &n
}

// failures counts attempts on the provider that is down.
func failures(n *notes) (out int) {
	for _, r := range n.requests {
		for _, a := range r.Attempts {
			if a.Failed() {
				out++
			}
		}
	}
	return out
}

// TestFleetFindsOutByItself: each process needs its own failures, unless it hears
// of the others'.
func TestFleetFindsOutByItself(t *testing.T) {
	for _, engine := range []policy.Engine{policy.Native, policy.Gobreaker} {
		for _, row := range []struct {
			fleet    sim.Fleet
			failures int
		}{
			{sim.Fleet{}, 5},
			{sim.Fleet{Replicas: 1}, 5},
			{sim.Fleet{Replicas: 8}, 40},
		} {
			n := outageOf(t, row.fleet, engine)
			if got := failures(n); got != row.failures {
				t.Errorf("%+v: %d failures, want five a process", row.fleet, got)
			}
			var acted []int16
			for _, m := range n.moves {
				acted = append(acted, m.Replica)
			}
			slices.Sort(acted)
			if got := len(slices.Compact(acted)); got != max(1, row.fleet.Replicas) {
				t.Errorf("%+v: breakers of %d processes opened", row.fleet, got)
			}
		}
		n := outageOf(t, sim.Fleet{Replicas: 8, SyncLag: sim.LagOf(100 * time.Millisecond)}, engine)
		if got := failures(n); got < 5 || got >= 40 {
			t.Errorf("with a word to the others there are %d failures, want more than one process needs and fewer than all", got)
		}
		for _, m := range n.moves {
			if m.To == chain.Open && m.At.Add(m.Open) > chain.Instant(0).Add(15*time.Minute) {
				t.Errorf("what was heard holds until %s, beyond what was said", m.At.Add(m.Open))
			}
		}
	}
}

// TestLagAtOnce: a word that takes no time reaches the others before they do
// anything more, so one process's failures are all that there are, but for what
// is in flight.
func TestLagAtOnce(t *testing.T) {
	const inFlight = 2 // at 20 calls per second of which a failure takes 20 ms
	for _, engine := range []policy.Engine{policy.Native, policy.Gobreaker} {
		never := failures(outageOf(t, sim.Fleet{Replicas: 8}, engine))
		slow := failures(outageOf(t, sim.Fleet{Replicas: 8, SyncLag: sim.LagOf(30 * time.Second)}, engine))
		if got := failures(outageOf(t, sim.Fleet{Replicas: 8, SyncLag: sim.LagOf(0)}, engine)); got >= never || got > slow || got > 8*4+5+inFlight {
			t.Errorf("%d failures where the others hear at once, %d after 30 s, %d where they never do", got, slow, never)
		}
	}
}

func TestLagText(t *testing.T) {
	for text, want := range map[string]sim.Lag{"never": {}, "0s": sim.LagOf(0), "2s": sim.LagOf(2 * time.Second)} {
		var l sim.Lag
		if err := l.UnmarshalText([]byte(text)); err != nil || l != want || l.String() != text {
			t.Errorf("%q reads as %s, %v", text, l, err)
		}
	}
	for _, text := range []string{"", "-1s", "ever"} {
		if err := new(sim.Lag).UnmarshalText([]byte(text)); err == nil {
			t.Errorf("%q is read", text)
		}
	}
}

func TestFleetCheck(t *testing.T) {
	for _, f := range []sim.Fleet{{}, {Replicas: 1025}} {
		if f.Check() == nil {
			t.Errorf("%+v passes the check", f)
		}
	}
}
