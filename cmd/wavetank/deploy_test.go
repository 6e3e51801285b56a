package main

import (
	"bytes"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"
)

// The examples of a search on several machines run here as they stand, one part
// after the other, with what their engine would tell each: together they find,
// byte for byte, what one process does.

// smallSearch makes a search of an example one for a test.
const smallSearch = "--candidates 12 --seeds 2 --max-seeds 2 --held 2 --set workload.arrivals.from=0.1 --set workload.arrivals.to=0.5"

// deployed is a machine that an example runs on.
type deployed struct {
	bin string   // holds a wavetank whose searches are small
	env []string // without anything that tells a shard
}

func newDeployed(t *testing.T) *deployed {
	t.Helper()
	for _, program := range []string{"bash", "sh"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skip(err)
		}
	}
	real, err := exec.LookPath("wavetank")
	if err != nil {
		t.Fatal(err)
	}
	d := &deployed{bin: t.TempDir()}
	script := "#!/usr/bin/env bash\n[ \"$1\" != tune ] || set -- \"$@\" " + smallSearch + "\nexec " + real + " \"$@\"\n"
	if err := os.WriteFile(filepath.Join(d.bin, "wavetank"), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	d.env = append(os.Environ(), "GITHUB_ACTIONS=", "GITHUB_STEP_SUMMARY=", "PATH="+d.bin+string(filepath.ListSeparator)+os.Getenv("PATH"))
	return d
}

// run runs a command in a folder, which succeeds.
func (d *deployed) run(t *testing.T, dir string, env []string, command ...string) {
	t.Helper()
	c := exec.Command(command[0], command[1:]...)
	if command[0] == "wavetank" {
		c.Path, c.Err = filepath.Join(d.bin, "wavetank"), nil
	}
	c.Dir, c.Env = dir, append(slices.Clone(d.env), env...)
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", strings.Join(command, " "), err, out)
	}
}

// alone is what one process finds with the arguments of a part.
func (d *deployed) alone(t *testing.T, tune ...string) []byte {
	t.Helper()
	tune = slices.DeleteFunc(slices.Clone(tune), func(arg string) bool {
		return strings.HasPrefix(arg, "--shard") || strings.HasPrefix(arg, "--checkpoint") || strings.HasPrefix(arg, "--output")
	})
	dir := t.TempDir()
	d.run(t, dir, nil, append(tune, "-o", "json=all.json")...)
	return read(t, dir, "all.json")
}

func read(t *testing.T, parts ...string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(parts...))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// pod is what is run of a job.
type pod struct {
	Metadata struct{ Name string }
	Spec     struct {
		Completions    int
		CompletionMode string `yaml:"completionMode"`
		Suspend        bool
		Template       struct {
			Spec struct {
				Containers []struct {
					Command []string
					Env     []struct{ Name, Value string }
				}
			}
		}
	}
}

func TestKubernetesJobs(t *testing.T) {
	t.Parallel()
	d := newDeployed(t)
	jobs := map[string]pod{}
	for y := yaml.NewDecoder(bytes.NewReader(read(t, kubernetesManifest))); ; {
		var p pod
		if y.Decode(&p) != nil {
			break // TestKubernetesManifest holds that this is the end
		}
		jobs[p.Metadata.Name] = p
	}
	tune, merge := jobs["wavetank-tune"].Spec, jobs["wavetank-merge"].Spec
	part, rest := tune.Template.Spec.Containers[0], merge.Template.Spec.Containers[0]
	if tune.CompletionMode != "Indexed" || !merge.Suspend || part.Env[0].Name != shardsVar || part.Env[0].Value != strconv.Itoa(tune.Completions) {
		t.Fatalf("%+v\n%+v", tune, merge)
	}
	volume := t.TempDir()
	for i := range tune.Completions {
		index := strconv.Itoa(i)
		var command []string
		for _, arg := range part.Command {
			command = append(command, strings.ReplaceAll(arg, "$(JOB_COMPLETION_INDEX)", index)) // as the kubelet does
		}
		d.run(t, volume, []string{"JOB_COMPLETION_INDEX=" + index, shardsVar + "=" + part.Env[0].Value}, command...)
	}
	d.run(t, volume, nil, rest.Command...)
	if !bytes.Equal(read(t, volume, "all.json"), d.alone(t, part.Command...)) {
		t.Error("the merged parts are not what one process finds")
	}
}

// workflow is what is run of a workflow.
type workflow struct {
	Name, On    string
	Permissions map[string]string
	Jobs        map[string]struct {
		Needs    string
		RunsOn   string `yaml:"runs-on"`
		Strategy struct {
			FailFast bool `yaml:"fail-fast"`
			Matrix   map[string][]int
		}
		Env   map[string]string
		Steps []workflowStep
	}
}

// workflowStep is one of a workflow's job.
type workflowStep struct {
	If, Uses, Run  string
	With           map[string]string
	TimeoutMinutes int `yaml:"timeout-minutes"`
}

// script is what the steps of a job run.
func script(steps []workflowStep) (out string) {
	for _, s := range steps {
		out += s.Run
	}
	return out
}

func TestMatrixWorkflow(t *testing.T) {
	t.Parallel()
	d := newDeployed(t)
	var w workflow
	readDeploy(t, "github-matrix.yml", &w)
	part, merge := w.Jobs["part"], w.Jobs["merge"]
	dir := t.TempDir()
	if err := os.Symlink(d.bin, filepath.Join(dir, "bin")); err != nil {
		t.Skip(err)
	}
	total := len(part.Strategy.Matrix["part"])
	for i := range total {
		var env []string
		for _, name := range slices.Sorted(maps.Keys(part.Env)) {
			value := strings.NewReplacer("${{ strategy.job-index }}", strconv.Itoa(i), "${{ strategy.job-total }}", strconv.Itoa(total)).Replace(part.Env[name])
			env = append(env, name+"="+value)
		}
		d.run(t, dir, env, "bash", "-e", "-c", script(part.Steps))
		if err := os.Remove(filepath.Join(dir, "part.checkpoint")); err != nil {
			t.Error(err) // each job has a machine of its own
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "parts"), 0o755); err != nil {
		t.Fatal(err)
	}
	d.run(t, dir, nil, "sh", "-c", "mv part-*.json parts/")
	d.run(t, dir, []string{"GITHUB_STEP_SUMMARY=" + filepath.Join(dir, "summary.md")}, "bash", "-e", "-c", script(merge.Steps))
	if !bytes.Equal(read(t, dir, "tuned", "all.json"), d.alone(t, tuneOf(t, script(part.Steps))...)) {
		t.Error("the merged parts are not what one process finds")
	}
	if summary := read(t, dir, "summary.md"); !bytes.Contains(summary, []byte("five-provider")) {
		t.Errorf("the summary is\n%s", summary)
	}
}

// readDeploy reads an example, of which every key is known.
func readDeploy(t *testing.T, name string, into any) {
	t.Helper()
	if err := yaml.Load(read(t, "testdata", "deploy", name), into, yaml.WithKnownFields()); err != nil {
		t.Fatal(err)
	}
}

// tuneOf is the search of a script, as arguments.
func tuneOf(t *testing.T, script string) []string {
	t.Helper()
	c := exec.Command("bash", "-c", "chmod() { :; }; tune() { printf '%s\\n' tune \"$@\"; }; "+strings.ReplaceAll(script, "bin/wavetank ", ""))
	out, err := c.Output()
	if err != nil {
		t.Fatal(err)
	}
	args := strings.Split(strings.TrimSpace(string(out)), "\n")
	end := slices.Index(args, "--shard")
	return append([]string{"wavetank"}, args[:end]...)
}
