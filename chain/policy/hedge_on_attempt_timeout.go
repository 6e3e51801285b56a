package policy

import "wavetank/chain"

func init() {
	Hedges.Register("on_attempt_timeout", "an attempt that times out stays in flight beside the next one", func() Hedge { return &TimeoutHedge{MaxExtra: 1} })
}

// TimeoutHedge makes a timeout a reason to ask someone else, and no reason to
// stop listening: the attempt stays in flight.
type TimeoutHedge struct {
	MaxExtra int `yaml:"max_extra" doc:"extra attempts of one call; default 1"`
}

func (h *TimeoutHedge) Check() error { return within("max_extra", h.MaxExtra, 1, chain.MaxAttempts-1) }

func (h *TimeoutHedge) Build() chain.Hedge {
	return traited{delay{chain.NoHedge, h.MaxExtra}, chain.Traits{OnTimeout: true}}
}

// traited is a hedge that differs in more than its delay.
type traited struct {
	delay
	traits chain.Traits
}

func (t traited) Traits() chain.Traits { return t.traits }
