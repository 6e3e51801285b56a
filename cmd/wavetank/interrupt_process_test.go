package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// weeks are a scenario near the limits: providers that flap for weeks.
func weeks(more string) string {
	return `schema_version: 1
name: weeks
duration: 744h
workload: {arrivals: {kind: poisson, rate: 100}` + more + `}
providers:
  a: {latency: 1s, errors: {share: 1%}}
  b: {latency: {kind: lognormal, median: 1s, p99: 9s}}
  c: {latency: 1s}
timeline:
` + strings.Repeat("  - {at: 0s, for: 744h, provider: all, kind: flap, down: 1s, up: 1s}\n", 8)
}

// tape is a CSV of recorded requests that takes seconds to read.
func tape(t *testing.T) string {
	var b bytes.Buffer
	b.WriteString("TIMESTAMP,ContextTokens,GeneratedTokens\n")
	for i := range 2_000_000 {
		fmt.Fprintf(&b, "2023-11-16 %02d:%02d:%02d.%03d,100,100\n", i/100_000, i/2000%50, i/40%50, i%40)
	}
	file := filepath.Join(t.TempDir(), "tape.csv")
	if err := os.WriteFile(file, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// TestTerminated: whatever a process is at, a signal ends it within a second or so,
// with 130, and nothing is left beside. It has read its scenario when the signal
// comes, from a pipe that holds less than one.
func TestTerminated(t *testing.T) {
	file := tape(t)
	recorded := strings.Replace(weeks(""), "{kind: poisson, rate: 100}", "{kind: trace, file: "+file+"}", 1)
	measured := strings.Replace(weeks(""), "a: {latency: 1s", "a: {latency: {kind: empirical, file: "+file+", column: GeneratedTokens, unit: ms}", 1)
	for _, row := range []struct{ name, doc, args string }{
		{"run", weeks(""), "run - --strategy five-provider -o json=out.json -o html=out.html"},
		{"explain", weeks(""), "explain - --strategy five-provider"},
		{"tune", weeks(""), "tune - --strategy five-provider -o json=out.json"},
		{"validate a trace", recorded, "validate -"},
		{"run a trace", recorded, "run -"},
		{"a law from a file", measured, "run -"},
	} {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			c := exec.Command("wavetank", append(strings.Fields(row.args), "--max-work", "1e6", "--allow-files", filepath.Dir(file))...)
			c.Dir = t.TempDir()
			var said bytes.Buffer
			c.Stdout, c.Stderr = &said, &said
			in, err := c.StdinPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := c.Start(); err != nil {
				t.Fatal(err)
			}
			// The last of it fits only once the process has read what was before.
			if _, err := io.WriteString(in, row.doc+strings.Repeat("# "+strings.Repeat("x", 70)+"\n", 1500)); err != nil {
				t.Fatal(err)
			}
			in.Close()
			if err := c.Process.Signal(syscall.SIGTERM); err != nil {
				t.Fatal(err)
			}
			at := time.Now()
			c.Wait()
			if took := time.Since(at); took > 3*time.Second { // one, on a machine with nothing else to do
				t.Errorf("it ends after %s", took)
			}
			if code := c.ProcessState.ExitCode(); code != exitInterrupted || !strings.Contains(said.String(), "interrupted") {
				t.Errorf("exit %d, want %d:\n%s", code, exitInterrupted, said.String())
			}
			if left, _ := filepath.Glob(filepath.Join(c.Dir, "*")); len(left) > 0 {
				t.Errorf("it leaves %v behind", left)
			}
		})
	}
}
