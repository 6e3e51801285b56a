package policy

import (
	"errors"
	"fmt"
	"time"

	"wavetank/chain"
)

func init() {
	Retries.Register("exponential", "a wait that grows by a factor with each retry", func() Retry { return &ExponentialRetry{Factor: 2 * milli} })
}

// ExponentialRetry waits Base*Factor^(n-1) before the n-th retry, at most Cap.
type ExponentialRetry struct {
	Max          int           `yaml:"max" required:"true" doc:"attempts more on the same provider"`
	Base         time.Duration `yaml:"base" required:"true" doc:"wait before the first"`
	Factor       Factor        `yaml:"factor" doc:"what each wait is multiplied by for the next; default 2; decorrelated jitter has its own, 3"`
	Cap          time.Duration `yaml:"cap" doc:"longest wait before jitter, after it where jitter is decorrelated; 0 is no cap"`
	Jitter       Jitter        `yaml:"jitter" doc:"how the wait is spread; default none"`
	Hint         Hint          `yaml:"hint" doc:"what Retry-After does; default ignore"`
	HintCap      time.Duration `yaml:"hint_cap" doc:"a longer Retry-After is ignored, or what over_cap says; 0 is no cap"`
	RetryOptions `yaml:",inline"`
}

func (r *ExponentialRetry) Check() error {
	return errors.Join(checkHint(r.PerClass.most(r.Max), r.Hint, r.HintCap), r.check(r.Jitter, r.Hint, r.HintCap), positive("base", r.Base),
		growing(r.Factor), limit("cap", r.Cap, r.Base))
}

// growing is the check of a factor.
func growing(f Factor) error {
	if f < milli {
		return fmt.Errorf("factor: must be 1 or more, not %s", formatMilli(int64(f)))
	}
	return nil
}

func (r *ExponentialRetry) Build() chain.Retry {
	waits := make([]time.Duration, r.PerClass.most(r.Max))
	d := clip(r.Base, r.Cap)
	for i := range waits {
		waits[i] = d
		d = clip(r.Factor.times(d), r.Cap)
	}
	b := &backoff{waits: waits, last: d, jitter: r.Jitter, base: r.Base}
	if r.Jitter == JitterDecorrelated || r.Jitter == JitterPolly { // which have no wait before the jitter
		b.cap = r.Cap
	}
	return b.with(r.Max, &r.RetryOptions, r.Hint, r.HintCap, r.Cap)
}
