package sim_test

import (
	"context"
	"runtime"
	"testing"
	"time"

	"wavetank/chain"
	"wavetank/chain/policy"
	"wavetank/faults"
	"wavetank/sim"
)

// notes is a sink that keeps what tests look at.
type notes struct {
	requests []sim.Request
	moves    []chain.Move
	end      chain.Instant
}

func (n *notes) Begin(*faults.World, uint64) { *n = notes{} }
func (n *notes) Ended(*sim.Attempt)          {}
func (n *notes) Moved(m *chain.Move)         { n.moves = append(n.moves, *m) }
func (n *notes) Close(end chain.Instant)     { n.end = end }
func (n *notes) Finished(r *sim.Request) {
	c := *r
	c.Attempts = append([]sim.Attempt(nil), r.Attempts...)
	n.requests = append(n.requests, c)
}

func constant(d time.Duration) faults.Law { return &faults.Constant{Value: faults.Time(d)} }

func span(d time.Duration) faults.Span { return faults.Span{Min: d, Max: d} }

// play runs a world of constant latencies under constant traffic.
func play(t *testing.T, spec faults.Spec, w sim.Workload, d policy.Document) *notes {
	t.Helper()
	world, err := faults.Compile(spec)
	if err != nil {
		t.Fatal(err)
	}
	setup, err := sim.NewSetup(world, w)
	if err != nil {
		t.Fatal(err)
	}
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

func two(latency time.Duration) []faults.Provider {
	return []faults.Provider{{Name: "a", Latency: constant(latency)}, {Name: "b", Latency: constant(latency)}}
}

func TestAnswerAtTheTimeoutIsATimeout(t *testing.T) {
	n := play(t, faults.Spec{Providers: two(time.Second), Duration: time.Second, Drain: time.Minute},
		sim.Workload{Arrivals: &sim.Constant{Every: time.Second}},
		policy.Document{Attempt: &policy.Attempt{Total: time.Second}})
	r := n.requests[0]
	if len(n.requests) != 1 || len(r.Attempts) != 2 || r.End != 2e9 || r.Done.Reason != chain.Exhausted {
		t.Fatalf("got %+v, want two timeouts and the end at 2 s", r)
	}
	for _, a := range r.Attempts {
		if a.Verdict.Class != chain.Timeout || !a.Answered {
			t.Errorf("attempt %d: class %s, answered %v, want an answer that is a timeout", a.Number, a.Verdict.Class, a.Answered)
		}
	}
}

func TestWindowIsHalfOpen(t *testing.T) {
	spec := faults.Spec{Providers: two(100 * time.Millisecond), Duration: 5 * time.Second, Drain: time.Minute,
		Timeline: []faults.Entry{{At: span(time.Second), For: span(2 * time.Second), Provider: []string{"a"}, Fault: &faults.Hang{Share: 1}}}}
	n := play(t, spec, sim.Workload{Arrivals: &sim.Constant{Every: time.Second}}, policy.Document{Attempt: &policy.Attempt{Total: 300 * time.Millisecond}})
	want := map[int64]int{0: 1, 1: 2, 2: 2, 3: 1, 4: 1} // attempts by request: the fault acts in [1 s, 3 s)
	for _, r := range n.requests {
		if len(r.Attempts) != want[r.Number] {
			t.Errorf("request %d at %s: %d attempts, want %d", r.Number, r.Arrived, len(r.Attempts), want[r.Number])
		}
	}
	if len(n.requests) != len(want) {
		t.Errorf("%d requests, want %d", len(n.requests), len(want))
	}
}

func TestWarmupIsNotCounted(t *testing.T) {
	n := play(t, faults.Spec{Providers: two(time.Millisecond), Duration: 3 * time.Second, Warmup: 1500 * time.Millisecond, Drain: time.Minute},
		sim.Workload{Arrivals: &sim.Constant{Every: time.Second}}, policy.Document{})
	var counted []chain.Instant
	for _, r := range n.requests {
		if r.Counted {
			counted = append(counted, r.Arrived)
		}
	}
	if len(n.requests) != 4 || len(counted) != 3 || counted[0] != 0 {
		t.Errorf("%d requests, counted at %v; want 4, counted at 0, 1 and 2 s", len(n.requests), counted)
	}
}

func TestSerialWaitsForTheOneBefore(t *testing.T) {
	n := play(t, faults.Spec{Providers: two(1500 * time.Millisecond), Duration: 4 * time.Second, Drain: time.Minute},
		sim.Workload{Arrivals: &sim.Constant{Every: time.Second, Loop: sim.Loop{One: true}}}, policy.Document{})
	for k, want := range []chain.Instant{0, 1.5e9, 3e9, 4.5e9} {
		if n.requests[k].Arrived != want {
			t.Errorf("request %d arrived at %s, want %s", k, n.requests[k].Arrived, want)
		}
		if took := n.requests[k].End - n.requests[k].Arrived; took != 1.5e9 {
			t.Errorf("request %d took %s, want 1.5s from the later instant", k, took)
		}
	}
}

func TestPatienceEndsAHang(t *testing.T) {
	spec := faults.Spec{Providers: two(time.Second), Duration: time.Second, Drain: time.Hour,
		Timeline: []faults.Entry{{For: span(time.Hour), Provider: []string{"a"}, Fault: &faults.Hang{Share: 1}}}}
	n := play(t, spec, sim.Workload{Arrivals: &sim.Constant{Every: time.Second}, Patience: time.Minute}, policy.Document{
		Breaker: &policy.Breaker{Trip: &policy.ImmediateTrip{}, Open: &policy.ConstantOpen{Base: time.Minute}, HalfOpen: &policy.NoHalfOpen{}}})
	r := n.requests[0]
	if r.Done.Reason != chain.GaveUp || r.End != 60e9 || len(n.moves) != 0 {
		t.Errorf("ended by %s at %s with %d moves; want the caller to give up at 1m and blame nobody", r.Done.Reason, r.End, len(n.moves))
	}
}

func TestDeadlineBeatsTheAnswerOfItsInstant(t *testing.T) {
	n := play(t, faults.Spec{Providers: two(time.Second), Duration: time.Second, Drain: time.Minute},
		sim.Workload{Arrivals: &sim.Constant{Every: time.Second}, Deadline: time.Second}, policy.Document{})
	if r := n.requests[0]; r.Done.Reason != chain.TimedOut || r.End != 1e9 {
		t.Errorf("ended by %s at %s, want the deadline at 1s", r.Done.Reason, r.End)
	}
}

func TestClosedLoopAsksAfterTheAnswer(t *testing.T) {
	n := play(t, faults.Spec{Providers: two(time.Second), Duration: 10 * time.Second, Drain: time.Minute},
		sim.Workload{Arrivals: &sim.Closed{Users: 2, Think: constant(time.Second)}}, policy.Document{})
	if len(n.requests) != 10 { // two users, at 1, 3, 5, 7, 9 s
		t.Errorf("%d requests, want 10", len(n.requests))
	}
	for _, r := range n.requests {
		if r.Arrived%2e9 != 1e9 {
			t.Errorf("request %d at %s, want odd seconds", r.Number, r.Arrived)
		}
	}
}

func TestCancelledContextEndsTheRun(t *testing.T) {
	setup := modelSetup(t, 100_000)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	err := sim.NewRunner(setup).Run(ctx, modelStrategy(t, "naive"), 1, &notes{})
	if err != context.Canceled {
		t.Errorf("got %v, want %v", err, context.Canceled)
	}
}

// TestSteadyStateAllocatesNothing holds a run of twice the requests against one:
// what a request allocates would show many thousand times.
func TestSteadyStateAllocatesNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector allocates")
	}
	allocs := func(requests int) uint64 {
		setup := modelSetup(t, requests)
		s, r, sink := modelStrategy(t, "breaker"), sim.NewRunner(setup), &blind{}
		var before, after runtime.MemStats
		for range 2 { // the first run grows the buffers
			runtime.ReadMemStats(&before)
			if err := r.Run(context.Background(), s, 1, sink); err != nil {
				t.Fatal(err)
			}
			runtime.ReadMemStats(&after)
		}
		return after.Mallocs - before.Mallocs
	}
	one, two := allocs(100_000), allocs(200_000)
	if two > one+100 {
		t.Errorf("%d allocations for 100,000 requests and %d for 200,000", one, two)
	}
}

type blind struct{}

func (blind) Begin(*faults.World, uint64) {}
func (blind) Ended(*sim.Attempt)          {}
func (blind) Moved(*chain.Move)           {}
func (blind) Finished(*sim.Request)       {}
func (blind) Close(chain.Instant)         {}
