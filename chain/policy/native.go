package policy

import (
	"time"

	"wavetank/chain"
)

// native is the breaker that simulations run: gobreaker's rules on the chain's
// clock, and those of other libraries where a document asks for them. It
// implements chain.Breaker.
//
//	         trip                    cooldown over
//	closed ---------> open --------------------------------> half-open
//	   ^               | ^                                     |   |
//	   |               | +--------- the test is lost ----------+   |
//	   +---------------+------------ the test is won --------------+
//	    no half-open, or
//	    success_clears
//
// Each change of state begins a generation with clean counts; a result belongs
// to the generation that admitted it. With success_clears the memory is one
// instant and knows no generations: a late success closes an open breaker, and
// in a closed one every late result counts. With failure_extends a late failure
// begins the cooldown anew, as a write to that instant does. With late: count
// there are no generations either: half-open or closed, every result counts in
// the state that it finds, and open, until somebody asks once the cooldown is
// over, it counts for nothing.
type native struct {
	state      chain.State
	clears     bool   // a late success closes an open breaker
	extends    bool   // a late failure begins its cooldown anew
	generation uint32 // counts changes of state
	permits    int    // 0: no half-open state
	asked      int    // permits given out in this half-open state
	won, lost  int    // results of this half-open state
	row        int    // openings since it last closed by a success
	openings   uint64 // counter of the cooldowns' draws
	until      chain.Instant
	tally      Tally
	cooldown   Cooldown
	luck       chain.Luck
	moved      func(chain.Move)
	rules      *rules  // nil: gobreaker's
	opening    Opening // kept here so that none allocates
}

func (b *native) Ready(now chain.Instant) bool {
	if b.rules != nil {
		return b.rules.ready(b, now)
	}
	switch b.state {
	case chain.Open:
		return now > b.until
	case chain.HalfOpen:
		return b.asked < b.permits
	}
	return true
}

func (b *native) Admit(now chain.Instant) (chain.Ticket, bool) {
	if b.state == chain.Closed && b.rules == nil {
		return chain.Ticket{Generation: b.generation}, true
	}
	return b.admitProbe(now)
}

func (b *native) admitProbe(now chain.Instant) (chain.Ticket, bool) {
	b.expire(now)
	switch {
	case b.state == chain.Closed:
		return chain.Ticket{Generation: b.generation}, true
	case b.state == chain.Open:
		return chain.Ticket{}, false
	case b.rules != nil:
		if !b.rules.admits(b, now) {
			return chain.Ticket{}, false
		}
	case b.asked >= b.permits:
		return chain.Ticket{}, false
	}
	b.asked++
	return chain.Ticket{Generation: b.generation, Probe: true}, true
}

func (b *native) Record(now chain.Instant, t chain.Ticket, r *chain.Result) bool {
	if lazy := b.rules != nil && b.rules.test.Late; b.state == chain.Open && !lazy || b.state != chain.Open && b.rules != nil {
		b.expire(now)
	}
	if t.Generation != b.generation && !(b.state == chain.Closed && b.forgets()) {
		return b.late(now, r)
	}
	if b.state == chain.HalfOpen {
		return b.test(now, r)
	}
	if b.rules != nil {
		b.rules.see(now)
	}
	switch r.Evidence {
	case chain.None:
		return false
	case chain.Good:
		if b.tally.Good(now, r) { // it was slow
			b.trip(now, b.tally.Failures(), r)
		} else if b.row > 0 && (b.rules == nil || b.rules.decay == 0) {
			b.row = 0
		}
	default:
		counted, trip := b.tally.Bad(now, r)
		if trip || r.Evidence == chain.Trip {
			b.trip(now, max(1, counted), r) // evidence trip needs no count
		}
	}
	return true
}

// forgets tells a breaker that does not know when an attempt was admitted: once
// closed, it counts every result.
func (b *native) forgets() bool { return b.clears || b.rules != nil && b.rules.test.Late }

// late judges a result of an earlier generation, unless it counts like any other.
func (b *native) late(now chain.Instant, r *chain.Result) bool {
	if b.state == chain.HalfOpen && b.rules != nil && b.rules.test.Late {
		return b.rules.judge(b, now, r)
	}
	switch {
	case b.state != chain.Open:
		return false
	case b.clears && r.Evidence == chain.Good:
		b.close(now)
		return true
	case b.extends && r.Evidence >= chain.Bad:
		b.until = max(b.until, now.Add(b.length(now, r)))
		return true
	}
	return false
}

// test judges a probe. Evidence none gives its permit back.
func (b *native) test(now chain.Instant, r *chain.Result) bool {
	if b.rules != nil {
		return b.rules.judge(b, now, r)
	}
	switch r.Evidence {
	case chain.None:
		b.asked--
		return false
	case chain.Good:
		if b.won++; b.won >= b.permits {
			b.close(now)
		}
	default:
		b.open(now, 0, r)
	}
	return true
}

// expire ends a cooldown that is over, as of the first instant at which it
// would have admitted a call.
func (b *native) expire(now chain.Instant) {
	if b.rules != nil {
		b.rules.pass(b, now)
		return
	}
	if b.state != chain.Open || now <= b.until {
		return
	}
	b.reopen(b.until + 1)
}

// reopen lets attempts come again.
func (b *native) reopen(at chain.Instant) {
	m := chain.Move{At: at, To: chain.HalfOpen, Door: chain.Door{Permits: b.permits}}
	switch {
	case b.permits == 0:
		m.To = chain.Closed
	case b.rules != nil:
		m.Door = b.rules.test.door()
	}
	b.move(m)
}

// trip opens a closed breaker, if its rules let it.
func (b *native) trip(now chain.Instant, counted int, r *chain.Result) {
	if b.rules != nil && !b.rules.mayOpen(now) {
		return
	}
	b.open(now, counted, r)
}

func (b *native) open(now chain.Instant, counted int, r *chain.Result) {
	b.row++
	d := b.length(now, r)
	b.openings++
	b.until = now.Add(d)
	b.move(chain.Move{At: now, To: chain.Open, Counted: counted, Open: d})
}

// length is how long an opening lasts.
func (b *native) length(now chain.Instant, r *chain.Result) time.Duration {
	b.opening = Opening{Row: b.row, Draw: b.luck.Draw(b.openings), Now: now, Class: r.Class, Hint: r.Hint}
	return b.cooldown.Length(&b.opening)
}

func (b *native) close(now chain.Instant) {
	if b.rules == nil || b.rules.decay == 0 {
		b.row = 0
	}
	b.move(chain.Move{At: now, To: chain.Closed})
}

func (b *native) move(m chain.Move) {
	m.From, b.state = b.state, m.To
	b.generation++
	b.asked, b.won, b.lost = 0, 0, 0
	b.tally.Clear()
	if b.rules != nil {
		b.rules.begin(m.At)
	}
	b.moved(m)
}

func (b *native) State(now chain.Instant) chain.State {
	switch {
	case b.rules != nil:
		return b.rules.ahead(b, now).state
	case b.state != chain.Open || now <= b.until:
		return b.state
	case b.permits == 0:
		return chain.Closed
	}
	return chain.HalfOpen
}

func (b *native) Until() chain.Instant {
	if b.rules != nil {
		return b.rules.wakes(b.until) - 1
	}
	return b.until
}

func (b *native) UntilAt(now chain.Instant) chain.Instant {
	if b.rules != nil {
		return b.rules.ahead(b, now).Until()
	}
	return b.until
}

func (b *native) Holds(now chain.Instant) bool {
	if b.rules != nil && b.state == chain.Open && b.permits == 0 {
		return now < b.rules.wakes(b.until)
	}
	return b.state != chain.Closed
}

func (b *native) Failures() int { return b.tally.Failures() }

func (b *native) Counts(now chain.Instant) chain.Counts {
	if t, ok := b.tally.(counter); ok {
		return t.counts(now)
	}
	return chain.Counts{Failures: b.tally.Failures()}
}

func (b *native) Adopt(now, until chain.Instant) {
	if b.expire(now); b.state != chain.Closed || until <= now {
		return
	}
	b.until = until
	b.move(chain.Move{At: now, To: chain.Open, Open: until.Sub(now)})
}
