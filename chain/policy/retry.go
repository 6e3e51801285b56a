package policy

import (
	"errors"
	"fmt"
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

func (*NoRetry) Check() error { return nil }

func (*NoRetry) Build() chain.Retry { return nil }

// maxRetries leaves one of a call's attempts for the first.
const maxRetries = chain.MaxAttempts - 1

// RetryOptions are what all kinds of retry may have beside their waits.
type RetryOptions struct {
	Spread            Ratio         `yaml:"spread,omitempty" doc:"part of the wait that jitter: plus_minus and minus move it by"`
	JitterAdd         time.Duration `yaml:"jitter_add,omitempty" doc:"most that jitter: add adds"`
	CapAfterJitter    bool          `yaml:"cap_after_jitter,omitempty" doc:"the cap holds after the jitter too"`
	ZeroIfAlternative bool          `yaml:"zero_if_alternative,omitempty" doc:"no wait while another provider of the queue is ready"`
	Reselect          Reselect      `yaml:"reselect,omitempty" doc:"whom a retry asks: same, any (the order is asked anew), other (the same, without the one that failed), chain (every provider once, then all again), group (of order groups: the group that failed, chosen from anew)"`
	PerClass          ClassCounts   `yaml:"per_class,omitempty" doc:"retries of classes that have a number of their own, as {rate_limit: 1, server: 5}: that of the first failure there counts, whatever follows"`
	SleepLast         bool          `yaml:"sleep_last,omitempty" doc:"after the last failure on a provider the wait of one retry more is slept, and then the next one is asked"`
	HintOptions       `yaml:",inline"`
}

func (o *RetryOptions) check(j Jitter, h Hint, hintCap time.Duration) error {
	err := errors.Join(checkJitter(j, o.Spread, o.JitterAdd), o.HintOptions.check(h, hintCap))
	if e := o.PerClass.Check(); e != nil {
		err = errors.Join(err, fmt.Errorf("per_class: %w", e))
	}
	if o.SleepLast && (j == JitterDecorrelated || j == JitterPolly) {
		err = errors.Join(err, errors.New("sleep_last: means nothing with jitter that follows the waits before"))
	}
	return err
}

// Reselect is chain.Reselect as files write it.
type Reselect = Word[reselectWords]

type reselectWords struct{}

func (reselectWords) list() []string { return []string{"same", "any", "other", "chain", "group"} }

// backoff is what all kinds of retry are compiled to. It implements chain.Retry.
type backoff struct {
	waits  []time.Duration // before the first retry, the second, ...; its length is the most there are
	jitter Jitter
	base   time.Duration     // of decorrelated jitter
	cap    time.Duration     // of what jitter may exceed, 0 for none
	polly  [][]time.Duration // of its jitter alone
	zero   bool
	spread Ratio
	add    time.Duration
	hint   hintRule
	last   time.Duration          // the wait of one retry more than there are; 0: as the last
	limits *[chain.NumClasses]int // retries by the class of the first failure; nil: as many as there are waits
}

// reselecting is a backoff that need not ask the same provider.
type reselecting struct {
	*backoff
	whom chain.Reselect
}

// parting is a backoff that sleeps before the next provider is asked.
type parting struct{ reselecting }

func (p parting) Part(a chain.RetryAsk) time.Duration {
	if p.zero && a.Ready > 0 {
		return 0
	}
	own := clip(spreadBy(p.jitter, p.after(a.First), p.spread, p.add, a.Draw), p.cap)
	wait, _ := p.hint.apply(own, a)
	return wait
}

func (r reselecting) Reselects() chain.Reselect { return r.whom }

// with completes a backoff by the options. All is how many retries classes get
// that have no number of their own.
func (b *backoff) with(all int, o *RetryOptions, h Hint, hintCap, cap time.Duration) chain.Retry {
	b.limits = o.PerClass.limits(all)
	b.spread, b.add, b.zero = o.Spread, o.JitterAdd, o.ZeroIfAlternative
	b.hint = hintRule{Hint: h, cap: hintCap, HintOptions: o.HintOptions}
	if o.CapAfterJitter {
		b.cap = cap
	}
	if b.jitter == JitterPolly {
		b.polly = pollyTable(b.base, len(b.waits))
	}
	if o.SleepLast {
		b.last = max(b.last, b.waits[len(b.waits)-1])
		return parting{reselecting{b, chain.Reselect(o.Reselect)}}
	}
	if o.Reselect != 0 || o.ZeroIfAlternative || o.SumCap > 0 {
		return reselecting{b, chain.Reselect(o.Reselect)}
	}
	return b
}

func (b *backoff) Wait(a chain.RetryAsk) (time.Duration, bool) {
	n := a.Attempts - 1
	if n >= b.enough(a.First) {
		return 0, false
	}
	if b.zero && a.Ready > 0 {
		return 0, true
	}
	return b.hint.apply(b.own(n, a), a)
}

// own is the wait before retry n, counted from 0, without a look at hints.
func (b *backoff) own(n int, a chain.RetryAsk) time.Duration {
	switch b.jitter {
	case JitterDecorrelated:
		return decorrelate(b.base, b.cap, a.Previous, a.Draw)
	case JitterPolly:
		return clip(b.pollyWait(n, a.Draw, a.Before), b.cap)
	}
	return clip(spreadBy(b.jitter, b.waits[n], b.spread, b.add, a.Draw), b.cap)
}

// pollyWait is the difference of two values of Polly's f: of this draw and of the
// one before. Beyond the table nothing waits longer.
func (b *backoff) pollyWait(n int, draw, before uint64) time.Duration {
	n = min(n, len(b.polly)-1)
	d := b.polly[n][draw>>(64-pollyBits)]
	if n > 0 {
		d -= b.polly[n-1][before>>(64-pollyBits)]
	}
	return max(0, d)
}
