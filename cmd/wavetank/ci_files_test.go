package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"
)

// The files that people copy into their CI run here as they are: what a job of
// GitLab runs, and what pre-commit runs of the hooks.

func readCI(t *testing.T, into any, strict bool, parts ...string) {
	t.Helper()
	text, err := os.ReadFile(inRepository(t, parts...))
	if err != nil {
		t.Fatal(err)
	}
	var opts []yaml.Option
	if strict {
		opts = append(opts, yaml.WithKnownFields())
	}
	if err := yaml.Load(text, into, opts...); err != nil {
		t.Fatal(err)
	}
}

// shell runs a command line in a folder, with a wavetank of three seeds in its
// path, and returns its exit code and all that it printed.
func (f *forge) shell(t *testing.T, dir, line string, env ...string) (code, log string) {
	t.Helper()
	real, err := exec.LookPath("wavetank")
	if err != nil {
		t.Fatal(err)
	}
	bin := t.TempDir()
	script := "#!/usr/bin/env bash\n[[ \"$1\" != run || \" $* \" = *\" -- \"* ]] || set -- \"$@\" --seeds 3\nexec " + real + " \"$@\"\n"
	if err := os.WriteFile(filepath.Join(bin, "wavetank"), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	c := exec.Command("bash", "-c", line)
	c.Dir, c.Env = dir, append(f.env, append(env, "PATH="+bin+string(filepath.ListSeparator)+os.Getenv("PATH"))...)
	out, notes, err := programOutput(c) // a log has both
	if err != nil {
		return exitCode(err), out + notes
	}
	return "0", out + notes
}

func TestGitLab(t *testing.T) {
	t.Parallel()
	var jobs map[string]struct {
		Image     string
		Rules     []map[string]string
		Variables map[string]string
		Before    []string `yaml:"before_script"`
		Script    []string
		Artifacts struct {
			When    string
			Paths   []string
			Reports map[string]string
		}
	}
	readCI(t, &jobs, true, "testdata", "ci", "gitlab-ci.yml")
	job, ok := jobs["failover"]
	if !ok || len(job.Script) != 1 || job.Artifacts.When != "always" || job.Variables["GIT_DEPTH"] != "0" {
		t.Fatalf("%+v", job)
	}
	mod, err := os.ReadFile(inRepository(t, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	version := regexp.MustCompile(`(?m)^go (\d+\.\d+)`).FindSubmatch(mod)
	if job.Image != "golang:"+string(version[1]) || !strings.HasSuffix(job.Before[1], " ./cmd/wavetank") {
		t.Errorf("image %s and %s, for go %s", job.Image, job.Before, version[1])
	}

	f := newForge(t)
	base := f.run(t, f.dev, "git", "rev-parse", "HEAD")
	env := "CI_MERGE_REQUEST_DIFF_BASE_SHA=" + base
	if code, log := f.shell(t, f.dev, job.Script[0], env); code != "0" {
		t.Errorf("an unchanged chain: exit %s\n%s", code, log)
	}
	f.commit(t, map[string]string{"chain.yaml": strings.Replace(gateChain, "{base: 30s}", "{kind: constant, base: 1s}", 1)})
	if code, log := f.shell(t, f.dev, job.Script[0], env); code != "1" || !strings.Contains(log, "WORSE   hang-primary: ours.latency_p99") {
		t.Errorf("a worse cooldown: exit %s\n%s", code, log)
	}
	for _, name := range append(job.Artifacts.Paths, job.Artifacts.Reports["junit"]) {
		text, err := os.ReadFile(filepath.Join(f.dev, name))
		if err != nil || !strings.Contains(string(text), "ours.wasted_per_1k") {
			t.Errorf("the artifact %s: %v", name, err)
		}
	}
}

// hook is an entry of .pre-commit-hooks.yaml: no other key is used.
type hook struct {
	ID, Name, Description, Entry, Language, Files string
	Types, Args                                   []string
	RequireSerial                                 bool `yaml:"require_serial"`
}

func TestPreCommit(t *testing.T) {
	t.Parallel()
	var hooks []hook
	readCI(t, &hooks, true, ".pre-commit-hooks.yaml")
	entries := map[string]string{}
	for _, h := range hooks {
		entries[h.ID] = h.Entry
		if !slices.Equal(h.Args, []string{"--"}) {
			t.Errorf("%s: args %q: what follows them are names of files", h.ID, h.Args)
		}
		if h.Name == "" || h.Description == "" || h.Language != "golang" || !slices.Equal(h.Types, []string{"yaml"}) || !strings.HasPrefix(h.Entry, "wavetank ") {
			t.Errorf("%+v", h)
		}
		files, err := regexp.Compile(h.Files)
		if err != nil || !files.MatchString("chaos/outage.yaml") || !files.MatchString("a/wavetank/b.yaml") || files.MatchString("compose.yaml") {
			t.Errorf("%s: files %s: %v", h.ID, h.Files, err)
		}
	}
	f := newForge(t)
	run := func(id, args, want, text string) {
		t.Helper()
		code, log := f.shell(t, f.dev, entries[id]+" "+args)
		if code != want || !strings.Contains(log, text) {
			t.Errorf("%s %s: exit %s, want %s and %q\n%s", id, args, code, want, text, log)
		}
	}
	args := strings.Join(configuredArgs(t, entries), " ")
	run("wavetank-validate", "-- chaos/outage.yaml chain.yaml", "0", "")
	run("wavetank-gate", "-- chaos/outage.yaml", "0", "")
	run("wavetank-gate", "-- --save-baseline=a/chaos/x.yaml", "2", "--save-baseline=a/chaos/x.yaml does not exist")
	run("wavetank-gate", args, "0", "")
	for name, text := range map[string]string{
		"chain.yaml":        strings.Replace(gateChain, "{base: 30s}", "{kind: constant, base: 1s}", 1),
		"chaos/outage.yaml": strings.Replace(gateScenario, "total: 10s", "total: 14s", 1),
		"chaos/wrong.yaml":  "name: [\n",
	} {
		if err := os.WriteFile(filepath.Join(f.dev, filepath.FromSlash(name)), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	run("wavetank-validate", "-- chaos/wrong.yaml", "2", "chaos/wrong.yaml:1:")
	run("wavetank-gate", "-- chaos/outage.yaml", "1", "short-outage: regression: ours.latency_p99 ")
	run("wavetank-gate", args, "1", "outage-503: regression: ours.latency_p99 ")
}

// configuredArgs are those of the example that people copy; its hooks exist.
func configuredArgs(t *testing.T, known map[string]string) (args []string) {
	t.Helper()
	var config struct {
		Repos []struct {
			Repo, Rev string
			Hooks     []struct {
				ID, Files     string
				PassFilenames bool `yaml:"pass_filenames"`
				Args          []string
			}
		}
	}
	readCI(t, &config, true, "testdata", "ci", "pre-commit-config.yaml")
	for _, h := range config.Repos[0].Hooks {
		if known[h.ID] == "" {
			t.Errorf("there is no hook %s", h.ID)
		}
		args = append(args, h.Args...)
	}
	return args
}

// TestWorkflow holds that the workflow that people copy hands the action what it
// takes.
func TestWorkflow(t *testing.T) {
	var w struct {
		On   string
		Jobs map[string]struct {
			Steps []actionStep
		}
	}
	readCI(t, &w, false, "testdata", "ci", "gate.yaml")
	steps := w.Jobs["gate"].Steps
	if w.On != "pull_request" || len(steps) != 2 || !strings.Contains(steps[1].Uses, "/.github/actions/gate@") {
		t.Fatalf("%+v", w)
	}
	a, _ := readAction(t)
	for name := range steps[1].With {
		if _, ok := a.Inputs[name]; !ok {
			t.Errorf("the action takes no %s", name)
		}
	}
}

// TestBaseline holds that what is kept is a baseline of what is kept beside it.
func TestBaseline(t *testing.T) {
	text, err := os.ReadFile(inRepository(t, "testdata", "ci", "baseline.json"))
	if err != nil {
		t.Fatal(err)
	}
	var saved struct {
		Scenario struct{ Hash string }
		Seeds    []uint64
	}
	if err := json.Unmarshal(text, &saved); err != nil {
		t.Fatal(err)
	}
	f := &runFlags{}
	all, err := f.load([]string{inRepository(t, "testdata", "ci", "ours.yaml")})
	if err != nil {
		t.Fatal(err)
	}
	if hash := all[0].Summary().Hash; saved.Scenario.Hash != hash || len(saved.Seeds) > 5 {
		t.Errorf("a baseline of %s over %d seeds, beside %s", saved.Scenario.Hash, len(saved.Seeds), hash)
	}
}
