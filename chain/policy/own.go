package policy

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"time"

	"wavetank/chain"
)

// Own is what one provider has in place of the strategy's parts. What is left out
// is the strategy's.
type Own struct {
	Retry   Retry       `yaml:"retry,omitempty" doc:"when this provider is asked again; kind: none is never"`
	Breaker *OwnBreaker `yaml:"breaker,omitempty" doc:"the parts of its breaker that differ; trip: {kind: never} is no breaker"`
}

// OwnBreaker are the parts of a breaker that one provider has in place of the
// strategy's.
type OwnBreaker struct {
	Trip     Trip     `yaml:"trip,omitempty" doc:"what opens it"`
	Open     Open     `yaml:"open,omitempty" doc:"how long it stays open"`
	HalfOpen HalfOpen `yaml:"half_open,omitempty" doc:"what happens when the cooldown is over"`
}

// Check judges whether anything differs, and whether the retry is one of a single
// provider.
func (o *Own) Check() error {
	switch {
	case o.Retry == nil && o.Breaker == nil:
		return errors.New("a provider of its own has a retry, a breaker, or both")
	case o.Retry != nil && reselects(o.Retry):
		return errors.New("retry: it asks this provider again: leave reselect out")
	}
	return nil
}

// Check judges whether anything differs.
func (b *OwnBreaker) Check() error {
	if b.Trip == nil && b.Open == nil && b.HalfOpen == nil {
		return errors.New("a breaker of its own has a trip, an open, or a half_open")
	}
	return nil
}

// over lays the parts over a breaker.
func (b *OwnBreaker) over(under *Breaker) *Breaker {
	out := *under
	if b.Trip != nil {
		out.Trip = b.Trip
	}
	if b.Open != nil {
		out.Open = b.Open
	}
	if b.HalfOpen != nil {
		out.HalfOpen = b.HalfOpen
	}
	return &out
}

// reselects tells a retry that may ask somebody else.
func reselects(r Retry) bool {
	s, ok := r.Build().(chain.Reselector)
	return ok && s.Reselects() != chain.SameProvider
}

// never is the retry of a provider that is asked once.
type never struct{}

func (never) Wait(chain.RetryAsk) (wait time.Duration, again bool) { return 0, false }

// Check judges whether what single providers have goes with the rest; each part
// judges itself.
func (d *Document) Check() (all error) {
	for _, name := range d.owners() {
		note := func(slot string, err error) {
			if err != nil {
				all = errors.Join(all, fmt.Errorf("per_provider.%s.%s: %w", name, slot, err))
			}
		}
		o := d.PerProvider[name]
		if o.Retry != nil && d.Retry != nil && reselects(d.Retry) {
			note("retry", errors.New("means nothing where the strategy's retry reselects"))
		}
		switch {
		case o.Breaker == nil:
		case d.Breaker == nil:
			note("breaker", errors.New("the strategy has none to differ from: give it one, with trip: {kind: never} for the others"))
		default:
			note("breaker", o.Breaker.over(d.Breaker).Check())
		}
	}
	return all
}

// checkAll judges the parts too.
func (o *Own) checkAll() error {
	all := o.Check()
	if o.Retry != nil {
		if err := o.Retry.Check(); err != nil {
			all = errors.Join(all, fmt.Errorf("retry: %w", err))
		}
	}
	if o.Breaker != nil {
		all = errors.Join(all, o.Breaker.Check(), checkParts(o.Breaker.Trip, o.Breaker.Open, o.Breaker.HalfOpen))
	}
	return all
}

// owners are the providers that have parts of their own, sorted.
func (d *Document) owners() (out []string) {
	for name := range d.PerProvider {
		out = append(out, name)
	}
	slices.Sort(out)
	return out
}

// own builds what single providers have.
func (d *Document) own() map[string]chain.Own {
	if len(d.PerProvider) == 0 {
		return nil
	}
	out := map[string]chain.Own{}
	var known []breakerMaker // providers that share a breaker must have the same
	for _, name := range d.owners() {
		o := d.PerProvider[name]
		var made chain.Own
		if o.Retry != nil {
			if made.Retry = o.Retry.Build(); made.Retry == nil {
				made.Retry = never{}
			}
		}
		if o.Breaker != nil {
			own := o.Breaker.over(d.Breaker)
			i := slices.IndexFunc(known, func(m breakerMaker) bool { return reflect.DeepEqual(m.doc, own) })
			if i < 0 {
				i, known = len(known), append(known, breakerMaker{own})
			}
			made.Breaker = known[i]
		}
		out[name] = made
	}
	return out
}
