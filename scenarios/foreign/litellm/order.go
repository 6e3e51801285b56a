package litellm

import (
	"cmp"
	"maps"
	"slices"

	"wavetank/chain/strategy/yamldoc"
	"wavetank/scenarios/foreign"
)

// order writes the groups, one for each level of a model group, with weights.
func (l *liteLLM) order() *yamldoc.Node {
	strategy := l.routing()
	var groups []*yamldoc.Node
	for _, g := range l.inLine {
		weights := l.weights(g, strategy != costBased)
		for _, members := range l.levels(g) {
			var pairs []any
			if len(g.members) > 1 {
				pairs = append(pairs, "at_once", true)
			}
			if strategy == costBased {
				slices.SortStableFunc(members, func(a, b *deployment) int { return cmp.Compare(a.cost(), b.cost()) })
				pairs = append(pairs, "pick", "listed")
			}
			var list []*yamldoc.Node
			for _, d := range members {
				list = append(list, foreign.Tree("provider", d.member.Name, "weight", weights[d]))
			}
			groups = append(groups, foreign.Tree(append([]any{"members", list}, pairs...)...))
		}
	}
	return foreign.Kind("groups", "groups", groups)
}

// costBased is the routing strategy that asks the cheapest first.
const costBased = "cost-based-routing"

// levels are a model group's deployments by their order: each level is asked, with
// its retries, before the next. Those without an order come last: the router turns
// to them while all others cool.
func (l *liteLLM) levels(g *modelGroup) (out [][]*deployment) {
	by := map[int][]*deployment{}
	var rest []*deployment
	for _, d := range g.members {
		n := l.Get(d.params, "order")
		if n == nil {
			n = l.Get(d.info, "order")
		}
		k, ok := l.Whole(n, "order", 0, 1e6)
		if !ok {
			rest = append(rest, d)
			continue
		}
		by[k] = append(by[k], d)
		l.Took(n, "order %d -> a group of its own in order.groups, with its retries", k)
	}
	for _, k := range slices.Sorted(maps.Keys(by)) {
		out = append(out, by[k])
	}
	if rest == nil {
		return out
	}
	if out != nil {
		l.Note(foreign.NoteLeft, rest[0].at, "deployments without an order: the router asks them while all that have one cool; here after those")
	}
	return append(out, rest)
}

// routing reads the routing strategy.
func (l *liteLLM) routing() string {
	n, path := l.setting("routing_strategy")
	switch name := foreign.TextOf(n); name {
	case "":
		l.Assumed(yamldoc.Pos{}, liteLLMSource, "routing_strategy simple-shuffle: by weight, rpm or tpm, else all alike")
	case "simple-shuffle":
		l.Took(n, "%s simple-shuffle -> order.groups[].members[].weight", path)
	case costBased:
		l.Took(n, "%s cost-based-routing -> order.groups[].pick listed, the cheapest first", path)
		return name
	default:
		l.Left(n, "%s: a group's members are chosen by weight: what it goes by (latency, load, use) has no counterpart within a group", path)
	}
	return ""
}

// cost is what a deployment's answers are taken to cost, for their order alone.
func (d *deployment) cost() float64 {
	if d.member.Priced {
		return d.member.Price[0] + d.member.Price[1]
	}
	in, out, _ := foreign.PriceOf(d.member.Vendor.Name, d.model)
	return in + out
}

// weights are how often a group's members are chosen: by weight, else rpm, else
// tpm, else alike. Where they are fine or large they are counted in parts.
func (l *liteLLM) weights(g *modelGroup, tell bool) map[*deployment]int {
	out := map[*deployment]int{}
	for _, key := range []string{"weight", "rpm", "tpm"} {
		sum, most := 0.0, 0.0
		raw := map[*deployment]float64{}
		for _, d := range g.members {
			if f, ok := l.Number(l.Get(d.params, key), key, 0, 1e9); ok {
				raw[d] = f
				sum, most = sum+f, max(most, f)
			}
		}
		if sum == 0 {
			continue
		}
		for _, d := range g.members {
			out[d] = weightOf(raw[d], most)
			if n := d.params.Get(key); n != nil && tell && len(g.members) > 1 {
				l.Took(n, "%s %s -> a weight of %d of %s", key, foreign.Shortest(raw[d]), out[d], d.member.Name)
			}
		}
		return out
	}
	for _, d := range g.members {
		out[d] = 1
	}
	return out
}

// weightOf is a weight as a whole number: itself where it is one, else in
// thousandths of the largest.
func weightOf(f, most float64) int {
	if f == float64(int(f)) && most <= 1<<20 {
		return int(f)
	}
	return int(float64(f/most*1000) + .5)
}
