package client

import (
	"context"
	"io"
	"net/http/httptrace"

	"wavetank/chain"
)

// Timeouts of a connection, a first byte and a gap must hear how an answer comes
// in. Chains without them do without these events.

// news is something about an attempt: how far it has come, or its answer.
type news struct {
	landing
	phase  chain.Phase
	landed bool // the answer is here; else it has come as far as phase
}

// tell hands news to the call's goroutine, unless nobody waits for any more.
func (f *flight) tell(n news) (told bool) {
	select {
	case f.news <- n:
		return true
	case <-f.gone:
		return false
	}
}

// event is what the chain is told.
func (n *news) event() *chain.Event {
	if n.landed {
		return &chain.Event{Kind: chain.Answer, Attempt: n.attempt, Outcome: n.answer.Outcome, Body: n.answer.Text}
	}
	return &chain.Event{Kind: chain.Progress, Attempt: n.attempt, Phase: n.phase}
}

// watch has a request tell when its connection stands and when the first byte of
// its answer comes.
func (f *flight) watch(ctx context.Context, attempt int32) context.Context {
	if !f.c.phased {
		return ctx
	}
	return httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		GotConn:              func(httptrace.GotConnInfo) { f.came(attempt, chain.Connected) },
		GotFirstResponseByte: func() { f.came(attempt, chain.Part) },
	})
}

func (f *flight) came(attempt int32, phase chain.Phase) {
	f.tell(news{landing: landing{attempt: attempt}, phase: phase})
}

// parts has a body tell of each part that is read.
func (f *flight) parts(attempt int32, body io.ReadCloser) io.ReadCloser {
	if !f.c.phased {
		return body
	}
	return &watched{body, f, attempt}
}

// watched is a body that tells of its parts.
type watched struct {
	io.ReadCloser
	f       *flight
	attempt int32
}

func (w *watched) Read(buf []byte) (int, error) {
	n, err := w.ReadCloser.Read(buf)
	if n > 0 {
		w.f.came(w.attempt, chain.Part)
	}
	return n, err
}
