package policy

import (
	"errors"
	"time"

	"wavetank/chain"
)

// ClassCounts are how many retries classes of failures get that have a number of
// their own; nil leaves a class to the retry's.
type ClassCounts struct {
	OKInvalid     *int `yaml:"ok_invalid,omitempty" doc:"after an answer that breaks the schema"`
	RateLimit     *int `yaml:"rate_limit,omitempty" doc:"after a 429 that passes by itself"`
	Quota         *int `yaml:"quota,omitempty" doc:"after a 429 or 402 that does not"`
	Overload      *int `yaml:"overload,omitempty" doc:"after a 529"`
	Server        *int `yaml:"server,omitempty" doc:"after a 5xx"`
	Timeout       *int `yaml:"timeout,omitempty" doc:"after silence"`
	Connect       *int `yaml:"connect,omitempty" doc:"after a refused or reset connection"`
	Truncated     *int `yaml:"truncated,omitempty" doc:"after an answer that broke off"`
	Auth          *int `yaml:"auth,omitempty" doc:"after a 401 or 403"`
	ModelMissing  *int `yaml:"model_missing,omitempty" doc:"after a 404"`
	BadRequest    *int `yaml:"bad_request,omitempty" doc:"after a 400"`
	ContextLength *int `yaml:"context_length,omitempty" doc:"after a prompt that was too long"`
	ContentPolicy *int `yaml:"content_policy,omitempty" doc:"after a refusal by a filter"`
}

func (c *ClassCounts) byClass() [chain.NumClasses]*int {
	return [chain.NumClasses]*int{chain.OKInvalid: c.OKInvalid, chain.RateLimit: c.RateLimit, chain.Quota: c.Quota, chain.Overload: c.Overload,
		chain.Server: c.Server, chain.Timeout: c.Timeout, chain.Connect: c.Connect, chain.Truncated: c.Truncated, chain.Auth: c.Auth,
		chain.ModelMissing: c.ModelMissing, chain.BadRequest: c.BadRequest, chain.ContextLength: c.ContextLength, chain.ContentPolicy: c.ContentPolicy}
}

// Of is the number of a class, all where it has none of its own.
func (c *ClassCounts) Of(class chain.Class, all int) int {
	if n := c.byClass()[class]; n != nil {
		return *n
	}
	return all
}

// Check judges each number.
func (c *ClassCounts) Check() error {
	var err error
	for class, n := range c.byClass() {
		if n != nil {
			err = errors.Join(err, within(chain.Class(class).String(), *n, 0, maxRetries))
		}
	}
	return err
}

// most is the largest number of retries that a call may get, where max is that of
// classes without one of their own.
func (c *ClassCounts) most(max int) int {
	if max < 0 {
		return max // a mistake, which the checks name
	}
	for _, n := range c.byClass() {
		if n != nil && *n > max {
			max = *n
		}
	}
	return max
}

// limits are the retries of each class; nil where all have max.
func (c *ClassCounts) limits(max int) *[chain.NumClasses]int {
	if *c == (ClassCounts{}) { // no pointer is set
		return nil
	}
	out := &[chain.NumClasses]int{}
	for class := range out {
		out[class] = c.Of(chain.Class(class), max)
	}
	return out
}

// enough is the number of retries that a call gets whose first failure was of a
// class.
func (b *backoff) enough(first chain.Class) int {
	if b.limits != nil {
		return b.limits[first]
	}
	return len(b.waits)
}

// after is the wait of one retry more than a call gets, before jitter.
func (b *backoff) after(first chain.Class) time.Duration {
	if n := b.enough(first); n < len(b.waits) {
		return b.waits[n]
	}
	return b.last
}

func (o *RetryOptions) perClass() bool { return o.PerClass != ClassCounts{} }
