package scenarios

import (
	"fmt"
	"slices"
	"strings"

	"wavetank/chain/strategy/yamldoc"
)

// override lays the command line over the file: --chain, then --duration, then
// --set in the order given, then --expect.
func (l *loader) override() error {
	if l.root.Kind != yamldoc.Map {
		return yamldoc.Problems{{Pos: l.root.Pos, Text: "this is no scenario: expected a map, got " + l.root.Kind.String(),
			Hint: "wavetank init writes one to start from"}}
	}
	l.was = namesOnce{Keys(l.root.Get("strategies")), Keys(l.root.Get("providers"))}
	if l.Chain != "" {
		if err := l.replaceChain(); err != nil {
			return err
		}
	}
	if l.Duration != 0 {
		at := yamldoc.Pos{Origin: "--duration"}
		l.root = replaceKey(l.root, "duration", &yamldoc.Node{Kind: yamldoc.Scalar, Pos: at, Text: l.Duration.String()})
	}
	if l.root.Get("strategies") == nil && slices.ContainsFunc(l.Set, setsStrategy) {
		l.root = replaceKey(l.root, "strategies", defaultList())
	}
	var all yamldoc.Problems
	for _, text := range l.Set {
		path, value, ok := strings.Cut(text, "=")
		if !ok {
			all = append(all, yamldoc.Problem{Pos: yamldoc.Pos{Origin: "--set " + text}, Text: "expected path=value", Hint: "for example timeline[0].for=10m"})
			continue
		}
		root, ps := yamldoc.SetPath(l.root, strings.TrimSpace(path), value)
		if ps != nil {
			all = append(all, ps...)
			continue
		}
		l.root = root
	}
	return append(all, l.addExpected()...).Err()
}

// setsStrategy reports whether a --set reaches into a strategy. In a file that
// lists none it reaches into those that take part by default.
func setsStrategy(text string) bool { return strings.HasPrefix(strings.TrimSpace(text), "strategies.") }

// defaultList is what a file would say to name the default strategies.
func defaultList() *yamldoc.Node {
	at := yamldoc.Pos{Origin: "default strategies"}
	out := &yamldoc.Node{Kind: yamldoc.Map, Pos: at}
	for _, name := range defaultStrategies {
		out.Entries = append(out.Entries, yamldoc.Entry{Key: name, Pos: at, Value: presetNode(name, at)})
	}
	return out
}

// replaceChain takes providers and strategies from another file: what an
// importer wrote, or any scenario.
func (l *loader) replaceChain() error {
	text, err := l.Options.Open(l.Chain)
	if err != nil {
		return fmt.Errorf("--chain: %w", err)
	}
	doc, ps := yamldoc.Parse(l.Chain, text)
	if ps != nil {
		return ps
	}
	if doc.Get("providers") == nil {
		return yamldoc.Problems{{Pos: doc.Pos, Text: "this is no chain: it has no providers"}}
	}
	l.root = l.root.Without("strategies")
	for _, key := range []string{"providers", "strategies"} {
		if v := doc.Get(key); v != nil {
			l.root = replaceKey(l.root, key, v)
		}
	}
	return nil
}

// replaceKey returns the map with a key's value replaced, or added at the end.
func replaceKey(n *yamldoc.Node, key string, value *yamldoc.Node) *yamldoc.Node {
	out := *n
	out.Entries = nil
	found := false
	for _, e := range n.Entries {
		if e.Key == key {
			e, found = yamldoc.Entry{Key: key, Pos: value.Pos, Value: value}, true
		}
		out.Entries = append(out.Entries, e)
	}
	if !found {
		out.Entries = append(out.Entries, yamldoc.Entry{Key: key, Pos: value.Pos, Value: value})
	}
	return &out
}

// namesOnce are the names in the file itself, whatever the command line changes.
type namesOnce struct{ strategies, providers []string }

// Keys lists the keys of a map in order.
func Keys(n *yamldoc.Node) (out []string) {
	if n == nil {
		return nil
	}
	for _, e := range n.Entries {
		out = append(out, e.Key)
	}
	return out
}
