package client

import (
	"time"

	"wavetank/chain"
)

// Health is what the chain knows of one provider, for operators.
type Health struct {
	Provider    string    `json:"provider"`
	State       string    `json:"state"`                 // of its breaker: closed, open, half-open
	OpenUntil   time.Time `json:"open_until,omitzero"`   // end of the running cooldown; zero where none runs
	LastSuccess time.Time `json:"last_success,omitzero"` // zero before the first one
	LastError   string    `json:"last_error,omitempty"`  // class of the last error; empty before the first one
	LastStatus  int       `json:"last_status,omitempty"` // HTTP status of it; 0 where it had none
}

// Health returns a snapshot, one entry per provider in the chain's order.
func (c *Client) Health() []Health {
	c.mu.Lock()
	known := c.chain.Health(c.now())
	c.mu.Unlock()
	out := make([]Health, len(known))
	for i, h := range known {
		out[i] = Health{Provider: h.Provider, State: h.State.String(), LastStatus: int(h.LastStatus)}
		if h.OpenUntil != 0 {
			out[i].OpenUntil = c.start.Add(time.Duration(h.OpenUntil))
		}
		if h.LastSuccess != chain.Never {
			out[i].LastSuccess = c.start.Add(time.Duration(h.LastSuccess))
		}
		if h.LastError != chain.OK {
			out[i].LastError = h.LastError.String()
		}
	}
	return out
}
