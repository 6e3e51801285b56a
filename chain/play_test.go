package chain_test

import (
	"fmt"
	"strings"
	"time"

	"wavetank/chain"
)

// script is all that a run depends on: strategy, providers, calls, and a world
// that answers by a keyed draw.
type script struct {
	strategy  string // short form
	providers []string
	labels    []string // how the transcript names them
	seed      uint64
	calls     []plan
	shift     chain.Instant // added to every instant; taken off in the transcript
	early     bool          // take steps before they are due
	reuse     bool          // give calls back
}

// plan is one call's: when it begins, and when its caller stops waiting.
type plan struct{ begin, deadline, patience time.Duration } // a deadline of 0 is none

// happening is an entry of the queue. At one instant answers come before wakes,
// wakes before callers who give up, and these before arrivals.
type happening struct {
	at      chain.Instant
	rank    int
	call    int
	attempt int32
	outcome chain.Outcome
	phase   chain.Phase
	flow    chain.Instant
}

const (
	early = iota
	progress
	answer
	wake
	giveUp
	begin
)

// run plays a script to its end and returns the transcript, and every law that
// was broken on the way.
type run struct {
	script
	chain  *chain.Chain
	world  chain.Luck
	queue  []happening
	ledger ledger
	calls  []*chain.Call
	wakes  []chain.Instant // what each call asked for last
	phased bool
	last   chain.Instant
	out    strings.Builder
}

func play(s script) (transcript string, broken []string) {
	d, err := strategyOf(s.strategy)
	must(err)
	recipe, err := d.Strategy("it")
	must(err)
	r := &run{script: s, world: chain.NewLuck(s.seed), calls: make([]*chain.Call, len(s.calls)),
		wakes: make([]chain.Instant, len(s.calls)), ledger: newLedger(len(s.calls), len(s.providers), d), phased: recipe.Attempt.Phased()}
	r.ledger.watch(&recipe)
	r.chain, err = chain.New(recipe, s.providers, chain.NewLuck(s.seed), r)
	must(err)
	for i, p := range s.calls {
		r.push(happening{at: r.instant(p.begin), rank: begin, call: i})
		r.push(happening{at: r.instant(p.begin + p.patience), rank: giveUp, call: i})
	}
	for n := 0; len(r.queue) > 0; n++ {
		if n > 200_000 {
			r.ledger.breaks("the run does not end")
			break
		}
		r.take(r.pop())
	}
	r.ledger.settle(r.chain, r.last)
	return r.out.String(), r.ledger.broken
}

func (r *run) instant(d time.Duration) chain.Instant { return r.shift.Add(d) }

func (r *run) push(h happening) { r.queue = append(r.queue, h) }

// pop takes the first of the earliest; the queue is short.
func (r *run) pop() happening {
	best := 0
	for i, h := range r.queue {
		if b := r.queue[best]; h.at < b.at || h.at == b.at && h.rank < b.rank {
			best = i
		}
	}
	h := r.queue[best]
	r.queue = append(r.queue[:best], r.queue[best+1:]...)
	return h
}

func (r *run) take(h happening) {
	r.last = h.at
	k, c := h.call, r.calls[h.call]
	switch h.rank {
	case begin:
		p := r.script.calls[k]
		req := chain.Request{Number: int64(k)}
		if p.deadline > 0 {
			req.Deadline = r.instant(p.begin + p.deadline)
		}
		var eff *chain.Effects
		r.calls[k], eff = r.chain.Begin(h.at, &req)
		r.note(h, "begin", eff)
	case progress:
		if c != nil {
			ev := chain.Event{Kind: chain.Progress, Attempt: h.attempt, Phase: h.phase, Flow: h.flow}
			r.note(h, fmt.Sprintf("progress %d", h.attempt), c.Step(h.at, &ev))
		}
	case answer:
		if c != nil {
			r.note(h, fmt.Sprintf("answer %d: %s", h.attempt, h.outcome.Class), c.Step(h.at, &chain.Event{Kind: chain.Answer, Attempt: h.attempt, Outcome: h.outcome}))
		}
	case wake:
		if c != nil && r.wakes[k] == h.at {
			r.note(h, "wake", c.Step(h.at, &chain.Event{}))
		}
	case early:
		if c != nil && h.at < r.wakes[k] {
			r.ledger.idle(k, c.Step(h.at, &chain.Event{}), r.wakes[k])
		}
	case giveUp:
		if c != nil {
			r.note(h, "give up", c.Step(h.at, &chain.Event{Kind: chain.GiveUp}))
		}
	}
}

// note checks effects, writes them down, and carries them out.
func (r *run) note(h happening, what string, eff *chain.Effects) {
	k := h.call
	wasOver := r.ledger.calls[k].over
	r.ledger.step(h.at, k, eff)
	for i := range eff.Moved {
		eff.Moved[i].At -= r.shift
	}
	if text := show(eff, k, r.labels); text != "" || !wasOver {
		fmt.Fprintf(&r.out, "%s call %d %s\n%s", h.at-r.shift, k, what, text)
	}
	r.wakes[k] = eff.Wake
	if eff.Wake != chain.Never {
		r.push(happening{at: eff.Wake, rank: wake, call: k})
	}
	if r.early {
		gap := chain.Scale(min(eff.Wake, h.at.Add(time.Minute)).Sub(h.at), r.world.Draw(uint64(r.out.Len())))
		r.push(happening{at: h.at.Add(gap), rank: early, call: k})
	}
	for _, s := range eff.Send {
		r.send(h, s)
	}
	if eff.Over && r.reuse {
		r.chain.Free(r.calls[k])
		r.calls[k] = nil
	}
}

// send asks the world, which answers by call, provider and ordinal alone.
func (r *run) send(h happening, s chain.Send) {
	luck := r.world.Of(uint64(s.Provider))
	key := chain.Key(int64(h.call), int(s.Ordinal))
	delay := []time.Duration{time.Millisecond, time.Second, 2 * time.Second, 5 * time.Second, 0, 0, 0, -1}[luck.For(20).Draw(key)%8]
	switch delay {
	case -1:
		return // it hangs
	case 0:
		delay = chain.Scale(20*time.Second, luck.For(21).Draw(key))
	}
	o := chain.Outcome{Class: chain.OK, Fit: chain.FitYes, Status: 200}
	if ill := luck.For(22).Draw(0) >> 1; luck.For(23).Draw(key) < ill+1<<62 {
		o = misfortunes[luck.For(24).Draw(key)%uint64(len(misfortunes))]
	}
	if r.phased {
		r.parts(h, s, delay, luck.For(26).Draw(key))
	}
	r.push(happening{at: h.at.Add(delay), rank: answer, call: h.call, attempt: s.Attempt, outcome: o})
}

// parts says how an answer comes in: a connection, a first part, and then a
// stream or single parts.
func (r *run) parts(h happening, s chain.Send, delay time.Duration, draw uint64) {
	at := h.at.Add(delay / 4)
	r.push(happening{at: at, rank: progress, call: h.call, attempt: s.Attempt, phase: chain.Connected})
	part := happening{at: h.at.Add(delay / 2), rank: progress, call: h.call, attempt: s.Attempt, phase: chain.Part}
	if draw%2 == 0 {
		part.flow = h.at.Add(delay * 3 / 4)
		r.push(part)
		return
	}
	for range draw >> 1 % 4 {
		r.push(part)
		part.at = part.at.Add(delay / 9)
	}
}

var misfortunes = []chain.Outcome{
	{Class: chain.Server, Status: 503}, {Class: chain.Server, Status: 500}, {Class: chain.Connect},
	{Class: chain.RateLimit, Status: 429, Hint: 3 * time.Second}, {Class: chain.RateLimit, Status: 429, Hint: time.Hour},
	{Class: chain.Overload, Status: 529}, {Class: chain.Quota, Status: 402}, {Class: chain.BadRequest, Status: 400},
	{Class: chain.Auth, Status: 401}, {Class: chain.Truncated, Status: 200}, {Class: chain.OK, Fit: chain.FitNo, Status: 200},
}

// Foresee implements chain.Oracle; it says what comes to its mind.
func (r *run) Foresee(now chain.Instant, q *chain.Request) (chain.Foresight, bool) {
	n := r.world.For(25).Draw(uint64(q.Number))
	return chain.Foresight{Provider: int16(n % uint64(len(r.providers))), Ordinal: int(n >> 8 & 3), At: now.Add(time.Duration(n>>16&7) * time.Second)}, n>>32&3 > 0
}
