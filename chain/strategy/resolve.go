package strategy

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"wavetank/chain/strategy/yamldoc"
)

// shelf is where the names of presets are looked up.
type shelf struct {
	beside map[string]*yamldoc.Node // strategies of the same file, which come first
	preset func(string) (*yamldoc.Node, bool)
}

// resolve merges a document over the documents that it starts from, and returns
// the name of the first preset of those. Above holds the names that led here, the
// last one the document's own: that means the preset of the name, not itself.
func (s shelf) resolve(node *yamldoc.Node, above []string) (tree *yamldoc.Node, base string, ps yamldoc.Problems) {
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
	}
	under, base, ps := s.under(word, above)
	if ps != nil {
		return nil, "", ps
	}
	return yamldoc.Merge(under, node.Without("preset")), base, nil
}

// under resolves what a document starts from.
func (s shelf) under(word *yamldoc.Node, above []string) (tree *yamldoc.Node, base string, ps yamldoc.Problems) {
	name := word.Text
	known := false
	own := len(above) > 0 && above[len(above)-1] == name
	if tree, known = s.beside[name]; !known || own {
		base = name
		if tree, known = s.preset(name); known && s.beside != nil { // presets know nothing of the file
			s.beside, above = nil, nil
		}
	}
	switch {
	case !known && !own:
		return nil, "", yamldoc.Problems{s.unknown(word.Pos, name)}
	case !known || slices.Contains(above, name):
		return nil, "", problem(word.Pos, "preset", "presets in a circle: "+strings.Join(append(above, name), " -> "))
	}
	tree, inner, ps := s.resolve(tree, append(above, name))
	if base == "" {
		base = inner
	}
	return tree, base, ps
}

// unknown is the problem of a name that nothing has.
func (s shelf) unknown(at yamldoc.Pos, name string) yamldoc.Problem {
	known := append(slices.Sorted(maps.Keys(s.beside)), Names()...)
	hint := yamldoc.DidYouMean(name, known)
	if hint == "" { // too many to name
		hint = "see: wavetank list strategies"
	}
	return yamldoc.Problem{Pos: at, Path: "preset", Text: fmt.Sprintf("unknown preset %q", name), Hint: hint}
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
