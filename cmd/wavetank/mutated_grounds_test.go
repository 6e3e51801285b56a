//go:build linux

package main

import (
	"os"
	"path/filepath"
	"testing"
)

// ground is a kind of document: valid ones, and the commands that read them.
type ground struct {
	kind, file string
	texts      []string
	commands   [][]string // DOC is the document, DIR its folder
	beside     map[string]string
	variables  bool // the document is lines of the environment
}

// A search that is over in a moment, and the run that a baseline is of.
var (
	mutatedSearch = []string{"tune", "published-60s-outage", "--strategy", "ai-memory", "--vary", "breaker.open.base=4s,8s", "--seeds", "1", "--held", "2", "-q"}
	mutatedRun    = []string{"run", "published-60s-outage", "--strategy", "ai-memory", "--seeds", "1", "-q"}
)

// mutatedGrounds are the kinds of documents there are.
func mutatedGrounds(t *testing.T) []*ground {
	t.Helper()
	dir := t.TempDir()
	made := func(name string, args ...string) []string {
		path := filepath.Join(dir, name)
		for i, a := range args {
			if a == "FILE" || a == "json=FILE" {
				args[i] = a[:len(a)-len("FILE")] + path
			}
		}
		if code, _, said := wavetank(t.Context(), args...); code != exitOK {
			t.Fatalf("%q: exit %d: %s", args, code, said)
		}
		return texts(t, path)
	}
	const config, foreign = "../../testdata/ci/", "../../scenarios/foreign/systems/testdata/import/"
	data := "../../scenarios/testdata/"
	csv := map[string]string{}
	for _, path := range glob(t, data+"quirks/*.csv") {
		csv[filepath.Base(path)] = texts(t, path)[0]
	}
	baseline := made("baseline.json", with(mutatedRun, "--save-baseline", "FILE")...)
	searched := []string{"-q", "-o", "csv", "--seeds", "1", "--held", "2", "--budget", "10"}
	played := []string{"--seeds", "1", "-q", "-o", "csv"}
	import1 := func(system, file string, patterns ...string) *ground {
		g := &ground{kind: "import " + system, file: file, beside: inputFiles, commands: [][]string{{"import", system, "DOC"}, {"import", system, "DOC", "-q"}, {"import", system, "DOC", "--latency", "DIR/p99.csv"}}}
		for _, p := range patterns {
			g.texts = append(g.texts, texts(t, glob(t, foreign+p)...)...)
		}
		return g
	}
	litellm := import1("litellm", "d.yaml", "litellm-*.yaml")
	litellm.commands = append(litellm.commands, with([]string{"tune", "published-60s-outage", "--imported", "litellm=DOC"}, searched...))
	return []*ground{
		{kind: "scenario", file: "d.yaml", beside: csv, texts: texts(t, append(glob(t, "../../scenarios/library/*.yaml"), glob(t, data+"quirks/*.yaml")...)...),
			commands: [][]string{{"validate", "DOC"}, {"validate", "DOC"}, {"show", "DOC"}, with([]string{"run", "DOC"}, played...), {"run", "DOC", "--seeds", "1"}, {"run", "DOC", "--seeds", "1", "-v", "-o", "md"},
				{"explain", "DOC"}, with([]string{"tune", "DOC", "--vary", "breaker.open.base=4s,8s"}, searched...)}},
		{kind: "scenario", file: "t.yaml", beside: inputFiles, texts: []string{inputFiles["t.yaml"], texts(t, config+"ours.yaml")[0], texts(t, data+"broken/control.yaml")[0]},
			commands: [][]string{{"validate", "DOC"}, {"show", "DOC"}, with([]string{"run", "DOC"}, played...), {"run", "DOC", "--seeds", "1", "-q", "-o", "html"}, {"run", "DOC", "--seeds", "1", "-q", "-o", "json"}}},
		{kind: "chain", file: "d.yaml", beside: inputFiles, texts: append(texts(t, config+"chain.yaml", data+"published/chain.yaml"), inputFiles["chain.yaml"]),
			commands: [][]string{{"validate", "DOC"}, with([]string{"run", "published-60s-outage", "--chain", "DOC"}, played...), with([]string{"run", "hang-primary", "--chain", "DOC"}, played...),
				with([]string{"run", "published-60s-outage", "--chain", "DIR/chain.yaml", "--against", "DOC"}, played...)}},
		{kind: "strategy", file: "d.yaml", beside: inputFiles, texts: append(texts(t, glob(t, "../../chain/strategy/presets/*.yaml")...), inputFiles["strategy.yaml"]),
			commands: [][]string{{"validate", "DOC"}, {"show", "DOC"}, with([]string{"run", "published-60s-outage", "--strategy", "DOC"}, played...),
				with([]string{"tune", "published-60s-outage", "--strategy", "DOC", "--vary", "attempt.total=4s,8s"}, searched...)}},
		{kind: "space", file: "d.yaml", texts: []string{inputFiles["space.yaml"], "vary:\n  order:\n  breaker.open.base: 5s..5m log 8\n  breaker.trip.failures: [2, 3, 5, 8]\nminimize: [latency_p99, cost_per_1k]\nrequire: ['success_rate >= 99.9%']\n",
			"vary:\n  attempt.total: 2s..60s 6\nmaximize: [success_rate]\nsubsets: false\nrivals: [naive, five-provider]\n"},
			commands: [][]string{with([]string{"tune", "published-60s-outage", "--strategy", "ai-memory", "--space", "DOC"}, searched...), with([]string{"tune", "single-blip", "--strategy", "five-provider", "--space", "DOC"}, searched...)}},
		{kind: "baseline", file: "d.json", beside: map[string]string{"own.json": baseline[0]}, texts: append(baseline, texts(t, config+"baseline.json")...),
			commands: [][]string{{"check", "DOC"}, {"check", "DOC", "-o", "md"}, {"check", "DIR/own.json", "--baseline", "DOC"}, with(mutatedRun, "--baseline", "DOC"), with(mutatedRun, "--baseline", "DOC", "-o", "md")}},
		{kind: "part", file: "d.json", texts: made("part.json", with(mutatedSearch, "--shard", "1/1", "-o", "json=FILE")...), commands: [][]string{{"merge", "DOC", "-q", "-o", "csv"}}},
		{kind: "checkpoint", file: "d.json", texts: made("checkpoint.json", with(mutatedSearch, "--checkpoint", "FILE")...), commands: [][]string{with(mutatedSearch, "-o", "csv", "--checkpoint", "DOC")}},
		litellm, import1("portkey", "d.json", "portkey-*.json"), import1("envoy", "d.yaml", "envoy-*.yaml", "envoy-*.json"),
		{kind: "import ai-memory", file: "environment", variables: true, texts: []string{"AI_MEMORY_LLM_PROVIDER_CHAIN=groq,openai\nAI_MEMORY_LLM_MODEL=m\nAI_MEMORY_LLM_COOLDOWN_SECS=30\n"}, commands: [][]string{{"import", "ai-memory"}}},
		{kind: "latency", file: "d.csv", beside: inputFiles, texts: []string{inputFiles["p99.csv"], `{"status": "success", "data": {"result": [{"metric": {"name": "a", "quantile": "0.5"}, "value": [1, "0.8"]}, {"metric": {"name": "a", "quantile": "0.99"}, "value": [1, "2.8"]}]}}`},
			commands: [][]string{{"import", "litellm", "DIR/litellm.yaml", "--latency", "DOC"}}},
		{kind: "trace", file: "trace.csv", beside: inputFiles, texts: []string{inputFiles["trace.csv"]}, commands: [][]string{{"validate", "DIR/t.yaml"}, with([]string{"run", "DIR/t.yaml"}, played...)}},
		{kind: "schema", file: "schema.json", beside: inputFiles, texts: []string{inputFiles["schema.json"], `{"type": "object", "required": ["a"], "properties": {"a": {"type": "array", "items": {"$ref": "#/$defs/n"}, "minItems": 2}}, "$defs": {"n": {"enum": [1, "x"], "pattern": "^a+$"}}}`},
			commands: [][]string{{"validate", "DIR/t.yaml"}, with([]string{"run", "DIR/t.yaml"}, played...)}},
	}
}

func glob(t *testing.T, pattern string) []string {
	t.Helper()
	paths, err := filepath.Glob(pattern)
	if err != nil || len(paths) == 0 {
		t.Fatalf("%s: %v", pattern, err)
	}
	return paths
}

func texts(t *testing.T, paths ...string) (out []string) {
	t.Helper()
	for _, path := range paths {
		text, err := os.ReadFile(path)
		must(t, err)
		out = append(out, string(text))
	}
	return out
}

// mutatedFolders is a folder for each kind, with what lies beside its documents.
func mutatedFolders(t *testing.T, grounds []*ground) map[*ground]string {
	t.Helper()
	out := map[*ground]string{}
	for _, g := range grounds {
		out[g] = t.TempDir()
		for name, text := range g.beside {
			must(t, os.WriteFile(filepath.Join(out[g], name), []byte(text), 0o600))
		}
	}
	return out
}
