package policy

import "wavetank/chain"

// native is the breaker that simulations run: gobreaker's rules on the chain's
// clock. It implements chain.Breaker.
//
//	         trip                    cooldown over
//	closed ---------> open --------------------------------> half-open
//	   ^               | ^                                     |   |
//	   |               | +------------- a failure -------------+   |
//	   +---------------+---- so many successes --------------------+
//	    no half-open, or
//	    success_clears
//
// Each change of state begins a generation with clean counts; a result belongs
// to the generation that admitted it. With success_clears the memory is one
// instant and knows no generations: a late success closes an open breaker, and
// in a closed one every late result counts. With failure_extends a late failure
// begins the cooldown anew, as a write to that instant does.
type native struct {
	state      chain.State
	clears     bool   // a late success closes an open breaker
	extends    bool   // a late failure begins its cooldown anew
	generation uint32 // counts changes of state
	permits    int    // 0: no half-open state
	asked      int    // permits given out in this half-open state
	won        int    // successes in this half-open state
	row        int    // openings since it last closed by a success
	openings   uint64 // counter of the cooldowns' draws
	until      chain.Instant
	tally      Tally
	cooldown   Cooldown
	luck       chain.Luck
	moved      func(chain.Move)
}

// Ready implements chain.Breaker.
func (b *native) Ready(now chain.Instant) bool {
	switch b.state {
	case chain.Open:
		return now > b.until
	case chain.HalfOpen:
		return b.asked < b.permits
	}
	return true
}

// Admit implements chain.Breaker.
func (b *native) Admit(now chain.Instant) (chain.Ticket, bool) {
	if b.state == chain.Closed {
		return chain.Ticket{Generation: b.generation}, true
	}
	return b.admitProbe(now)
}

func (b *native) admitProbe(now chain.Instant) (chain.Ticket, bool) {
	b.expire(now)
	switch {
	case b.state == chain.Closed:
		return chain.Ticket{Generation: b.generation}, true
	case b.state == chain.Open || b.asked >= b.permits:
		return chain.Ticket{}, false
	}
	b.asked++
	return chain.Ticket{Generation: b.generation, Probe: true}, true
}

// Record implements chain.Breaker.
func (b *native) Record(now chain.Instant, t chain.Ticket, r *chain.Result) bool {
	e := r.Evidence
	if b.state == chain.Open {
		b.expire(now)
	}
	if t.Generation != b.generation && !(b.clears && b.state == chain.Closed) {
		return b.late(now, e)
	}
	if b.state == chain.HalfOpen {
		return b.test(now, e)
	}
	switch e {
	case chain.None:
		return false
	case chain.Good:
		b.tally.Good(now)
		b.row = 0
	default:
		counted, trip := b.tally.Bad(now)
		if trip || e == chain.Trip {
			b.open(now, counted)
		}
	}
	return true
}

// late judges a result of an earlier generation, unless it counts like any other.
func (b *native) late(now chain.Instant, e chain.Evidence) bool {
	switch {
	case b.state != chain.Open:
		return false
	case b.clears && e == chain.Good:
		b.close(now)
		return true
	case b.extends && e >= chain.Bad:
		b.until = max(b.until, now.Add(b.cooldown.Length(b.row, b.luck.Draw(b.openings))))
		return true
	}
	return false
}

// test judges a probe. Evidence none gives its permit back.
func (b *native) test(now chain.Instant, e chain.Evidence) bool {
	switch e {
	case chain.None:
		b.asked--
		return false
	case chain.Good:
		if b.won++; b.won >= b.permits {
			b.close(now)
		}
	default:
		b.open(now, 0)
	}
	return true
}

// expire ends a cooldown that is over, as of the first instant at which it
// would have admitted a call.
func (b *native) expire(now chain.Instant) {
	if b.state != chain.Open || now <= b.until {
		return
	}
	to := chain.HalfOpen
	if b.permits == 0 {
		to = chain.Closed
	}
	b.move(chain.Move{At: b.until + 1, To: to})
}

func (b *native) open(now chain.Instant, counted int) {
	b.row++
	d := b.cooldown.Length(b.row, b.luck.Draw(b.openings))
	b.openings++
	b.until = now.Add(d)
	b.move(chain.Move{At: now, To: chain.Open, Counted: counted, Open: d})
}

func (b *native) close(now chain.Instant) {
	b.row = 0
	b.move(chain.Move{At: now, To: chain.Closed})
}

func (b *native) move(m chain.Move) {
	m.From, b.state = b.state, m.To
	b.generation++
	b.asked, b.won = 0, 0
	b.tally.Clear()
	b.moved(m)
}

// State implements chain.Breaker.
func (b *native) State(now chain.Instant) chain.State {
	switch {
	case b.state != chain.Open || now <= b.until:
		return b.state
	case b.permits == 0:
		return chain.Closed
	}
	return chain.HalfOpen
}

// Until implements chain.Breaker.
func (b *native) Until() chain.Instant { return b.until }

// Failures implements chain.Counting.
func (b *native) Failures() int { return b.tally.Failures() }
