package policy

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"wavetank/chain"
)

func init() {
	Retries.Register("schedule", "waits that are written out", func() Retry { return &ScheduleRetry{} })
}

// ScheduleRetry waits what its list says before each retry, and retries as often
// as it is long.
type ScheduleRetry struct {
	Waits        []time.Duration `yaml:"waits" required:"true" doc:"wait before the first retry, the second, and so on"`
	Jitter       Jitter          `yaml:"jitter" doc:"how the wait is spread; default none"`
	Hint         Hint            `yaml:"hint" doc:"what Retry-After does; default ignore"`
	HintCap      time.Duration   `yaml:"hint_cap" doc:"a longer Retry-After is ignored, or what over_cap says; 0 is no cap"`
	RetryOptions `yaml:",inline"`
}

func (r *ScheduleRetry) Check() error {
	err := errors.Join(checkHint(len(r.Waits), r.Hint, r.HintCap), r.check(r.Jitter, r.Hint, r.HintCap), remembers(r.Jitter))
	for i, w := range r.Waits {
		if w < 0 {
			err = errors.Join(err, fmt.Errorf("waits: the %d. must not be below zero", i+1))
		}
	}
	return err
}

func (r *ScheduleRetry) Build() chain.Retry {
	b := &backoff{waits: slices.Clone(r.Waits), jitter: r.Jitter}
	return b.with(&r.RetryOptions, r.Hint, r.HintCap, 0)
}
