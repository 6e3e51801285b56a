package selftest

import (
	"time"

	"wavetank/chain"
	"wavetank/chain/policy"
	"wavetank/faults"
	"wavetank/scenarios"
	"wavetank/sim"
)

// traffic is what one seed asks, known before anybody plays.
type traffic struct {
	arrivals []chain.Instant // of open-loop traffic, by number
	open     bool
	serial   bool
	asked    uint64 // sum over requests of what they are; the same for every strategy
	known    bool   // asked was summed
}

// newTraffic draws what a seed asks.
func newTraffic(s *sim.Setup, seed uint64) (*traffic, error) {
	t, err := s.Traffic(seed)
	if err != nil {
		return nil, err
	}
	out := &traffic{open: t.Users() == 0, serial: t.Serial()}
	for out.open {
		_, at, ok := t.Next()
		if !ok {
			break
		}
		out.arrivals = append(out.arrivals, at)
	}
	return out, nil
}

// books is a sim.Sink that holds each call of a run against the laws.
type books struct {
	*witness
	sc      *scenarios.Scenario
	doc     *policy.Document
	waits   bool // attempts that have timed out are still listened to
	setup   *sim.Setup
	spec    *faults.Spec
	traffic *traffic
	world   *faults.World

	now      chain.Instant
	begun    chain.Instant // when a request began, the latest
	sent     int64
	ended    int64
	finished int64
	seen     []bool // requests that ended, by number
	asked    uint64
	states   []chain.State   // of each breaker, process by process
	since    []chain.Instant // of its last move
	limits   []*limitBook    // of each provider, nil where it has none
	recount  recount
}

func newBooks(w *witness, sc *scenarios.Scenario) *books {
	b := &books{witness: w, sc: sc, setup: sc.Setup, spec: sc.Setup.World.Spec()}
	b.limits = make([]*limitBook, len(b.spec.Providers))
	for i := range b.spec.Providers {
		if l := b.spec.Providers[i].Limits; l != nil {
			b.limits[i] = &limitBook{limits: l}
		}
	}
	b.recount.init(sc)
	return b
}

// prepare tells whose run comes next.
func (b *books) prepare(doc *policy.Document, t *traffic) {
	b.doc, b.traffic = doc, t
	_, b.waits = doc.Hedge.(*policy.TimeoutHedge)
}

func (b *books) Begin(w *faults.World, _ uint64) {
	b.world, b.now, b.begun, b.sent, b.ended, b.finished, b.asked = w, -chain.Never, -chain.Never, 0, 0, 0, 0
	clear(b.seen)
	n := len(b.spec.Providers) * b.setup.Replicas()
	b.states, b.since = make([]chain.State, n), make([]chain.Instant, n)
	for i := range b.since {
		b.since[i] = -chain.Never
	}
	for _, l := range b.limits {
		if l != nil {
			l.tries = l.tries[:0]
		}
	}
	b.recount.begin()
	b.windows()
}

// at notes that something happens.
func (b *books) at(now chain.Instant) {
	if now < b.now {
		b.breaks(LawTime, "something happens at %s after %s", now, b.now)
	}
	b.now = now
}

func (b *books) Ended(a *sim.Attempt) {
	b.at(a.End)
	if a.End == b.begun && a.Sent < a.End && !a.Cancelled {
		b.breaks(LawTime, "attempt %d of request %d, sent at %s, ends at %s after another request began at that instant", a.Number, a.Request, a.Sent, a.End)
	}
	b.ended++
	b.reply(a)
}

// Moved holds a breaker to the moves that there are, in their order.
func (b *books) Moved(m *chain.Move) {
	k := int(m.Replica)*len(b.spec.Providers) + int(m.Provider)
	from, since := b.states[k], b.since[k]
	b.states[k], b.since[k] = m.To, m.At
	switch {
	case m.From != from:
		b.breaks(LawBreaker, "the breaker of provider %d was %s and moves from %s at %s", m.Provider, from, m.From, m.At)
	case m.At < since:
		b.breaks(LawBreaker, "the breaker of provider %d moves at %s after it moved at %s", m.Provider, m.At, since)
	case m.From == m.To, m.From == chain.Closed && m.To == chain.HalfOpen:
		b.breaks(LawBreaker, "the breaker of provider %d moves from %s to %s at %s", m.Provider, m.From, m.To, m.At)
	case (m.Open > 0) != (m.To == chain.Open) && !m.Copied:
		b.breaks(LawBreaker, "the breaker of provider %d moves to %s at %s, for %s", m.Provider, m.To, m.At, m.Open)
	}
	if m.From == chain.Closed && m.To == chain.Open {
		b.recount.trip(m)
	}
}

// Stepped notes what is sent.
func (b *books) Stepped(now chain.Instant, r *sim.Request, eff *chain.Effects, _ *chain.Chain) {
	b.at(now)
	if len(r.Attempts) == 0 && r.Arrived == now {
		b.begun = now
	}
	b.sent += int64(len(eff.Send))
	switch {
	case eff.Over && len(eff.Send) > 0:
		b.breaks(LawEnds, "request %d sends an attempt as it ends", r.Number)
	case !eff.Over && eff.Wake <= now:
		b.breaks(LawTime, "request %d wants to wake at %s, which is not after %s", r.Number, eff.Wake, now)
	}
}

func (b *books) Finished(r *sim.Request) {
	b.at(r.End)
	b.finished++
	b.once(r)
	b.request(r)
	for k := range r.Attempts {
		b.attempt(r, &r.Attempts[k])
	}
	b.inOrder(r)
	b.recount.request(r)
}

// once notes a request, each of which ends once, and is the one that the traffic
// asks.
func (b *books) once(r *sim.Request) {
	for int64(len(b.seen)) <= r.Number {
		b.seen = append(b.seen, false)
	}
	if b.seen[r.Number] {
		b.breaks(LawArrivals, "request %d ends twice", r.Number)
	}
	b.seen[r.Number] = true
	one := digest{}
	one.add(r.Number<<8 | int64(r.Kind))
	one.add(int64(r.TokensIn)<<32 | int64(r.TokensOut))
	b.asked += one.sum
	t := b.traffic
	if !t.open {
		return
	}
	switch due := chain.Instant(0); {
	case r.Number >= int64(len(t.arrivals)):
		b.breaks(LawArrivals, "request %d of %d", r.Number, len(t.arrivals))
		return
	default:
		due = t.arrivals[r.Number]
		if r.Arrived < due || r.Arrived > due && !t.serial {
			b.breaks(LawArrivals, "request %d arrives at %s, and is due at %s", r.Number, r.Arrived, due)
		}
		if r.Counted != (due >= 0 && due < chain.Instant(b.spec.Duration)) {
			b.breaks(LawArrivals, "request %d is due at %s, and counted: %t", r.Number, due, r.Counted)
		}
	}
}

// request holds a call's end against its bounds.
func (b *books) request(r *sim.Request) {
	patience := r.Arrived.Add(b.setup.Workload.Patience)
	switch {
	case r.End < r.Arrived:
		b.breaks(LawEnds, "request %d arrives at %s and ends at %s", r.Number, r.Arrived, r.End)
	case r.Deadline > 0 && r.End > r.Deadline:
		b.breaks(LawBounds, "request %d ends at %s, after its deadline %s", r.Number, r.End, r.Deadline)
	case r.End > patience:
		b.breaks(LawBounds, "request %d ends at %s, when callers gave up at %s", r.Number, r.End, patience)
	case (r.Done.Reason == chain.GaveUp) && r.End != patience:
		b.breaks(LawBounds, "the caller of request %d gives up at %s, not at %s", r.Number, r.End, patience)
	}
	if d := b.doc.Deadline; d != nil {
		switch {
		case d.Total > 0 && r.End > r.Arrived.Add(d.Total):
			b.breaks(LawBounds, "request %d takes %s of %s", r.Number, r.End.Sub(r.Arrived), d.Total)
		case d.Attempts > 0 && b.doc.Inside == nil && len(r.Attempts) > d.Attempts:
			b.breaks(LawBounds, "request %d sends %d attempts of %d", r.Number, len(r.Attempts), d.Attempts)
		}
	}
	b.delivered(r)
}

// delivered holds what the application was given against the attempt it came from.
func (b *books) delivered(r *sim.Request) {
	if r.Done.Reason != chain.Delivered {
		return
	}
	k := r.Done.Attempt
	if k < 0 || int(k) >= len(r.Attempts) {
		b.breaks(LawDelivered, "request %d is given the answer of attempt %d of %d", r.Number, k, len(r.Attempts))
		return
	}
	a := &r.Attempts[k]
	if !a.Answered || a.Cancelled || a.Failed() || a.End != r.End || a.Provider != r.Done.Provider || r.Deadline > 0 && r.End >= r.Deadline {
		b.breaks(LawDelivered, "request %d, which ends at %s of %s, is given the answer of attempt %d by provider %d: %+v", r.Number, r.End, r.Deadline, k, r.Done.Provider, *a)
	}
}

// attempt holds one attempt of a finished request against the laws.
func (b *books) attempt(r *sim.Request, a *sim.Attempt) {
	took := a.End.Sub(a.Sent)
	switch {
	case a.End == chain.Never || a.End < a.Sent || a.End > r.End || a.Sent < r.Arrived:
		b.breaks(LawEnds, "request %d came at %s and ended at %s, its attempt %d was sent at %s and ended at %s", r.Number, r.Arrived, r.End, a.Number, a.Sent, a.End)
	case a.Answered && a.End != a.Reply.End, !a.Answered && a.Reply.End < a.End:
		b.breaks(LawEnds, "request %d: the answer to attempt %d comes at %s, it ended at %s, answered: %t", r.Number, a.Number, a.Reply.End, a.End, a.Answered)
	case a.Cancelled && a.End != r.End:
		b.breaks(LawEnds, "request %d: attempt %d is cancelled at %s, the call ended at %s", r.Number, a.Number, a.End, r.End)
	case r.Deadline > 0 && a.Sent >= r.Deadline:
		b.breaks(LawBounds, "request %d sends attempt %d at %s, its deadline is %s", r.Number, a.Number, a.Sent, r.Deadline)
	}
	if t := b.doc.Attempt; t != nil && t.Total > 0 && !b.waits && (took > t.Total || took == t.Total && !a.Failed() && !a.Cancelled) {
		b.breaks(LawBounds, "request %d: attempt %d takes %s of %s, answered: %t", r.Number, a.Number, took, t.Total, a.Answered)
	}
	if !a.Answered && !a.Cancelled && b.boundless() {
		b.breaks(LawBounds, "request %d: attempt %d ends at %s without an answer, and nothing bounds it", r.Number, a.Number, a.End)
	}
	if l := b.limits[a.Provider]; l != nil {
		l.tries = append(l.tries, try{a.Sent, a.End, int(a.Reply.Outcome.Status), a.Reply.Source >= 0, int64(r.TokensIn) + int64(r.TokensOut)})
	}
	b.price(r, a)
}

// boundless tells a strategy whose attempts nothing ends but an answer, and the
// call's own end.
func (b *books) boundless() bool {
	return b.doc.Attempt == nil && (b.doc.Deadline == nil || b.doc.Deadline.Slice == 0)
}

// inOrder holds the attempts of a request against each other.
func (b *books) inOrder(r *sim.Request) {
	for k := range r.Attempts {
		a, ordinal := &r.Attempts[k], int16(0)
		for i := range k {
			if r.Attempts[i].Provider == a.Provider {
				ordinal++
			}
		}
		switch {
		case a.Request != r.Number || a.Number != int32(k) || a.Ordinal != ordinal && !b.world.Foreseen():
			b.breaks(LawEnds, "attempt %d of request %d says that it is %d of %d, %d on its provider", k, r.Number, a.Number, a.Request, a.Ordinal)
		case k > 0 && a.Sent < r.Attempts[k-1].Sent:
			b.breaks(LawTime, "request %d sends attempt %d at %s, before the one before", r.Number, k, a.Sent)
		case (a.Reason == chain.First) != (k == 0):
			b.breaks(LawEnds, "request %d sends attempt %d as %s", r.Number, k, a.Reason)
		}
	}
}

func (b *books) Close(end chain.Instant) {
	b.at(end)
	t := b.traffic
	switch {
	case b.sent != b.ended:
		b.breaks(LawEnds, "%d attempts are sent, %d end", b.sent, b.ended)
	case t.open && b.finished != int64(len(t.arrivals)):
		b.breaks(LawArrivals, "%d requests end, of %d that come", b.finished, len(t.arrivals))
	case t.open && t.known && t.asked != b.asked:
		b.breaks(LawArrivals, "the requests are not those that the other strategies are asked")
	}
	t.asked, t.known = b.asked, true
	for p, l := range b.limits {
		if l != nil {
			l.settle(b, p)
		}
	}
}

// second is the unit of figures.
const second = float64(time.Second)
