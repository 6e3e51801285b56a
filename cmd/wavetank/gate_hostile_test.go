package main

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var attack = flag.Bool("attack", false, "try everything that attack tests know, not a fourth of it")

// TestGateHostile hands the gate values that a stranger's workflow or branch may
// hold: none becomes an option of git or of wavetank, none runs a command, and none
// writes a ref or an output of the step.
func TestGateHostile(t *testing.T) {
	t.Parallel()
	f := newForge(t)
	f.commit(t, map[string]string{"config.yaml": "model_list: []\n"})
	f.run(t, f.dev, "git", "push", "-q", "origin", "main")
	f.install(t, "")
	w := f.pullRequest(t, map[string]string{"README": "a text\n"})
	canary := filepath.Join(t.TempDir(), "canary")
	chain := []string{"GATE_CHAIN=chain.yaml", "GATE_SCENARIOS=outage-503", "GATE_SEEDS=1"}
	hostile := map[string][]string{
		"GATE_AGAINST": {"--upload-pack=touch CANARY;", "--upload-pack=touch CANARY;.yaml", "-u", "--output=CANARY", "main:refs/heads/pwned",
			"+main:refs/tags/pwned", "refs/heads/*:refs/heads/pwned/*", "ext::touch% CANARY", "$(touch CANARY)", "`touch CANARY`",
			"nowhere; touch CANARY", "nowhere\nexit-code=0", "--help", "-"},
		"GATE_BEFORE": {"--upload-pack=touch CANARY;", "main:refs/heads/pwned", "-u", "$(touch CANARY)", "a\nexit-code=0"},
		"GITHUB_BASE_REF": {"--upload-pack=touch CANARY;", "main:refs/heads/pwned", "$(touch CANARY)", "a b", "../x", "a\nexit-code=0",
			"-u main"},
		"GATE_CHAIN":     {"--help", "-o=json=CANARY", "--output=json=CANARY", "-", "$(touch CANARY)", "a\nexit-code=0", "../../../../etc/passwd\n"},
		"GATE_SEEDS":     {"-o=json=CANARY", "1 -o json=CANARY", "--help", "1\nexit-code=0", "$(touch CANARY)"},
		"GATE_FAIL_ON":   {"--help", "expect -o json=CANARY", "*", "expect,--save-baseline=CANARY", "a\nexit-code=0"},
		"GATE_EXPECT":    {"--save-baseline=CANARY", "-o json=CANARY", "$(touch CANARY)", "--help"},
		"GATE_SCENARIOS": {"-ojson=CANARY ./x.yaml", "--save-baseline=CANARY", "--help ./x.yaml", "$(touch CANARY).yaml", "-q"},
		"GATE_LITELLM": {"--output=CANARY", "-oCANARY", "--help", "-", ":(exclude)config.yaml", ":/", "../../config.yaml", "$(touch CANARY)",
			"a\nexit-code=0"},
	}
	for name, values := range hostile {
		for i, value := range values {
			if i%4 != 0 && !*attack {
				continue
			}
			env := append(chain[:len(chain):len(chain)], name+"="+strings.ReplaceAll(value, "CANARY", canary))
			switch name {
			case "GATE_LITELLM":
				env = append(env, "GATE_CHAIN=")
			case "GATE_BEFORE":
				env = append(env, "GITHUB_BASE_REF=")
			}
			g := f.gate(t, w, env...)
			if g.code != "2" {
				t.Errorf("%s=%q: exit %s, want 2\n%s%s", name, value, g.code, g.log, g.err)
			}
			if _, err := os.Lstat(canary); err == nil {
				t.Errorf("%s=%q wrote %s", name, value, canary)
				os.Remove(canary)
			}
			if refs := f.run(t, w, "git", "for-each-ref"); strings.Contains(refs, "pwned") {
				t.Errorf("%s=%q wrote refs: %s", name, value, refs)
				f.run(t, w, "git", "update-ref", "-d", "refs/heads/pwned")
				f.run(t, w, "git", "update-ref", "-d", "refs/tags/pwned")
			}
			if g.outputs != "exit-code=2\n" {
				t.Errorf("%s=%q: outputs %q", name, value, g.outputs)
			}
		}
	}
	g := f.gate(t, w, append(chain, "GATE_HTML=a\nexit-code=7\nb=c")...)
	g.want(t, "an artifact's name of several lines", "0", "outputs:exit-code=0\n", "outputs:html="+f.temp)
	if strings.Contains(g.outputs, "b=c") || strings.Contains(g.outputs, "=7") {
		t.Errorf("outputs %q", g.outputs)
	}
}

// TestGateLinks refuses a configuration that is a link, here or in the base.
func TestGateLinks(t *testing.T) {
	t.Parallel()
	f := newForge(t)
	f.install(t, "")
	link := func(name, to string) {
		t.Helper()
		os.Remove(filepath.Join(f.dev, name))
		if err := os.Symlink(to, filepath.Join(f.dev, name)); err != nil {
			t.Skip(err)
		}
	}
	secret := filepath.Join(t.TempDir(), "secret.yaml")
	if err := os.WriteFile(secret, []byte("model_list: [{model_name: canary0815}]\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	link("was.yaml", "chain.yaml")
	f.commit(t, nil)
	f.run(t, f.dev, "git", "push", "-q", "origin", "main")
	f.run(t, f.dev, "git", "checkout", "-q", "-b", "links")
	link("config.yaml", secret)
	link("git.yaml", ".git/config")
	f.commit(t, nil)
	f.run(t, f.dev, "git", "push", "-q", "--force", "origin", "HEAD:refs/pull/1/merge")
	w := f.checkout(t, "refs/pull/1/merge")
	for _, row := range [][2]string{{"GATE_LITELLM=config.yaml", "::error file=config.yaml,line=1,col=1,"}, {"GATE_CHAIN=config.yaml", "config.yaml:1:1: "},
		{"GATE_CHAIN=git.yaml", "git.yaml belongs to git itself"}, {"GATE_LITELLM=git.yaml", "git.yaml belongs to git itself"}} {
		f.gate(t, w, row[0], "GATE_SCENARIOS=outage-503", "GATE_AGAINST=none").want(t, row[0], "2", row[1], "no:canary0815", "no:repositoryformatversion")
	}
	os.Remove(filepath.Join(f.dev, "was.yaml"))
	f.commit(t, map[string]string{"was.yaml": gateChain})
	f.run(t, f.dev, "git", "push", "-q", "--force", "origin", "HEAD:refs/pull/1/merge")
	w = f.checkout(t, "refs/pull/1/merge")
	f.gate(t, w, "GATE_CHAIN=was.yaml", "GATE_SCENARIOS=outage-503").want(t, "a chain that was a link", "2", "was.yaml is a link in ")
	f.gate(t, w, "GATE_LITELLM=was.yaml", "GATE_SCENARIOS=outage-503").want(t, "a config that was a link", "2")
}

// TestGateEmbedded refuses a folder that looks like a repository of its own, whose
// settings have git run a program.
func TestGateEmbedded(t *testing.T) {
	t.Parallel()
	f := newForge(t)
	canary := filepath.Join(t.TempDir(), "canary")
	f.commit(t, map[string]string{"chaos/HEAD": "ref: refs/heads/main\n", "chaos/refs/heads/.keep": "", "chaos/objects/.keep": "",
		"chaos/config": "[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = ..\n\tfsmonitor = \"touch " + canary + ";false\"\n"})
	if err := os.WriteFile(filepath.Join(f.dev, "chaos", "new.yaml"), []byte(gateScenario), 0o600); err != nil {
		t.Fatal(err)
	}
	_, log := f.shell(t, f.dev, "wavetank run chaos/new.yaml --against HEAD")
	out, err := git(filepath.Join(f.dev, "chaos"), "status")
	if err == nil {
		t.Errorf("a committed folder is a repository: %s", out)
	}
	if _, err := os.Lstat(canary); err == nil {
		t.Errorf("a committed folder ran a program: %s", log)
	}
	for _, ref := range []string{"--upload-pack=touch " + canary, "-x", "--help", "--output=" + canary, "HEAD\n", "a\x00b"} {
		if _, err := newGitTree(f.dev, ref); err == nil {
			t.Errorf("%q is taken for a revision", ref)
		}
	}
}
