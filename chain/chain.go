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
	s              Strategy
	providers      []string
	backoff        Luck
	listed         []int16   // the written order
	order          Order     // nil: listed
	plain          bool      // every call's queue is the written order, as it is
	foresight      Planner   // not nil: the clairvoyant order
	breakers       []Breaker // nil: no memory
	budget         Budget    // nil: no bound
	classify       Classifier
	verdicts       *[NumClasses]Verdict // nil: classify must see the outcome
	hedgeAge       int64                // nanoseconds, -1: never
	hedgeMax       int16
	health         []Health
	free           []*Call
	ordered        []int16                   // the queue before the availability part is asked
	asked          Instant                   // when the availability part is asked
	readyWhenAsked func(provider int16) bool // made once, for a closure a call would be garbage
	eff            Effects                   // of the step being taken, by whichever call
	request        Request                   // of the call that begins; kept here so that none allocates
	out            Outcome                   // being settled; kept here so that no step allocates
	body           []byte                    // of it
}

// Planner is an order that foresees the one attempt worth sending.
type Planner interface {
	Plan(now Instant, r *Request) (Foresight, bool)
}

// New makes a chain of a strategy. Luck is the root of the chain's own draws;
// oracle may be nil unless the strategy's order asks one.
func New(s Strategy, providers []string, luck Luck, oracle Oracle) (*Chain, error) {
	if len(providers) == 0 {
		return nil, ErrNoProviders
	}
	c := &Chain{s: s, providers: providers, backoff: luck.For(PurposeBackoff), classify: s.Classify,
		hedgeAge: -1, health: make([]Health, len(providers))}
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
	if err := c.makeOrder(oracle); err != nil {
		return nil, fmt.Errorf("chain: order of %s: %w", s.Name, err)
	}
	c.plain = c.order == nil && s.Availability == nil
	c.makeBreakers(luck)
	c.readyWhenAsked = func(p int16) bool { return c.ready(c.asked, p) }
	if s.Budget != nil {
		c.budget = s.Budget.MakeBudget()
	}
	if s.Hedge != nil {
		after, extra := s.Hedge.Delay()
		c.hedgeAge, c.hedgeMax = int64(after), int16(min(extra, MaxAttempts))
	}
	return c, nil
}

func (c *Chain) makeOrder(oracle Oracle) (err error) {
	c.order = c.s.Order
	if m, ok := c.order.(OrderMaker); ok {
		if c.order, err = m.MakeOrder(c.providers, oracle); err != nil {
			return err
		}
	}
	c.foresight, _ = c.order.(Planner)
	return nil
}

func (c *Chain) makeBreakers(luck Luck) {
	if c.s.Breaker == nil {
		return
	}
	c.breakers = make([]Breaker, len(c.providers))
	for i := range c.providers {
		c.breakers[i] = c.s.Breaker.MakeBreaker(luck.Of(uint64(i)).For(PurposeOpen), func(m Move) {
			m.Provider = int16(i)
			c.eff.Moved = append(c.eff.Moved, m)
		})
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

// ready tells whether a provider's breaker would admit a call.
func (c *Chain) ready(now Instant, provider int16) bool {
	return c.breakers == nil || c.breakers[provider].Ready(now)
}

// skip notes who was not asked, and why.
func (c *Chain) skip(provider int16, by Refusal) {
	c.eff.Skips = append(c.eff.Skips, Skip{provider, by})
}

// keep remembers the request that begins. Like take it copies field by field: a
// record written in small pieces and copied at once stalls the processor.
func (c *Chain) keep(r *Request) {
	k := &c.request
	k.Number, k.Kind, k.TokensIn, k.TokensOut, k.Deadline = r.Number, r.Kind, r.TokensIn, r.TokensOut, r.Deadline
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
