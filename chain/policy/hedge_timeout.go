package policy

import (
	"wavetank/chain"
)

func init() {
	Hedges.Register("on_attempt_timeout", "an attempt that times out stays in flight beside the next one", func() Hedge { return &TimeoutHedge{MaxExtra: 1} })
	Hedges.Register("parallel", "several attempts at once, the first answer counts", func() Hedge { return &ParallelHedge{} })
}

// TimeoutHedge makes a timeout a reason to ask someone else, and no reason to
// stop listening: the attempt stays in flight.
type TimeoutHedge struct {
	MaxExtra int `yaml:"max_extra" doc:"extra attempts of one call; default 1"`
}

// Check implements Hedge.
func (h *TimeoutHedge) Check() error { return within("max_extra", h.MaxExtra, 1, chain.MaxAttempts-1) }

// Build implements Hedge.
func (h *TimeoutHedge) Build() chain.Hedge {
	return traited{delay{never, h.MaxExtra}, chain.Traits{OnTimeout: true}}
}

// ParallelHedge asks several providers at once.
type ParallelHedge struct {
	Extra int `yaml:"extra" required:"true" doc:"attempts beside the first"`
}

// Check implements Hedge.
func (h *ParallelHedge) Check() error { return within("extra", h.Extra, 1, chain.MaxAttempts-1) }

// Build implements Hedge.
func (h *ParallelHedge) Build() chain.Hedge { return delay{0, h.Extra} }

// traited is a hedge that differs in more than its delay.
type traited struct {
	delay
	traits chain.Traits
}

// Traits implements chain.Trait.
func (t traited) Traits() chain.Traits { return t.traits }
