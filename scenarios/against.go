package scenarios

import (
	"fmt"
	"slices"
	"strings"

	"wavetank/chain/policy"
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
	text, err := opts.read(path)
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
// and its traffic, so that nothing is compared but chains. It has no rules. An
// error is a strategy that names a provider of its own scenario alone.
func (s *Scenario) With(other *Scenario) (*Scenario, error) {
	known := s.file.providerNames()
	for _, st := range other.Strategies {
		order, ok := st.Doc.Order.(*policy.Listed)
		if !ok {
			continue
		}
		for _, name := range order.Providers {
			if !slices.Contains(known, name) {
				return nil, fmt.Errorf("%s asks %s, which %s has not: it has %s", st.Name, name, s.Name, strings.Join(known, ", "))
			}
		}
	}
	out := *s
	out.Strategies, out.places, out.Rules, out.Warnings, out.Reference = other.Strategies, other.places, nil, nil, ""
	return &out, nil
}

// IsPath reports whether an argument is read as a path rather than a name: it
// has a slash or ends in .yaml.
func IsPath(s string) bool { return isPath(s) }
