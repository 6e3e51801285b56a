package scenarios_test

import (
	"strings"
	"testing"

	"wavetank/scenarios"
	"wavetank/scenarios/internal/fixture"
)

const besideFile = `schema_version: 1
name: beside
duration: 1m
workload: {arrivals: {kind: constant, rate: 1}}
providers: {a: {latency: 1s}, b: {latency: 1s}}
strategies:
`

// TestPresetBeside merges strategies over others of the same file, whatever their
// order there; a strategy that names itself means the preset.
func TestPresetBeside(t *testing.T) {
	load := func(strategies string, o scenarios.Options) (*scenarios.Scenario, error) {
		o.ReadFile = fixture.Files(map[string]string{"./s.yaml": besideFile + strategies,
			"./c.yaml": "providers: {a: {latency: 1s}}\nstrategies:\n  ours: {preset: naive, attempt: {total: 3s}}\n  quick: {preset: ours, attempt: {total: 1s}}\n"})
		return scenarios.Load("./s.yaml", o)
	}
	hashes := func(strategies string, o scenarios.Options) map[string]string {
		t.Helper()
		s, err := load(strategies, o)
		if err != nil {
			t.Fatal(err)
		}
		out := map[string]string{}
		for _, l := range s.Strategies {
			out[l.Name] = l.Hash
		}
		return out
	}
	plain := hashes("  x: {preset: five-provider, attempt: {total: 2s}, retry: {kind: constant, max: 1}}\n  y: {preset: five-provider, attempt: {total: 9s}}\n", scenarios.Options{})
	got := hashes("  x: {preset: five-provider, retry: {kind: constant, max: 1}}\n  five-provider: {preset: five-provider, attempt: {total: 2s}}\n  y: {preset: x, attempt: {total: 9s}, retry: null}\n", scenarios.Options{})
	if got["x"] != plain["x"] || got["y"] != plain["y"] {
		t.Errorf("hashes %v, want %v", got, plain)
	}
	if got := hashes("  z: {preset: naive}\n", scenarios.Options{Chain: "./c.yaml", Strategies: []string{"slow=quick,attempt.total=3s", "ours"}}); got["slow"] != got["ours"] {
		t.Errorf("a strategy of a chain file over another: %v", got)
	}
	if s, err := load("  base: {preset: five-provider}\n  x: {preset: base}\n", scenarios.Options{}); err != nil || s.Strategies[1].Preset != "five-provider" {
		t.Errorf("the preset below another strategy: %v", err)
	}
	for strategies, want := range map[string]string{
		"  x: {preset: y}\n  y: {preset: z}\n  z: {preset: y}\n": "./s.yaml:9:15: presets in a circle: x -> y -> z -> y",
		"  x: {preset: x}\n":                                           "./s.yaml:7:15: presets in a circle: x -> x",
		"  quick: {preset: naive}\n  x: {preset: quik}\n":              `./s.yaml:8:15: unknown preset "quik" (did you mean "quick"?)`,
		"  x: {preset: y}\n  y: {preset: naive, attempt: {totl: 1}}\n": "./s.yaml:8:32: unknown key",
	} {
		if _, err := load(strategies, scenarios.Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s%v, want %s", strategies, err, want)
		}
	}
}
