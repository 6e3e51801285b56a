package main

import (
	"bytes"
	"context"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A block of the README is run as a reader would: a yaml block whose first line
// is "# NAME" becomes a file, and a console block is commands after "$ " with
// what they print. Lines of three dots stand for lines left out. A go block is
// what stands in the file that its first line names, and that file is a test.

var update = flag.Bool("update", false, "write testdata/ci/baseline.json anew")

var fence = regexp.MustCompile("(?ms)^```(\\w*)\n(.*?)^```$")

// repositoryTop is this repository's folder.
var repositoryTop = sync.OnceValues(func() (string, error) { return filepath.Abs(filepath.Join("..", "..")) })

func inRepository(t *testing.T, parts ...string) string {
	t.Helper()
	top, err := repositoryTop()
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Join(append([]string{top}, parts...)...)
}

func TestReadme(t *testing.T) {
	text, err := os.ReadFile(inRepository(t, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	blocks := fence.FindAllStringSubmatch(string(text), -1)
	if len(blocks) < 4 {
		t.Fatalf("%d blocks in README.md, want at least 4: is the fence still right?", len(blocks))
	}
	kept := keptFiles(t)
	t.Chdir(t.TempDir())
	for _, b := range blocks {
		switch kind, body := b[1], b[2]; kind {
		case "yaml":
			readmeFile(t, body, kept)
		case "console":
			readmeConsole(t, body)
		case "go":
			readmeGo(t, body)
		default:
			t.Errorf("a block of kind %q is run by nobody: use yaml, console or go", kind)
		}
	}
	readmeBaseline(t, kept)
	for name := range kept {
		t.Errorf("testdata/ci/%s is not in the README", name)
	}
}

// keptFiles are the files of testdata/ci, which the README shows.
func keptFiles(t *testing.T) map[string]string {
	t.Helper()
	out := map[string]string{}
	dir := inRepository(t, "testdata", "ci")
	all, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range all {
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		out[e.Name()] = string(text)
	}
	return out
}

// readmeFile writes a yaml block to its file, and holds it against the one of
// that name that is kept, of which it then takes care.
func readmeFile(t *testing.T, body string, kept map[string]string) {
	t.Helper()
	first, rest, _ := strings.Cut(body, "\n")
	name, ok := strings.CutPrefix(first, "# ")
	if !ok || filepath.Ext(name) != ".yaml" && filepath.Ext(name) != ".yml" {
		t.Errorf("a yaml block begins with %q, want its file's name as a comment", first)
		return
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(rest), 0o600); err != nil {
		t.Fatal(err)
	}
	base := strings.TrimPrefix(filepath.Base(name), ".")
	if text, ok := kept[base]; ok {
		if diff := cmp.Diff(rest, text); diff != "" {
			t.Errorf("testdata/ci/%s is another one (-README +there):\n%s", base, diff)
		}
		delete(kept, base)
	}
}

// readmeBaseline holds the baseline that a command of the README wrote against
// the one that is kept.
func readmeBaseline(t *testing.T, kept map[string]string) {
	t.Helper()
	const name = "baseline.json"
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if string(text) != kept[name] {
		if !*update {
			t.Errorf("testdata/ci/%s is not what it is now; -update writes it", name)
		} else if err := os.WriteFile(inRepository(t, "testdata", "ci", name), text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	delete(kept, name)
}

// readmeGo looks for the lines of a go block in the test that it names: in their
// order, and without a gap but where three dots stand.
func readmeGo(t *testing.T, body string) {
	t.Helper()
	first, rest, _ := strings.Cut(body, "\n")
	name, ok := strings.CutPrefix(first, "// ")
	if !ok || !strings.HasSuffix(name, "_test.go") {
		t.Errorf("a go block begins with %q, want the test that it is taken from", first)
		return
	}
	text, err := os.ReadFile(inRepository(t, filepath.FromSlash(name)))
	if err != nil {
		t.Error(err)
		return
	}
	left := string(text)
	for _, part := range dots.Split(rest, -1) {
		_, after, ok := strings.Cut(left, part)
		if !ok || strings.TrimSpace(part) == "" {
			t.Errorf("%s does not have, in this order:\n%s", name, part)
			return
		}
		left = after
	}
}

var dots = regexp.MustCompile(`(?m)^\s*\.\.\.\n`)

func readmeConsole(t *testing.T, body string) {
	t.Helper()
	for _, part := range strings.Split("\n"+body, "\n$ ")[1:] {
		command, want, _ := strings.Cut(part, "\n")
		if command == "go test ./..." {
			continue // this very run
		}
		if strings.HasPrefix(command, "go test ./") || strings.HasPrefix(command, "go doc ./") {
			readmeGoCommand(t, commandWords(command))
			continue
		}
		args, ok := strings.CutPrefix(command, "go run ./cmd/wavetank ")
		if !ok {
			args, ok = strings.CutPrefix(command, "wavetank ")
		}
		if !ok {
			t.Errorf("README runs %q, which this test does not know", command)
			continue
		}
		var stdout, stderr bytes.Buffer
		code := run(context.Background(), system{args: commandWords(args), stdin: strings.NewReader(""), stdout: &stdout, stderr: &stderr,
			env: func(string) (string, bool) { return "", false }})
		if code != exitOK && code != exitFailed {
			t.Errorf("%s: exit %d: %s", command, code, stderr.String())
		}
		if diff := cmp.Diff(strings.TrimRight(want, "\n"), elide(want, strings.TrimRight(stdout.String(), "\n"))); diff != "" {
			t.Errorf("%s prints something else (-README +now):\n%s", command, diff)
		}
	}
}

// readmeGoCommand runs a go command where a reader does, at the top.
func readmeGoCommand(t *testing.T, args []string) {
	t.Helper()
	c := exec.Command(args[0], args[1:]...)
	c.Dir = inRepository(t)
	var said bytes.Buffer
	c.Stderr = &said
	if out, err := c.Output(); err != nil {
		t.Errorf("%s: %v\n%s%s", strings.Join(args, " "), err, out, said.String())
	}
}

// commandWords splits a command line at blanks outside single quotes.
func commandWords(line string) []string {
	var out []string
	for i, part := range strings.Split(line, "'") {
		if i%2 == 1 {
			out = append(out, part)
			continue
		}
		out = append(out, strings.Fields(part)...)
	}
	return out
}

// elide replaces in got what a line of three dots in want leaves out, so that
// the two compare equal where they agree around it.
func elide(want, got string) string {
	w, g := strings.Split(strings.TrimRight(want, "\n"), "\n"), strings.Split(got, "\n")
	var out []string
	for i, k := 0, 0; ; i++ {
		if i == len(w) {
			return strings.Join(append(out, g[min(k, len(g)):]...), "\n")
		}
		if w[i] != "..." {
			if k < len(g) {
				out = append(out, g[k])
			}
			k++
			continue
		}
		if i+1 == len(w) {
			return strings.Join(append(out, "..."), "\n")
		}
		for next := k; next < len(g); next++ {
			if g[next] == w[i+1] {
				out, k = append(out, "..."), next
				break
			}
		}
	}
}
