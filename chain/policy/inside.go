package policy

import (
	"errors"
	"fmt"

	"wavetank/chain"
)

// Inside is what an SDK below the chain does by itself: retries within each
// attempt of the chain's. They multiply attempts, and nobody above sees them.
type Inside struct {
	Retry    Retry      `yaml:"retry" required:"true" doc:"when the SDK asks again, under the chain's attempt timeout"`
	Classify ClassRules `yaml:"classify" doc:"which classes it retries, by the field retry; default rate_limit, overload, server, timeout and connect"`
}

// Check judges whether there is a retry, and one that an SDK can make.
func (i *Inside) Check() error {
	if i.Retry == nil {
		return errors.New("retry: is missing")
	}
	if reselects(i.Retry) {
		return errors.New("retry: an SDK asks its own provider again: leave reselect out")
	}
	if p, ok := i.Retry.(interface{ perClass() bool }); ok && p.perClass() {
		return errors.New("retry: an SDK has one number of retries: leave per_class out")
	}
	return nil
}

// Build makes the part; nil where nothing is retried.
func (i *Inside) Build() *chain.Inside {
	r := i.Retry.Build()
	if r == nil {
		return nil
	}
	out := &chain.Inside{Retry: r}
	for _, c := range []chain.Class{chain.RateLimit, chain.Overload, chain.Server, chain.Timeout, chain.Connect} {
		out.Retries[c] = true
	}
	for c, rule := range i.Classify.byClass() {
		if rule != nil && rule.Retry != nil {
			out.Retries[c] = *rule.Retry
		}
	}
	return out
}

// checkAll judges the retry too.
func (i *Inside) checkAll() error {
	if err := i.Check(); err != nil {
		return err
	}
	if err := i.Retry.Check(); err != nil {
		return fmt.Errorf("retry: %w", err)
	}
	return nil
}
