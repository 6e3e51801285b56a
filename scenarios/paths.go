package scenarios

import (
	"slices"
	"strings"

	"wavetank/chain/policy"
	"wavetank/chain/strategy"
	"wavetank/chain/strategy/yamldoc"
)

// Paths lists what --set may name in the scenario, from its root: every value, and
// every value of each strategy that takes part.
func (s *Scenario) Paths() []string {
	root, ps := yamldoc.Parse(s.File, s.Canonical())
	if ps != nil {
		return nil
	}
	out := leaves("", root)
	for _, st := range s.Strategies {
		if st.Name == Ideal {
			continue
		}
		for _, p := range StrategyPaths(st) {
			out = append(out, "strategies."+st.Name+"."+p)
		}
	}
	return out
}

// StrategyPaths lists what a variant and a search may name in a strategy: every value
// that it has, and the slots that it leaves neutral.
func StrategyPaths(st *strategy.Loaded) []string {
	out := leaves("", Types.Node(st.Doc))
	for _, k := range keysOf(&policy.Document{}) {
		slot, _, inner := strings.Cut(k.name, ".")
		has := func(p string) bool { return p == slot || strings.HasPrefix(p, slot+".") }
		if !inner && !slices.ContainsFunc(out, has) {
			out = append(out, slot)
		}
	}
	return out
}

// leaves are the paths of the values under a node. A list of plain values is one.
func leaves(path string, n *yamldoc.Node) (out []string) {
	switch {
	case n == nil:
		return nil
	case n.Kind == yamldoc.Map && len(n.Entries) > 0:
		for _, e := range n.Entries {
			out = append(out, leaves(strings.TrimPrefix(path+"."+e.Key, "."), e.Value)...)
		}
		return out
	case n.Kind == yamldoc.List && slices.ContainsFunc(n.Items, func(i *yamldoc.Node) bool { return i.Kind == yamldoc.Map }):
		for i, item := range n.Items {
			out = append(out, leaves(FmtPath(path, i), item)...)
		}
		return out
	case path == "":
		return nil
	}
	return []string{path}
}
