package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"
)

// The action of GitHub is checked as the runner would, and as people who wrote
// such actions learned to: by the rules below, which are those of GitHub's
// metadata for composite actions.

type action struct {
	Name        string
	Description string
	Inputs      map[string]struct {
		Description, Default, DeprecationMessage string
		Required                                 bool
	}
	Outputs map[string]struct{ Description, Value string }
	Runs    struct {
		Using string
		Steps []actionStep
	}
}

type actionStep struct {
	ID, Name, If, Uses, Run, Shell string
	With, Env                      map[string]string
	WorkingDirectory               string `yaml:"working-directory"`
	ContinueOnError                bool   `yaml:"continue-on-error"`
}

const actionFolder = "../../.github/actions/gate"

func readAction(t *testing.T) (action, string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(actionFolder, "action.yml"))
	if err != nil {
		t.Fatal(err)
	}
	var a action
	if err := yaml.Load(text, &a, yaml.WithKnownFields()); err != nil {
		t.Fatal(err) // a key that the runner does not know, or a value of another kind
	}
	return a, string(text)
}

func TestAction(t *testing.T) {
	a, text := readAction(t)
	if a.Name == "" || a.Description == "" || a.Runs.Using != "composite" || len(a.Runs.Steps) == 0 {
		t.Errorf("name %q, description %q, using %q, %d steps", a.Name, a.Description, a.Runs.Using, len(a.Runs.Steps))
	}
	for name, in := range a.Inputs {
		if !regexp.MustCompile(`^[a-z][a-z0-9-]*$`).MatchString(name) || in.Description == "" {
			t.Errorf("input %s: lower case, and a description %q", name, in.Description)
		}
		if !strings.Contains(text, "${{ inputs."+name+" }}") {
			t.Errorf("input %s is used by no step", name)
		}
	}
	for _, m := range regexp.MustCompile(`inputs\.([a-z-]+)`).FindAllStringSubmatch(text, -1) {
		if _, ok := a.Inputs[m[1]]; !ok {
			t.Errorf("inputs.%s is no input", m[1])
		}
	}
	for name, out := range a.Outputs {
		if out.Description == "" || !strings.Contains(out.Value, "steps.") {
			t.Errorf("output %s: description %q, value %q", name, out.Description, out.Value)
		}
	}
	checkSteps(t, a.Runs.Steps)
	checkStepOutputs(t, a, text)
}

func checkSteps(t *testing.T, steps []actionStep) {
	t.Helper()
	pinned := regexp.MustCompile(`^[\w-]+/[\w./-]+@(v\d+|[0-9a-f]{40})$`)
	for i, s := range steps {
		switch {
		case (s.Run == "") == (s.Uses == ""):
			t.Errorf("step %d has run %q and uses %q, want one of them", i, s.Run, s.Uses)
		case s.Run != "" && s.Shell == "":
			t.Errorf("step %d runs without a shell, which a composite action must name", i)
		case strings.Contains(s.Run, "${{"):
			t.Errorf("step %d writes an expression into its script, where it may be code: hand it over by env", i)
		case strings.Contains(s.Run, "github.action_path"):
			t.Errorf("step %d asks the context for the action's folder, which is another one in a container", i)
		case s.Uses != "" && !pinned.MatchString(s.Uses):
			t.Errorf("step %d uses %s, want a major version or a commit", i, s.Uses)
		case s.Run != "" && len(s.With) > 0 || s.Uses != "" && s.Shell != "":
			t.Errorf("step %d mixes keys of run and of uses", i)
		}
	}
}

// checkStepOutputs demands that what is read of a step is something that the
// step sets, and stands before.
func checkStepOutputs(t *testing.T, a action, text string) {
	t.Helper()
	script, err := os.ReadFile(filepath.Join(actionFolder, "gate.sh"))
	if err != nil {
		t.Fatal(err)
	}
	sets := map[string]func(output string) bool{}
	ours := func(output string) bool { return strings.Contains(string(script), "output "+output+" ") }
	for _, s := range a.Runs.Steps {
		switch {
		case strings.Contains(s.Run, "gate.sh"):
			sets[s.ID] = ours
		case strings.HasPrefix(s.Uses, "actions/cache@"):
			sets[s.ID] = func(output string) bool { return output == "cache-hit" }
		}
	}
	for _, m := range regexp.MustCompile(`steps\.([\w-]+)\.outputs\.([\w-]+)`).FindAllStringSubmatch(text, -1) {
		if known := sets[m[1]]; known == nil || !known(m[2]) {
			t.Errorf("steps.%s.outputs.%s is set by no step", m[1], m[2])
		}
	}
	for _, m := range regexp.MustCompile(`GATE_[A-Z_]+`).FindAllString(text, -1) {
		if !strings.Contains(string(script), "${"+m) {
			t.Errorf("the script does not read %s", m)
		}
	}
}

// TestActionDefaults holds that the scenarios that a chain meets unless told
// otherwise are in the library, and are asked for by their role alone: any chain
// of one provider or more can meet them.
func TestActionDefaults(t *testing.T) {
	a, _ := readAction(t)
	chain := filepath.Join(t.TempDir(), "chain.yaml")
	if err := os.WriteFile(chain, []byte("providers: {only: {latency: 1s}}\nstrategies: {ours: {preset: naive}}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	names := strings.Fields(a.Inputs["scenarios"].Default)
	if len(names) < 5 || !slices.Contains(names, "hang-primary") {
		t.Errorf("scenarios are %v", names)
	}
	f := &runFlags{}
	f.opts.Chain = chain
	if _, err := f.load(names); err != nil {
		t.Error(err)
	}
	g := gateFlags{failOn: []string{a.Inputs["fail-on"].Default}, against: "HEAD"}
	if err := g.read(); err != nil {
		t.Error(err)
	}
}
