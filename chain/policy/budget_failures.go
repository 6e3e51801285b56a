package policy

import (
	"errors"

	"wavetank/chain"
)

func init() {
	Budgets.Register("failure_tokens", "failures drain a bucket, successes fill it slowly; below half nothing extra is sent", func() Budget {
		return &FailureTokens{MaxTokens: 10, Ratio: 100, Covers: []Cover{CoverRetry, CoverHedge}}
	})
}

// FailureTokens is gRPC's retry throttling (A6): a bucket of MaxTokens loses one
// with each failure and gains Ratio with each success; extra attempts are sent
// only while it holds more than half.
type FailureTokens struct {
	MaxTokens int     `yaml:"max_tokens" doc:"tokens of a full bucket; default 10, A6's example"`
	Ratio     Ratio   `yaml:"ratio" doc:"tokens that a success gives back, in thousandths; default 0.1, A6's example"`
	Covers    []Cover `yaml:"covers" doc:"the attempts that are paid for; default retry and hedge"`
}

func (b *FailureTokens) Check() error {
	return errors.Join(within("max_tokens", b.MaxTokens, 1, 1<<20), checkCovers(b.Covers))
}

func (b *FailureTokens) Build() chain.BudgetMaker {
	full := int64(b.MaxTokens) * milli
	return drained{tokens: full, full: full, gain: int64(b.Ratio), covers: covered(b.Covers)}
}

// drained counts in thousandths of a token. As a value it is the recipe of a
// full bucket.
type drained struct {
	tokens, full, gain int64
	covers             [chain.NumReasons]bool
}

func (b drained) MakeBudget() chain.Budget { return &b }

func (b *drained) Began(chain.Instant) {}

func (b *drained) Sent(chain.Instant, chain.Reason) {}

func (b *drained) Spend(_ chain.Instant, why chain.Reason) bool {
	return !b.covers[why] || b.tokens > b.full/2
}

// Ended implements chain.Budget. What says nothing about the provider moves
// nothing.
func (b *drained) Ended(_ chain.Instant, _ chain.Reason, v chain.Verdict) {
	switch v.Evidence {
	case chain.Good:
		b.tokens = min(b.tokens+b.gain, b.full)
	case chain.Bad, chain.Trip:
		b.tokens = max(b.tokens-milli, 0)
	}
}
