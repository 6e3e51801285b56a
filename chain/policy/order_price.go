package policy

import (
	"fmt"

	"wavetank/chain"
)

func init() {
	Orders.Register("price", "by chance, the cheaper the more often: by the inverse square of the price", func() Order { return &ByPrice{} })
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

func (o *ByPrice) Build() chain.Order {
	if len(o.Prices) == 0 {
		return &priced{inner: o.Inner}
	}
	return (&Weighted{Weights: inverseSquares(o.Prices), Inner: o.Inner}).Build()
}

// inverseSquares are the squares of the largest price over each, in 1024ths. A
// price of less than a thousandth of the largest counts as that.
func inverseSquares(prices []Price) (out []Weight) {
	most := int64(1)
	for _, p := range prices {
		most = max(most, p.Price)
	}
	for _, p := range prices {
		ratio := min(most<<10/max(1, p.Price), 1<<20)
		out = append(out, Weight{p.Provider, int(ratio * ratio >> 10)})
	}
	return out
}

// priced implements chain.OrderMaker for prices that the driver knows.
type priced struct{ inner Failover }

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
