package policy

import (
	"errors"
	"fmt"
	"slices"

	"wavetank/chain"
)

// Document is a strategy as written: one field per question that a chain asks.
// An absent field is neutral.
type Document struct {
	Order        Order        `yaml:"order" doc:"whom to ask, in which order; default the written order"`
	Availability Availability `yaml:"availability" doc:"whom to leave out from the start; default nobody"`
	Admission    Admission    `yaml:"admission" doc:"how much a provider is asked to carry; more is refused at once, and the call moves on, or waits where classify.rules.local_reject retries; default anything"`
	Attempt      *Attempt     `yaml:"attempt" doc:"how long one attempt may take; default no bound"`
	Classify     *Classify    `yaml:"classify" doc:"what an outcome means; default any error fails over and counts"`
	Retry        Retry        `yaml:"retry" doc:"whether to ask the same provider again; default never"`
	Breaker      *Breaker     `yaml:"breaker" doc:"what is remembered of a provider; default nothing"`
	Hedge        Hedge        `yaml:"hedge" doc:"when to ask a second provider beside a slow one; default never"`
	Budget       Budget       `yaml:"budget" doc:"which extra attempts may be afforded; default all"`
	Validate     Validate     `yaml:"validate" doc:"whether a body fits; default the status is believed"`
	Deadline     *Deadline    `yaml:"deadline" doc:"bounds over the whole call; default none but the caller's own"`
	Exhausted    Exhausted    `yaml:"exhausted" doc:"which error is reported when nobody is left; default the last"`
	Inside       *Inside      `yaml:"inside" doc:"what an SDK below the chain does by itself; default nothing"`

	PerProvider map[string]*Own `yaml:"per_provider,omitempty" doc:"what single providers have in place of the strategy's retry and breaker, by name"`
}

// Strategy checks all parts and builds the recipe. Its errors name the field.
func (d *Document) Strategy(name string) (chain.Strategy, error) {
	if err := d.checkAll(); err != nil {
		return chain.Strategy{}, fmt.Errorf("strategy %s: %w", name, err)
	}
	s := chain.Strategy{Name: name, Own: d.own()}
	d.buildPlain(&s)
	if d.Order != nil {
		s.Order = d.Order.Build()
	}
	if d.Availability != nil {
		s.Availability = d.Availability.Build()
	}
	if d.Admission != nil {
		s.Admission = d.Admission.Build()
	}
	if d.Inside != nil {
		s.Inside = d.Inside.Build()
	}
	if d.Retry != nil {
		s.Retry = d.Retry.Build()
	}
	if d.Hedge != nil {
		s.Hedge = d.Hedge.Build()
	}
	if d.Budget != nil {
		s.Budget = d.Budget.Build()
	}
	if d.Exhausted != nil {
		s.Exhausted = d.Exhausted.Build()
	}
	var err error
	if d.Validate != nil {
		s.Validate, err = d.Validate.Build()
	}
	return s, err
}

// buildPlain builds the slots that have one kind of answer.
func (d *Document) buildPlain(s *chain.Strategy) {
	if d.Attempt != nil {
		s.Attempt = d.Attempt.Build()
	}
	if d.Classify != nil {
		s.Classify, s.Soon, s.Detours = d.Classify.Build(), d.Classify.Soon, d.Classify.Detour.Build()
	}
	if d.Breaker != nil {
		s.Breaker, s.Scopes = d.Breaker.Build(), d.Breaker.Scope.Build()
	}
	if d.Deadline != nil {
		s.Deadline = d.Deadline.Build()
	}
}

// checkAll asks every part that is there. A decoder has asked them one by one
// already, where it knew their lines; a Go caller has not.
func (d *Document) checkAll() error {
	var all error
	ask := func(path string, present bool, check func() error) {
		if !present {
			return
		}
		if err := check(); err != nil {
			all = errors.Join(all, fmt.Errorf("%s: %w", path, err))
		}
	}
	ask("order", d.Order != nil, func() error { return d.Order.Check() })
	ask("availability", d.Availability != nil, func() error { return d.Availability.Check() })
	ask("admission", d.Admission != nil, func() error { return d.Admission.Check() })
	ask("attempt", d.Attempt != nil, func() error { return d.Attempt.Check() })
	ask("classify", d.Classify != nil, func() error { return d.Classify.Check() })
	ask("retry", d.Retry != nil, func() error { return d.Retry.Check() })
	ask("breaker", d.Breaker != nil, func() error { return d.Breaker.checkAll() })
	ask("hedge", d.Hedge != nil, func() error { return d.Hedge.Check() })
	ask("budget", d.Budget != nil, func() error { return d.Budget.Check() })
	ask("validate", d.Validate != nil, func() error { return d.Validate.Check() })
	ask("deadline", d.Deadline != nil, func() error { return d.Deadline.Check() })
	ask("exhausted", d.Exhausted != nil, func() error { return d.Exhausted.Check() })
	ask("inside", d.Inside != nil, func() error { return d.Inside.checkAll() })
	ask("retry", d.Retry != nil && all == nil, d.checkGroups)
	for _, name := range d.owners() {
		ask("per_provider."+name, true, d.PerProvider[name].checkAll)
	}
	if all == nil { // which looks at several parts together
		all = d.Check()
	}
	return all
}

// checkGroups judges a retry that stays in a group together with the groups.
func (d *Document) checkGroups() error {
	if r, ok := d.Retry.Build().(chain.Reselector); !ok || r.Reselects() != chain.SameGroup {
		return nil
	}
	o, ok := d.Order.(*Groups)
	if !ok {
		return errors.New("reselect: group needs order: {kind: groups, ...}, which says who is in one")
	}
	if o.Attempts > 1 || slices.ContainsFunc(o.Groups, func(g Group) bool { return g.Attempts > 1 }) {
		return errors.New("reselect: group says how often a group is asked again: leave attempts out of order.groups")
	}
	return nil
}
