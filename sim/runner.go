package sim

import (
	"context"
	"fmt"
	"time"

	"wavetank/chain"
	"wavetank/faults"
)

// Runner plays strategies against a setup, one run at a time, and keeps its
// buffers between runs.
type Runner struct {
	setup *Setup
	world *faults.World

	queue queue
	seq   uint64
	slots []*slot
	calls []*chain.Call // of the slots; apart from them, so that neither waits for the other to come from memory
	free  []int32
	chain *chain.Chain
	sink  Sink
	now   chain.Instant
	ctx   context.Context

	clock    Clock
	users    Users // not nil: a closed loop
	sizes    Sizer
	lucks    lucks
	from     chain.Instant
	until    chain.Instant
	deadline time.Duration
	patience time.Duration
	number   int64 // of the next request
	next     chain.Instant
	more     bool // there is a next request
	serial   bool
	holding  bool // serial: a request is in flight, the next one waits

	evidence []int32    // of each provider: the latest episode in which a failed attempt has ended, -1 for none
	ask      faults.Ask // kept here so that no attempt allocates
	event    chain.Event
	fetched  chain.Instant // never read: see fetch
}

// slot is one call in flight.
type slot struct {
	giveUp  chain.Instant
	user    int32
	flying  int32
	request Request
	inline  [2]Attempt // where request.Attempts begins
	_       uint64     // a slot fills five whole lines of the cache
}

// NewRunner makes a runner for a setup.
func NewRunner(s *Setup) *Runner {
	return &Runner{setup: s, world: s.World.NewWorld(), patience: s.Workload.Patience,
		deadline: s.Workload.Deadline, evidence: make([]int32, len(s.World.Names()))}
}

// Run plays one strategy under one seed into a sink. A cancelled context ends
// it with the context's error; nothing of that run should be used.
func (r *Runner) Run(ctx context.Context, strategy chain.Strategy, seed uint64, sink Sink) error {
	if ctx.Err() != nil { // a short run never looks up
		return ctx.Err()
	}
	if err := r.reset(ctx, strategy, seed, sink); err != nil {
		return err
	}
	sink.Begin(r.world, seed)
	if err := r.loop(); err != nil {
		return err
	}
	sink.Close(r.now)
	return nil
}

func (r *Runner) reset(ctx context.Context, strategy chain.Strategy, seed uint64, sink Sink) (err error) {
	r.world.Reset(seed)
	r.chain, err = chain.New(strategy, r.setup.World.Names(), chain.NewLuck(seed), oracle{r.world, r.patience})
	if err != nil {
		return err
	}
	r.ctx, r.sink, r.seq = ctx, sink, 0
	r.queue.clear()
	r.free = r.free[:0]
	for i := range r.slots {
		r.calls[i] = nil
		r.free = append(r.free, int32(i))
	}
	for i := range r.evidence {
		r.evidence[i] = -1
	}
	spec := r.setup.World.Spec()
	r.from, r.until = chain.Instant(0).Add(-spec.Warmup), chain.Instant(0).Add(spec.Duration)
	r.now, r.number, r.holding = r.from, 0, false
	r.lucks = newLucks(seed)
	return r.startClock()
}

func (r *Runner) startClock() (err error) {
	a := r.setup.Workload.Arrivals
	if r.clock, err = a.Clock(r.lucks.arrival, r.from, r.until); err != nil {
		return fmt.Errorf("sim: arrivals: %w", err)
	}
	r.serial = a.Serial()
	r.users, _ = r.clock.(Users)
	r.sizes, _ = r.clock.(Sizer)
	if r.users == nil {
		r.advance()
		return nil
	}
	r.more, r.next = false, chain.Never
	for u := range r.users.Users() {
		r.think(int32(u), r.from)
	}
	return nil
}

// advance reads the next open-loop arrival.
func (r *Runner) advance() {
	r.next, r.more = r.clock.Next(r.number)
	if r.more = r.more && r.next < r.until; !r.more {
		r.next = chain.Never
	}
}

// think schedules a user's next question.
func (r *Runner) think(user int32, now chain.Instant) {
	at := now.Add(r.users.Think(int(user), r.number))
	r.number++
	if at >= r.until {
		return
	}
	i := r.slot()
	r.slots[i].user, r.slots[i].request.Number = user, r.number-1
	r.schedule(i, at, classArrival)
}

func (r *Runner) slot() int32 {
	if n := len(r.free); n > 0 {
		i := r.free[n-1]
		r.free = r.free[:n-1]
		return i
	}
	s := &slot{}
	s.request.Attempts = s.inline[:0]
	r.slots, r.calls = append(r.slots, s), append(r.calls, nil)
	if len(r.slots) > 1<<slotBits {
		panic("sim: more calls in flight than the queue can number")
	}
	return int32(len(r.slots) - 1)
}

// schedule makes an event the one that its call waits for. There is only ever
// one: the next is scheduled when it has come.
func (r *Runner) schedule(i int32, at chain.Instant, class uint64) {
	r.queue.push(event{at, class<<classShift | r.seq<<slotBits | uint64(i)})
	r.seq++
}
