package policy

import (
	"errors"
	"time"

	"wavetank/chain"
)

// Retry answers whether and when to ask the same provider again.
type Retry interface {
	Check() error
	Build() chain.Retry // nil never retries
}

// Retries holds the kinds of retry.
var Retries chain.Registry[Retry]

func init() {
	Retries.Register("none", "one attempt on each provider", func() Retry { return &NoRetry{} })
}

// NoRetry asks each provider once.
type NoRetry struct{}

// Check implements Retry.
func (*NoRetry) Check() error { return nil }

// Build implements Retry.
func (*NoRetry) Build() chain.Retry { return nil }

// Hint says what a provider's Retry-After means to a retry.
type Hint uint8

// The treatments of Retry-After.
const (
	HintIgnore Hint = iota
	HintHonour      // the wait is the larger of our own and the hint
)

var hintWords = []string{"ignore", "honour"}

// Words lists the treatments.
func (Hint) Words() []string { return hintWords }

// UnmarshalText reads ignore or honour.
func (h *Hint) UnmarshalText(text []byte) error {
	i, err := word(text, hintWords)
	*h = Hint(i)
	return err
}

// MarshalText writes the word.
func (h Hint) MarshalText() ([]byte, error) { return spell(int(h), hintWords) }

// maxRetries leaves one of a call's attempts for the first.
const maxRetries = chain.MaxAttempts - 1

// backoff is what all kinds of retry are compiled to. It implements chain.Retry.
type backoff struct {
	waits   []time.Duration // before the first retry, the second, ...; its length is the most there are
	jitter  Jitter
	base    time.Duration // of decorrelated jitter
	cap     time.Duration // of decorrelated jitter, 0 for none
	hint    Hint
	hintCap time.Duration // 0 for none
}

// Wait implements chain.Retry.
func (b *backoff) Wait(a chain.RetryAsk) (time.Duration, bool) {
	n := a.Attempts - 1
	if n >= len(b.waits) {
		return 0, false
	}
	wait := b.own(n, a.Previous, a.Draw)
	if h := a.Outcome.Hint; b.hint == HintHonour && (b.hintCap == 0 || h <= b.hintCap) {
		wait = max(wait, h)
	}
	return wait, true
}

// own is the wait before retry n, counted from 0, without a look at hints.
func (b *backoff) own(n int, previous time.Duration, draw uint64) time.Duration {
	if b.jitter == JitterDecorrelated {
		return decorrelate(b.base, b.cap, previous, draw)
	}
	return b.jitter.spread(b.waits[n], draw)
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
