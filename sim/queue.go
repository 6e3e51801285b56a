package sim

import (
	"math/bits"

	"wavetank/chain"
)

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

// borrow is 1 where e comes before f, else 0: the borrow of a 128-bit subtraction,
// which no processor can predict wrongly.
func (e event) borrow(f event) uint64 {
	const sign = 1 << 63 // instants may lie before zero
	_, b := bits.Sub64(e.key, f.key, 0)
	_, b = bits.Sub64(uint64(e.at)^sign, uint64(f.at)^sign, b)
	return b
}

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

// sift puts e in the place of the root. The hole sinks to a leaf along the
// earlier children, chosen without a branch, and e rises from there: it came from
// a leaf and mostly belongs to one (Wegener 1993).
func (q *queue) sift(e event) {
	h := q.heap
	i, n := 0, len(h)
	for 2*i+2 < n {
		l := 2*i + 1
		c := l + int(h[l+1].borrow(h[l]))
		h[i] = h[c]
		i = c
	}
	if l := 2*i + 1; l < n {
		h[i] = h[l]
		i = l
	}
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
