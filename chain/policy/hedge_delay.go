package policy

import (
	"errors"
	"time"

	"wavetank/chain"
)

func init() {
	Hedges.Register("delay", "one more attempt each time the newest is older than a delay", func() Hedge { return &DelayHedge{MaxExtra: 1} })
}

// DelayHedge asks the next provider when the newest attempt is After old.
type DelayHedge struct {
	After    time.Duration `yaml:"after" required:"true" doc:"age at which the newest attempt counts as slow"`
	MaxExtra int           `yaml:"max_extra" doc:"extra attempts of one call; default 1"`
	Target   HedgeTarget   `yaml:"target,omitempty" doc:"whom the extra attempt asks: next or same"`
}

// HedgeTarget is whom an extra attempt asks.
type HedgeTarget = Word[targetWords]

// The targets.
const (
	NextProvider HedgeTarget = iota
	SameAgain                // the provider that is slow, once more
)

type targetWords struct{}

func (targetWords) list() []string { return []string{"next", "same"} }

func (h *DelayHedge) Check() error {
	return errors.Join(positive("after", h.After), within("max_extra", h.MaxExtra, 1, chain.MaxAttempts-1))
}

func (h *DelayHedge) Build() chain.Hedge {
	if h.Target == SameAgain {
		return traited{delay{h.After, h.MaxExtra}, chain.Traits{Same: true}}
	}
	return delay{h.After, h.MaxExtra}
}
