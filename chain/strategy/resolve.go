package strategy

import (
	"slices"
	"strings"

	"wavetank/chain/strategy/yamldoc"
)

// resolve merges a document over the documents that it starts from, and returns
// the name of the first of those. Above holds the names that led here.
func resolve(node *yamldoc.Node, find func(string) (*yamldoc.Node, bool), above []string) (tree *yamldoc.Node, base string, ps yamldoc.Problems) {
	switch {
	case node == nil:
		return &yamldoc.Node{Kind: yamldoc.Map}, "", nil
	case node.Kind == yamldoc.Null:
		return &yamldoc.Node{Kind: yamldoc.Map, Pos: node.Pos}, "", nil
	case node.Kind != yamldoc.Map:
		return nil, "", problem(node.Pos, "", "a strategy is a map, not "+node.Kind.String())
	}
	word := node.Get("preset")
	switch {
	case word == nil || word.Kind == yamldoc.Null:
		return node.Without("preset"), "", nil
	case word.Kind != yamldoc.Scalar:
		return nil, "", problem(word.Pos, "preset", "expected the name of a preset, got "+word.Kind.String())
	case slices.Contains(above, word.Text):
		return nil, "", problem(word.Pos, "preset", "presets in a circle: "+strings.Join(append(above, word.Text), " -> "))
	}
	under, known := find(word.Text)
	if !known {
		return nil, "", yamldoc.Problems{unknownPreset(word.Pos, "preset", word.Text)}
	}
	under, _, ps = resolve(under, find, append(above, word.Text))
	if ps != nil {
		return nil, "", ps
	}
	return yamldoc.Merge(under, node.Without("preset")), word.Text, nil
}

// overlay applies what comes after the presets: settings, the environment, the
// engine.
func (l *Loaded) overlay(tree *yamldoc.Node, o Options) (_ *yamldoc.Node, ps yamldoc.Problems) {
	for _, s := range o.Set {
		set, bad := yamldoc.SetPath(tree, s.Path, s.Value)
		if ps = append(ps, bad...); bad == nil {
			tree = set
		}
	}
	if v := tree.Get("from_env"); v != nil && o.Env != nil {
		if on, _ := v.Bool(); on {
			var bad yamldoc.Problems
			tree, bad = l.environment(tree, o.Env)
			ps = append(ps, bad...)
		}
	}
	if b := tree.Get("breaker"); o.Engine != "" && b != nil && b.Kind == yamldoc.Map {
		tree = yamldoc.Merge(tree, tell("--engine", "breaker", tell("--engine", "engine", text("--engine", o.Engine))))
	}
	if ps != nil {
		return nil, ps.Sorted()
	}
	return tree, nil
}

func problem(at yamldoc.Pos, path, text string) yamldoc.Problems {
	return yamldoc.Problems{{Pos: at, Path: path, Text: text}}
}
