package scenarios

import (
	"fmt"
	"slices"
	"strings"

	"wavetank/chain/policy"
	"wavetank/chain/strategy"
	"wavetank/chain/strategy/yamldoc"
)

// LoadAgainst loads the other side of a comparison: the scenario of a reference
// with the strategies of a file, which is a scenario, a chain, or a strategy
// document, the last perhaps as NAME=FILE. The options are those of the run.
func LoadAgainst(ref, file string, opts Options) (*Scenario, error) {
	name, path := "", file
	if n, p, named := strings.Cut(file, "="); named && validName(n) {
		name, path = n, p
	}
	text, err := opts.Open(path)
	if err != nil {
		return nil, err
	}
	root, ps := yamldoc.Parse(path, text)
	if ps != nil {
		return nil, ps
	}
	sort := documentSort(root)
	if name != "" && sort != sortStrategy {
		return nil, fmt.Errorf("%s is a %s, and its strategies have names: leave %s= out", path, sort, name)
	}
	switch sort {
	case sortStrategy:
		if name == "" {
			name = strategyName(path)
		}
		opts.Strategies = []string{name + "=" + path}
		return Load(ref, opts)
	case sortChain:
		opts.Chain = path
		return Load(ref, opts)
	}
	return Load(path, opts)
}

// With returns the scenario with the strategies of another: they meet its world
// and its traffic, so that nothing is compared but chains. The other's written
// order of providers belongs to its chains and comes along; providers that are
// not here are left out, and notes say so. It has no rules.
func (s *Scenario) With(other *Scenario) (out *Scenario, notes []string, err error) {
	here, there := s.Document.ProviderNames(), other.Document.ProviderNames()
	copied := *s
	out = &copied
	out.Strategies, out.places, out.Rules, out.Warnings, out.Reference, out.Needs = nil, other.places, nil, nil, "", nil
	lost := map[string]bool{}
	for _, st := range other.Strategies {
		moved, missing, err := move(st, here, there)
		if err != nil {
			return nil, nil, err
		}
		for _, name := range missing {
			if !lost[name] {
				notes = append(notes, name+" is asked there and is not here: it is left out")
			}
			lost[name] = true
		}
		out.Strategies = append(out.Strategies, moved)
	}
	if kept := among(there, here); !slices.Equal(kept, here[:min(len(kept), len(here))]) {
		notes = append(notes, "providers are asked in another order there, "+strings.Join(kept, ", ")+", and so they are here; primary, second and last are places in that order")
	}
	return out, notes, nil
}

// move gives a strategy the order that it has among the providers there, in a
// world of the providers here, and names those that are missing.
func move(st *strategy.Loaded, here, there []string) (moved *strategy.Loaded, missing []string, err error) {
	order, listed := st.Doc.Order.(*policy.Listed)
	switch {
	case st.Doc.Order != nil && !listed:
		return st, nil, nil // the bound: it knows no order of its own
	case listed && len(order.Providers) > 0:
		there = order.Providers
	}
	kept := among(there, here)
	if len(kept) == 0 {
		return nil, nil, fmt.Errorf("%s asks %s, and nobody of them is here: %s", st.Name, strings.Join(there, ", "), strings.Join(here, ", "))
	}
	if slices.Equal(there, here) {
		return st, nil, nil
	}
	copied := *st
	copied.Doc.Order = &policy.Listed{Providers: kept}
	copied.Recipe.Order = copied.Doc.Order.Build()
	return &copied, Without(there, here), nil
}

// among are the names of a list that stand in another.
func among(list, other []string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(name string) bool { return !slices.Contains(other, name) })
}

// Without are the names of a list that do not.
func Without(list, other []string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(name string) bool { return slices.Contains(other, name) })
}

// IsPath reports whether an argument is read as a path rather than a name: it
// has a slash or ends in .yaml.
func IsPath(s string) bool { return isPath(s) }
