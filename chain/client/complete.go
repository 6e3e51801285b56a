package client

import (
	"context"
	"fmt"
	"time"

	"wavetank/chain"
	"wavetank/chain/wire"
)

// Answer is what a call got.
type Answer struct {
	wire.Answer
	Provider string // who gave it
	Attempts int    // attempts sent for it
}

// Complete asks the chain's providers until the strategy is content. The
// context's deadline is the call's; when the context ends, what is in flight is
// cancelled. The error is a *chain.AllFailedError, beside the context's if that
// ended the call, or [ErrClosed] if Close did; it holds nothing that a provider
// sent. Of a client that is closed it is ErrClosed alone.
func (c *Client) Complete(ctx context.Context, q Request) (Answer, error) {
	if !c.enter() {
		return Answer{}, ErrClosed
	}
	defer c.flights.Done()
	f := &flight{c: c, ctx: context.WithoutCancel(ctx), q: &q, news: make(chan news), gone: make(chan struct{}), timer: time.NewTimer(time.Hour)}
	defer f.timer.Stop()
	defer f.release()
	f.begin(ctx)
	for !f.over {
		select {
		case n := <-f.news:
			if n.landed {
				f.heard = append(f.heard, n.landing)
			}
			f.step(n.event())
		case <-f.timer.C:
			f.step(&chain.Event{})
		case <-ctx.Done():
			f.step(&chain.Event{Kind: chain.GiveUp})
		case <-c.closing:
			f.closed = true
			f.step(&chain.Event{Kind: chain.GiveUp})
		}
	}
	return f.result(ctx)
}

// flight is one call on its way. It belongs to Complete's goroutine.
type flight struct {
	c       *Client
	ctx     context.Context // the caller's values, without its end: attempts end when the chain says so
	q       *Request
	number  int64
	call    *chain.Call
	news    chan news
	gone    chan struct{} // closed at the end: nobody reads news any more
	timer   *time.Timer
	cancels []context.CancelFunc // of attempts, by number
	heard   []landing
	over    bool
	closed  bool // by Close, before the chain was done
	done    chain.Done
	err     error
}

// landing is an attempt's answer as it comes in.
type landing struct {
	attempt int32
	answer  wire.Answer
	held    share // what the answer's text counts for until the call ends
}

// release gives back what the answers count for that are the caller's now, or
// nobody's.
func (f *flight) release() {
	for i := range f.heard {
		f.heard[i].held.keep(0)
	}
}

// begin starts the call.
func (f *flight) begin(ctx context.Context) {
	r := chain.Request{}
	if d, ok := ctx.Deadline(); ok {
		if r.Deadline = chain.Instant(d.Sub(f.c.start)); r.Deadline == 0 { // which would mean none
			r.Deadline = 1
		}
	}
	var sends []chain.Send
	var wake chain.Instant
	func() {
		f.c.mu.Lock()
		defer f.c.mu.Unlock()
		r.Number = f.c.calls
		f.number = r.Number
		f.c.calls++
		now := f.c.now()
		call, e := f.c.chain.Begin(now, &r)
		f.call = call
		sends, wake = f.take(now, e), e.Wake
	}()
	f.act(sends, wake)
}

// step tells the chain what happened and carries out its answer.
func (f *flight) step(ev *chain.Event) {
	var sends []chain.Send
	var wake chain.Instant
	func() {
		f.c.mu.Lock()
		defer f.c.mu.Unlock()
		now := f.c.now()
		e := f.call.Step(now, ev)
		sends, wake = f.take(now, e), e.Wake
	}()
	f.act(sends, wake)
}

// take keeps what a step asks for beyond the lock, for effects belong to the
// chain.
func (f *flight) take(now chain.Instant, e *chain.Effects) []chain.Send {
	if f.c.config.Observe != nil {
		f.c.config.Observe(now, f.number, e)
	}
	for _, i := range e.Cancel {
		f.cancels[i]()
	}
	if e.Over {
		f.over, f.done, f.err = true, e.Done, f.call.Err()
		f.c.chain.Free(f.call)
		f.call = nil
		return nil
	}
	return append([]chain.Send(nil), e.Send...)
}

// act carries out what a step asks for.
func (f *flight) act(sends []chain.Send, wake chain.Instant) {
	if f.over {
		close(f.gone)
		return
	}
	for _, s := range sends {
		ctx, cancel := context.WithCancel(f.ctx)
		f.cancels = append(f.cancels, cancel)
		f.c.flights.Go(func() {
			defer cancel()
			n := news{landing: landing{attempt: s.Attempt, held: share{of: &f.c.memory}}, landed: true}
			if n.answer = f.c.attempt(ctx, f, s, &n.held); !f.tell(n) {
				n.held.keep(0)
			}
		})
	}
	f.timer.Stop()
	if wake != chain.Never {
		f.timer.Reset(time.Until(f.c.start.Add(time.Duration(wake))))
	}
}

// result is what the caller gets.
func (f *flight) result(ctx context.Context) (Answer, error) {
	a := Answer{Attempts: len(f.cancels)}
	if f.err != nil {
		if cause := f.cause(ctx); cause != nil {
			return a, fmt.Errorf("%w: %w", f.err, cause)
		}
		return a, f.err
	}
	for _, l := range f.heard {
		if l.attempt == f.done.Attempt {
			a.Answer = l.answer
		}
	}
	a.Outcome.Class = f.done.Class
	a.Provider = f.c.members[f.done.Provider].Name
	return a, nil
}

// cause is the end of the caller's context, if that ended the call. At its
// deadline the chain may be sooner than the context.
func (f *flight) cause(ctx context.Context) error {
	if f.done.Reason != chain.TimedOut && f.done.Reason != chain.GaveUp {
		return nil
	}
	if f.closed {
		return ErrClosed
	}
	if err := context.Cause(ctx); err != nil {
		return err
	}
	if d, ok := ctx.Deadline(); ok && !time.Now().Before(d) {
		return context.DeadlineExceeded
	}
	return nil
}
