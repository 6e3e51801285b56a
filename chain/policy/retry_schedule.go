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
	err := errors.Join(checkHint(r.PerClass.most(len(r.Waits)), r.Hint, r.HintCap), r.check(r.Jitter, r.Hint, r.HintCap), remembers(r.Jitter))
	if len(r.Waits) == 0 && r.perClass() {
		err = errors.Join(err, errors.New("waits: lists none for per_class to go by"))
	}
	for i, w := range r.Waits {
		if w < 0 {
			err = errors.Join(err, fmt.Errorf("waits: the %d. must not be below zero", i+1))
		}
	}
	return err
}

func (r *ScheduleRetry) Build() chain.Retry {
	waits := slices.Clone(r.Waits)
	for n := len(waits); n > 0 && n < r.PerClass.most(len(r.Waits)); n++ { // a class may have more: each waits as the last
		waits = append(waits, waits[n-1])
	}
	b := &backoff{waits: waits, jitter: r.Jitter}
	return b.with(len(r.Waits), &r.RetryOptions, r.Hint, r.HintCap, 0)
}
