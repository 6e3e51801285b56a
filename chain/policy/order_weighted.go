package policy

import (
	"errors"
	"fmt"
	"math/bits"
	"slices"

	"wavetank/chain"
)

func init() {
	Orders.Register("weighted", "by chance, each provider as often as its weight says, the others after it by the same chance", func() Order { return &Weighted{} })
	Orders.Register("price", "by chance, the cheaper the more often: by the inverse square of the price", func() Order { return &ByPrice{} })
	Orders.Register("uniform", "by chance, all alike", func() Order { return &Uniform{} })
	Orders.Register("round_robin", "each call begins one further on", func() Order { return &RoundRobin{} })
}

// Weight is how often a provider is asked first, in comparison with others.
type Weight struct {
	Provider string `yaml:"provider" required:"true" doc:"name"`
	Weight   int    `yaml:"weight" required:"true" doc:"how often it is asked, compared with the others"`
}

// Weighted draws the queue by weight without replacement. Inner tells whether
// others are asked after the first at all.
type Weighted struct {
	Weights []Weight `yaml:"weights" doc:"providers and how often each is asked first; empty is all alike"`
	Inner   Failover `yaml:"failover,omitempty" doc:"whether the others follow after a failure: yes or no"`
}

// Failover is whether an order has a second one.
type Failover uint8

// The answers.
const (
	Follow Failover = iota
	Alone           // only the one that was chosen; another in its place where a breaker holds it back
)

// alone is an order whose choice is final: after a failure nobody is left. It
// implements chain.Rerouter.
type alone struct{ chain.Order }

// Reroute implements chain.Rerouter.
func (alone) Reroute(queue []int16, _ int16, _ chain.Verdict) []int16 { return queue[:0] }

// apply makes an order's choice final, or not.
func (f Failover) apply(o chain.Order) chain.Order {
	if f == Alone {
		return alone{o}
	}
	return o
}

var failoverWords = []string{"yes", "no"}

// Words lists the answers.
func (Failover) Words() []string { return failoverWords }

// UnmarshalText reads yes or no.
func (f *Failover) UnmarshalText(text []byte) error {
	i, err := word(text, failoverWords)
	*f = Failover(i)
	return err
}

// MarshalText writes the word.
func (f Failover) MarshalText() ([]byte, error) { return spell(int(f), failoverWords) }

// Check implements Order.
func (o *Weighted) Check() error {
	if len(o.Weights) == 0 {
		return nil
	}
	sum := 0
	var names []string
	for _, w := range o.Weights {
		if w.Weight < 0 || w.Weight > 1<<20 {
			return fmt.Errorf("weights: %s: must be 0 to %d, not %d", w.Provider, 1<<20, w.Weight)
		}
		sum += w.Weight
		names = append(names, w.Provider)
	}
	if sum == 0 {
		return errors.New("weights: sum to nothing")
	}
	return twice("weights", names)
}

// Build implements Order.
func (o *Weighted) Build() chain.Order {
	if len(o.Weights) == 0 {
		return (&Uniform{Inner: o.Inner}).Build()
	}
	c := *o
	c.Weights = slices.Clone(o.Weights)
	return &weighted{rule: &c}
}

// weighted implements chain.OrderMaker.
type weighted struct {
	rule    *Weighted
	places  []int16
	weights []uint64
	luck    chain.Luck
	left    []uint64 // scratch
}

// MakeOrder implements chain.OrderMaker.
func (o *weighted) MakeOrder(e chain.OrderEnv) (chain.Order, error) {
	made := &weighted{rule: o.rule, luck: e.Luck}
	for _, w := range o.rule.Weights {
		i, err := indexOf(e.Providers, w.Provider)
		if err != nil {
			return nil, err
		}
		made.places, made.weights = append(made.places, i), append(made.weights, uint64(w.Weight))
	}
	return o.rule.Inner.apply(made), nil
}

// Queue implements chain.Order.
func (o *weighted) Queue(_ chain.Instant, r *chain.Request, buf []int16) []int16 {
	o.left = append(o.left[:0], o.weights...)
	for k := range o.places {
		i := pick(o.left, o.luck.Draw(chain.Key(r.Number, k)))
		if i < 0 {
			break
		}
		o.left[i] = 0
		buf = append(buf, o.places[i])
	}
	return buf
}

// pick chooses an index by weight; -1 where all weights are 0.
func pick(weights []uint64, draw uint64) int {
	sum := uint64(0)
	for _, w := range weights {
		sum += w
	}
	if sum == 0 {
		return -1
	}
	at, _ := bits.Mul64(draw, sum)
	for i, w := range weights {
		if at < w {
			return i
		}
		at -= w
	}
	panic("policy: a draw beyond all weights")
}

// Price is what a provider costs, in any unit.
type Price struct {
	Provider string `yaml:"provider" required:"true" doc:"name"`
	Price    int64  `yaml:"price" required:"true" doc:"what it costs, in thousandths of a dollar per million tokens or any unit that all share"`
}

// ByPrice asks the cheaper more often, as OpenRouter's default does. Without
// prices of its own it takes the driver's, and where that knows none all are
// alike.
type ByPrice struct {
	Prices []Price  `yaml:"prices" doc:"providers and what each costs; empty takes the prices of a scenario, and all alike where it has none"`
	Inner  Failover `yaml:"failover,omitempty" doc:"whether the others follow after a failure: yes or no"`
}

// Check implements Order.
func (o *ByPrice) Check() error {
	var names []string
	for _, p := range o.Prices {
		if p.Price < 1 || p.Price > 1<<20 {
			return fmt.Errorf("prices: %s: must be 1 to %d, not %d", p.Provider, 1<<20, p.Price)
		}
		names = append(names, p.Provider)
	}
	return twice("prices", names)
}

// Build implements Order.
func (o *ByPrice) Build() chain.Order {
	if len(o.Prices) == 0 {
		return &priced{inner: o.Inner}
	}
	return (&Weighted{Weights: inverseSquares(o.Prices), Inner: o.Inner}).Build()
}

// inverseSquares are the squares of the largest price over each, in sixteenths.
func inverseSquares(prices []Price) (out []Weight) {
	most := int64(1)
	for _, p := range prices {
		most = max(most, p.Price)
	}
	for _, p := range prices {
		ratio := min(most*16/max(1, p.Price), 1<<13)
		out = append(out, Weight{p.Provider, int(min(max(1, ratio*ratio/16), 1<<20))})
	}
	return out
}

// priced implements chain.OrderMaker for prices that the driver knows.
type priced struct{ inner Failover }

// MakeOrder implements chain.OrderMaker.
func (o *priced) MakeOrder(e chain.OrderEnv) (chain.Order, error) {
	var prices []Price
	for i, price := range e.Prices() {
		prices = append(prices, Price{e.Providers[i], price})
	}
	if made, ok := (&Weighted{Weights: inverseSquares(prices), Inner: o.inner}).Build().(chain.OrderMaker); ok {
		return made.MakeOrder(e)
	}
	panic("policy: an order by weight is made")
}

// Queue implements chain.Order; only what MakeOrder makes is asked.
func (o *priced) Queue(_ chain.Instant, _ *chain.Request, buf []int16) []int16 { return buf }

// Uniform asks in an order of chance.
type Uniform struct {
	Providers []string `yaml:"providers" doc:"names; empty is all"`
	Inner     Failover `yaml:"failover,omitempty" doc:"whether the others follow after a failure: yes or no"`
}

// Check implements Order.
func (o *Uniform) Check() error { return twice("providers", o.Providers) }

// Build implements Order.
func (o *Uniform) Build() chain.Order { c := *o; return &uniform{rule: &c} }

type uniform struct{ rule *Uniform }

// MakeOrder implements chain.OrderMaker.
func (o *uniform) MakeOrder(e chain.OrderEnv) (chain.Order, error) {
	names := o.rule.Providers
	if len(names) == 0 {
		names = e.Providers
	}
	w := &Weighted{Inner: o.rule.Inner}
	for _, name := range names {
		w.Weights = append(w.Weights, Weight{name, 1})
	}
	return (&weighted{rule: w}).MakeOrder(e)
}

// Queue implements chain.Order; only what MakeOrder makes is asked.
func (o *uniform) Queue(_ chain.Instant, _ *chain.Request, buf []int16) []int16 { return buf }

// RoundRobin begins each call with the provider after the last call's first.
type RoundRobin struct {
	Providers []string `yaml:"providers" doc:"names; empty is all"`
	Inner     Failover `yaml:"failover,omitempty" doc:"whether the others follow after a failure: yes or no"`
}

// Check implements Order.
func (o *RoundRobin) Check() error { return twice("providers", o.Providers) }

// Build implements Order.
func (o *RoundRobin) Build() chain.Order { c := *o; return &roundRobin{rule: &c} }

type roundRobin struct {
	rule   *RoundRobin
	places []int16
	next   int
}

// MakeOrder implements chain.OrderMaker.
func (o *roundRobin) MakeOrder(e chain.OrderEnv) (chain.Order, error) {
	made := &roundRobin{rule: o.rule, places: everyone(e.Providers)}
	if len(o.rule.Providers) > 0 {
		var err error
		if made.places, err = indexesOf(e.Providers, o.rule.Providers); err != nil {
			return nil, err
		}
	}
	return o.rule.Inner.apply(made), nil
}

// Queue implements chain.Order.
func (o *roundRobin) Queue(_ chain.Instant, _ *chain.Request, buf []int16) []int16 {
	at := o.next
	o.next = (o.next + 1) % len(o.places)
	return append(append(buf, o.places[at:]...), o.places[:at]...)
}
