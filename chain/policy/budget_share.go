package policy

import (
	"errors"
	"time"

	"wavetank/chain"
)

func init() {
	Budgets.Register("share", "extra attempts of a window are a part of its calls", func() Budget {
		return &ShareBudget{Window: 2 * time.Minute, Covers: []Cover{CoverRetry, CoverHedge}}
	})
}

// ShareBudget affords extra attempts while those of the last Window are no more
// than Ratio of its calls: the SRE book's budget per client, Finagle's with a
// least rate.
type ShareBudget struct {
	Ratio   Ratio         `yaml:"ratio" required:"true" doc:"extra attempts per call, 0 to 1, in thousandths"`
	Window  time.Duration `yaml:"window" doc:"how far back is counted; default 2m, as the SRE book's throttle"`
	MinRate int           `yaml:"min_rate" doc:"extra attempts a second that are always afforded, over the window"`
	Covers  []Cover       `yaml:"covers" doc:"the attempts that are paid for; default retry and hedge"`
}

func (b *ShareBudget) Check() error {
	return errors.Join(atLeast("window", b.Window, time.Millisecond), within("min_rate", b.MinRate, 0, 1<<20), checkCovers(b.Covers))
}

func (b *ShareBudget) Build() chain.BudgetMaker { c := *b; return &c }

func (b *ShareBudget) MakeBudget() chain.Budget {
	return &shareBudget{calls: newWindow(b.Window), extra: newWindow(b.Window), ratio: int64(b.Ratio),
		free: int64(b.MinRate) * int64(b.Window) / int64(time.Second), covers: covered(b.Covers)}
}

type shareBudget struct {
	calls, extra *window
	ratio        int64
	free         int64 // extra attempts of a window that are always afforded
	covers       [chain.NumReasons]bool
}

func (b *shareBudget) Began(now chain.Instant) { b.calls.add(now, 1) }

func (b *shareBudget) Sent(now chain.Instant, why chain.Reason) {
	if b.covers[why] {
		b.extra.add(now, 1)
	}
}

func (b *shareBudget) Spend(now chain.Instant, why chain.Reason) bool {
	if !b.covers[why] {
		return true
	}
	n := b.extra.sum(now) + 1
	return n <= b.free || (n-b.free)*milli <= b.ratio*b.calls.sum(now)
}

func (b *shareBudget) Ended(chain.Instant, chain.Reason, chain.Verdict) {}
