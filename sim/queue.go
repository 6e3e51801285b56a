package sim

import "wavetank/chain"

// event is one entry of the queue: 16 bytes, ordered by instant, then by key.
// The key holds the class in its top 2 bits, the sequence number in the next 38
// and the slot of the call in the last 24, so that within one instant answers
// come before wakes before arrivals, first scheduled first.
type event struct {
	at  chain.Instant
	key uint64
}

const (
	slotBits   = 24
	classShift = 62
)

// Classes of events, in their order within one instant.
const (
	classAnswer uint64 = iota
	classWake
	classArrival
)

func (e event) slot() int     { return int(e.key & (1<<slotBits - 1)) }
func (e event) class() uint64 { return e.key >> classShift }

func (e event) before(f event) bool { return e.at < f.at || e.at == f.at && e.key < f.key }

// queue is a binary heap of events. Pending events are as many as calls in
// flight, some tens to thousands, so the heap stays in the nearest cache.
type queue struct{ heap []event }

func (q *queue) push(e event) {
	q.heap = append(q.heap, e)
	h := q.heap
	i := len(h) - 1
	for i > 0 {
		p := (i - 1) / 2
		if !e.before(h[p]) {
			break
		}
		h[i] = h[p]
		i = p
	}
	h[i] = e
}

// pop removes the first event. The queue must not be empty.
func (q *queue) pop() event {
	h := q.heap
	top, n := h[0], len(h)-1
	e := h[n]
	q.heap = h[:n]
	if n > 0 {
		q.sift(e)
	}
	return top
}

// sift puts e at the root and lets it sink.
func (q *queue) sift(e event) {
	h := q.heap
	i := 0
	for {
		c := 2*i + 1
		if c >= len(h) {
			break
		}
		if c+1 < len(h) && h[c+1].before(h[c]) {
			c++
		}
		if !h[c].before(e) {
			break
		}
		h[i] = h[c]
		i = c
	}
	h[i] = e
}
