package main

import (
	"crypto/sha256"
	"encoding/hex"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

var (
	updateFrozen = flag.Bool("update-frozen", false, "write testdata/frozen.txt anew")
	keepFrozen   = flag.String("keep-frozen", "", "keep in this `folder` what was written, to look at")
)

const frozenFile = "testdata/frozen.txt"

// frozenCases are commands whose every written file is held by its hash: ten
// scenarios through run and explain, three searches, and all kinds of output that
// no golden holds whole. What changes a byte of them changes the file, in a commit
// that says why, after somebody has looked.
func frozenCases() (out []frozenCase) {
	for _, name := range []string{"hang-primary", "outage-503", "schema-drift", "rate-limit-20m", "flapping",
		"brownout", "cut-streams", "filing-deadline", "one-model-out", "limit-penalty"} {
		out = append(out,
			frozenCase{"run-" + name, []string{"run", name, "--seeds", "2", "-v"},
				[]string{"html", "svg", "png", "json", "csv", "md", "table", "hdr", "github"}},
			frozenCase{"explain-" + name, []string{"explain", name, "--strategy", "five-provider"}, []string{"html", "json", "table"}})
	}
	searched := []string{"html", "svg", "png", "json", "csv", "md", "table", "strategy"}
	return append(out,
		frozenCase{"run-two", []string{"run", "brownout", "stray-401", "--seeds", "2", "--duration", "8m"}, []string{"html", "svg", "json", "csv", "md", "table"}},
		frozenCase{"tune-three-objectives", with(small, "--budget", "60"), searched},
		frozenCase{"tune-one-objective", []string{"tune", "brownout", "--duration", "8m", "--vary", "attempt.total=2s..60s 6",
			"--vary", "breaker.trip.failures=2,3,5", "--minimize", "latency_p99", "--seeds", "4", "--held", "2", "-v"}, searched},
		frozenCase{"tune-two-scenarios", []string{"tune", "outage-503", "hang-primary", "--duration", "8m", "--vary", "order=sambanova > groq,groq > gemini",
			"--vary", "breaker.open.base=5s..5m log 3", "--minimize", "latency_p99,cost_per_1k", "--seeds", "3", "--held", "2", "-v"}, searched})
}

type frozenCase struct {
	name    string
	args    []string
	outputs []string
}

// TestFrozen plays every case and compares the hashes of what it wrote with those
// in testdata/frozen.txt. Pictures and floating point are the same on one
// architecture only: the file is of amd64.
func TestFrozen(t *testing.T) {
	t.Parallel()
	if runtime.GOARCH != "amd64" {
		t.Skipf("the hashes are of amd64: %s may round another last digit", runtime.GOARCH)
	}
	var got strings.Builder
	for _, c := range frozenCases() {
		got.WriteString(c.hashes(t))
	}
	if *updateFrozen {
		if err := os.WriteFile(frozenFile, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	text, err := os.ReadFile(frozenFile)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]bool{}
	for line := range strings.Lines(string(text)) {
		want[line] = true
	}
	for line := range strings.Lines(got.String()) {
		if !want[line] {
			t.Errorf("not as frozen: %s", line)
		}
	}
	if len(want) != strings.Count(got.String(), "\n") {
		t.Errorf("%d frozen lines, %d written files", len(want), strings.Count(got.String(), "\n"))
	}
}

// hashes plays a case once, with all its outputs, and gives a line for each.
func (c frozenCase) hashes(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	path := func(kind string) string { return filepath.Join(dir, kind) }
	args := with(c.args)
	for _, kind := range c.outputs {
		if c.args[0] == "explain" { // takes one output a run
			c.play(t, with(c.args, "-o", kind+"="+path(kind)))
			continue
		}
		args = append(args, "-o", kind+"="+path(kind))
	}
	if c.args[0] != "explain" {
		c.play(t, args)
	}
	var out strings.Builder
	for _, kind := range c.outputs {
		text, err := os.ReadFile(path(kind))
		if err != nil {
			t.Fatal(err)
		}
		sum := sha256.Sum256(text)
		fmt.Fprintf(&out, "%s %s %s\n", c.name, kind, hex.EncodeToString(sum[:8]))
		if keep := *keepFrozen; keep != "" {
			if err := os.WriteFile(filepath.Join(keep, c.name+"."+kind), text, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	return out.String()
}

func (c frozenCase) play(t *testing.T, args []string) {
	t.Helper()
	if code, _, said := wavetank(t.Context(), args...); code != exitOK && code != exitFailed {
		t.Fatalf("%q: exit %d: %s", args, code, said)
	}
}
