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

	Failovers int           `yaml:"failovers,omitempty" doc:"failovers of one call; 0 is no bound"`
	Slice     time.Duration `yaml:"slice,omitempty" doc:"an attempt ends early enough to leave this much for each provider that was not asked yet"`
}

// Check judges the bounds.
func (d *Deadline) Check() error {
	if d.Total < 0 {
		return fmt.Errorf("total: must not be below zero, not %s", d.Total)
	}
	if d.Total == 0 && d.Attempts == 0 && d.Failovers == 0 && d.Slice == 0 {
		return errors.New("total: a deadline bounds total, attempts, failovers, or what is left for others")
	}
	return errors.Join(within("attempts", d.Attempts, 0, chain.MaxAttempts), within("failovers", d.Failovers, 0, chain.MaxAttempts),
		atLeast("slice", d.Slice, 0))
}

// Build makes the bounds.
func (d *Deadline) Build() chain.Deadline {
	return chain.Deadline{Total: d.Total, Attempts: d.Attempts, Failovers: d.Failovers, Slice: d.Slice}
}
