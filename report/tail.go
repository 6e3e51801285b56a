package report

import (
	"wavetank/chain"
	"wavetank/faults"
	"wavetank/sim"
)

// miss is why a request had no usable answer in time.
type miss uint8

// The reasons for a miss.
const (
	missedLate    miss = iota // it took longer than the slo, whatever came of it
	missedRefused             // it ended at once, and a breaker held somebody back from it
	missedStopped             // an error ended it, and others were not asked
	missedFailed              // everybody who was asked failed
	missedBroken              // it was given an answer that does not fit
	numMisses
)

// tail is the sim.Sink that takes apart what is worst in a run: the slowest
// requests, and those without a usable answer in time. It is for one run.
type tail struct {
	theta  float64
	slo    chain.Instant // 0: any usable answer is in time
	slow   chain.Instant // latency from which a request belongs to the slowest
	during bool          // only requests that arrived during the faults

	slowest parts // of the slowest requests
	late    parts // of the requests that were missed because they took too long
	seconds float64
	number  int64 // of the slowest requests
	misses  [numMisses]int64
	stopped [chain.NumClasses]int64 // of missedStopped, by the error that ended them
	asked   int64                   // servable requests

	held map[int64]bool // requests in flight that a breaker kept from a provider
	buf  []Label
}

func newTail(slo, slow chain.Instant, during bool) *tail {
	return &tail{slo: slo, slow: slow, during: during, slowest: parts{}, late: parts{}, held: map[int64]bool{}}
}

// add sums another run's into this one.
func (t *tail) add(o *tail) {
	t.slowest.add(o.slowest)
	t.late.add(o.late)
	t.seconds, t.number, t.asked = t.seconds+o.seconds, t.number+o.number, t.asked+o.asked
	for i, n := range o.misses {
		t.misses[i] += n
	}
	for i, n := range o.stopped {
		t.stopped[i] += n
	}
}

func (t *tail) Begin(w *faults.World, _ uint64) { t.theta = w.Blueprint().Spec().Truth.Theta }

func (*tail) Ended(*sim.Attempt) {}

func (*tail) Moved(*chain.Move) {}

func (*tail) Close(chain.Instant) {}

func (t *tail) Stepped(_ chain.Instant, r *sim.Request, eff *chain.Effects, _ *chain.Chain) {
	for _, s := range eff.Skips {
		if s.By == chain.ByBreaker || s.By == chain.ByAvailability {
			t.held[r.Number] = true
		}
	}
}

func (t *tail) Finished(r *sim.Request) {
	held := t.held[r.Number]
	delete(t.held, r.Number)
	if !r.Counted || !r.Servable || t.during && r.Stretch != faults.During {
		return
	}
	t.asked++
	took := r.End - r.Arrived
	x := r.Delivered()
	slow := took >= t.slow
	missed := x == nil || !x.Reply.Usable || t.slo > 0 && took > t.slo
	if !slow && !missed {
		return
	}
	t.buf = labelsOf(r, t.theta, t.buf)
	if slow {
		t.number++
		t.seconds += took.Seconds()
		t.book(t.slowest, r)
	}
	if missed {
		why := t.why(r, x, took, held)
		t.misses[why]++
		if why == missedStopped {
			t.stopped[r.Done.Class]++
		}
		if why == missedLate {
			t.book(t.late, r)
		}
	}
}

// why says what kept a request from a usable answer in time.
func (t *tail) why(r *sim.Request, x *sim.Attempt, took chain.Instant, held bool) miss {
	switch {
	case t.slo > 0 && took > t.slo:
		return missedLate
	case x != nil:
		return missedBroken
	case r.Done.Reason == chain.Stopped:
		return missedStopped
	case held:
		return missedRefused
	case r.Done.Reason == chain.Exhausted:
		return missedFailed
	}
	return missedLate // a deadline or the caller's patience, before the slo
}

// book adds a request's stretches to contributors.
func (t *tail) book(p parts, r *sim.Request) {
	var most *Part
	longest := chain.Instant(-1)
	split(r, func(attempt int, on Spent, from, to chain.Instant) {
		k := partKey{provider: -1, spent: on}
		if attempt >= 0 {
			k.provider, k.label = int(r.Attempts[attempt].Provider), t.buf[attempt]
		}
		q := p.of(k.provider, k.label, k.spent)
		q.Seconds += (to - from).Seconds()
		if on == OnWait || from == r.Attempts[attempt].Sent { // an attempt that a hedge left may come to the front again
			q.Calls++
		}
		if on == OnHang || on == OnSlow {
			q.Timeouts += float64(truth(to == r.Attempts[attempt].End && !r.Attempts[attempt].Cancelled))
		}
		if to-from > longest {
			most, longest = q, to-from
		}
	})
	if most != nil {
		most.Requests++
	}
}
