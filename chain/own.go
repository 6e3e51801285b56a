package chain

import (
	"fmt"
	"slices"
	"strings"
)

// makeOwn finds the providers that have parts of their own.
func (c *Chain) makeOwn() error {
	if len(c.s.Own) == 0 {
		return nil
	}
	c.own = make([]Own, len(c.providers))
	for name, own := range c.s.Own {
		i := slices.Index(c.providers, name)
		if i < 0 {
			return fmt.Errorf("parts of its own for the unknown provider %q, there are %s", name, strings.Join(c.providers, ", "))
		}
		c.own[i] = own
	}
	return nil
}

// retryOf is the rule by which a provider is asked again, nil for none.
func (c *Chain) retryOf(provider int16) Retry {
	if c.own != nil && c.own[provider].Retry != nil {
		return c.own[provider].Retry
	}
	return c.s.Retry
}

// anyRetry tells whether any provider is asked again, and whether any rule sleeps
// before a call moves on.
func (c *Chain) anyRetry() (again, parts bool) {
	for i := range c.providers {
		rule := c.retryOf(int16(i))
		_, sleeps := rule.(Parter)
		again, parts = again || rule != nil, parts || sleeps
	}
	return again, parts
}

// makerOf is whoever makes a provider's breaker.
func (c *Chain) makerOf(provider int) BreakerMaker {
	if c.own != nil && c.own[provider].Breaker != nil {
		return c.own[provider].Breaker
	}
	return c.s.Breaker
}
