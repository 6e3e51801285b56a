package policy

import (
	"errors"
	"fmt"
	"time"

	"wavetank/chain"
)

// Deadline bounds a whole call.
type Deadline struct {
	Total    time.Duration `yaml:"total" doc:"time from the call's beginning to its end; 0 is no bound but the caller's own"`
	Attempts int           `yaml:"attempts" doc:"attempts over all providers; 0 is no bound of its own"`
}

// Check judges the bounds.
func (d *Deadline) Check() error {
	if d.Total < 0 {
		return fmt.Errorf("total: must not be below zero, not %s", d.Total)
	}
	if d.Total == 0 && d.Attempts == 0 {
		return errors.New("total: a deadline bounds total, attempts or both")
	}
	return within("attempts", d.Attempts, 0, chain.MaxAttempts)
}

// Build makes the bounds.
func (d *Deadline) Build() chain.Deadline {
	return chain.Deadline{Total: d.Total, Attempts: d.Attempts}
}
