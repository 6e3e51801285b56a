package measure

import (
	"wavetank/chain"
	"wavetank/faults"
	"wavetank/sim"
)

// Miss is why a request had no usable answer in time.
type Miss uint8

// The reasons for a miss.
const (
	MissedLate    Miss = iota // it took longer than the slo, whatever came of it
	missedRefused             // it ended without an answer, and a breaker held somebody back from it
	MissedLimited             // the same, by a limit or a budget of the chain's own
	MissedStopped             // an error ended it, and others were not asked
	MissedFailed              // everybody who was asked failed
	MissedBroken              // it was given an answer that does not fit
	MissedAlone               // its only attempt took all the time that the caller gave it
	numMisses
)

// Tail is the sim.Sink that takes apart what is worst in a run: the slowest
// requests, and those without a usable answer in time. It is for one run.
type Tail struct {
	truth  *faults.Truth
	slo    chain.Instant // 0: any usable answer is in time
	slow   chain.Instant // latency from which a request belongs to the slowest
	faulty bool          // the slowest are of the time of the faults, the missed of the time since the first

	Slowest Parts // of the slowest requests
	Late    Parts // of the requests that were missed because they took too long
	Alone   Parts // of those whose only attempt took all the time there was
	Seconds float64
	Number  int64 // of the slowest requests
	Misses  [numMisses]int64
	Stopped [chain.NumClasses]int64  // of missedStopped, by the error that ended them
	Asked   int64                    // servable requests
	Limited [chain.NumRefusals]int64 // of MissedLimited, by what refused last
	Unsent  [chain.NumRefusals]int64 // attempts that the chain did not send, by what refused

	held map[int64]chain.Refusal // requests in flight that were kept from a provider, by what came last
	buf  []Label
}

// NewTail makes the sink: requests from slow on are the slowest, those after slo late;
// faulty takes the slowest of those that arrived while faults acted, and the missed
// of those since the first fault.
func NewTail(slo, slow chain.Instant, faulty bool) *Tail {
	return &Tail{slo: slo, slow: slow, faulty: faulty, Slowest: Parts{}, Late: Parts{}, Alone: Parts{}, held: map[int64]chain.Refusal{}}
}

// Add sums another run's into this one.
func (t *Tail) Add(o *Tail) {
	t.Slowest.add(o.Slowest)
	t.Late.add(o.Late)
	t.Alone.add(o.Alone)
	t.Seconds, t.Number, t.Asked = t.Seconds+o.Seconds, t.Number+o.Number, t.Asked+o.Asked
	for i, n := range o.Misses {
		t.Misses[i] += n
	}
	for i, n := range o.Stopped {
		t.Stopped[i] += n
	}
	for i := range o.Limited {
		t.Limited[i] += o.Limited[i]
		t.Unsent[i] += o.Unsent[i]
	}
}

func (t *Tail) Begin(w *faults.World, _ uint64) { t.truth = &w.Blueprint().Spec().Truth }

func (*Tail) Ended(*sim.Attempt) {}

func (*Tail) Moved(*chain.Move) {}

func (*Tail) Close(chain.Instant) {}

func (t *Tail) Stepped(_ chain.Instant, r *sim.Request, eff *chain.Effects, _ *chain.Chain) {
	for _, s := range eff.Skips {
		t.held[r.Number] = s.By
		if r.Counted {
			t.Unsent[s.By]++
		}
	}
}

func (t *Tail) Finished(r *sim.Request) {
	by, held := t.held[r.Number]
	delete(t.held, r.Number)
	if !r.Counted || !r.Servable || t.faulty && r.Stretch == faults.Before {
		return
	}
	t.Asked++
	took := r.End - r.Arrived
	x := r.Delivered()
	slow := took >= t.slow && (!t.faulty || r.Stretch == faults.During)
	missed := x == nil || !x.Reply.Usable || t.slo > 0 && took > t.slo
	if !slow && !missed {
		return
	}
	t.buf = LabelsOf(r, t.truth, t.buf)
	if slow {
		t.Number++
		t.Seconds += took.Seconds()
		t.book(t.Slowest, r)
	}
	if missed {
		why := t.why(r, x, took, held, by)
		t.Misses[why]++
		switch why {
		case MissedStopped:
			t.Stopped[r.Done.Class]++
		case MissedLimited:
			t.Limited[by]++
		case MissedLate:
			t.book(t.Late, r)
		case MissedAlone:
			t.book(t.Alone, r)
		}
	}
}

// why says what kept a request from a usable answer in time.
func (t *Tail) why(r *sim.Request, x *sim.Attempt, took chain.Instant, held bool, by chain.Refusal) Miss {
	switch {
	case x == nil && len(r.Attempts) == 1 && (r.Done.Reason == chain.TimedOut || r.Done.Reason == chain.GaveUp) && 2*(r.Attempts[0].End-r.Attempts[0].Sent) > took:
		return MissedAlone
	case t.slo > 0 && took > t.slo:
		return MissedLate
	case x != nil:
		return MissedBroken
	case r.Done.Reason == chain.Stopped && r.Done.Class != chain.LocalReject:
		return MissedStopped
	case held && (by == chain.ByBreaker || by == chain.ByAvailability):
		return missedRefused
	case held && r.Done.Reason <= chain.Stopped:
		return MissedLimited
	case r.Done.Reason == chain.Exhausted:
		return MissedFailed
	}
	return MissedLate // a deadline or the caller's patience, before the slo
}

// book adds a request's stretches to contributors.
func (t *Tail) book(p Parts, r *sim.Request) {
	var most *Part
	longest := chain.Instant(-1)
	split(r, func(attempt int, on Spent, from, to chain.Instant) {
		k := partKey{provider: -1, spent: on}
		if attempt >= 0 {
			k.provider, k.label = int(r.Attempts[attempt].Provider), t.buf[attempt]
		}
		q := p.Of(k.provider, k.label, k.spent)
		q.Seconds += (to - from).Seconds()
		if on == OnWait || from == r.Attempts[attempt].Sent { // an attempt that a hedge left may come to the front again
			q.Calls++
		}
		if on == OnHang || on == OnSlow {
			q.Timeouts += float64(Truth(to == r.Attempts[attempt].End && !r.Attempts[attempt].Cancelled))
		}
		if to-from > longest {
			most, longest = q, to-from
		}
	})
	if most != nil {
		most.Requests++
	}
}

// SlowFrom is the latency from which a request belongs to the slowest percent: a
// histogram's value may lie a thousandth above what it counted.
func SlowFrom(p99 float64) chain.Instant {
	if Bad(p99) {
		return chain.Never
	}
	return chain.Instant(p99 * 0.999 * 1e9)
}

// Truth is 1 for what is so.
func Truth(b bool) int {
	if b {
		return 1
	}
	return 0
}
