package policy

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"wavetank/chain"
)

// bench is a native breaker with a log of its moves.
type bench struct {
	chain.Breaker
	moves []chain.Move
}

func newBench(doc Breaker) *bench {
	b := &bench{}
	b.Breaker = doc.Build().MakeBreaker(chain.BreakerEnv{Luck: chain.NewLuck(1), Moved: func(m chain.Move) { b.moves = append(b.moves, m) }})
	return b
}

func (b *bench) admit(t *testing.T, now chain.Instant) chain.Ticket {
	t.Helper()
	ticket, ok := b.Admit(now)
	if !ok {
		t.Fatalf("refused at %d while %s", now, b.State(now))
	}
	return ticket
}

func (b *bench) fail(t *testing.T, now chain.Instant) {
	t.Helper()
	b.Record(now, b.admit(t, now), &chain.Result{Evidence: chain.Bad, Class: chain.Server})
}

func (b *bench) want(t *testing.T, moves ...chain.Move) {
	t.Helper()
	if diff := cmp.Diff(moves, b.moves); diff != "" {
		t.Errorf("moves (-want +got):\n%s", diff)
	}
}

// TestNoHalfOpen closes at expiry, with the instant at which it would first have
// admitted, however late somebody looks; the cooldown grows until a success is
// recorded.
func TestNoHalfOpen(t *testing.T) {
	b := newBench(Breaker{Trip: &ImmediateTrip{}, Open: &LinearOpen{Base: 100}, HalfOpen: &NoHalfOpen{}})
	b.fail(t, 10)
	if _, ok := b.Admit(110); ok {
		t.Error("admitted at the cooldown's last nanosecond")
	}
	b.fail(t, 500)
	if _, ok := b.Admit(700); ok {
		t.Error("the second cooldown is as short as the first")
	}
	b.Record(701, b.admit(t, 701), &chain.Result{Evidence: chain.Good, Class: chain.OK})
	b.fail(t, 702)
	b.want(t,
		chain.Move{At: 10, From: chain.Closed, To: chain.Open, Counted: 1, Open: 100},
		chain.Move{At: 111, From: chain.Open, To: chain.Closed},
		chain.Move{At: 500, From: chain.Closed, To: chain.Open, Counted: 1, Open: 200},
		chain.Move{At: 701, From: chain.Open, To: chain.Closed},
		chain.Move{At: 702, From: chain.Closed, To: chain.Open, Counted: 1, Open: 100},
	)
}

// TestSuccessClears closes an open breaker by a success that was under way when
// it opened; a failure that was under way does not extend the cooldown, but opens
// the breaker anew once it is closed.
func TestSuccessClears(t *testing.T) {
	for _, clears := range []bool{true, false} {
		b := newBench(Breaker{Trip: &ImmediateTrip{}, Open: &ConstantOpen{Base: 100}, HalfOpen: &NoHalfOpen{}, SuccessClears: clears})
		good, bad, last, worst := b.admit(t, 0), b.admit(t, 1), b.admit(t, 2), b.admit(t, 3)
		b.fail(t, 10)
		if b.Record(20, bad, &chain.Result{Evidence: chain.Bad, Class: chain.Server}) || b.Until() != 110 {
			t.Errorf("clears %v: a late failure counts, open until %d", clears, b.Until())
		}
		if got := b.Record(30, good, &chain.Result{Evidence: chain.Good, Class: chain.OK}); got != clears {
			t.Errorf("clears %v: a late success counts: %v", clears, got)
		}
		opened := chain.Move{At: 10, From: chain.Closed, To: chain.Open, Counted: 1, Open: 100}
		if !clears {
			b.want(t, opened)
			continue
		}
		if !b.Record(31, last, &chain.Result{Evidence: chain.Good, Class: chain.OK}) || !b.Record(32, worst, &chain.Result{Evidence: chain.Bad, Class: chain.Server}) {
			t.Error("a late result does not count in a breaker that a late success has closed")
		}
		b.want(t, opened, chain.Move{At: 30, From: chain.Open, To: chain.Closed},
			chain.Move{At: 32, From: chain.Closed, To: chain.Open, Counted: 1, Open: 100})
	}
}

// TestFailureExtends begins the cooldown anew with each failure that was under
// way when the breaker opened, and moves nothing.
func TestFailureExtends(t *testing.T) {
	b := newBench(Breaker{Trip: &ImmediateTrip{}, Open: &ConstantOpen{Base: 100}, HalfOpen: &NoHalfOpen{}, FailureExtends: true})
	late, neutral, after := b.admit(t, 0), b.admit(t, 1), b.admit(t, 2)
	b.fail(t, 10)
	if !b.Record(90, late, &chain.Result{Evidence: chain.Bad, Class: chain.Server}) || b.Until() != 190 {
		t.Errorf("a failure at 90 leaves the breaker open until %d, want 190", b.Until())
	}
	if b.Record(95, neutral, &chain.Result{Evidence: chain.None, Class: chain.BadRequest}) || b.Until() != 190 {
		t.Errorf("evidence none at 95 leaves the breaker open until %d, want 190", b.Until())
	}
	if b.Record(200, after, &chain.Result{Evidence: chain.Bad, Class: chain.Server}) {
		t.Error("a failure of an earlier generation counts after the cooldown")
	}
	b.want(t, chain.Move{At: 10, From: chain.Closed, To: chain.Open, Counted: 1, Open: 100},
		chain.Move{At: 191, From: chain.Open, To: chain.Closed})
}

// TestGrowthEndsWithASuccess doubles the cooldown at each failed probe and
// starts anew after a good one.
func TestGrowthEndsWithASuccess(t *testing.T) {
	for _, engine := range []Engine{Native, Gobreaker} {
		b := newBench(Breaker{Engine: engine, Trip: &ImmediateTrip{}, Open: &ExponentialOpen{Base: 100, Factor: 2000}, HalfOpen: &SingleProbe{}})
		b.fail(t, 0)
		b.fail(t, 101)
		b.Record(302, b.admit(t, 302), &chain.Result{Evidence: chain.Good, Class: chain.OK})
		b.fail(t, 303)
		b.want(t,
			chain.Move{At: 0, From: chain.Closed, To: chain.Open, Counted: 1, Open: 100},
			chain.Move{At: 101, From: chain.Open, To: chain.HalfOpen, Door: chain.Door{Permits: 1}},
			chain.Move{At: 101, From: chain.HalfOpen, To: chain.Open, Open: 200},
			chain.Move{At: 302, From: chain.Open, To: chain.HalfOpen, Door: chain.Door{Permits: 1}},
			chain.Move{At: 302, From: chain.HalfOpen, To: chain.Closed},
			chain.Move{At: 303, From: chain.Closed, To: chain.Open, Counted: 1, Open: 100},
		)
	}
}

// TestProbesOfAPermanentOutage counts the tests of a provider that is down for
// 1,200 s, with instant failures, asked one nanosecond after each expiry, and
// how long after its end the next test comes.
func TestProbesOfAPermanentOutage(t *testing.T) {
	const outage = chain.Instant(1200 * time.Second)
	for _, c := range []struct {
		what   string
		open   Open
		probes int
		lag    time.Duration
	}{
		{"doubling", &ExponentialOpen{Base: 30 * sec, Factor: 2000}, 5, 690 * sec},
		{"doubling to 300 s", &ExponentialOpen{Base: 30 * sec, Factor: 2000, Max: 300 * sec}, 6, 150 * sec},
		{"fixed", &ConstantOpen{Base: 30 * sec}, 39, 0},
		{"linear", &LinearOpen{Base: 30 * sec}, 8, 150 * sec},
	} {
		b := newBench(Breaker{Trip: &ImmediateTrip{}, Open: c.open, HalfOpen: &SingleProbe{}})
		b.fail(t, 0)
		probes := 0
		for b.Until() < outage {
			b.fail(t, b.Until()+1)
			probes++
		}
		lag := b.Until().Sub(outage)
		if diff := lag - c.lag; probes != c.probes || diff < 0 || diff > time.Microsecond {
			t.Errorf("%s: %d probes, then %s, want %d and %s", c.what, probes, lag, c.probes, c.lag)
		}
	}
}

// TestNativeAllocatesNothing holds for all of a breaker's life, trips included.
func TestNativeAllocatesNothing(t *testing.T) {
	doc := Breaker{Trip: &ImmediateTrip{}, Open: &ConstantOpen{Base: 1}, HalfOpen: &SingleProbe{}}
	b := doc.Build().MakeBreaker(chain.BreakerEnv{Luck: 1, Moved: func(chain.Move) {}})
	now := chain.Instant(0)
	if n := testing.AllocsPerRun(1000, func() {
		now++
		if ticket, ok := b.Admit(now); ok {
			b.Record(now, ticket, &chain.Result{Evidence: chain.Bad, Class: chain.Server})
		}
	}); n != 0 {
		t.Errorf("%v allocations per attempt, want 0", n)
	}
}
