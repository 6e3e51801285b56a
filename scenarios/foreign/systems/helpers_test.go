package systems

import (
	"context"
	"strings"
	"testing"

	"wavetank/chain/strategy/yamldoc"
	"wavetank/scenarios"
	"wavetank/scenarios/foreign"
)

// chainOf is the chain that a configuration makes, as a tree.
func chainOf(t testing.TB, system, file, text string) *yamldoc.Node {
	t.Helper()
	root, ps := yamldoc.Parse("chain.yaml", imported(t, system, file, text, foreign.ImportOptions{}).Chain)
	if ps != nil {
		t.Fatal(ps)
	}
	return root
}

// formatOf writes a value in one line.
func formatOf(n *yamldoc.Node) string {
	if n == nil {
		return "nothing"
	}
	var items []string
	for _, item := range n.Items {
		items = append(items, item.Text)
	}
	if n.Kind == yamldoc.List {
		return "[" + strings.Join(items, ", ") + "]"
	}
	return n.Text
}

// attemptsOf plays one run and counts what the first strategy sends.
func attemptsOf(t testing.TB, s *scenarios.Scenario) float64 {
	t.Helper()
	r, err := s.Play(context.Background(), s.Seeds(1), nil)
	if err != nil {
		t.Fatal(err)
	}
	return r.Strategies[0].Figure("attempts").Mean
}
