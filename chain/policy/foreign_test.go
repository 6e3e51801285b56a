package policy

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/failsafe-go/failsafe-go/circuitbreaker"
	"github.com/google/go-cmp/cmp"
	"github.com/sony/gobreaker/v2"

	"wavetank/chain"
)

// The native breaker is held against libraries that others run, on random
// histories in a bubble's time. Where they differ on purpose, the history is
// laid so that the difference does not show, and stands in this table.
var differences = []struct{ library, theirs, ours string }{
	{"failsafe-go", "admits at the cooldown's last nanosecond", "admits strictly after it, as gobreaker does: the test's cooldowns are a nanosecond shorter"},
	{"failsafe-go", "rounds rates to hundredths before it compares them", "compares exactly: 8 of 41 is less than a fifth"},
	{"failsafe-go", "forgets the failures of a period by tenths of it", "count forgets each by itself"},
	{"failsafe-go", "a permit that is given back without a result cannot be", "evidence none gives it back"},
	{"gobreaker", "a fixed window begins with the first call after the last one's end, and with each closing", "at multiples of its length, as a calendar minute does"},
	{"gobreaker", "a result of an earlier window is discarded", "counts in the window in which it comes"},
	{"gobreaker", "counts a request when it is sent, and its result in the bucket of its sending", "counts results, when they come"},
	{"gobreaker", "buckets are laid from the last closing on", "from time zero on"},
	{"gobreaker", "consecutive failures are forgotten with their bucket", "failures in a row have no window"},
}

// event is one thing that happens to both.
type event struct {
	at   chain.Instant
	send bool // ask for admission; otherwise record
	good bool
	late int // which of the admitted attempts without a result
}

// foreign is another library's breaker.
type foreign interface {
	admit() bool
	record(late int, good bool)
	state() chain.State
}

// trace is what a breaker does with events, one line each.
func traceNative(doc Breaker, events []event) (lines []string) {
	b := doc.Build().MakeBreaker(chain.BreakerEnv{Luck: chain.NewLuck(1), Moved: func(chain.Move) {}})
	var out []chain.Ticket
	for _, e := range events {
		ok := false
		if e.send {
			var t chain.Ticket
			if t, ok = b.Admit(e.at); ok {
				out = append(out, t)
			}
		} else if len(out) > 0 {
			k := e.late % len(out)
			r := chain.Result{Evidence: chain.Bad, Class: chain.Server}
			if e.good {
				r = chain.Result{Evidence: chain.Good}
			}
			b.Record(e.at, out[k], &r)
			out = append(out[:k], out[k+1:]...)
		}
		lines = append(lines, line(e, ok, lazily(b, e.at)))
	}
	return lines
}

// lazily is the state as one sees it who, like the libraries, notices the end of
// a cooldown only when somebody asks to be admitted.
func lazily(b chain.Breaker, now chain.Instant) chain.State {
	if n, ok := b.(*native); ok {
		return n.state
	}
	return b.State(now)
}

func traceForeign(f foreign, events []event) (lines []string) {
	start, out := time.Now(), 0 // where a bucket begins
	for _, e := range events {
		time.Sleep(time.Duration(e.at) - time.Since(start))
		ok := false
		if e.send {
			if ok = f.admit(); ok {
				out++
			}
		} else if out > 0 {
			f.record(e.late%out, e.good)
			out--
		}
		lines = append(lines, line(e, ok, f.state()))
	}
	return lines
}

func line(e event, ok bool, s chain.State) string {
	if e.send {
		return fmt.Sprintf("%d send %v: %s", e.at, ok, s)
	}
	return fmt.Sprintf("%d record %v, %d: %s", e.at, e.good, e.late, s)
}

// against plays histories on both and demands the same lines; some of them must
// open, test and close.
func against(t *testing.T, histories int, draw func(d *dice) (Breaker, func() foreign, []event)) {
	t.Helper()
	d := &dice{luck: chain.NewLuck(uint64(histories))}
	reached := map[string]int{}
	synctest.Test(t, func(t *testing.T) {
		for range histories {
			doc, make, events := draw(d)
			if err := doc.checkAll(); err != nil {
				t.Fatal(err)
			}
			time.Sleep(10*unit - time.Duration(time.Now().UnixNano()%int64(10*unit)))
			ours, theirs := traceNative(doc, events), traceForeign(make(), events)
			if !slices.Equal(ours, theirs) {
				t.Fatalf("trip %+v, half-open %+v: ours (-), theirs (+):\n%s", doc.Trip, doc.HalfOpen, cmp.Diff(ours, theirs))
			}
			for _, l := range ours {
				reached[l[strings.LastIndexByte(l, ' ')+1:]]++
			}
		}
	})
	for _, s := range []string{"closed", "open", "half-open"} {
		if reached[s] < histories/4 {
			t.Errorf("%d events ended %s: the histories test too little", reached[s], s)
		}
	}
}

const unit = 10 * time.Millisecond // a bucket

// random events: often at one instant, often a cooldown apart, results in any
// order.
func random(d *dice, n int) (out []event) {
	now, badness := chain.Instant(0), 3+d.roll(6)
	for range n {
		switch d.roll(6) {
		case 0:
		case 1:
			now++
		case 2:
			now = now.Add(5 * unit)
		case 3:
			now = now.Add(unit * time.Duration(1+d.roll(12)))
		default:
			now = now.Add(time.Duration(d.roll(int(unit))))
		}
		out = append(out, event{at: now, send: d.roll(5) < 3, good: d.roll(10) >= badness, late: d.roll(8)})
	}
	return out
}

// failsafe is failsafe-go's breaker.
type failsafe struct {
	circuitbreaker.CircuitBreaker[any]
}

func (f failsafe) admit() bool { return f.TryAcquirePermit() }

func (f failsafe) record(_ int, good bool) {
	if good {
		f.RecordSuccess()
	} else {
		f.RecordFailure()
	}
}

func (f failsafe) state() chain.State {
	return map[circuitbreaker.State]chain.State{circuitbreaker.ClosedState: chain.Closed, circuitbreaker.OpenState: chain.Open, circuitbreaker.HalfOpenState: chain.HalfOpen}[f.State()]
}

// TestAgreesWithFailsafe plays consecutive failures, n of m and a rate over a
// period, with and without success thresholds of their own. failsafe-go knows
// no generations, and its half-open permits bound attempts at one time.
func TestAgreesWithFailsafe(t *testing.T) {
	against(t, 3000, func(d *dice) (Breaker, func() foreign, []event) {
		b := circuitbreaker.NewBuilder[any]().WithDelay(5 * unit)
		p := &PermitProbes{Permit: ConcurrentPermits, Probing: Probing{Late: CountLate}}
		doc := Breaker{Open: &ConstantOpen{Base: 5*unit - 1}, HalfOpen: p}
		switch d.roll(3) {
		case 0:
			n := 1 + d.roll(4)
			b = b.WithFailureThreshold(uint(n))
			doc.Trip = &ConsecutiveTrip{Failures: n}
			p.N, p.Successes, p.Results, p.Early = n, 1, n, true
		case 1:
			m := 1 + d.roll(6)
			n := 1 + d.roll(m)
			b = b.WithFailureThresholdRatio(uint(n), uint(m))
			doc.Trip = &NOfMTrip{N: n, M: m}
			p.N, p.Successes, p.Results, p.Early = m, m-n+1, m, true
		case 2:
			n := 1 + d.roll(5)
			b = b.WithFailureRateThreshold(.5, uint(n), 10*unit)
			doc.Trip = &RatioTrip{Ratio: 500, Min: n, Each: true, Span: Span{Window: 10 * unit}}
			p.N, p.Successes, p.Results = n, n-(n+1)/2+1, n
		}
		if m := 1 + d.roll(5); d.roll(2) == 0 {
			k := 1 + d.roll(m)
			b = b.WithSuccessThresholdRatio(uint(k), uint(m))
			p.N, p.Successes, p.Results, p.Early = m, k, m, true
		}
		return doc, func() foreign { return failsafe{b.Build()} }, random(d, 60)
	})
}

// gob is gobreaker.
type gob struct {
	cb  *gobreaker.TwoStepCircuitBreaker[struct{}]
	out []func(error)
}

func (g *gob) admit() bool {
	done, err := g.cb.Allow()
	if err == nil {
		g.out = append(g.out, done)
	}
	return err == nil
}

func (g *gob) record(late int, good bool) {
	var err error
	if !good {
		err = errBad
	}
	g.out[late](err)
	g.out = append(g.out[:late], g.out[late+1:]...)
}

func (g *gob) state() chain.State { return stateOf(g.cb.State()) }

// serial events of one attempt at a time, whose results come at once: what a
// library counts when it sends, and what it counts when a result comes, is then
// the same. Windows and buckets have the length of 10 units and of one. Once
// the breaker has opened, events come at multiples of a bucket, so that a
// closing begins one.
func serial(d *dice, doc Breaker, n int) (out []event) {
	b := doc.Build().MakeBreaker(chain.BreakerEnv{Luck: chain.NewLuck(1), Moved: func(chain.Move) {}})
	now, badness := chain.Instant(0), 3+d.roll(6)
	for range n {
		now = now.Add(time.Duration(d.roll(int(3*unit))) + 1)
		if b.State(now) != chain.Closed || d.roll(4) == 0 {
			now = chain.Instant((int64(now)/int64(unit) + 1) * int64(unit))
		}
		send := event{at: now, send: true}
		result := event{at: now, good: d.roll(10) >= badness}
		out = append(out, send)
		if t, ok := b.Admit(now); ok {
			r := chain.Result{Evidence: chain.Bad, Class: chain.Server}
			if result.good {
				r.Evidence = chain.Good
			}
			b.Record(now, t, &r)
			out = append(out, result)
		}
	}
	return out
}

// ratioOf is a ratio as ReadyToTrip sees it.
func ratioOf(ratio Ratio, min int) func(gobreaker.Counts) bool {
	return func(c gobreaker.Counts) bool {
		return c.Requests >= uint32(min) && int64(c.TotalFailures)*milli >= int64(ratio)*int64(c.Requests)
	}
}

// TestAgreesWithGobreakerBuckets plays a ratio over rolling buckets.
func TestAgreesWithGobreakerBuckets(t *testing.T) {
	against(t, 3000, func(d *dice) (Breaker, func() foreign, []event) {
		trip := &RatioTrip{Ratio: Ratio(100 * (1 + d.roll(10))), Min: 1 + d.roll(6), Span: Span{Window: 10 * unit}}
		probes := 1 + d.roll(3)
		doc := Breaker{Trip: trip, Open: &ConstantOpen{Base: 5*unit - 1}, HalfOpen: &PermitProbes{N: probes}}
		return doc, func() foreign {
			return &gob{cb: gobreaker.NewTwoStepCircuitBreaker[struct{}](gobreaker.Settings{MaxRequests: uint32(probes), Interval: 10 * unit, BucketPeriod: unit,
				Timeout: 5*unit - 1, ReadyToTrip: ratioOf(trip.Ratio, trip.Min)})}
		}, serial(d, doc, 60)
	})
}

// TestAgreesWithGobreakerWindows plays a ratio over fixed windows, up to the
// first opening: then theirs begin anew, and ours go on. A look at the first
// nanoseconds of each window begins theirs together with ours.
func TestAgreesWithGobreakerWindows(t *testing.T) {
	d, opened := &dice{luck: chain.NewLuck(5)}, 0
	synctest.Test(t, func(t *testing.T) {
		for range 3000 {
			trip := &RatioTrip{Ratio: Ratio(100 * (1 + d.roll(10))), Min: 1 + d.roll(6), Span: Span{Window: 10 * unit, Tumbling: true}}
			doc := Breaker{Trip: trip, Open: &ConstantOpen{Base: time.Hour}, HalfOpen: &SingleProbe{}}
			g := &gob{cb: gobreaker.NewTwoStepCircuitBreaker[struct{}](gobreaker.Settings{Interval: 10 * unit, Timeout: time.Hour, ReadyToTrip: ratioOf(trip.Ratio, trip.Min)})}
			events := serial(d, doc, 40)
			if i := slices.IndexFunc(events, func(e event) bool { return e.at%chain.Instant(10*unit) < 100 }); i >= 0 {
				events = events[:i] // too near to a window's beginning
			}
			ours, theirs := traceNative(doc, events), traceWindows(g, events)
			if !slices.Equal(ours, theirs) {
				t.Fatalf("trip %+v: ours (-), theirs (+):\n%s", trip, cmp.Diff(ours, theirs))
			}
			if len(ours) > 0 && strings.HasSuffix(ours[len(ours)-1], " open") {
				opened++
			}
		}
	})
	if opened < 300 {
		t.Errorf("%d histories opened: they test too little", opened)
	}
}

func traceWindows(g *gob, events []event) (lines []string) {
	start, window := time.Now(), 10*unit
	for _, e := range events {
		for k := time.Duration(1); k*window+k <= time.Duration(e.at); k++ {
			if at := k*window + k; at > time.Since(start) {
				time.Sleep(at - time.Since(start))
				g.state()
			}
		}
		time.Sleep(time.Duration(e.at) - time.Since(start))
		ok := false
		if e.send {
			ok = g.admit()
		} else {
			g.record(0, e.good)
		}
		lines = append(lines, line(e, ok, g.state()))
	}
	return lines
}

// TestDifferences prints what differs on purpose, for whoever asks (-v).
func TestDifferences(t *testing.T) {
	for _, d := range differences {
		t.Logf("%s: %s; ours: %s", d.library, d.theirs, d.ours)
	}
}
