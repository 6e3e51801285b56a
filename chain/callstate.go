package chain

// Call is one request on its way through a chain. All control flow of the
// machine stands in call.go; the parts of the strategy only answer questions.
//
// The front is the provider being tried: an attempt in flight, or a wait for a
// retry. Attempts left in flight behind a hedge are elders: their successor is
// on its way already, so their failure changes nothing.
type Call struct {
	chain    *Chain
	*tail          // nil for plain chains
	number   int64 // of the request
	deadline Instant
	queue    []int16   // providers not tried yet, best first; read only, it may be the chain's own
	attempts []attempt // begins in inline

	waitUntil Instant // when the retry that waits may be sent
	waited    int64   // its wait in nanoseconds, for decorrelated jitter
	whom      int16   // the provider that is asked again after the wait
	front     int16   // attempt in flight in front, -1 for none
	flying    int16   // attempts in flight
	hedges    int16
	own       int16 // attempts, less those that the SDK below sent by itself
	ordinal   int16 // of the next attempt on the provider that waits
	primary   int16 // first provider of the queue, -1 for an empty one
	waits     wait
	over      bool
	bypass    bool   // breakers are not asked
	rested    bool   // slept and drew are of this call
	next      Reason // of the next attempt on somebody from the queue, after the first

	// Many calls are in flight, and what they touch must fit the nearest cache: the
	// fields above and the first attempt fill little more than two lines of it.
	inline [2]attempt // most calls need no more
	done   Done
	buf    []int16 // where an order writes its answer

	drew  uint64    // of the last wait
	slept int64     // nanoseconds of waits
	_     [2]uint64 // whole lines
}

// tail is what calls remember where a strategy has parts that few have. One look
// at its nil is what the others pay for them.
type tail struct {
	asked     Request // as it began, for an order that is asked anew
	slow      Instant // when the attempt in front counts as slow, where hedges learn
	passes    int16   // over the whole chain
	pends     int16   // waits for somebody to be ready
	failovers int16
	exclude   int16 // provider left out when the order is asked anew, nobody for none
	detoured  bool
	hopeful   bool      // the last failure may be retried
	failed    Outcome   // the last failure
	limits    []Instant // when attempts expire however far they have come, where there are phases
	outer     outer
	turned    int16  // who refused an attempt last
	refusals  int16  // in a row of its turn, or of the call where a retry need not ask the same
	again     Reason // of the attempt for which a call waits to ask the same provider
}

// nobody is no provider.
const nobody int16 = -1

// wait is what a call does when its wait is over.
type wait uint8

const (
	idle   wait = iota // it does not wait
	repeat             // ask a provider once more
	within             // the SDK inside an attempt asks once more
	anew               // ask the order anew
	onward             // ask the next one in the queue
)

// newCall takes a finished call, or makes one.
func (c *Chain) newCall() *Call {
	if n := len(c.free); n > 0 {
		call := c.free[n-1]
		c.free = c.free[:n-1]
		return call
	}
	call := &Call{chain: c}
	if c.tailed {
		call.tail = &tail{}
	}
	call.attempts = call.inline[:0]
	return call
}

// start forgets what the call was before.
func (c *Call) start(now Instant, r *Request) {
	c.number, c.deadline = r.Number, r.Deadline
	if c.deadline == 0 {
		c.deadline = Never
	}
	if d := c.chain.s.Deadline.Total; d > 0 {
		c.deadline = min(c.deadline, now.Add(d))
	}
	c.attempts, c.flying, c.own = c.attempts[:0], 0, 0
	c.front, c.waits, c.waited, c.ordinal, c.hedges, c.over = -1, idle, 0, 0, 0, false
	c.bypass, c.rested, c.next = false, false, ForFailover
	c.chain.eff.clear()
}
