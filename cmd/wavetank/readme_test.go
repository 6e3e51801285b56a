package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A block of the README is run as a reader would: a yaml block whose first line
// is "# NAME" becomes a file, and a console block is commands after "$ " with
// what they print. Lines of three dots stand for lines left out.

var fence = regexp.MustCompile("(?ms)^```(\\w*)\n(.*?)^```$")

func TestReadme(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	blocks := fence.FindAllStringSubmatch(string(text), -1)
	if len(blocks) < 4 {
		t.Fatalf("%d blocks in README.md, want at least 4: is the fence still right?", len(blocks))
	}
	t.Chdir(t.TempDir())
	for _, b := range blocks {
		switch kind, body := b[1], b[2]; kind {
		case "yaml":
			name, rest, _ := strings.Cut(body, "\n")
			name, ok := strings.CutPrefix(name, "# ")
			if !ok || !strings.HasSuffix(name, ".yaml") {
				t.Errorf("a yaml block begins with %q, want its file's name as a comment", name)
				continue
			}
			if err := os.WriteFile(name, []byte(rest), 0o600); err != nil {
				t.Fatal(err)
			}
		case "console":
			readmeConsole(t, body)
		default:
			t.Errorf("a block of kind %q is run by nobody: use yaml or console", kind)
		}
	}
}

func readmeConsole(t *testing.T, body string) {
	t.Helper()
	for _, part := range strings.Split("\n"+body, "\n$ ")[1:] {
		command, want, _ := strings.Cut(part, "\n")
		if command == "go test ./..." {
			continue // this very run
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
		code := run(context.Background(), system{args: words(args), stdin: strings.NewReader(""), stdout: &stdout, stderr: &stderr,
			env: func(string) (string, bool) { return "", false }})
		if code != exitOK && code != exitFailed {
			t.Errorf("%s: exit %d: %s", command, code, stderr.String())
		}
		if diff := cmp.Diff(strings.TrimRight(want, "\n"), elide(want, strings.TrimRight(stdout.String(), "\n"))); diff != "" {
			t.Errorf("%s prints something else (-README +now):\n%s", command, diff)
		}
	}
}

// words splits a command line at blanks outside single quotes.
func words(line string) []string {
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
