package policy

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/sony/gobreaker/v2"

	"wavetank/chain"
)

// The engines are compared on histories: what happens to one breaker, with the
// instants at which it happens. A history is written while it is played on the
// native breaker, so that it can aim at the nanoseconds around the end of a
// cooldown; then the others play it and must decide alike.

// op is one thing that happens to a breaker.
type op struct {
	at     chain.Instant
	admit  bool // ask for admission; otherwise record
	ticket int  // which admission the result belongs to, counted from 0
	e      chain.Evidence
}

// seen is what one op showed.
type seen struct {
	Yes   bool // admitted, or counted
	Probe bool
	State chain.State // after it
	Count int         // failures counted after it, in a closed breaker
}

type history struct {
	doc Breaker
	ops []op
}

func (h *history) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "trip %+v, open %+v, half_open %+v\n", h.doc.Trip, h.doc.Open, h.doc.HalfOpen)
	for i, o := range h.ops {
		if o.admit {
			fmt.Fprintf(&b, "%3d at %d admit\n", i, o.at)
		} else {
			fmt.Fprintf(&b, "%3d at %d record admission %d: %s\n", i, o.at, o.ticket, o.e)
		}
	}
	return b.String()
}

// dice is a short name for a stream of small draws.
type dice struct {
	luck chain.Luck
	n    uint64
}

func (d *dice) roll(sides int) int {
	d.n++
	return int(chain.Scale(time.Duration(sides), d.luck.Draw(d.n)))
}

const cooldownUnit = 1000 * time.Nanosecond

// write makes a random history of a breaker whose cooldown is open.
func write(d *dice, open Open) *history {
	h := &history{doc: Breaker{Open: open}}
	switch d.roll(8) {
	case 0:
		h.doc.Trip = &NeverTrip{}
	case 1, 2:
		h.doc.Trip = &ImmediateTrip{}
	default:
		h.doc.Trip = &ConsecutiveTrip{Failures: 1 + d.roll(4)}
	}
	h.doc.HalfOpen = &SingleProbe{}
	if d.roll(2) == 0 {
		h.doc.HalfOpen = &PermitProbes{N: 1 + d.roll(3)}
	}
	h.fill(d)
	return h
}

// fill writes the ops, guided by the native breaker's own state.
func (h *history) fill(d *dice) {
	var out []int // admissions without a result
	var tickets []chain.Ticket
	b := h.doc.Build().MakeBreaker(chain.BreakerEnv{Luck: 0, Moved: func(chain.Move) {}})
	badness := 2 + d.roll(7)
	now := chain.Instant(0)
	for range 20 + d.roll(40) {
		now = later(d, now, b)
		if len(out) == 0 || d.roll(5) < 2 {
			h.ops = append(h.ops, op{at: now, admit: true})
			if t, ok := b.Admit(now); ok {
				out = append(out, len(tickets))
				tickets = append(tickets, t)
			}
			continue
		}
		k := d.roll(len(out))
		o := op{at: now, ticket: out[k], e: result(d, badness)}
		out = append(out[:k], out[k+1:]...)
		b.Record(now, tickets[o.ticket], &chain.Result{Evidence: o.e, Class: chain.OK})
		h.ops = append(h.ops, o)
	}
}

// later picks the next instant: often the same one, often one next to the end
// of the cooldown.
func later(d *dice, now chain.Instant, b chain.Breaker) chain.Instant {
	if b.State(now) == chain.Open && d.roll(2) == 0 {
		return max(now, b.Until()+chain.Instant(d.roll(3)-1))
	}
	switch d.roll(4) {
	case 0:
		return now
	case 1:
		return now + 1
	}
	return now.Add(time.Duration(d.roll(int(cooldownUnit))) / 4)
}

func result(d *dice, badness int) chain.Evidence {
	switch r := d.roll(20); {
	case r == 0:
		return chain.Trip
	case r < 4:
		return chain.None
	case r < 4+2*badness:
		return chain.Bad
	}
	return chain.Good
}

// play runs a history on a breaker of ours.
func (h *history) play(engine Engine) (all []seen, moves []chain.Move) {
	doc := h.doc
	doc.Engine = engine
	return h.playOn(doc.Build().MakeBreaker(chain.BreakerEnv{Luck: chain.NewLuck(7), Moved: func(m chain.Move) { moves = append(moves, m) }}), &moves)
}

func (h *history) playOn(b chain.Breaker, moves *[]chain.Move) ([]seen, []chain.Move) {
	var all []seen
	var tickets []chain.Ticket
	for _, o := range h.ops {
		var s seen
		if o.admit {
			ready := b.Ready(o.at)
			var t chain.Ticket
			if t, s.Yes = b.Admit(o.at); s.Yes {
				tickets = append(tickets, t)
			}
			s.Probe = t.Probe
			if ready != s.Yes {
				panic(fmt.Sprintf("Ready says %v, Admit says %v at %d\n%s", ready, s.Yes, o.at, h))
			}
		} else if o.ticket < len(tickets) {
			s.Yes = b.Record(o.at, tickets[o.ticket], &chain.Result{Evidence: o.e, Class: chain.OK})
		}
		if s.State = b.State(o.at); s.State == chain.Closed {
			s.Count = b.(chain.Counting).Failures()
		}
		all = append(all, s)
	}
	return all, *moves
}

// playPlain runs a history on gobreaker itself, with its own cooldown, in a
// bubble's time. It cannot tell whether a result was counted.
func (h *history) playPlain() []seen {
	var all []seen
	var done []func(error)
	trip := false
	start := time.Now()
	cb := gobreaker.NewTwoStepCircuitBreaker[struct{}](gobreaker.Settings{
		MaxRequests: uint32(h.doc.HalfOpen.Build().Permits),
		Timeout:     h.doc.Open.(*ConstantOpen).Base,
		ReadyToTrip: func(c gobreaker.Counts) bool { return trip || c.ConsecutiveFailures >= consecutive(h.doc.Trip) },
		IsExcluded:  func(err error) bool { return errors.Is(err, errNone) },
	})
	for _, o := range h.ops {
		time.Sleep(time.Duration(o.at) - time.Since(start))
		var s seen
		if o.admit {
			d, err := cb.Allow()
			if s.Yes = err == nil; s.Yes {
				done = append(done, d)
				s.Probe = cb.State() == gobreaker.StateHalfOpen
			}
		} else if o.ticket < len(done) {
			trip = o.e == chain.Trip
			done[o.ticket]([]error{chain.None: errNone, chain.Good: nil, chain.Bad: errBad, chain.Trip: errBad}[o.e])
		}
		if s.State = stateOf(cb.State()); s.State == chain.Closed {
			s.Count = int(cb.Counts().ConsecutiveFailures)
		}
		all = append(all, s)
	}
	return all
}

func decisions(all []seen, ops []op) []seen {
	out := append([]seen(nil), all...)
	for i := range out {
		out[i].Yes = out[i].Yes && ops[i].admit
	}
	return out
}

// TestEnginesAgreeWithGobreaker plays random histories on the native breaker, on
// the adapter, and on gobreaker with its own clock.
func TestEnginesAgreeWithGobreaker(t *testing.T) {
	const histories, batch = 20000, 500
	d := &dice{luck: chain.NewLuck(1)}
	var marks [3]int // states reached, so that the histories are known to go somewhere
	for range histories / batch {
		var hs []*history
		var ours [][]seen
		for range batch {
			h := write(d, &ConstantOpen{Base: cooldownUnit + time.Duration(d.roll(3))})
			native, moves := h.play(Native)
			adapted, adaptedMoves := h.play(Gobreaker)
			compare(t, h, "native", "adapter", native, adapted)
			compare(t, h, "native moves", "adapter moves", moves, adaptedMoves)
			for _, s := range native {
				marks[s.State]++
			}
			hs, ours = append(hs, h), append(ours, native)
		}
		synctest.Test(t, func(t *testing.T) {
			for i, h := range hs {
				compare(t, h, "native", "gobreaker", decisions(ours[i], h.ops), decisions(h.playPlain(), h.ops))
			}
		})
	}
	for s, n := range marks {
		if n < histories {
			t.Errorf("only %d ops ended %s: the histories test too little", n, chain.State(s))
		}
	}
}

// TestEnginesAgreeOnCooldowns plays cooldowns that gobreaker alone has not.
func TestEnginesAgreeOnCooldowns(t *testing.T) {
	d := &dice{luck: chain.NewLuck(2)}
	opens := []Open{
		&LinearOpen{Base: cooldownUnit}, &LinearOpen{Base: cooldownUnit, Max: 5 * cooldownUnit / 2},
		&ExponentialOpen{Base: cooldownUnit, Factor: 2 * milli, Max: 6 * cooldownUnit},
		&ExponentialOpen{Base: cooldownUnit, Factor: 1500, Jitter: JitterEqual},
	}
	for i := range 4000 {
		h := write(d, opens[i%len(opens)])
		native, moves := h.play(Native)
		adapted, adaptedMoves := h.play(Gobreaker)
		compare(t, h, "native", "adapter", native, adapted)
		compare(t, h, "native moves", "adapter moves", moves, adaptedMoves)
	}
}

// TestDifferenceIsSeen breaks a breaker by one nanosecond, then by one failure,
// and demands that the comparison notices.
func TestDifferenceIsSeen(t *testing.T) {
	d := &dice{luck: chain.NewLuck(1)}
	early, eager := 0, 0
	for range 200 {
		h := write(d, &ConstantOpen{Base: cooldownUnit})
		want, _ := h.play(Native)
		b := *h
		b.doc.Open = &ConstantOpen{Base: cooldownUnit - 1}
		if got, _ := b.play(Native); !slices.Equal(want, got) {
			early++
		}
		b = *h
		if c, ok := h.doc.Trip.(*ConsecutiveTrip); ok {
			b.doc.Trip = &ConsecutiveTrip{Failures: c.Failures + 1}
		}
		if got, _ := b.play(Native); !slices.Equal(want, got) {
			eager++
		}
	}
	if early < 50 || eager < 50 {
		t.Errorf("of 200 histories %d see a cooldown one nanosecond short and %d a failure more, want 50 each", early, eager)
	}
}

func compare[T comparable](t *testing.T, h *history, left, right string, a, b []T) {
	t.Helper()
	if !slices.Equal(a, b) {
		t.Fatalf("%s (-) and %s (+) differ:\n%s\n%s", left, right, cmp.Diff(a, b), h)
	}
}

func BenchmarkBreaker(b *testing.B) {
	doc := Breaker{Trip: &ConsecutiveTrip{Failures: 3}, Open: &ConstantOpen{Base: 30 * time.Second}, HalfOpen: &SingleProbe{}}
	for _, engine := range []Engine{Native, Gobreaker} {
		b.Run(engine.Words()[engine], func(b *testing.B) {
			doc.Engine = engine
			br := doc.Build().MakeBreaker(chain.BreakerEnv{Luck: 0, Moved: func(chain.Move) {}})
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				now := chain.Instant(i)
				t, _ := br.Admit(now)
				e := chain.Good
				if i&3 == 0 {
					e = chain.Bad
				}
				br.Record(now, t, &chain.Result{Evidence: e, Class: chain.OK})
			}
		})
	}
}
