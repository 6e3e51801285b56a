package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestWorkflowsLint has actionlint judge the workflows that people copy: keys,
// expressions, which contexts are there, what actions take, and the scripts where
// shellcheck is at hand. It is a module of its own: no user of wavetank needs it.
func TestWorkflowsLint(t *testing.T) {
	t.Parallel()
	var files []string
	for _, pattern := range []string{"testdata/deploy/*.yml", "../../testdata/ci/gate.yaml"} {
		found, err := filepath.Glob(pattern)
		if err != nil || len(found) == 0 {
			t.Fatal(pattern, err)
		}
		files = append(files, found...)
	}
	for i, f := range files {
		abs, err := filepath.Abs(f)
		if err != nil {
			t.Fatal(err)
		}
		files[i] = abs
	}
	lint := func(files ...string) (out, notes string, err error) {
		c := exec.Command("go", append([]string{"tool", "actionlint"}, files...)...)
		c.Dir = "testdata/actionlint"
		return programOutput(c)
	}
	if _, notes, err := lint("-version"); err != nil {
		if strings.Contains(notes, "dial tcp") || strings.Contains(notes, "GOPROXY=off") || strings.Contains(notes, "GOPROXY list") {
			t.Skipf("actionlint cannot be had:\n%s", notes)
		}
		t.Fatal(notes)
	}
	if out, notes, err := lint(files...); err != nil {
		t.Error(out, notes)
	}
	text, err := os.ReadFile("testdata/deploy/github-matrix.yml")
	if err != nil {
		t.Fatal(err)
	}
	for _, wrong := range [][3]string{
		{"needs: part", "needs: parts", `needs job "parts" which does not exist`},
		{"github.run_id", "github.runid", `property "runid" is not defined`},
		{"timeout-minutes:", "timeout-minute:", `unexpected key "timeout-minute"`},
		{"pattern: part-*", "patern: part-*", `input "patern" is not defined in action "actions/download-artifact`},
		{"strategy.job-total", "matrix.parts", `property "parts" is not defined`},
	} {
		file := filepath.Join(t.TempDir(), "wrong.yml")
		if err := os.WriteFile(file, []byte(strings.Replace(string(text), wrong[0], wrong[1], 1)), 0o600); err != nil {
			t.Fatal(err)
		}
		if out, notes, err := lint(file); err == nil || !strings.Contains(out, wrong[2]) {
			t.Errorf("%s in place of %s is accepted: %v\n%s%s", wrong[1], wrong[0], err, out, notes)
		}
	}
}
