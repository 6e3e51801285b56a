package fakehttp

import (
	"time"

	"wavetank/chain"
	"wavetank/chain/wire"
	"wavetank/faults"
)

// play is one answer as it goes over the wire: its headers, its parts, each at
// its instant, and how the connection ends.
type play struct {
	*wire.Response
	head  chain.Instant // when status and headers come; Never: they do not
	parts []part
	end   chain.Instant // when it is over; Never: silence until the client goes

	connects bool // a connection stands at once
}

// part is some bytes of a body.
type part struct {
	at    chain.Instant
	bytes []byte
}

// stage turns the world's reply into an answer on the wire.
func (f *Fake) stage(x *Exchange, q *wire.Request) *play {
	r := &x.Reply
	reply := wire.Reply{Outcome: r.Outcome, Model: q.Model, Stream: q.Stream, WithUsage: q.WithUsage, Schema: q.SchemaName,
		Usage: wire.Usage{In: int(x.Ask.TokensIn), Out: int(x.Ask.TokensOut)}, Number: chain.Key(x.Ask.Request, x.Ask.Ordinal)}
	reply.Outcome.Fit = chain.FitUnknown
	reply.At = f.clock.Date(min(r.End, x.Sent.Add(time.Hour)))
	d := f.providers[x.Provider].dialect
	f.mu.Lock()
	way := f.world.Way(x.Provider, &x.Ask, x.Sent, r)
	f.mu.Unlock()
	if r.Outcome.Status == 200 || r.Outcome.Class == chain.Timeout {
		reply.Content = f.world.Blueprint().Body(r.Form)
		reply.Pieces = deltas(&way, &x.Ask)
	}
	if r.End == chain.Never {
		p := silence(d, &reply, x)
		p.connects = way.Connected != chain.Never
		return p
	}
	reply.Manner = manner(r)
	p := &play{Response: d.Respond(&reply), head: r.End, end: r.End, connects: way.Connected != chain.Never}
	if r.Manner == faults.ByReset && p.Break == wire.Refused {
		p.Break = wire.Reset
	}
	switch {
	case p.Break == wire.Refused || p.Break == wire.Reset:
		p.head = chain.Never
	case p.Events != nil || p.Break == wire.Cut:
		p.head = way.First
		p.spread()
	default:
		p.parts = []part{{r.End, p.Body}}
	}
	return p
}

// A stream's content comes token by token, but a part for each would be thousands for
// long answers: where tokens come faster than one in a pause, fewer parts do, enough
// for an answer to break off anywhere. Timeouts for silence are longer than that.
const (
	pause       = 100 * time.Millisecond
	fewestParts = 16
)

// deltas is in how many parts a stream's content comes.
func deltas(w *faults.Way, a *faults.Ask) int {
	if w.First == chain.Never || w.Gap <= 0 {
		return 0
	}
	tokens := max(1, int(a.TokensOut))
	return min(tokens, max(fewestParts, int((time.Duration(tokens)*w.Gap-1)/pause)+1))
}

// manner says in the wire's words how a reply shows itself.
func manner(r *faults.Reply) wire.Manner {
	switch {
	case r.Manner == faults.ByHTML:
		return wire.HTML
	case r.Manner == faults.ByNothing:
		return wire.Blank
	case r.Outcome.Status != 200 || r.Outcome.Class == chain.OK:
		return wire.Plain
	case r.Through <= 0:
		return wire.Early
	case r.Through >= 100:
		return wire.BeforeEnd
	case r.Through > 50:
		return wire.InLine
	}
	return wire.Midway
}

// silence is an answer that never comes, or not to its end.
func silence(d wire.Dialect, reply *wire.Reply, x *Exchange) *play {
	reply.Outcome = chain.Outcome{Class: chain.OK, Status: 200}
	p := &play{Response: d.Respond(reply), head: chain.Never, end: chain.Never}
	p.Break = wire.Silent
	switch x.Reply.Manner {
	case faults.AfterHeaders:
		p.head, p.Break = x.Sent, wire.Stalled
	case faults.MidAnswer:
		p.head, p.Break = x.Sent, wire.Stalled
		p.parts = []part{{x.Sent, p.Body[:p.middle()]}}
	}
	return p
}

// middle is a place in the body where silence may fall: of a stream, between two
// events.
func (p *play) middle() int {
	if n := len(p.Events); n > 1 {
		return p.Events[n/2-1]
	}
	return len(p.Body) / 2
}

// spread lets the deltas of a stream come evenly from the head to the end, with what
// stands before them at the head and what stands after them at the end; a plain body
// comes in two parts.
func (p *play) spread() {
	ends := p.Events
	if len(ends) == 0 || ends[len(ends)-1] < len(p.Body) {
		ends = append(ends[:len(ends):len(ends)], len(p.Body))
	}
	from, last := 0, len(ends)-1
	for i, to := range ends {
		at := p.comes(i, last)
		if i < last && p.comes(i+1, last) == at {
			continue // with the next one
		}
		p.parts = append(p.parts, part{at, p.Body[from:to]})
		from = to
	}
}

// comes is when an event of a stream comes.
func (p *play) comes(event, last int) chain.Instant {
	n, k := p.Deltas[1]-p.Deltas[0], event-p.Deltas[0]+1 // of deltas, and which of them it is
	switch {
	case event == last || n > 0 && k >= n || n == 0 && event > 0:
		return p.end
	case n == 0 || k <= 0:
		return p.head
	}
	return p.head.Add(p.end.Sub(p.head) / time.Duration(n) * time.Duration(k))
}
