package policy

import (
	"errors"
	"slices"
	"time"

	"wavetank/chain"
)

func init() {
	Retries.Register("constant", "the same wait before each retry", func() Retry { return &ConstantRetry{} })
}

// ConstantRetry waits Base before each retry.
type ConstantRetry struct {
	Max          int           `yaml:"max" required:"true" doc:"attempts more on the same provider"`
	Base         time.Duration `yaml:"base" doc:"wait before each; 0 is at once"`
	Jitter       Jitter        `yaml:"jitter" doc:"how the wait is spread; default none"`
	Hint         Hint          `yaml:"hint" doc:"what Retry-After does; default ignore"`
	HintCap      time.Duration `yaml:"hint_cap" doc:"a longer Retry-After is ignored, or what over_cap says; 0 is no cap"`
	RetryOptions `yaml:",inline"`
}

func (r *ConstantRetry) Check() error {
	return errors.Join(checkHint(r.PerClass.most(r.Max), r.Hint, r.HintCap), r.check(r.Jitter, r.Hint, r.HintCap), atLeast("base", r.Base, 0), remembers(r.Jitter))
}

func (r *ConstantRetry) Build() chain.Retry {
	waits := slices.Repeat([]time.Duration{r.Base}, r.PerClass.most(r.Max))
	b := &backoff{waits: waits, jitter: r.Jitter}
	return b.with(r.Max, &r.RetryOptions, r.Hint, r.HintCap, 0)
}
