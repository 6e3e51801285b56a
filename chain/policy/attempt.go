package policy

import (
	"time"

	"wavetank/chain"
)

// Attempt bounds one attempt.
type Attempt struct {
	Total time.Duration `yaml:"total" required:"true" doc:"time from sending to the whole answer; an answer at exactly this age is a timeout"`
}

// Check judges the bounds.
func (a *Attempt) Check() error { return positive("total", a.Total) }

// Build makes the bounds.
func (a *Attempt) Build() chain.Timeouts { return chain.Timeouts{Total: a.Total} }
