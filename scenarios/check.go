package scenarios

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"

	"wavetank/chain/strategy"
	"wavetank/chain/strategy/yamldoc"
	"wavetank/report/judge"
)

// Checked says what a file turned out to be.
type Checked struct {
	What     string // scenario, chain or strategy
	Name     string // its own; empty where it has none
	Hash     string // 12 hex digits; empty for a chain
	Warnings []judge.Warning
}

// String says it in a few words.
func (c *Checked) String() string {
	out := "ok, a " + c.What
	if c.Name != "" {
		out += " " + c.Name
	}
	if c.Hash != "" {
		out += ", hash " + c.Hash
	}
	return out
}

// Check checks a scenario, a chain file or a strategy document without running
// it. A chain is held against the scenario that a run without arguments plays.
func Check(ref string, opts Options) (*Checked, error) {
	src, err := opts.open(ref)
	if err != nil {
		return nil, err
	}
	root, ps := yamldoc.Parse(src.file, src.text)
	if ps != nil {
		return nil, ps
	}
	if root == nil || root.Kind == yamldoc.Null {
		return nil, yamldoc.Problems{{Pos: yamldoc.Pos{Origin: src.file, Line: 1, Col: 1}, Text: "there is nothing in this file", Hint: "wavetank init writes a scenario to start from"}}
	}
	switch documentSort(root) {
	case sortChain:
		opts.Chain = ref
		sc, err := Load(Default, opts)
		if err != nil {
			return nil, err
		}
		return &Checked{What: sortChain, Warnings: sc.Warnings}, nil
	case sortStrategy:
		l, ps := strategy.Load("strategy", root, strategy.Options{Env: opts.Env, Engine: opts.Engine})
		if ps != nil {
			return nil, ps
		}
		out := &Checked{What: sortStrategy, Hash: l.Hash}
		for _, r := range idleParts(l, 0) {
			at := l.Tree.Place(r.path)
			out.Warnings = append(out.Warnings, judge.Warning{File: at.Origin, Line: at.Line, Text: r.text})
		}
		return out, nil
	}
	sc, err := load(src, opts)
	if err != nil {
		return nil, err
	}
	return &Checked{What: sortScenario, Name: sc.Name, Hash: sc.Hash, Warnings: sc.Warnings}, nil
}

// What a file may be.
const (
	sortScenario = "scenario"
	sortChain    = "chain"
	sortStrategy = "strategy"
)

// documentSort tells what a document is by its keys: a strategy has none of a
// scenario's, and a chain has providers, and neither traffic, nor time, nor faults.
func documentSort(root *yamldoc.Node) string {
	has := func(key string) bool { return root.Get(key) != nil }
	switch {
	case root.Kind != yamldoc.Map:
		return sortScenario // and no good one: a map was expected
	case has("providers") && !has("workload") && !has("duration") && !has("timeline") && !has("expect"):
		return sortChain
	case !slices.ContainsFunc(fileKeys(), has):
		return sortStrategy
	}
	return sortScenario
}

// fileKeys are the keys of a scenario.
func fileKeys() (out []string) {
	for _, f := range reflect.VisibleFields(reflect.TypeFor[File]()) {
		out = append(out, f.Tag.Get("yaml"))
	}
	return out
}

// misplaced says where a file belongs that was given as a scenario and is none.
func misplaced(root *yamldoc.Node, file string) error {
	sort := documentSort(root)
	if sort == sortScenario {
		return nil
	}
	if file == StandardInput {
		file = "FILE"
	}
	return yamldoc.Problems{{Pos: root.Pos, Text: "this is a " + sort + ", not a scenario", Hint: "play it with --" + sort + " " + file}}
}

// Default is the library scenario that is played where none is named.
const Default = "hang-primary"

// Schema returns the JSON Schema of a sort of file, scenario or strategy, as
// editors read it. It is the one that Load enforces.
func Schema(what string) ([]byte, error) {
	switch what {
	case "scenario":
		return json.MarshalIndent(Types.Schema(newFile(), false), "", "  ")
	case "strategy":
		return json.MarshalIndent(Types.Schema(&strategy.Document{}, true), "", "  ")
	}
	return nil, fmt.Errorf("no schema is called %q: it may be scenario or strategy", what)
}
