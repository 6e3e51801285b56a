package policy

import (
	"cmp"
	"slices"

	"wavetank/chain"
)

// Places implements chain.Placer: the list is the order.
func (l *listed) Places(e chain.OrderEnv) []int16 {
	made, err := l.MakeOrder(e)
	if err != nil {
		return nil
	}
	return made.(*listed).queue
}

// Places implements chain.Placer: who is chosen most often stands first.
func (o *weighted) Places(e chain.OrderEnv) []int16 { return byWeight(e.Providers, o.rule.Weights) }

// Places implements chain.Placer: the cheapest stands first.
func (o *priced) Places(e chain.OrderEnv) []int16 {
	var prices []Price
	for i, price := range e.Prices() {
		prices = append(prices, Price{e.Providers[i], price})
	}
	return byWeight(e.Providers, inverseSquares(prices))
}

// Places implements chain.Placer: group by group, and in each as its members are
// chosen.
func (o *groups) Places(e chain.OrderEnv) (out []int16) {
	for _, g := range o.rule.Groups {
		if g.Pick == PickListed {
			for _, m := range g.Members {
				out = append(out, placesOf(e.Providers, []string{m.Provider})...)
			}
			continue
		}
		out = append(out, byWeight(e.Providers, g.Members)...)
	}
	return out
}

// Places implements chain.Placer: the list that is chosen most often stands first.
func (o *paths) Places(e chain.OrderEnv) []int16 {
	all := slices.Clone(o.rule.Paths)
	slices.SortStableFunc(all, func(a, b Path) int { return cmp.Compare(b.Weight, a.Weight) })
	var names []string
	for _, p := range all {
		if p.Weight > 0 {
			names = append(names, p.Providers...)
		}
	}
	return placesOf(e.Providers, names)
}

// Places implements chain.Placer: pool by pool.
func (o *pools) Places(e chain.OrderEnv) []int16 {
	return placesOf(e.Providers, slices.Concat(o.rule.Pools...))
}

// Places implements chain.Placer: tier by tier.
func (o *tiers) Places(e chain.OrderEnv) []int16 {
	return placesOf(e.Providers, slices.Concat(o.rule.Tiers...))
}

// Places implements chain.Placer: the turns begin with the first of them.
func (o *roundRobin) Places(e chain.OrderEnv) []int16 { return placesOf(e.Providers, o.rule.Providers) }

// byWeight are providers' places, the heaviest first, and of equals as written.
func byWeight(providers []string, weights []Weight) []int16 {
	all := slices.DeleteFunc(slices.Clone(weights), func(w Weight) bool { return w.Weight <= 0 })
	slices.SortStableFunc(all, func(a, b Weight) int {
		return cmp.Or(cmp.Compare(b.Weight, a.Weight), cmp.Compare(slices.Index(providers, a.Provider), slices.Index(providers, b.Provider)))
	})
	var names []string
	for _, w := range all {
		names = append(names, w.Provider)
	}
	return placesOf(providers, names)
}

// placesOf finds providers by name, each once; nil where one is unknown, which
// MakeOrder says.
func placesOf(providers, names []string) (out []int16) {
	all, err := indexesOf(providers, names)
	if err != nil {
		return nil
	}
	for _, p := range all {
		if !slices.Contains(out, p) {
			out = append(out, p)
		}
	}
	return out
}
