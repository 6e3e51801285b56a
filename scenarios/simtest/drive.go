package simtest

import (
	"context"
	"fmt"
	"time"

	"wavetank/chain"
	"wavetank/sim"
)

// drive asks the scenario's questions when they come, and waits for the last
// one to return.
func (r *run) drive() {
	if n := r.traffic.Users(); n > 0 {
		r.closed(n)
	} else {
		r.opened()
	}
	for r.busy() && !r.lost.Load() {
		select {
		case <-r.ended:
		case <-r.stop: // the pulse looks after questions that never return
		}
	}
}

func (r *run) busy() (some bool) {
	r.fake.Do(func(*world) { some = len(r.records.open) > 0 || r.records.users > 0 })
	return some
}

// opened asks at the instants of an open loop, whether or not earlier questions
// have returned; serial traffic waits for them.
func (r *run) opened() {
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		number, at, more := r.next()
		if !more || !r.sleep(timer, at) {
			return
		}
		q := r.arrive(number, at)
		r.hand(q)
		if r.traffic.Serial() {
			select {
			case <-q.done:
			case <-r.stop:
				return
			}
		}
	}
}

func (r *run) next() (number int64, at chain.Instant, more bool) {
	r.fake.Do(func(*world) { number, at, more = r.traffic.Next() })
	return number, at, more
}

// sleep waits for an instant; it returns false where the run is lost.
func (r *run) sleep(t *time.Timer, until chain.Instant) bool {
	if wait := until.Sub(r.clock.Now()); wait > 0 {
		t.Reset(wait)
		select {
		case <-t.C:
		case <-r.stop:
			return false
		}
	}
	return !r.lost.Load()
}

// closed lets users think, ask, and think again.
func (r *run) closed(users int) {
	r.records.users = users // nobody else is there yet
	for u := range users {
		number, wait := r.traffic.Think(u)
		go r.user(u, number, wait)
	}
}

func (r *run) user(u int, number int64, wait time.Duration) {
	defer func() {
		r.fake.Do(func(*world) { r.records.users-- })
		r.notify()
	}()
	timer := time.NewTimer(0)
	defer timer.Stop()
	_, until := r.traffic.Span()
	for {
		at := r.clock.Now().Add(wait)
		if at >= until || !r.sleep(timer, at) {
			return
		}
		r.ask(r.arrive(number, at))
		r.fake.Do(func(*world) { number, wait = r.traffic.Think(u) })
	}
}

// notify wakes the drive where it waits for the last ones.
func (r *run) notify() {
	select {
	case r.ended <- struct{}{}:
	default:
	}
}

// arrive begins a question now that was due at an instant.
func (r *run) arrive(number int64, due chain.Instant) *question {
	r.step()
	q := &question{run: r, ordinals: make([]int16, len(r.env.Providers)), done: make(chan struct{})}
	r.fake.Do(func(w *world) {
		q.request = sim.Request{}
		r.traffic.Ask(number, due, r.clock.Now(), w, &q.request)
		r.records.open[number] = q
		r.records.line = append(r.records.line, q)
	})
	return q
}

// hand gives a question to a goroutine that is free, or to a new one: a stack
// that has grown under one question serves the next.
func (r *run) hand(q *question) {
	select {
	case r.work <- q:
	default:
		go func() {
			for more := true; more; q, more = <-r.work {
				r.ask(q)
			}
		}()
	}
}

// ask lets the chain answer one question.
//
//go:noinline
func (r *run) ask(q *question) {
	ctx, cancel := r.context(q)
	whole := false
	var text string
	var err error
	defer func() {
		if p := recover(); p != nil || !whole && !r.lost.Load() {
			r.caught(fmt.Sprintf("at question %d", q.request.Number), whole, p)
		}
		cancel()
		close(q.done)
		r.notify()
	}()
	text, err = r.chain(ctx, q.ask(r.schema))
	whole = true
	r.step()
	r.fake.Do(func(*world) { r.settle(q, text, err) })
}

// context is what a question's caller hands to its chain: it ends at the
// deadline, or is cancelled when the caller gives up.
func (r *run) context(q *question) (context.Context, context.CancelFunc) {
	ctx := context.WithValue(context.Background(), questionKey{}, q)
	w, arrived := &r.setup.Workload, q.request.Arrived
	if d := q.request.Deadline; d != 0 && d <= arrived.Add(w.Patience) {
		return context.WithDeadline(ctx, r.clock.Date(d))
	}
	ctx, cancel := context.WithCancel(ctx)
	timer := time.AfterFunc(arrived.Add(w.Patience).Sub(r.clock.Now()), cancel)
	return ctx, func() { timer.Stop(); cancel() }
}
