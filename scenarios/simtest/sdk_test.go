package simtest_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// sdkModule is a module of its own, so that no user of wavetank needs the SDK. It
// takes the first version of the SDK's present API: a chain asks for chat completions
// alone, and to compile all that later versions offer (100 s of CPU against 20) is
// what a fresh machine would spend most of its time on in all our tests.
const sdkModule = "testdata/openaigo"

// TestSDK plays a chain of the official SDK of OpenAI's and of plain gobreaker, in
// a module of its own, under a twenty-minute outage at ten requests a second.
// With -args -seeds 20 in that module it is the whole of it.
func TestSDK(t *testing.T) {
	if testing.Short() {
		t.Skip("builds another module and plays 50,000 questions")
	}
	// On a copy of go.mod and go.sum, which may grow: what wavetank needs changes.
	mod := filepath.Join(t.TempDir(), "go.mod")
	for from, to := range map[string]string{"go.mod": mod, "go.sum": strings.TrimSuffix(mod, "mod") + "sum"} {
		text, err := os.ReadFile(filepath.Join(sdkModule, from))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(to, text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	run := func(args ...string) (out, notes string, err error) {
		c := exec.Command("go", args...)
		var said bytes.Buffer // downloads among it
		c.Dir, c.Stderr = sdkModule, &said
		text, err := c.Output()
		return string(text), said.String(), err
	}
	if _, notes, err := run("list", "-mod=mod", "-modfile="+mod, "-deps", "-test", "."); err != nil {
		if strings.Contains(notes, "dial tcp") || strings.Contains(notes, "GOPROXY=off") || strings.Contains(notes, "GOPROXY list") {
			t.Skipf("its modules cannot be had:\n%s", notes)
		}
		t.Fatal(notes)
	}
	out, notes, err := run("test", "-mod=mod", "-modfile="+mod, "-count=1", "-run", "Outage|Outside", ".", "-args", "-seeds", "2")
	if err == nil {
		t.Errorf("it passes, with a breaker that counts refused requests:\n%s", out)
	}
	for _, want := range []string{
		`counts-outages +99\.\d %.* 1 \(0\) `,
		`counts-everything: \d\S* false trips a run`,
		`outside is not judged: a new chain asked main for 20 of 20 questions, and the next new chain, .* never did`,
	} {
		if !regexp.MustCompile(want).MatchString(out) {
			t.Errorf("does not say %s:\n%s%s", want, out, notes)
		}
	}
	if strings.Contains(out, "counts-outages:") || strings.Count(out, "chain_test.go") != 4 {
		t.Errorf("finds more than it should:\n%s", out)
	}
}
