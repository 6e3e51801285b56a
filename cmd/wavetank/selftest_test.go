package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"wavetank/scenarios/selftest"
)

// TestSelftestInterrupted: the exit code says it, and what was finished is told.
func TestSelftestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var stdout, stderr bytes.Buffer
	code := run(ctx, system{args: []string{"selftest", "--for", "1h"}, stdin: strings.NewReader(""), stdout: &stdout, stderr: &stderr,
		env: func(string) (string, bool) { return "", false }})
	if code != exitInterrupted || !strings.Contains(stderr.String(), "interrupted; all laws hold of the 0 worlds that were finished") {
		t.Errorf("exit %d: %s%s", code, stdout.String(), stderr.String())
	}
}

// TestSelftestBroken: a law that is broken is ours, and the small scenario is a file
// that says which law and what it was made of.
func TestSelftestBroken(t *testing.T) {
	path := filepath.Join(t.TempDir(), "small.yaml")
	var stdout bytes.Buffer
	r := &selftest.Report{World: 29, Broken: &selftest.Broken{Law: selftest.LawTime, Strategy: "s1", Seed: 30, Text: "it did"}, Reduced: []byte("name: x\n")}
	err := (&selftestFlags{output: path}).broken(&system{stdout: &stdout}, r)
	var told *exitError
	if !errors.As(err, &told) || told.code != exitInternal {
		t.Errorf("not ours: %v", err)
	}
	for _, want := range []string{"a law is broken: time never goes back", "s1, seed 30: it did", "wavetank selftest --seed 29 --count 1", "wavetank selftest " + path} {
		if !strings.Contains(stdout.String(), want) {
			t.Errorf("it does not say %q:\n%s", want, stdout.String())
		}
	}
	text, err := os.ReadFile(path)
	if err != nil || !bytes.HasPrefix(text, []byte("# Breaks a law")) || !bytes.HasSuffix(text, []byte("\nname: x\n")) {
		t.Errorf("%v: %s", err, text)
	}
}
