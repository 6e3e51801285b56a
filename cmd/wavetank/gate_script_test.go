package main

import (
	"context"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// The script of the action runs for real: in a clone as shallow as the one that
// the runner makes of a pull request, with the runner's variables.

// forge is a repository at a host, with a branch main, and a place for a runner.
type forge struct {
	origin, dev, temp string
	env               []string
}

const gateChain = `providers:
  groq: {latency: 500ms}
  openai: {latency: 900ms}
strategies:
  ours:
    preset: five-provider
    attempt: {total: 10s}
    breaker: {open: {base: 30s}}
`

const gateScenario = `schema_version: 1
name: short-outage
duration: 6m
slo: 5s
workload: {arrivals: {kind: poisson, rate: 5}, deadline: 30s}
providers:
  groq: {latency: 500ms}
  openai: {latency: 900ms}
timeline:
  - {at: 1m, for: 4m, provider: primary, kind: hang}
strategies:
  ours: {preset: five-provider, attempt: {total: 10s}}
`

// newForge makes one whose main holds a chain and a scenario.
func newForge(t *testing.T) *forge {
	t.Helper()
	for _, program := range []string{"git", "bash", "go"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skip(err)
		}
	}
	dir := t.TempDir()
	f := &forge{origin: filepath.Join(dir, "origin.git"), dev: filepath.Join(dir, "dev"), temp: filepath.Join(dir, "temp")}
	f.env = append(slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, "GIT") }), // of a hook or a runner around
		"GIT_CONFIG_GLOBAL="+filepath.Join(dir, "gitconfig"), "GIT_CONFIG_NOSYSTEM=1",
		"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.org", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.org")
	f.env = append(f.env, "CGO_ENABLED="+f.run(t, dir, "go", "env", "CGO_ENABLED")) // as the tests have it: what they compiled serves
	f.run(t, dir, "git", "init", "-q", "--bare", "-b", "main", f.origin)
	f.run(t, dir, "git", "clone", "-q", f.origin, f.dev)
	f.run(t, f.dev, "git", "checkout", "-q", "-b", "main")
	f.commit(t, map[string]string{"chain.yaml": gateChain, "chaos/outage.yaml": gateScenario})
	f.run(t, f.dev, "git", "push", "-q", "origin", "main")
	return f
}

func (f *forge) run(t *testing.T, dir, program string, args ...string) string {
	t.Helper()
	c := exec.Command(program, args...)
	c.Dir, c.Env = dir, f.env
	out, notes, err := programOutput(c)
	if err != nil {
		t.Fatalf("%s %s: %v\n%s%s", program, strings.Join(args, " "), err, out, notes)
	}
	return strings.TrimSpace(out)
}

// commit writes files and commits them; without text a file is removed.
func (f *forge) commit(t *testing.T, files map[string]string) {
	t.Helper()
	for _, name := range slices.Sorted(maps.Keys(files)) {
		path := filepath.Join(f.dev, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(files[name]), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	f.run(t, f.dev, "git", "add", "--all")
	f.run(t, f.dev, "git", "commit", "-q", "--allow-empty", "-m", "change")
}

// pullRequest checks a merge of a change into main out as actions/checkout does:
// one commit deep. Main has moved on meanwhile, by a worse chain than anybody
// wants: it must not be what the change is compared with.
func (f *forge) pullRequest(t *testing.T, files map[string]string) (workspace string) {
	t.Helper()
	f.run(t, f.dev, "git", "checkout", "-q", "-B", "change", "main")
	f.commit(t, files)
	f.run(t, f.dev, "git", "checkout", "-q", "--detach", "main")
	f.run(t, f.dev, "git", "merge", "-q", "--no-ff", "-m", "merge", "change")
	f.run(t, f.dev, "git", "push", "-q", "--force", "origin", "HEAD:refs/pull/1/merge")
	f.run(t, f.dev, "git", "checkout", "-q", "-B", "ahead", "main")
	f.commit(t, map[string]string{"chain.yaml": strings.Replace(gateChain, "total: 10s", "total: 25s", 1)})
	f.run(t, f.dev, "git", "push", "-q", "--force", "origin", "HEAD:refs/heads/main")
	return f.checkout(t, "refs/pull/1/merge")
}

func (f *forge) checkout(t *testing.T, ref string) (workspace string) {
	t.Helper()
	workspace = t.TempDir()
	f.run(t, workspace, "git", "init", "-q")
	f.run(t, workspace, "git", "remote", "add", "origin", "file://"+filepath.ToSlash(f.origin))
	f.run(t, workspace, "git", "fetch", "-q", "--no-tags", "--depth=1", "origin", "+"+ref+":refs/remotes/head")
	f.run(t, workspace, "git", "checkout", "-q", "--detach", "refs/remotes/head")
	return workspace
}

// install puts a wavetank there that needs no building, after some commands of a
// shell: the one that scripts of this package run.
func (f *forge) install(t *testing.T, before string) {
	t.Helper()
	dir := filepath.Join(f.temp, "wavetank-gate", "bin")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	script := "#!/usr/bin/env bash\n" + before + "\nexec wavetank \"$@\"\n"
	if err := os.WriteFile(filepath.Join(dir, "wavetank"), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
}

// gated is what a run of the gate has said.
type gated struct {
	code                       string
	log, summary, outputs, err string
}

// gate runs the script in a workspace with what a step of the action is given.
func (f *forge) gate(t *testing.T, workspace string, env ...string) gated {
	t.Helper()
	side := t.TempDir()
	summary, outputs := filepath.Join(side, "summary"), filepath.Join(side, "outputs")
	path, err := filepath.Abs(actionFolder)
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command("bash", filepath.Join(path, "gate.sh"))
	c.Dir = workspace
	c.Env = append(f.env, "GITHUB_ACTIONS=true", "GITHUB_BASE_REF=main", "GITHUB_ACTION_PATH="+path, "RUNNER_TEMP="+f.temp,
		"GITHUB_STEP_SUMMARY="+summary, "GITHUB_OUTPUT="+outputs, "GATE_FAIL_ON=regression,expect", "GATE_SEEDS=3")
	c.Env = append(c.Env, env...)
	var log, said strings.Builder
	c.Stdout, c.Stderr = &log, &said
	g := gated{code: "0"}
	if err := c.Run(); err != nil {
		g.code = exitCode(err)
	}
	read := func(path string) string {
		text, _ := os.ReadFile(path) // nothing is written where there is nothing to tell
		return string(text)
	}
	g.log, g.err, g.summary, g.outputs = log.String(), said.String(), read(summary), read(outputs)
	return g
}

// want holds what the gate said against what it should say: each text stands in
// the log, or, after "summary:" or "outputs:", there, or, after "no:", nowhere.
func (g gated) want(t *testing.T, about, code string, texts ...string) {
	t.Helper()
	right := g.code == code
	if !right {
		t.Errorf("%s: exit %s, want %s", about, g.code, code)
	}
	for _, text := range texts {
		where, what, ok := strings.Cut(text, ":")
		in := map[string]string{"summary": g.summary, "outputs": g.outputs, "no": g.log + g.err + g.summary}[where]
		if !ok || where != "summary" && where != "outputs" && where != "no" {
			in, what = g.log+g.err, text
		}
		if strings.Contains(in, what) == (where == "no") {
			right = false
			t.Errorf("%s: want %q", about, text)
		}
	}
	if !right {
		t.Logf("%s: exit %s\n%s\n%s\nsummary:\n%s\noutputs:\n%s", about, g.code, g.log, g.err, g.summary, g.outputs)
	}
}

func TestGateScript(t *testing.T) {
	t.Parallel()
	f := newForge(t)
	worse := strings.Replace(gateChain, "{base: 30s}", "{kind: constant, base: 1s}", 1)
	library := []string{"GATE_CHAIN=chain.yaml", "GATE_SCENARIOS=outage-503"}

	w := f.pullRequest(t, map[string]string{"chain.yaml": worse})
	f.gate(t, w, append(library, "GATE_HTML=pages", "GATE_SCENARIOS=outage-503\n  rate-limit-20m")...).want(t, "a worse cooldown", "1",
		"::error file=chain.yaml,line=8,title=outage-503%3A regression::ours.latency_p99: ",
		"::error file=chain.yaml,line=8,title=rate-limit-20m%3A regression::ours.wasted_per_1k: ",
		"WORSE   outage-503: ours.latency_p99", "summary:### outage-503", "summary:| WORSE | `ours.wasted_per_1k` |",
		"outputs:exit-code=1", "outputs:html="+f.temp)
	f.gate(t, w, append(library, "GATE_FAIL_ON=expect")...).want(t, "a worse cooldown that nobody minds", "0", "WORSE", "outputs:exit-code=0")
	f.gate(t, w, append(library, "GATE_AGAINST=none")...).want(t, "a worse cooldown beside nothing", "0", "no:REGRESSIONS")
	f.gate(t, w, append(library, "GATE_AGAINST=main", "GATE_SCENARIOS=hang-primary")...).want(t, "the tip of a branch", "0",
		"REGRESSIONS  against ", "better  ours.latency_p99")
	f.gate(t, w, append(library, "GATE_AGAINST=nowhere")...).want(t, "a branch that is nowhere", "2",
		"::error title=wavetank::against: nowhere is neither a file nor a revision")

	w = f.pullRequest(t, map[string]string{"README": "a text\n"})
	f.gate(t, w, library...).want(t, "an unchanged chain", "0", "none, 23 unchanged", "no:::error", "no:::warning", "outputs:exit-code=0")
	f.gate(t, w, append(library, "GATE_EXPECT=ours.wasted_calls < 1\n\nours.success_rate >= 50%\n")...).want(t, "a broken rule", "1",
		"FAIL  ours.wasted_calls < 1 ", "ok    ours.success_rate >= 50%", "::error title=outage-503%3A rule broken::ours.wasted_calls < 1: ")

	w = f.pullRequest(t, map[string]string{"chain.yaml": strings.Replace(gateChain, "total", "totl", 1)})
	f.gate(t, w, library...).want(t, "a broken chain", "2", "::error file=chain.yaml,line=7,col=15,title=wavetank::unknown key \"totl\"",
		"summary:unknown key \"totl\"", "outputs:exit-code=2")
}

func TestGateScriptScenarios(t *testing.T) {
	t.Parallel()
	f := newForge(t)
	f.install(t, "")
	w := f.pullRequest(t, map[string]string{"chaos/outage.yaml": strings.Replace(gateScenario, "total: 10s", "total: 14s", 1),
		"chaos/new.yaml": strings.Replace(gateScenario, "short-outage", "new-outage", 1)})
	f.gate(t, w, "GATE_SCENARIOS=chaos/").want(t, "a worse timeout in a scenario", "1",
		"::error file=chaos/outage.yaml,line=12,title=short-outage%3A regression::ours.latency_p99: ", "summary:new.yaml is not in ",
		"new.yaml is not in ")
	f.gate(t, w, "GATE_SCENARIOS=chaos/new.yaml").want(t, "a scenario that is new", "0",
		"::notice title=wavetank::chaos/new.yaml is not in ", ": it is compared with nothing")
	f.gate(t, w, "GATE_SCENARIOS=hang-primary outage-503").want(t, "nothing to judge", "2", "::error title=wavetank::nothing says what is judged", "summary:nothing says")
	f.gate(t, w, "GATE_SCENARIOS=hang-primary", "GATE_CHAIN=chain.yaml", "GATE_LITELLM=config.yaml").want(t, "two chains", "2", "::error title=wavetank::chain and litellm both")

	// Below the top of the repository, and without a pull request.
	deep := filepath.Join(w, "chaos")
	f.gate(t, deep, "GATE_SCENARIOS=./outage.yaml").want(t, "a folder below", "1", "::error file=chaos/outage.yaml,line=12,")
	before := f.run(t, f.dev, "git", "rev-parse", "main")
	push := []string{"GITHUB_BASE_REF=", "GATE_SCENARIOS=chaos/outage.yaml"}
	f.gate(t, w, append(push, "GATE_BEFORE="+before)...).want(t, "a push", "1", "against "+before[:10])
	f.gate(t, w, append(push, "GATE_BEFORE="+strings.Repeat("0", 40))...).want(t, "a new branch", "0", "::notice title=wavetank::nothing to compare with")
	f.gate(t, w, "GATE_SCENARIOS=chaos/outage.yaml", "GITHUB_BASE_REF=gone").want(t, "a base that is gone", "2", "::error title=wavetank::the base, gone, cannot be fetched")
}

// TestGateScriptLiteLLM holds the way of a LiteLLM config: both versions are
// imported, and what became worse is told of the line of the config that
// changed. The importer is a copy here; its own tests are elsewhere.
func TestGateScriptLiteLLM(t *testing.T) {
	t.Parallel()
	f := newForge(t)
	f.commit(t, map[string]string{"proxy/config.yaml": gateChain})
	f.run(t, f.dev, "git", "push", "-q", "origin", "main")
	f.install(t, `if [ "$1 $2" = "import litellm" ]; then
	for arg; do
		[ "$before" != -o ] || to=$arg
		before=$arg
	done
	! grep -n nonsense "$arg" >&2 || exit 2
	exec cp "$arg" "$to"
fi`)
	litellm := []string{"GATE_LITELLM=./proxy/config.yaml", "GATE_SCENARIOS=outage-503"}

	w := f.pullRequest(t, map[string]string{"proxy/config.yaml": strings.Replace(gateChain, "{base: 30s}", "{kind: constant, base: 1s}", 1)})
	f.gate(t, w, litellm...).want(t, "a worse cooldown", "1", "::error file=proxy/config.yaml,line=8,title=outage-503%3A regression::ours.latency_p99: ")
	f.gate(t, w, append(litellm, "GATE_AGAINST=none")...).want(t, "a worse cooldown beside nothing", "0", "no:REGRESSIONS")
	f.gate(t, filepath.Join(w, "proxy"), append(litellm, "GATE_LITELLM=config.yaml")...).want(t, "a folder below", "1", "::error file=proxy/config.yaml,line=8,")

	w = f.pullRequest(t, map[string]string{"proxy/other.yaml": gateChain, "proxy/config.yaml": gateChain + "# nonsense\n"})
	f.gate(t, w, append(litellm, "GATE_LITELLM=proxy/other.yaml")...).want(t, "a config that is new", "0",
		"::notice title=wavetank::proxy/other.yaml is not in ", "no:REGRESSIONS")
	f.gate(t, w, litellm...).want(t, "a broken config", "2", "summary:nonsense", "outputs:exit-code=2")
}

// TestGateImports holds the command that the script imports with.
func TestGateImports(t *testing.T) {
	dir := t.TempDir()
	config, chain := filepath.Join(dir, "config.yaml"), filepath.Join(dir, "chain.yaml")
	if err := os.WriteFile(config, []byte(`model_list:
  - {model_name: fast, litellm_params: {model: groq/llama-3.3-70b-versatile, api_key: os.environ/GROQ_API_KEY}}
  - {model_name: backstop, litellm_params: {model: openai/gpt-4.1-mini, api_key: os.environ/OPENAI_API_KEY}}
router_settings: {fallbacks: [{fast: [backstop]}]}
`), 0o600); err != nil {
		t.Fatal(err)
	}
	wavetank := func(args ...string) (int, string) {
		var said strings.Builder
		code := run(context.Background(), system{args: args, stdin: strings.NewReader(""), stdout: &said, stderr: &said,
			env: func(string) (string, bool) { return "", false }})
		return code, said.String()
	}
	if !slices.ContainsFunc(newRoot(&system{}).Commands(), func(c *cobra.Command) bool { return c.Name() == "import" }) {
		t.Skip("there is no importer yet")
	}
	if code, said := wavetank("import", "litellm", config, "-o", chain, "-q"); code != exitOK {
		t.Fatalf("import: exit %d: %s", code, said)
	}
	if code, said := wavetank("run", "outage-503", "--seeds", "2", "--chain", chain, "--against", chain); code != exitOK || !strings.Contains(said, "REGRESSIONS") {
		t.Errorf("run: exit %d: %s", code, said)
	}
}
