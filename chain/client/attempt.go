package client

import (
	"context"
	"time"

	"wavetank/chain"
	"wavetank/chain/wire"
)

// attempt sends one HTTP request and reads its answer.
func (c *Client) attempt(ctx context.Context, f *flight, s chain.Send) wire.Answer {
	m := &c.members[s.Provider]
	r, err := m.dialect.Build(f.watch(ctx, s.Attempt), &m.Endpoint, f.q)
	if err != nil { // the request cannot be said in this provider's words
		return wire.Answer{Outcome: chain.Outcome{Class: chain.LocalReject, Source: chain.Local}, Why: "request"}
	}
	if c.config.Before != nil {
		c.config.Before(r, Attempt{f.number, m.Name, s})
	}
	resp, err := c.http.Do(r)
	if err != nil {
		return wire.Answer{Outcome: wire.Failure(err, false), Why: "transport"}
	}
	resp.Body = f.parts(s.Attempt, resp.Body)
	whole, err := wire.Receive(resp)
	a := m.dialect.Read(whole, time.Now())
	if err != nil {
		// What came decides, unless the waiting ended it: an error event before a cut
		// says more than the cut.
		if o := wire.Failure(err, true); o.Class != chain.Truncated {
			o.Status = int16(whole.Status)
			a.Outcome, a.Why = o, "transport"
		}
	}
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
