package policy

import "wavetank/chain"

func init() {
	Hedges.Register("parallel", "several attempts at once, the first answer counts", func() Hedge { return &ParallelHedge{} })
}

// ParallelHedge asks several providers at once.
type ParallelHedge struct {
	Extra int `yaml:"extra" required:"true" doc:"attempts beside the first"`
}

func (h *ParallelHedge) Check() error { return within("extra", h.Extra, 1, chain.MaxAttempts-1) }

func (h *ParallelHedge) Build() chain.Hedge { return delay{0, h.Extra} }
