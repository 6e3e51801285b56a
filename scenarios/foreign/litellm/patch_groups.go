package litellm

import (
	"slices"
	"strings"

	"wavetank/chain/policy"
	"wavetank/chain/strategy/yamldoc"
	"wavetank/scenarios/foreign"
)

// groupsOf are the model groups that a strategy asks, in its order; ok is false
// where its groups are not the configuration's.
func (c *liteLLMPatch) groupsOf(want *policy.Document) (out []*modelGroup, order *policy.Groups, ok bool) {
	order, ok = want.Order.(*policy.Groups)
	if !ok {
		return nil, nil, false
	}
	for _, g := range order.Groups {
		found := c.groupOf(g.Members)
		if found == nil || slices.Contains(out, found) {
			return nil, nil, false
		}
		out = append(out, found)
	}
	return out, order, len(out) > 0
}

// groupOf is the group of just these members, nil for none.
func (c *liteLLMPatch) groupOf(members []policy.Weight) *modelGroup {
	for _, g := range c.litellm.path {
		same := len(g.members) == len(members)
		for _, d := range g.members {
			same = same && slices.ContainsFunc(members, func(m policy.Weight) bool { return m.Provider == d.member.Name })
		}
		if same {
			return g
		}
	}
	return nil
}

// sayFallbacks puts the fallbacks of the entry into order, and leaves out those
// that are not asked.
func (c *liteLLMPatch) sayFallbacks(want *policy.Document) ([][]foreign.Edit, string) {
	groups, _, ok := c.groupsOf(want)
	switch {
	case !ok:
		return nil, "LiteLLM asks model groups one after the other"
	case groups[0] != c.litellm.entry:
		return nil, "callers ask for " + c.litellm.entry.name + ", which stays the first"
	}
	if list := c.fallbackList("fallbacks"); list != nil {
		return c.arranged(list, groups[1:])
	}
	return c.arranged(c.litellm.fallbacks["default_fallbacks"], groups[1:])
}

// sayDetours puts into order whom a prompt goes to that is too long, or that a
// filter refused.
func (c *liteLLMPatch) sayDetours(want *policy.Document) (out [][]foreign.Edit, hint string) {
	if want.Classify == nil {
		return nil, ""
	}
	for _, k := range []struct {
		key   string
		names []string
	}{{"context_window_fallbacks", want.Classify.Detour.ContextLength}, {"content_policy_fallbacks", want.Classify.Detour.ContentPolicy}} {
		var groups []*modelGroup
		for _, g := range c.litellm.path {
			if slices.Contains(k.names, g.members[0].member.Name) {
				groups = append(groups, g)
			}
		}
		slices.SortFunc(groups, func(a, b *modelGroup) int {
			return slices.Index(k.names, a.members[0].member.Name) - slices.Index(k.names, b.members[0].member.Name)
		})
		more, _ := c.arranged(c.fallbackList(k.key), groups)
		out = append(out, more...)
	}
	return out, ""
}

// fallbackList is the list of the entry's own fallbacks, nil for none.
func (c *liteLLMPatch) fallbackList(key string) *yamldoc.Node {
	_, bare, _ := strings.Cut(c.litellm.entry.name, "/")
	for _, name := range []string{c.litellm.entry.name, bare, "*"} {
		for _, item := range foreign.ItemsOf(c.litellm.fallbacks[key]) {
			if to := item.Get(name); to != nil && name != "" {
				return to
			}
		}
	}
	return nil
}

// arranged puts the items of a list into the order of groups. Names that are none
// stay at the end.
func (c *liteLLMPatch) arranged(list *yamldoc.Node, groups []*modelGroup) ([][]foreign.Edit, string) {
	var order []int
	known := map[int]bool{}
	for _, g := range groups {
		for i, item := range foreign.ItemsOf(list) {
			if f := c.litellm.resolve(foreign.TextOf(item)); f == g && !known[i] {
				order, known[i] = append(order, i), true
			}
		}
	}
	if len(order) < len(groups) {
		return nil, "fallbacks of fallbacks have an order of their own"
	}
	for i, item := range foreign.ItemsOf(list) {
		if f := c.litellm.resolve(foreign.TextOf(item)); f == nil || f == c.litellm.entry {
			order = append(order, i)
		}
	}
	var w foreign.Ways
	w.Add(c.Arrange(list, order))
	return w.One(), ""
}

// sayWeights writes how often each member of a group is chosen.
func (c *liteLLMPatch) sayWeights(want *policy.Document) ([][]foreign.Edit, string) {
	groups, order, ok := c.groupsOf(want)
	if !ok {
		return nil, ""
	}
	var w foreign.Ways
	hint := ""
	have, _ := c.Loaded.Doc.Order.(*policy.Groups)
	for i, g := range groups {
		if have != nil && slices.ContainsFunc(have.Groups, func(h policy.Group) bool { return slices.Equal(h.Members, order.Groups[i].Members) }) {
			continue
		}
		for _, m := range order.Groups[i].Members {
			for _, d := range g.members {
				if d.member.Name == m.Provider && len(g.members) > 1 {
					hint += c.own(&w, d, "weight", foreign.Leaf(m.Weight))
				}
			}
		}
	}
	return w.One(), hint
}

// sayPlaces writes the order in which members of a group are asked, where they
// are listed.
func (c *liteLLMPatch) sayPlaces(want *policy.Document) ([][]foreign.Edit, string) {
	groups, order, ok := c.groupsOf(want)
	if !ok {
		return nil, ""
	}
	var w foreign.Ways
	hint := ""
	for i, g := range groups {
		if order.Groups[i].Pick != policy.PickListed {
			continue
		}
		for place, m := range order.Groups[i].Members {
			for _, d := range g.members {
				if d.member.Name == m.Provider {
					hint += c.own(&w, d, "order", foreign.Leaf(place+1))
				}
			}
		}
	}
	return w.One(), hint
}
