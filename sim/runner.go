package sim

import (
	"context"
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
	chain *chain.Chain // of the process that acts
	sink  Sink
	steps Stepper // the sink, if it wants steps; nil elsewhere
	now   chain.Instant
	ctx   context.Context

	fleet   fleet
	replica int16 // that acts

	phased bool          // the strategy's timeouts must hear how answers come in
	gap    time.Duration // the longest silence between two parts that it takes, 0: any
	heals  bool          // the strategy mends answers

	traffic  Traffic
	patience time.Duration
	next     chain.Instant
	more     bool // there is a next request
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
	ways    *[]way     // of the attempts, where the strategy's timeouts ask; a slot fills five whole lines of the cache
}

// NewRunner makes a runner for a setup.
func NewRunner(s *Setup) *Runner {
	return &Runner{setup: s, world: s.World.NewWorld(), patience: s.Workload.Patience,
		traffic: Traffic{setup: s, deadline: s.Workload.Deadline}, evidence: make([]int32, len(s.World.Names()))}
}

// Run plays one strategy under one seed into a sink. A cancelled context ends
// it, wherever it is, with the context's error; nothing of that run should be used.
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
	return ctx.Err() // the world may have ended under the sink
}

func (r *Runner) reset(ctx context.Context, strategy chain.Strategy, seed uint64, sink Sink) (err error) {
	r.world.Follow(strategy.Places(r.world.Blueprint().Names(), oracle{r.world, r.patience}))
	r.world.Reset(seed)
	r.world.Heed(func() bool { return ctx.Err() != nil })
	if err := r.makeFleet(strategy, seed); err != nil {
		return err
	}
	r.ctx, r.sink, r.seq = ctx, sink, 0
	r.phased, r.gap = strategy.Attempt.Phased(), strategy.Attempt.IdleGap
	_, r.heals = strategy.Validate.(chain.Healer)
	r.steps, _ = sink.(Stepper)
	if t, ok := sink.(Tee); ok && !t.steps() {
		r.steps = nil // nobody listens
	}
	r.queue.clear()
	r.free = r.free[:0]
	for i := range r.slots {
		r.calls[i] = nil
		r.free = append(r.free, int32(i))
	}
	for i := range r.evidence {
		r.evidence[i] = -1
	}
	if err := r.traffic.reset(seed); err != nil {
		return err
	}
	r.now, r.holding = r.traffic.from, false
	r.startClock()
	return nil
}

func (r *Runner) startClock() {
	if r.traffic.users == nil {
		r.advance()
		return
	}
	r.more, r.next = false, chain.Never
	for u := range r.traffic.users.Users() {
		r.think(int32(u), r.traffic.from)
	}
}

// advance reads the next open-loop arrival.
func (r *Runner) advance() {
	t := &r.traffic
	r.next, r.more = t.clock.Next(t.number)
	if r.more = r.more && r.next < t.until; !r.more {
		r.next = chain.Never
	}
}

// think schedules a user's next question.
func (r *Runner) think(user int32, now chain.Instant) {
	number, wait := r.traffic.Think(int(user))
	at := now.Add(wait)
	if at >= r.traffic.until {
		return
	}
	i := r.slot()
	r.slots[i].user, r.slots[i].request.Number = user, number
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

// oracle is the world's foresight for callers who give up after a while: an
// answer that nobody waits for any more is none.
type oracle struct {
	world    *faults.World
	patience time.Duration
}

// Foresee implements chain.Oracle. Calls begin when they are foreseen. An answer
// at the very instant of giving up is still taken, one at a deadline is not.
func (o oracle) Foresee(now chain.Instant, r *chain.Request) (chain.Foresight, bool) {
	asked := *r
	if gone := now.Add(o.patience + 1); asked.Deadline == 0 || gone < asked.Deadline {
		asked.Deadline = gone
	}
	return o.world.Foresee(now, &asked)
}

func (o oracle) Prices() []int64 { return o.world.Blueprint().Spec().Prices() }
