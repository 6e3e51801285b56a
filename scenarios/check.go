package scenarios

import (
	"encoding/json"
	"fmt"

	"wavetank/chain/strategy"
	"wavetank/chain/strategy/yamldoc"
	"wavetank/report"
)

// Checked says what a file turned out to be.
type Checked struct {
	What     string // scenario, chain or strategy
	Name     string // its own; empty where it has none
	Hash     string // 12 hex digits; empty for a chain
	Warnings []report.Warning
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
// it. A file with a workload or a duration is a scenario; one with providers
// alone is a chain, held against the scenario that a run without arguments
// plays; anything else is a strategy.
func Check(ref string, opts Options) (*Checked, error) {
	src, err := opts.open(ref)
	if err != nil {
		return nil, err
	}
	root, ps := yamldoc.Parse(src.file, src.text)
	if ps != nil {
		return nil, ps
	}
	switch {
	case root == nil || root.Kind == yamldoc.Null:
		return nil, yamldoc.Problems{{Pos: yamldoc.Pos{Origin: src.file, Line: 1, Col: 1}, Text: "there is nothing in this file", Hint: "wavetank init writes a scenario to start from"}}
	case root.Get("providers") != nil && root.Get("workload") == nil && root.Get("duration") == nil:
		opts.Chain = ref
		sc, err := Load(defaultName, opts)
		if err != nil {
			return nil, err
		}
		return &Checked{What: "chain", Warnings: sc.Warnings}, nil
	case root.Get("workload") != nil || root.Get("duration") != nil || root.Get("schema_version") != nil:
		sc, err := load(src, opts)
		if err != nil {
			return nil, err
		}
		return &Checked{What: "scenario", Name: sc.Name, Hash: sc.Hash, Warnings: sc.Warnings}, nil
	}
	l, ps := strategy.Load("strategy", root, strategy.Options{Env: opts.Env, Engine: opts.Engine})
	if ps != nil {
		return nil, ps
	}
	return &Checked{What: "strategy", Hash: l.Hash}, nil
}

// defaultName is the scenario that is played where none is named.
const defaultName = "hang-primary"

// Schema returns the JSON Schema of a sort of file, scenario or strategy, as
// editors read it. It is the one that Load enforces.
func Schema(what string) ([]byte, error) {
	switch what {
	case "scenario":
		return json.MarshalIndent(types.Schema(newFile(), false), "", "  ")
	case "strategy":
		return json.MarshalIndent(types.Schema(&strategy.Document{}, true), "", "  ")
	}
	return nil, fmt.Errorf("no schema is called %q: it may be scenario or strategy", what)
}
