package policy

import (
	"errors"
	"time"

	"wavetank/chain"
)

func init() {
	Retries.Register("linear", "a wait that grows by its base with each retry", func() Retry { return &LinearRetry{} })
}

// LinearRetry waits n*Base before the n-th retry, at most Cap.
type LinearRetry struct {
	Max          int           `yaml:"max" required:"true" doc:"attempts more on the same provider"`
	Base         time.Duration `yaml:"base" required:"true" doc:"wait before the first"`
	Cap          time.Duration `yaml:"cap" doc:"longest wait before jitter; 0 is no cap"`
	Jitter       Jitter        `yaml:"jitter" doc:"how the wait is spread; default none"`
	Hint         Hint          `yaml:"hint" doc:"what Retry-After does; default ignore"`
	HintCap      time.Duration `yaml:"hint_cap" doc:"a longer Retry-After is ignored, or what over_cap says; 0 is no cap"`
	RetryOptions `yaml:",inline"`
}

func (r *LinearRetry) Check() error {
	return errors.Join(checkHint(r.PerClass.most(r.Max), r.Hint, r.HintCap), r.check(r.Jitter, r.Hint, r.HintCap), positive("base", r.Base),
		limit("cap", r.Cap, r.Base), remembers(r.Jitter))
}

func (r *LinearRetry) Build() chain.Retry {
	waits := make([]time.Duration, r.PerClass.most(r.Max))
	for i := range waits {
		waits[i] = clip(Factor((i+1)*milli).times(r.Base), r.Cap)
	}
	b := &backoff{waits: waits, last: clip(Factor((len(waits)+1)*milli).times(r.Base), r.Cap), jitter: r.Jitter}
	return b.with(r.Max, &r.RetryOptions, r.Hint, r.HintCap, r.Cap)
}
