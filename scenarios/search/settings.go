package search

import (
	"fmt"
	"strings"

	"wavetank/chain/policy"
	"wavetank/chain/strategy"
	"wavetank/chain/strategy/yamldoc"
)

// settings are what a value of an axis changes of a document. A path may hold []
// for every place of a list, so that they change together.
func (t *Tuning) settings(base *strategy.Loaded, path, label string) []strategy.Setting {
	if path == orderPath && !strings.Contains(label, "{") {
		return []strategy.Setting{t.orderSetting(base, strings.Split(label, orderThen))}
	}
	var out []strategy.Setting
	for _, p := range everyPlace(t.before, path) {
		out = append(out, strategy.Setting{Path: p, Value: label})
	}
	return out
}

// everyPlace writes out a path with [] in it, for those places that say something
// there, or for all where none does.
func everyPlace(document *yamldoc.Node, path string) (out []string) {
	list, rest, several := strings.Cut(path, "[]")
	if !several {
		return []string{path}
	}
	var all []string
	for i := range items(document.Find(list)) {
		for _, p := range everyPlace(document, fmt.Sprintf("%s[%d]%s", list, i, rest)) {
			if all = append(all, p); document.Find(p) != nil {
				out = append(out, p)
			}
		}
	}
	switch {
	case len(all) == 0:
		return []string{list + "[0]" + rest} // reading it says that there is none
	case len(out) == 0:
		return all
	}
	return out
}

func items(n *yamldoc.Node) []*yamldoc.Node {
	if n == nil {
		return nil
	}
	return n.Items
}

// orderSetting asks providers in another order: groups of one stay what they are,
// and change places.
func (t *Tuning) orderSetting(base *strategy.Loaded, names []string) strategy.Setting {
	document := t.before
	if base != t.base {
		document = canonical(base)
	}
	groups := groupsOfOne(document)
	var all []string
	for _, name := range names {
		g, ok := groups[name]
		if !ok {
			return strategy.Setting{Path: orderPath, Value: "{kind: listed, providers: [" + strings.Join(names, ", ") + "]}"}
		}
		all = append(all, yamldoc.OneLine(g))
	}
	return strategy.Setting{Path: "order.groups", Value: "[" + strings.Join(all, ", ") + "]"}
}

// groupsOfOne are the groups of an order by the provider that each holds; nil where
// some group holds several.
func groupsOfOne(document *yamldoc.Node) map[string]*yamldoc.Node {
	out := map[string]*yamldoc.Node{}
	for _, g := range items(document.Find("order.groups")) {
		if len(items(g.Get("members"))) != 1 {
			return nil
		}
		out[g.Find("members[0].provider").Text] = g
	}
	return out
}

// ordered tells whether the strategy in force asks one provider after the other,
// in an order that a list of them says.
func (t *Tuning) ordered() bool {
	order, listed := t.base.Doc.Order.(*policy.Listed)
	return t.base.Doc.Order == nil || listed && order.First == 0 || len(groupsOfOne(t.before)) > 0
}
