package litellm

import (
	"slices"
	"strings"

	"wavetank/chain/policy"
	"wavetank/chain/strategy/yamldoc"
	"wavetank/scenarios/foreign"
)

// asked is a model group as a strategy asks it: its members, level by level.
type asked struct {
	*modelGroup
	levels []policy.Group
}

// groupsOf are the model groups that a strategy asks, in its order; ok is false
// where its groups are not the configuration's, or parts of one.
func (c *liteLLMPatch) groupsOf(want *policy.Document) (out []asked, ok bool) {
	order, ok := want.Order.(*policy.Groups)
	if !ok {
		return nil, false
	}
	for _, g := range order.Groups {
		found := c.groupOf(g.Members)
		switch n := len(out); {
		case found == nil:
			return nil, false
		case n > 0 && out[n-1].modelGroup == found:
			out[n-1].levels = append(out[n-1].levels, g)
		case slices.ContainsFunc(out, func(a asked) bool { return a.modelGroup == found }):
			return nil, false
		default:
			out = append(out, asked{found, []policy.Group{g}})
		}
	}
	return out, len(out) > 0 && !slices.ContainsFunc(out, func(a asked) bool { return !a.whole() })
}

// whole tells whether all members of a group are asked.
func (a *asked) whole() bool {
	n := 0
	for _, g := range a.levels {
		n += len(g.Members)
	}
	return n == len(a.members)
}

// groupOf is the group that all of these belong to, nil for none.
func (c *liteLLMPatch) groupOf(members []policy.Weight) *modelGroup {
	for _, g := range c.litellm.path {
		if !slices.ContainsFunc(members, func(m policy.Weight) bool { return g.of(m.Provider) == nil }) {
			return g
		}
	}
	return nil
}

// of is the deployment that became a provider, nil for none in this group.
func (g *modelGroup) of(provider string) *deployment {
	for _, d := range g.members {
		if d.member.Name == provider {
			return d
		}
	}
	return nil
}

// sayFallbacks puts the fallbacks of the entry into order, and leaves out those
// that are not asked.
func (c *liteLLMPatch) sayFallbacks(want *policy.Document) ([][]foreign.Edit, string) {
	all, ok := c.groupsOf(want)
	switch {
	case !ok:
		return nil, "LiteLLM asks model groups one after the other"
	case all[0].modelGroup != c.litellm.entry:
		return nil, "callers ask for " + c.litellm.entry.name + ", which stays the first"
	}
	var groups []*modelGroup
	for _, a := range all[1:] {
		groups = append(groups, a.modelGroup)
	}
	if list := c.fallbackList("fallbacks"); list != nil {
		return c.arranged(list, groups)
	}
	return c.arranged(c.litellm.fallbacks["default_fallbacks"], groups)
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

// sayWeights writes how often each member of a level is chosen.
func (c *liteLLMPatch) sayWeights(want *policy.Document) ([][]foreign.Edit, string) {
	groups, ok := c.groupsOf(want)
	if !ok {
		return nil, ""
	}
	var w foreign.Ways
	hint := ""
	have, _ := c.Loaded.Doc.Order.(*policy.Groups)
	for _, a := range groups {
		for _, level := range a.levels {
			if len(a.members) == 1 || have != nil && slices.ContainsFunc(have.Groups, func(h policy.Group) bool { return slices.Equal(h.Members, level.Members) }) {
				continue
			}
			for _, m := range level.Members {
				hint += c.own(&w, a.of(m.Provider), "weight", foreign.Leaf(m.Weight))
			}
		}
	}
	return w.One(), hint
}

// sayPlaces writes the levels of each model group: those that are asked after one
// another, and one for all where they are asked by weight.
func (c *liteLLMPatch) sayPlaces(want *policy.Document) ([][]foreign.Edit, string) {
	groups, ok := c.groupsOf(want)
	if !ok {
		return nil, ""
	}
	var w foreign.Ways
	hint := ""
	for _, a := range groups {
		if len(a.levels) == len(c.litellm.levels(a.modelGroup)) && len(a.levels) == 1 {
			continue
		}
		for place, level := range a.levels {
			for _, m := range level.Members {
				hint += c.own(&w, a.of(m.Provider), "order", foreign.Leaf(place+1))
			}
		}
	}
	return w.One(), hint
}
