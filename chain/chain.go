package chain

import (
	"errors"
	"fmt"
)

// MaxAttempts bounds the attempts of one call, whatever its strategy says.
const MaxAttempts = 255

// ErrNoProviders is returned by New for a chain of nobody.
var ErrNoProviders = errors.New("chain: no providers")

// Chain is one strategy at work for one run: the breakers, the budget and
// whatever else remembers. It is not safe for concurrent use.
type Chain struct {
	s         Strategy
	providers []string
	backoff   Luck
	listed    []int16 // the written order
	plain     bool    // every call's queue is the written order, as it is
	classify  Classifier
	verdicts  *[NumClasses]Verdict // nil: classify must see the outcome
	tailed    bool                 // calls have a tail
	gate
	hedging
	clock
	itinerary
	refusal
	health  []Health
	free    []*Call
	ordered []int16 // the queue before the availability part is asked
	own     []Own   // by provider; nil: all have the strategy's parts
	eff     Effects // of the step being taken, by whichever call
	request Request // of the call that begins; kept here so that none allocates
	out     Outcome // being settled; kept here so that no step allocates
	body    []byte  // of it
}

// New makes a chain of a strategy. Luck is the root of the chain's own draws;
// oracle may be nil unless the strategy's order asks one.
func New(s Strategy, providers []string, luck Luck, oracle Oracle) (*Chain, error) {
	if len(providers) == 0 {
		return nil, ErrNoProviders
	}
	c := &Chain{s: s, providers: providers, backoff: luck.For(PurposeBackoff), classify: s.Classify,
		hedging: hedging{hedgeAge: -1}, health: make([]Health, len(providers))}
	for i, name := range providers {
		c.listed = append(c.listed, int16(i))
		c.health[i] = Health{Provider: name, LastSuccess: Never}
	}
	if c.classify == nil {
		c.classify = AnyError{}
	}
	if t, ok := c.classify.(ClassTable); ok {
		verdicts := t.ByClass()
		c.verdicts = &verdicts
	}
	if err := c.makeOwn(); err != nil {
		return nil, fmt.Errorf("chain: %s: %w", s.Name, err)
	}
	if err := c.makeOrder(OrderEnv{providers, luck.For(PurposeOrder), oracle}); err != nil {
		return nil, fmt.Errorf("chain: order of %s: %w", s.Name, err)
	}
	c.plain = c.order == nil && s.Availability == nil
	if err := c.makeBreakers(luck); err != nil {
		return nil, fmt.Errorf("chain: scopes of %s: %w", s.Name, err)
	}
	if s.Budget != nil {
		c.budget = s.Budget.MakeBudget()
	}
	if s.Hedge != nil {
		after, extra := s.Hedge.Delay()
		c.hedgeMax = int16(min(extra, MaxAttempts))
		if after < NoHedge {
			c.hedgeAge = int64(after)
		}
	}
	if err := c.makeParts(luck); err != nil {
		return nil, fmt.Errorf("chain: %s: %w", s.Name, err)
	}
	return c, nil
}

func (c *Chain) makeOrder(e OrderEnv) (err error) {
	c.order = c.s.Order
	if m, ok := c.order.(OrderMaker); ok {
		if c.order, err = m.MakeOrder(e); err != nil {
			return err
		}
	}
	c.foresight, _ = c.order.(Planner)
	return nil
}

// makeBreakers makes one breaker for each scope. A move of one that is shared is
// told of each provider that shares it.
func (c *Chain) makeBreakers(luck Luck) error {
	if c.s.Breaker == nil {
		return nil
	}
	scopes := c.listed
	if c.s.Scopes != nil {
		var err error
		if scopes, err = c.s.Scopes.Scopes(c.providers); err != nil {
			return err
		}
	}
	firsts := map[int16]int{} // of each scope
	c.breakers = make([]Breaker, len(c.providers))
	for i, scope := range scopes {
		first, made := firsts[scope]
		switch {
		case !made:
			firsts[scope] = i
			c.breakers[i] = c.makerOf(i).MakeBreaker(c.breakerEnv(luck, scope, scopes))
		case c.own != nil && c.makerOf(i) != c.makerOf(first):
			return fmt.Errorf("%s and %s share a breaker, and one of them has settings of its own", c.providers[first], c.providers[i])
		default:
			c.breakers[i] = c.breakers[first]
		}
	}
	return nil
}

func (c *Chain) breakerEnv(luck Luck, scope int16, scopes []int16) BreakerEnv {
	var members, firsts []int16 // who shares it, and one of each other scope
	seen := map[int16]bool{scope: true}
	for i, s := range scopes {
		if s == scope {
			members = append(members, int16(i))
		} else if !seen[s] {
			firsts = append(firsts, int16(i))
		}
		seen[s] = true
	}
	return BreakerEnv{
		Luck: luck.Of(uint64(scope)).For(PurposeOpen),
		Moved: func(m Move) {
			for _, p := range members {
				m.Provider = p
				c.eff.Moved = append(c.eff.Moved, m)
			}
		},
		Peers: func(now Instant) (open, of int) {
			for _, p := range firsts {
				if Holds(c.breakers[p], now) {
					open++
				}
			}
			return open, len(firsts) + 1
		},
	}
}

// Providers returns the names in the chain's order; do not change it.
func (c *Chain) Providers() []string { return c.providers }

// Strategy returns the recipe.
func (c *Chain) Strategy() Strategy { return c.s }

// Breaker returns the breaker that guards a provider, nil where there is none.
func (c *Chain) Breaker(provider int) Breaker {
	if c.breakers == nil {
		return nil
	}
	return c.breakers[provider]
}

func (c *Chain) Ready(now Instant, provider int16) bool {
	return c.breakers == nil || c.breakers[provider].Ready(now)
}

func (c *Chain) Reopens(now Instant, provider int16) Instant {
	switch {
	case c.Ready(now, provider):
		return now
	case c.breakers[provider].State(now) == Open:
		return UntilAt(c.breakers[provider], now).Add(1) // strictly after its last nanosecond
	}
	return Never
}

// skip notes who was not asked, and why.
func (c *Chain) skip(provider int16, by Refusal) {
	c.eff.Skips = append(c.eff.Skips, Skip{provider, by})
}

// keep remembers the request that begins. Like take it copies field by field: a
// record written in small pieces and copied at once stalls the processor.
func (c *Chain) keep(r *Request) {
	k := &c.request
	k.Number, k.Kind, k.TokensIn, k.TokensOut, k.Deadline, k.Again = r.Number, r.Kind, r.TokensIn, r.TokensOut, r.Deadline, 0
}

// take keeps an outcome while it is settled.
func (c *Chain) take(ev *Event) {
	o := &ev.Outcome
	c.out.Class, c.out.Source, c.out.Fit, c.out.Status, c.out.Hint = o.Class, o.Source, o.Fit, o.Status, o.Hint
	if ev.Body != nil || c.body != nil {
		c.body = ev.Body
	}
}

// Free gives a finished call back for reuse.
func (c *Chain) Free(call *Call) { c.free = append(c.free, call) }

// Adopt takes over another process's word that a provider is held back until
// then, and returns what moved; the moves are overwritten by the next step.
func (c *Chain) Adopt(now Instant, provider int16, until Instant) []Move {
	c.eff.clear()
	if c.breakers != nil {
		if a, ok := c.breakers[provider].(Adopter); ok {
			a.Adopt(now, until)
		}
	}
	return c.eff.Moved
}

// makeParts makes what few strategies have.
func (c *Chain) makeParts(luck Luck) error {
	s := &c.s
	c.clock = clock{soon: s.Soon, slice: s.Deadline.Slice, phased: s.Attempt.phased()}
	c.failovers = s.Deadline.Failovers
	if r, ok := s.Retry.(Reselector); ok {
		c.reselect = r.Reselects()
	}
	if c.reselect == SameGroup {
		var ok bool
		if c.grouper, ok = c.order.(Grouper); !ok {
			return errors.New("retry: reselect: group needs an order of groups")
		}
	}
	c.follower, _ = c.order.(Follower)
	c.rerouter, _ = c.order.(Rerouter)
	c.again, c.parts = c.anyRetry()
	if m, ok := s.Hedge.(HedgeMaker); ok {
		c.learning = m.MakeHedge()
	}
	if t, ok := s.Hedge.(Trait); ok {
		c.same, c.onTimeout = t.Traits().Same, t.Traits().OnTimeout
	}
	if s.Admission != nil {
		c.draws = luck.For(PurposeAdmission)
		for range c.providers {
			c.admissions = append(c.admissions, s.Admission.MakeAdmission())
		}
	}
	c.guarded = c.breakers != nil || c.budget != nil || c.admissions != nil
	c.makeRefusal()
	detours, err := c.makeDetours()
	c.tailed = detours || c.guarded && c.refusal.heeds || c.clock != clock{} || s.Inside != nil || c.failovers > 0 || c.reselect != SameProvider || c.parts ||
		c.follower != nil || c.rerouter != nil || c.learning != nil || c.same || c.onTimeout || c.admissions != nil || s.Attempt.As != OK || s.Availability != nil
	return err
}
