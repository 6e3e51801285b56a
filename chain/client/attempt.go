package client

import (
	"context"
	"errors"
	"io"
	"net/http"
	"time"

	"wavetank/chain"
	"wavetank/chain/wire"
)

// attempt sends one HTTP request and reads its answer; held is what it counts for
// while it lasts.
func (c *Client) attempt(ctx context.Context, f *flight, s chain.Send, held *share) wire.Answer {
	m := &c.members[s.Provider]
	r, err := m.dialect.Build(f.watch(ctx, s.Attempt), &m.Endpoint, f.q)
	if err != nil { // the request cannot be said in this provider's words
		return local("request")
	}
	if c.config.Before != nil {
		c.config.Before(r, Attempt{f.number, m.Name, s})
	}
	resp, err := c.do(r)
	if err != nil {
		return wire.Answer{Outcome: wire.Failure(err, false), Why: "transport"}
	}
	resp.Body = f.parts(s.Attempt, resp.Body)
	a := c.receive(ctx, m, resp, held)
	if h, ok := c.validator.(chain.Healer); ok && a.Outcome.Class <= chain.OKSlow {
		a.Text = h.Heal(a.Text)
	}
	if c.config.Fits != nil && a.Outcome.Class <= chain.OKSlow {
		a.Outcome.Fit = chain.FitNo
		if c.config.Fits(f.q, a.Text) {
			a.Outcome.Fit = chain.FitYes
		}
	}
	return a
}

// local is the answer of an attempt that this process turned away.
func local(why string) wire.Answer {
	return wire.Answer{Outcome: chain.Outcome{Class: chain.LocalReject, Source: chain.Local}, Why: why}
}

// receive reads an answer, within its bounds, and says what it means. What came
// decides, unless the waiting ended it: an error event before a cut says more than
// the cut.
func (c *Client) receive(ctx context.Context, m *member, resp *http.Response, held *share) wire.Answer {
	resp.Body = heeding{resp.Body, ctx}
	whole, err := wire.ReceiveWithin(resp, c.config.AnswerMax, held.grow)
	switch o := wire.Failure(err, true); {
	case errors.Is(err, errFull):
		return local("memory")
	case err != nil && o.Class != chain.Truncated:
		o.Status = int16(whole.Status)
		return wire.Answer{Outcome: o, Why: "transport"}
	}
	if len(whole.Body) > largeBody {
		whole.Stop = func() bool { return ctx.Err() != nil }
		c.large.Lock()
		defer c.large.Unlock()
		if err := ctx.Err(); err != nil {
			return wire.Answer{Outcome: wire.Failure(err, true), Why: "transport"}
		}
	}
	a := m.dialect.Read(whole, time.Now())
	held.keep(cap(a.Text))
	return a
}

// heeding is a body that ends with its context, also where much is still to come
// out of the little that a decompressor has in hand.
type heeding struct {
	io.ReadCloser
	ctx context.Context
}

func (h heeding) Read(buf []byte) (int, error) {
	if err := h.ctx.Err(); err != nil {
		return 0, err
	}
	return h.ReadCloser.Read(buf)
}
