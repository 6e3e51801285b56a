package portkey

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"wavetank/chain/policy"
	"wavetank/chain/strategy/yamldoc"
	"wavetank/scenarios/foreign"
)

// sayTargets puts targets into the order in which they are asked, and leaves out
// those that are not asked any more.
func (c *portkeyPatch) sayTargets(want *policy.Document) ([][]foreign.Edit, string) {
	if c.portkey.twice() {
		return nil, "a target stands in the tree twice"
	}
	r := ranking{portkeyPatch: c, want: c.ranks(want.Order)}
	if r.want == nil {
		return nil, "Portkey asks its targets in order, or one by its weight"
	}
	r.targets(c.top())
	return r.out, "the tree of targets stays as it is"
}

// twice tells whether some target has two places.
func (p *portkey) twice() bool {
	for i, t := range p.leaves {
		if slices.ContainsFunc(p.leaves[:i], func(o *pkTarget) bool { return o.member == t.member }) {
			return true
		}
	}
	return false
}

// ranks are the places of providers in an order, the best where they have
// several; nil for an order of another kind.
func (c *portkeyPatch) ranks(order policy.Order) map[string]int {
	var lists [][]string
	switch o := order.(type) {
	case nil:
		lists = [][]string{c.Providers}
	case *policy.Listed:
		if lists = [][]string{o.Providers}; len(o.Providers) == 0 {
			lists = [][]string{c.Providers}
		}
	case *policy.Paths:
		for _, p := range o.Paths {
			lists = append(lists, p.Providers)
		}
	default:
		return nil
	}
	out := map[string]int{}
	for _, names := range lists {
		for i, name := range names {
			if old, ok := out[name]; !ok || i < old {
				out[name] = i
			}
		}
	}
	return out
}

// ranking arranges a tree of targets, each node in a way of its own.
type ranking struct {
	*portkeyPatch
	want map[string]int
	out  [][]foreign.Edit // the outermost last
}

// goes is the rank of a target that is not asked.
const goes = math.MaxInt

// targets arranges what stands below a node, and returns its best rank.
func (r *ranking) targets(n *yamldoc.Node) (best int) {
	list := r.portkey.Peek(n, "targets")
	if list == nil {
		return r.leaf(n)
	}
	best = goes
	var places, order []int
	for i, target := range list.Items {
		places = append(places, r.targets(target))
		if best = min(best, places[i]); places[i] < goes {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(places[a], places[b]) })
	if len(order) < len(places) || !slices.IsSorted(order) {
		var w foreign.Ways
		w.Add(r.Arrange(list, order))
		r.out = append(r.out, w.One()...)
	}
	return best
}

// leaf is the rank of a target.
func (r *ranking) leaf(n *yamldoc.Node) int {
	for _, t := range r.portkey.leaves {
		if rank, ok := r.want[t.member.Name]; ok && t.at == n.Pos {
			return rank
		}
	}
	return goes
}

// sayShares writes the weights of targets of which one is chosen.
func (c *portkeyPatch) sayShares(want *policy.Document) ([][]foreign.Edit, string) {
	o, ok := want.Order.(*policy.Weighted)
	if !ok {
		return nil, ""
	}
	var w foreign.Ways
	for _, target := range foreign.ItemsOf(c.portkey.Peek(c.top(), "targets")) {
		for _, t := range c.portkey.leaves {
			for _, x := range o.Weights {
				if t.at == target.Pos && x.Provider == t.member.Name {
					c.write(&w, target, "weight", &yamldoc.Node{Kind: yamldoc.Scalar, Text: strconv.Itoa(x.Weight)})
				}
			}
		}
	}
	return w.One(), ""
}
