package policy

import (
	"errors"
	"time"

	"wavetank/chain"
)

// Hint says what a provider's Retry-After means to a retry.
type Hint = Word[hintWords]

// The treatments of Retry-After.
const (
	HintIgnore Hint = iota
	HintHonour      // the wait is the larger of our own and the hint
	HintObey        // the wait is the hint, even where our own is longer
)

type hintWords struct{}

func (hintWords) list() []string { return []string{"ignore", "honour", "obey"} }

// OverCap says what a hint longer than its cap does.
type OverCap = Word[overCapWords]

// What may be done with one.
const (
	OwnBackoff  OverCap = iota // our own wait counts, as if no hint had come
	ClampHint                  // the cap is waited
	AbandonHint                // no retry: the call moves on
	ObeyHint                   // it is waited in full
)

type overCapWords struct{}

func (overCapWords) list() []string { return []string{"own_backoff", "clamp", "abandon", "obey"} }

// HintOptions refine what is done with hints.
type HintOptions struct {
	OverCap    OverCap       `yaml:"over_cap,omitempty" doc:"what a hint over hint_cap does: own_backoff, clamp, abandon (move on) or obey"`
	HintJitter Ratio         `yaml:"hint_jitter,omitempty" doc:"up to this part of the hint is added to it by chance, so that those who were told the same do not come back together"`
	HintMargin time.Duration `yaml:"hint_margin,omitempty" doc:"added to every hint"`
	SumCap     time.Duration `yaml:"sum_cap,omitempty" doc:"a call whose waits would sum to more moves on; 0 is no cap"`
}

func (o *HintOptions) check(h Hint, hintCap time.Duration) error {
	var err error
	if h == HintIgnore && (o.OverCap != OwnBackoff || o.HintJitter > 0 || o.HintMargin != 0) {
		err = errors.New("over_cap, hint_jitter, hint_margin: mean nothing while hints are ignored: add hint: honour")
	}
	if o.OverCap != OwnBackoff && hintCap == 0 {
		err = errors.Join(err, errors.New("over_cap: needs hint_cap, which it is over"))
	}
	return errors.Join(err, atLeast("hint_margin", o.HintMargin, 0), atLeast("sum_cap", o.SumCap, 0))
}

// checkHint judges the fields that all kinds of retry share.
func checkHint(retries int, h Hint, hintCap time.Duration) error {
	err := within("max", retries, 1, maxRetries)
	if hintCap < 0 {
		err = errors.Join(err, errors.New("hint_cap: must not be below zero"))
	}
	if hintCap > 0 && h == HintIgnore {
		err = errors.Join(err, errors.New("hint_cap: means nothing while hints are ignored: add hint: honour"))
	}
	return err
}

// hintRule decides between a wait of our own and a hint.
type hintRule struct {
	Hint
	HintOptions
	cap time.Duration // 0 for none
}

func (r *hintRule) apply(own time.Duration, a chain.RetryAsk) (wait time.Duration, again bool) {
	wait = own
	if h := a.Outcome.Hint; h > 0 && r.Hint != HintIgnore {
		if over := r.cap > 0 && h > r.cap; over {
			switch r.OverCap {
			case OwnBackoff:
				return own, r.afforded(own, a)
			case ClampHint:
				h = r.cap
			case AbandonHint:
				return 0, false
			}
		}
		h = plus(h, r.HintMargin)
		h = plus(h, chain.Scale(Factor(r.HintJitter).times(h), chain.Mix(a.Draw)))
		if wait = max(own, h); r.Hint == HintObey {
			wait = h
		}
	}
	return wait, r.afforded(wait, a)
}

func (r *hintRule) afforded(wait time.Duration, a chain.RetryAsk) bool {
	return r.SumCap == 0 || plus(a.Slept, wait) <= r.SumCap
}
