package policy

import (
	"errors"

	"wavetank/chain"
)

// Budget answers whether one more attempt may be afforded.
type Budget interface {
	Check() error
	Build() chain.BudgetMaker // nil affords everything
}

// Budgets holds the kinds of budget.
var Budgets chain.Registry[Budget]

func init() {
	Budgets.Register("none", "every extra attempt is afforded", func() Budget { return &NoBudget{} })
	Budgets.Register("token_ratio", "each call pays in a part of an extra attempt", func() Budget {
		return &TokenRatio{Burst: 10, Covers: []Cover{CoverRetry, CoverHedge}}
	})
}

// NoBudget affords everything.
type NoBudget struct{}

func (*NoBudget) Check() error { return nil }

func (*NoBudget) Build() chain.BudgetMaker { return nil }

// TokenRatio is a bucket of attempts: each call pays in Ratio, each covered
// extra attempt takes one out. It starts full.
type TokenRatio struct {
	Ratio  Ratio   `yaml:"ratio" required:"true" doc:"part of an extra attempt that each call pays in, 0 to 1, in thousandths"`
	Burst  int     `yaml:"burst" doc:"extra attempts that the bucket holds, and holds at first; default 10"`
	Covers []Cover `yaml:"covers" doc:"the attempts that are paid for; default retry and hedge"`
}

func (b *TokenRatio) Check() error {
	return errors.Join(within("burst", b.Burst, 1, 1<<20), checkCovers(b.Covers))
}

func (b *TokenRatio) Build() chain.BudgetMaker {
	return bucket{ratio: int64(b.Ratio), full: int64(b.Burst) * milli, tokens: int64(b.Burst) * milli, covers: covered(b.Covers)}
}

// bucket counts in thousandths of an attempt. As a value it is the recipe of a
// full one.
type bucket struct {
	tokens, full, ratio int64
	covers              [chain.NumReasons]bool
}

func (b bucket) MakeBudget() chain.Budget { return &b }

func (b *bucket) Began(chain.Instant) { b.tokens = min(b.tokens+b.ratio, b.full) }

func (b *bucket) Spend(_ chain.Instant, why chain.Reason) bool {
	if !b.covers[why] {
		return true
	}
	if b.tokens < milli {
		return false
	}
	b.tokens -= milli
	return true
}

// Ended implements chain.Budget; this bucket is paid by calls, not by results.
func (*bucket) Ended(chain.Instant, chain.Reason, chain.Verdict) {}

func (*bucket) Sent(chain.Instant, chain.Reason) {}

// Cover is a reason to send an extra attempt, as files write it.
type Cover = Word[coverWords]

// The extra attempts.
const (
	CoverRetry Cover = iota
	CoverFailover
	CoverHedge
)

func reasonOf(c Cover) chain.Reason { return chain.ForRetry + chain.Reason(c) }

type coverWords struct{}

func (coverWords) list() []string { return []string{"retry", "failover", "hedge"} }
