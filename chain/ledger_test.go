package chain_test

import (
	"fmt"
	"math"

	"wavetank/chain"
	"wavetank/chain/policy"
)

// ledger keeps the books of a run and finds the laws that it breaks.
type ledger struct {
	calls    []account
	breakers []chain.Move // the last move of each provider
	clears   bool         // late successes may end a cooldown
	bends    bool         // cooldowns end at sweeps, or are extended
	holds    bool         // a result that says nothing keeps a probe's slot
	broken   []string
	watched
}

type account struct {
	ended  []int // per attempt, how often
	flying map[int32]bool
	over   bool
}

func newLedger(calls, providers int, d policy.Document) ledger {
	l := ledger{calls: make([]account, calls), breakers: make([]chain.Move, providers)}
	if b := d.Breaker; b != nil {
		test := b.HalfOpen.Build()
		l.clears, l.bends, l.holds = b.SuccessClears, b.FailureExtends || test.Sweep > 0, test.Neutral == policy.HoldNeutral
	}
	for i := range l.calls {
		l.calls[i].flying = map[int32]bool{}
	}
	for i := range l.breakers {
		l.breakers[i].At = math.MinInt64
	}
	return l
}

func (l *ledger) breaks(format string, args ...any) {
	l.broken = append(l.broken, fmt.Sprintf(format, args...))
}

// step books one step's effects.
func (l *ledger) step(now chain.Instant, call int, eff *chain.Effects) {
	a := &l.calls[call]
	if a.over {
		l.idle(call, eff, chain.Never)
		return
	}
	for _, i := range eff.Cancel {
		if !a.flying[i] {
			l.breaks("call %d cancels %d, which is not in flight", call, i)
		}
	}
	for _, e := range eff.Ended {
		if !a.flying[e.Attempt] {
			l.breaks("call %d: attempt %d ends, but is not in flight", call, e.Attempt)
			continue
		}
		delete(a.flying, e.Attempt)
		a.ended[e.Attempt]++
	}
	for _, s := range eff.Send {
		if int(s.Attempt) != len(a.ended) {
			l.breaks("call %d sends attempt %d, not %d", call, s.Attempt, len(a.ended))
		}
		a.ended = append(a.ended, 0)
		a.flying[s.Attempt] = true
	}
	for _, m := range eff.Moved {
		l.move(now, m)
	}
	l.close(now, call, eff)
}

// close books a call's end, or what it waits for.
func (l *ledger) close(now chain.Instant, call int, eff *chain.Effects) {
	a := &l.calls[call]
	switch {
	case eff.Over && len(a.flying) > 0:
		l.breaks("call %d ends with %d attempts in flight", call, len(a.flying))
	case eff.Over && len(eff.Send) > 0:
		l.breaks("call %d sends as it ends", call)
	case eff.Over && eff.Wake != chain.Never:
		l.breaks("call %d is over and wants to wake at %s", call, eff.Wake)
	case !eff.Over && eff.Wake <= now:
		l.breaks("call %d wants to wake at %s, which is not after %s", call, eff.Wake, now)
	case !eff.Over && eff.Wake == chain.Never && len(a.flying) == 0:
		l.breaks("call %d waits for nothing", call)
	}
	a.over = eff.Over
}

// idle demands that a step changed nothing.
func (l *ledger) idle(call int, eff *chain.Effects, wake chain.Instant) {
	if n := len(eff.Cancel) + len(eff.Ended) + len(eff.Send) + len(eff.Moved); n > 0 || eff.Over {
		l.breaks("call %d does something in a step that should do nothing: %+v", call, *eff)
	}
	if eff.Wake != wake {
		l.breaks("call %d wanted to wake at %s and now at %s", call, wake, eff.Wake)
	}
}

// move holds a breaker to the edges that are legal, in their order.
func (l *ledger) move(now chain.Instant, m chain.Move) {
	last := l.breakers[m.Provider]
	l.breakers[m.Provider] = m
	switch {
	case m.From != last.To:
		l.breaks("a breaker that was %s moves from %s", last.To, m.From)
	case m.At > now || m.At < last.At:
		l.breaks("a breaker moves at %s, noticed at %s, after a move at %s", m.At, now, last.At)
	case m.From == m.To, m.From == chain.Closed && m.To == chain.HalfOpen:
		l.breaks("a breaker moves from %s to %s", m.From, m.To)
	case m.From == chain.Open && m.At != last.At.Add(last.Open)+1 && !(l.clears && m.To == chain.Closed) && !(l.bends && m.At > last.At.Add(last.Open)):
		l.breaks("a cooldown of %s, begun at %s, ends at %s", last.Open, last.At, m.At)
	case (m.Open > 0) != (m.To == chain.Open), (m.Counted > 0) != (m.From == chain.Closed):
		l.breaks("a move from %s to %s has cooldown %s and count %d", m.From, m.To, m.Open, m.Counted)
	}
}

// settle closes the books: every call is over, every attempt ended once, and
// nobody keeps what a call was given.
func (l *ledger) settle(c *chain.Chain, now chain.Instant) {
	l.watched.settle(l)
	for p := range c.Providers() {
		if b := c.Breaker(p); b != nil && !l.holds && b.State(now) == chain.HalfOpen && !b.Ready(now) {
			l.breaks("provider %d is tested by nobody, and admits nobody", p)
		}
	}
	for k, a := range l.calls {
		if !a.over {
			l.breaks("call %d never ends", k)
		}
		for i, n := range a.ended {
			if n != 1 {
				l.breaks("attempt %d.%d ends %d times", k, i, n)
			}
		}
	}
}
