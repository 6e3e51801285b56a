//go:build unix

package main

import (
	"context"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// canary is what no output may hold: it stands in files outside of the folder that
// documents lie in, and in one of git's.
const canary = "canary4711"

// outsideDocs are documents that name a file, as FILE, with the ending of that.
var outsideDocs = map[string]string{
	"law.csv":     worldOf("latency: {kind: empirical, unit: s, file: FILE}", "{kind: constant, rate: 1}", ""),
	"trace.csv":   worldOf("latency: 500ms", "{kind: trace, file: FILE}", ""),
	"schema.json": worldOf("latency: 500ms", "{kind: constant, rate: 1}", "output: {schema: FILE}\n"),
	"schema.yaml": worldOf("latency: 500ms", "{kind: constant, rate: 1}", "output:\n  schema: FILE\n"),
	"chain.csv":   "providers:\n  a: {latency: {kind: empirical, unit: s, file: FILE}}\n",
}

func worldOf(latency, arrivals, more string) string {
	return "schema_version: 1\nname: outside\nduration: 1m\nslo: 5s\nworkload: {arrivals: " + arrivals + ", deadline: 30s}\nproviders:\n  a: {" +
		latency + "}\n  b: {latency: 500ms}\nstrategies: {ours: {preset: naive}}\n" + more
}

// outsideFiles are what lies outside, by ending; each would do where it is named.
var outsideFiles = map[string]string{
	".csv":  canary + "," + canary + "\n1," + canary + "\n",
	".json": `{"type": "object", "` + canary + `": "` + canary + `"}`,
	".yaml": "# " + canary + "\nwhy: " + canary + "\n" + worldOf("latency: 500ms", "{kind: constant, rate: 1}", canary+": [\n"),
}

// outsideWays are names of a file outside of the folder in which they stand, with X
// for the folder, N for an open file of it, and EXT for its ending; linked ones are
// made beforehand, as name -> target.
var outsideWays = []string{
	"X/out/fEXT", "../out/fEXT", "./../out/fEXT", "sub/../../out/fEXT", "sub/.././../out/fEXT", "../in/../out/fEXT", "/X/out/fEXT", "X/./out/fEXT",
	"X/in/../out/fEXT", "../out/fEXT/", "../out/./fEXT", "../../../../../../../../../../../../X/out/fEXT", "/proc/self/environ", "/proc/1/environ",
	"/proc/self/cmdline", "/proc/self/maps", "/proc/self/fd/N", "/dev/fd/N", "/proc/thread-self/fd/N", "/proc/self/rootX/out/fEXT",
	"/proc/self/cwd/../out/fEXT", "/dev/stdin", "/dev/zero", "/dev/null", "/dev/tty", "..", "../out", "/", ".", "sub", "~/out/fEXT", "$PWD/../out/fEXT",
	"file://X/out/fEXT", "http://127.0.0.1:1/fEXT", "..\\out\\fEXT", "%2e%2e/out/fEXT", "․․/out/fEXT", "../OUT/fEXT", "../out/F.CSV", "../out/fEXT\\0",
	".git/configEXT", ".GIT/configEXT", "./sub/../.git/configEXT", "fifo", "own", "-", "library:hang-primary",
	"sub/back/../../out/fEXT", "dir/fEXT", "absdir/fEXT", "root/X/out/fEXT", "dir/../out/fEXT",
}

// outsideLinks are names that a repository may hold as links.
var outsideLinks = map[string]string{
	"abs": "X/out/fEXT", "rel": "../out/fEXT", "two": "abs", "sub/rel": "../../out/fEXT", "sub/up": "../abs", "proc": "/proc/self/environ",
	"fd": "/proc/self/fd/N", "zero": "/dev/zero", "stdin": "/dev/stdin", "pipe": "X/out/fifo", "git": ".git/configEXT",
	"around": "sub/../../out/fEXT", "cwd": "/proc/self/cwd/../out/fEXT", "dir/fEXT": "", "absdir/fEXT": "", "root/X/out/fEXT": "", "lost": "/nowhere/at/all",
}

// outsideWorld makes a folder X with in/, where documents lie, and out/, and goes to
// the first. It returns what writes out a name.
func outsideWorld(t *testing.T) func(name, ext string) string {
	t.Helper()
	x := t.TempDir()
	for _, dir := range []string{"in/sub", "in/.git", "out"} {
		if err := os.MkdirAll(filepath.Join(x, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(filepath.Join(x, "in"))
	for _, path := range []string{"fifo", "../out/fifo"} {
		if err := syscall.Mkfifo(path, 0o600); err != nil {
			t.Skip(err)
		}
	}
	link := func(to, name string) {
		if err := os.Symlink(to, name); err != nil {
			t.Skip(err)
		}
	}
	link("..", "sub/back")
	link("../out", "dir")
	link(filepath.Join(x, "out"), "absdir")
	link("/", "root")
	link("fifo", "own")
	opened := map[string]string{}
	for ext, text := range outsideFiles {
		for _, name := range []string{"../out/f" + ext, ".git/config" + ext} {
			write(t, name, text)
		}
		f, err := os.Open("../out/f" + ext)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { f.Close() })
		opened[ext] = fmt.Sprint(f.Fd())
	}
	spell := func(name, ext string) string {
		name = strings.ReplaceAll(strings.ReplaceAll(name, "//X", "/X"), "root/X", "rootX")
		return strings.NewReplacer("X", x, "EXT", ext, "/N", "/"+opened[ext]).Replace(strings.ReplaceAll(name, "EXT", ext))
	}
	for ext := range outsideFiles {
		for name, to := range outsideLinks {
			if to == "abs" || to == "../abs" {
				to += ext
			}
			if to != "" {
				link(spell(to, ext), name+ext)
			}
		}
	}
	return spell
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

var placedError = regexp.MustCompile(`(?m):\d+:\d+: `)

// refused demands that a command has said where the fault is, and nothing of a file
// outside.
func refused(t *testing.T, about, stdin string, args ...string) {
	t.Helper()
	var out, said strings.Builder
	code := run(context.Background(), system{args: args, stdin: strings.NewReader(stdin), stdout: &out, stderr: &said,
		env: func(string) (string, bool) { return "", false }})
	text := out.String() + said.String()
	switch {
	case strings.Contains(text, canary):
		t.Errorf("%s: %v: it is out: %.300s", about, args, text)
	case code != exitInput:
		t.Errorf("%s: %v: exit %d, want %d: %.300s", about, args, code, exitInput, text)
	case !placedError.MatchString(said.String()):
		t.Errorf("%s: %v: no place: %.300s", about, args, text)
	}
}

// TestOutside tries to have documents name files outside of their folder, at every
// place where a document names one, by every command that loads.
func TestOutside(t *testing.T) {
	spell := outsideWorld(t)
	ways := slices.Clone(outsideWays)
	for _, name := range slices.Sorted(maps.Keys(outsideLinks)) {
		ways = append(ways, strings.TrimSuffix(name, "EXT")+"EXT")
	}
	for kind, text := range outsideDocs {
		ext := filepath.Ext(kind)
		for i, way := range ways {
			if i%4 != 0 && !*attack {
				continue
			}
			name := strings.ReplaceAll(spell(way, ext), "\\0", "\x00")
			doc := strings.ReplaceAll(text, "FILE", fmt.Sprintf("%q", name))
			write(t, "doc.yaml", doc)
			about := kind + " " + way
			if kind == "chain.csv" {
				refused(t, about, "", "run", "hang-primary", "--chain", "doc.yaml", "--seeds", "1")
				refused(t, about, "", "explain", "hang-primary", "--chain", "./doc.yaml")
				refused(t, about, "", "validate", "doc.yaml")
				refused(t, about, "", "tune", "hang-primary", "--chain", "doc.yaml", "--vary", "attempt.total=5s,6s")
				refused(t, about, "", "run", "hang-primary", "--against", "doc.yaml", "--seeds", "1")
				continue
			}
			refused(t, about, "", "run", "./doc.yaml", "--seeds", "1")
			refused(t, about, doc, "run", "-", "--seeds", "1")
			refused(t, about, "", "validate", "./doc.yaml")
			refused(t, about, "", "show", "./doc.yaml")
			refused(t, about, "", "explain", "./doc.yaml", "--strategy", "ours")
			refused(t, about, "", "tune", "./doc.yaml", "--strategy", "ours", "--vary", "attempt.total=5s,6s")
			refused(t, about, "", "run", "hang-primary", "--against", "./doc.yaml", "--seeds", "1")
		}
	}
}

// TestOutsideLinks has documents themselves be links that lead out, by every flag and
// argument that names a document.
func TestOutsideLinks(t *testing.T) {
	spell := outsideWorld(t)
	write(t, "chain.yaml", "providers:\n  a: {latency: 1s}\n")
	for way := range outsideLinks {
		name := strings.TrimSuffix(spell(way, ".yaml"), ".yaml") + ".yaml"
		for _, args := range [][]string{
			{"run", name}, {"run", "./" + name}, {"validate", name}, {"show", name}, {"explain", name}, {"tune", name, "--vary", "order"},
			{"run", "hang-primary", "--chain", name}, {"run", "hang-primary", "--strategy", name}, {"run", "hang-primary", "--strategy", "x=" + name},
			{"run", "hang-primary", "--against", name}, {"run", "hang-primary", "--against", "x=" + name}, {"run", "hang-primary", "--baseline", name},
			{"explain", "hang-primary", "--chain", name}, {"explain", "hang-primary", "--strategy", name}, {"validate", "--chain", name, "hang-primary"},
			{"tune", "hang-primary", "--space", name}, {"tune", "hang-primary", "--strategy", name}, {"tune", "hang-primary", "--chain", name},
			{"tune", "hang-primary", "--chain", "chain.yaml", "--imported", "litellm=" + name},
			{"check", name}, {"merge", name}, {"import", "litellm", name}, {"import", "portkey", name}, {"import", "envoy", name},
		} {
			refused(t, way, "", args...)
		}
	}
	write(t, "config.yaml", "model_list:\n  - {model_name: fast, litellm_params: {model: groq/llama-3.3-70b-versatile}}\n")
	refused(t, "latencies", "", "import", "litellm", "config.yaml", "--latency", "abs.csv")
	for name := range outsideLinks { // a folder of links
		if filepath.Dir(name) == "." {
			os.Remove(name + ".json")
		}
	}
	refused(t, "a folder", "", "run", ".")
	refused(t, "a folder that is a link", "", "validate", "dir")
	refused(t, "a folder below one that is a link", "", "validate", "root"+filepath.Dir(spell("X/out", "")))
}

// TestOutsideRevision tries the same from the other side of a comparison: a document
// as it is in a revision, beside one here that names nothing.
func TestOutsideRevision(t *testing.T) {
	spell := outsideWorld(t)
	if err := os.RemoveAll(".git"); err != nil {
		t.Fatal(err)
	}
	repo := func(args ...string) {
		t.Helper()
		if out, err := exec.Command("git", append([]string{"-c", "user.name=a", "-c", "user.email=a@example.org"}, args...)...).CombinedOutput(); err != nil {
			t.Skipf("git %v: %v %s", args, err, out)
		}
	}
	repo("init", "-q")
	var names []string
	for _, way := range append(slices.Clone(outsideWays), slices.Sorted(maps.Keys(outsideLinks))...) {
		name := fmt.Sprintf("doc%d.yaml", len(names))
		names = append(names, name)
		write(t, name, strings.ReplaceAll(outsideDocs["law.csv"], "FILE", fmt.Sprintf("%q", strings.ReplaceAll(spell(way, ".csv"), "\\0", "\x00"))))
		repo("add", name)
	}
	repo("add", "--force", "abs.csv", "rel.csv", "dir", "git.csv")
	repo("commit", "-q", "-m", "docs")
	for _, name := range names {
		write(t, name, worldOf("latency: 500ms", "{kind: constant, rate: 1}", ""))
		refused(t, name, "", "run", "./"+name, "--seeds", "1", "--against", "HEAD")
	}
}

// TestOutsideAllowed reads what lies in a folder that is allowed, and nothing else.
func TestOutsideAllowed(t *testing.T) {
	spell := outsideWorld(t)
	write(t, "../out/good.csv", "1\n2\n")
	write(t, "../out/good.yaml", outsideDocs["law.csv"])
	if err := os.Symlink("../out/good.yaml", "good.yaml"); err != nil {
		t.Skip(err)
	}
	for _, name := range []string{spell("X/out/good.csv", ""), "../out/good.csv", "dir/good.csv", "absdir/good.csv"} {
		write(t, "doc.yaml", strings.ReplaceAll(outsideDocs["law.csv"], "FILE", name))
		for _, dir := range []string{"../out", "dir", spell("X/out", ""), ".."} {
			var said strings.Builder
			if code := run(context.Background(), system{args: []string{"validate", "./doc.yaml", "--allow-files", dir}, stdin: strings.NewReader(""),
				stdout: &said, stderr: &said, env: func(string) (string, bool) { return "", false }}); code != exitOK {
				t.Errorf("%s of %s: exit %d: %s", name, dir, code, said.String())
			}
		}
		refused(t, name, "", "validate", "./doc.yaml", "--allow-files", "sub")
	}
	refused(t, "a link to what is allowed, which names what is not", "", "validate", "good.yaml", "--allow-files", "../out")
	write(t, "doc.yaml", strings.ReplaceAll(outsideDocs["schema.json"], "FILE", ".git/config.json"))
	refused(t, "what is of git", "", "show", "./doc.yaml", "--allow-files", ".")
}
