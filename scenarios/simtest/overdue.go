package simtest

import (
	"fmt"
	"strings"
	"testing/synctest"
	"time"

	"wavetank/chain"
)

// overdue ends the run if the oldest question has not returned long after its
// deadline.
func (r *run) overdue() {
	var q *question
	var now chain.Instant
	r.fake.Do(func(*world) {
		now = r.clock.Now()
		if line := r.records.line; len(line) > 0 && now > r.limit(line[0]) {
			q = line[0]
		}
	})
	if q == nil {
		return
	}
	after := q.request.Arrived.Add(r.patience())
	r.fail(fmt.Errorf("question %d has not returned %v after its context ended: a client that ignores its context, or a wait or a retry loop that does\n%s",
		q.request.Number, now.Sub(after).Round(time.Second), places(r.askers(q), 3)))
}

// askers are the goroutines of questions on their way; of a single one where it
// can be told.
func (r *run) askers(q *question) []goroutine {
	var all []goroutine
	mine := fmt.Sprintf("%p", q)
	for _, g := range r.watch.others() {
		for _, f := range g.frames {
			if !strings.HasSuffix(f.call, "simtest.(*run).ask") {
				continue
			}
			if strings.Contains(f.args, mine) {
				return []goroutine{g}
			}
			all = append(all, g)
		}
	}
	return all
}

// leave waits for what the chain left behind, in virtual time and not for ever,
// and notes what stays.
func (r *run) leave() {
	for _, wait := range []time.Duration{0, time.Second, time.Minute, grace} {
		time.Sleep(wait)
		synctest.Wait()
		left := r.watch.others()
		if len(left) == 0 {
			return
		}
		if wait == grace {
			r.records.left = strings.Split(places(left, 3), "\n")
		}
	}
}
