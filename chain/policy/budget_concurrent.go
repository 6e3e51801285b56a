package policy

import (
	"errors"

	"wavetank/chain"
)

func init() {
	Budgets.Register("concurrent_fraction", "extra attempts in flight are a part of all in flight", func() Budget {
		return &ConcurrentFraction{MinConcurrency: 3, Covers: []Cover{CoverRetry, CoverHedge}}
	})
}

// ConcurrentFraction affords an extra attempt while those in flight are no more
// than Ratio of all attempts in flight, and always MinConcurrency of them: Envoy's
// retry budget, failsafe-go's budget.
type ConcurrentFraction struct {
	Ratio          Ratio   `yaml:"ratio" required:"true" doc:"part of the attempts in flight that may be extra ones, 0 to 1, in thousandths"`
	MinConcurrency int     `yaml:"min_concurrency" doc:"extra attempts in flight that are always afforded; default 3, as Envoy's"`
	Covers         []Cover `yaml:"covers" doc:"the attempts that are paid for; default retry and hedge"`
}

func (b *ConcurrentFraction) Check() error {
	return errors.Join(within("min_concurrency", b.MinConcurrency, 0, 1<<20), checkCovers(b.Covers))
}

func (b *ConcurrentFraction) Build() chain.BudgetMaker {
	return fraction{ratio: int64(b.Ratio), min: b.MinConcurrency, covers: covered(b.Covers)}
}

// fraction counts attempts in flight. As a value it is the recipe of one.
type fraction struct {
	ratio         int64
	min           int
	flying, extra int
	covers        [chain.NumReasons]bool
}

func (b fraction) MakeBudget() chain.Budget { return &b }

func (b *fraction) Began(chain.Instant) {}

func (b *fraction) Sent(_ chain.Instant, why chain.Reason) {
	b.flying++
	if b.covers[why] {
		b.extra++
	}
}

func (b *fraction) Spend(_ chain.Instant, why chain.Reason) bool {
	return !b.covers[why] || b.extra < b.min || int64(b.extra+1)*milli <= b.ratio*int64(b.flying+1)
}

func (b *fraction) Ended(_ chain.Instant, why chain.Reason, _ chain.Verdict) {
	b.flying--
	if b.covers[why] {
		b.extra--
	}
}

// checkCovers judges a list of what is paid for.
func checkCovers(covers []Cover) error {
	if len(covers) == 0 {
		return errors.New("covers: a budget that covers nothing affords everything: use kind: none")
	}
	return nil
}

func covered(covers []Cover) (out [chain.NumReasons]bool) {
	for _, c := range covers {
		out[reasonOf(c)] = true
	}
	return out
}
