package sim

import (
	"math/bits"
	"slices"

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

// queue is a ladder queue (Tang, Goh, Thng 2005): events of the far future lie
// unsorted in top; rungs hold those nearer, each rung the events of one bucket of
// the rung above it, in finer buckets; bottom holds the nearest few, sorted. An
// event falls a few rungs and is sorted among a handful, so that a push and a pop
// cost the same however many events wait. The order is that of a heap.
type queue struct {
	bottom   []event       // the last one is the next one
	rungs    []rung        // the first depth are in use, the last of them is the nearest
	depth    int           //
	top      []event       // unsorted
	topStart chain.Instant // events from here on go to the top
	topMin   chain.Instant // of the events in top
	topMax   chain.Instant
}

// rung spreads a stretch of time over buckets of 1<<shift nanoseconds.
type rung struct {
	start   chain.Instant
	cur     chain.Instant // where the buckets that are not drained yet begin
	shift   uint
	full    uint64 // which buckets hold events
	buckets [buckets][]event
}

const (
	bucketBits = 6
	buckets    = 1 << bucketBits
	handful    = 8  // events that are sorted without a further rung
	maxRungs   = 12 // of 6 bits each: enough for nanoseconds over all time
)

// clear empties the queue and keeps its memory.
func (q *queue) clear() {
	q.bottom, q.top, q.topStart = q.bottom[:0], q.top[:0], past
	q.topMin, q.topMax = chain.Never, past
	for i := range q.depth {
		r := &q.rungs[i]
		for ; r.full != 0; r.full &= r.full - 1 {
			k := bits.TrailingZeros64(r.full)
			r.buckets[k] = r.buckets[k][:0]
		}
	}
	q.depth = 0
}

// past is before every event.
const past chain.Instant = -1 << 62

func (q *queue) push(e event) {
	if e.at >= q.topStart {
		q.top = append(q.top, e)
		q.topMin, q.topMax = min(q.topMin, e.at), max(q.topMax, e.at)
		return
	}
	for i := range q.depth {
		if r := &q.rungs[i]; e.at >= r.cur {
			r.put(e)
			return
		}
	}
	q.insert(e)
}

func (r *rung) put(e event) {
	k := uint64(e.at-r.start) >> r.shift & (buckets - 1)
	r.buckets[k] = append(r.buckets[k], e)
	r.full |= 1 << k
}

// insert sorts an event into the bottom. A bottom that grows too long becomes a
// rung of its own.
func (q *queue) insert(e event) {
	if n := len(q.bottom); n > 4*handful && q.depth < maxRungs && q.bottom[0].at > q.bottom[n-1].at {
		q.spread(q.bottom, q.bottom[n-1].at, q.horizon()-1)
		q.bottom = q.bottom[:0]
		q.push(e)
		return
	}
	b := append(q.bottom, e)
	i := len(b) - 1
	for ; i > 0 && b[i-1].before(e); i-- {
		b[i] = b[i-1]
	}
	b[i] = e
	q.bottom = b
}

// horizon is where the bottom ends and the nearest rung or the top begins.
func (q *queue) horizon() chain.Instant {
	if q.depth > 0 {
		return q.rungs[q.depth-1].cur
	}
	return q.topStart
}

// next returns the first event, or ok false if none waits.
func (q *queue) next() (e event, ok bool) {
	if len(q.bottom) == 0 && !q.refill() {
		return event{}, false
	}
	return q.bottom[len(q.bottom)-1], true
}

// pop removes the event that next returned.
func (q *queue) pop() { q.bottom = q.bottom[:len(q.bottom)-1] }

// refill fills the empty bottom from the nearest bucket.
func (q *queue) refill() bool {
	for {
		if q.depth == 0 {
			if len(q.top) == 0 {
				return false
			}
			q.drainTop()
			if len(q.bottom) > 0 {
				return true
			}
			continue
		}
		r := &q.rungs[q.depth-1]
		if r.full == 0 {
			q.depth--
			continue
		}
		k := bits.TrailingZeros64(r.full)
		r.full &^= 1 << k
		from := r.start + chain.Instant(k)<<r.shift
		r.cur = from + 1<<r.shift
		b := r.buckets[k]
		r.buckets[k] = b[:0]
		if len(b) == 1 {
			q.bottom = append(q.bottom, b[0])
			return true
		}
		if len(b) <= handful || r.shift == 0 || q.depth == maxRungs {
			q.sort(b)
			return true
		}
		q.spread(b, from, r.cur-1)
	}
}

// drainTop moves the far future down. Later events begin a new one.
func (q *queue) drainTop() {
	lo, hi := q.topMin, q.topMax
	b := q.top
	q.top, q.topStart = q.top[:0], hi+1
	q.topMin, q.topMax = chain.Never, past
	if len(b) <= handful {
		q.sort(b)
		return
	}
	q.spread(b, lo, hi)
}

// spread puts events, all within [lo, hi], into a new nearest rung.
func (q *queue) spread(b []event, lo, hi chain.Instant) {
	if q.depth == len(q.rungs) {
		q.rungs = append(q.rungs, rung{})
	}
	r := &q.rungs[q.depth]
	q.depth++
	r.start, r.cur, r.full = lo, lo, 0
	r.shift = uint(max(0, bits.Len64(uint64(hi-lo))-bucketBits))
	for _, e := range b {
		r.put(e)
	}
}

// sort puts a handful of events into the empty bottom, the first one last.
func (q *queue) sort(b []event) {
	if len(b) > 4*handful { // events of one instant: no rung tells them apart
		q.bottom = append(q.bottom, b...)
		slices.SortFunc(q.bottom, func(e, f event) int {
			if f.before(e) {
				return -1
			}
			return 1
		})
		return
	}
	out := q.bottom
	for _, e := range b {
		out = append(out, e)
		i := len(out) - 1
		for ; i > 0 && out[i-1].before(e); i-- {
			out[i] = out[i-1]
		}
		out[i] = e
	}
	q.bottom = out
}
