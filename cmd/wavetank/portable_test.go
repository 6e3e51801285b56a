package main

import (
	"bytes"
	"context"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

var portable = flag.Bool("portable", false, "build for amd64 v1 and v3, 386 and arm64, run each, and compare the bytes")

// fused is an instruction of arm64 that adds to a product without rounding it, in
// the compiler's listing, with the line that it comes from.
var fused = regexp.MustCompile(`\((\S+\.go:\d+)\)\s+FN?M(?:ADD|SUB)[SD]\s`)

// pixels are drawn by libraries that fuse.
const pixels = "wavetank/report/picture"

// TestProductsAreRounded finds sums whose product the compiler may leave unrounded: with
// such a sum the last digit, and at an edge a request's whole life, depends on the
// kind of processor. Only an explicit conversion rounds (Go's specification, on
// floating-point operators); arm64 fuses wherever it may, so its listing shows
// all of them.
func TestProductsAreRounded(t *testing.T) {
	sources(t) // for who keeps results of tests: this one is about the sources
	listed := exec.Command("go", "list", "./...")
	listed.Dir = top(t)
	out, notes, err := programOutput(listed)
	if err != nil {
		t.Fatalf("%v\n%s", err, notes)
	}
	var flags []string
	all := slices.DeleteFunc(strings.Fields(out), func(p string) bool {
		return p == pixels || strings.HasSuffix(p, "/cmd/wavetank") || strings.HasSuffix(p, "/report")
	})
	for _, p := range all {
		flags = append(flags, "-gcflags="+p+"=-S")
	}
	build := exec.Command("go", append(append([]string{"build"}, flags...), all...)...)
	build.Dir, build.Env = top(t), append(os.Environ(), "GOARCH=arm64", "CGO_ENABLED=0", "GOFLAGS=")
	_, listing, err := programOutput(build)
	if err != nil {
		t.Fatalf("%v\n%.2000s", err, listing)
	}
	if !strings.Contains(listing, "FMULD") {
		t.Fatal("the listing shows no product at all: does it list what it should?")
	}
	var found []string
	for _, m := range fused.FindAllStringSubmatch(listing, -1) {
		if rel, err := filepath.Rel(top(t), m[1]); err == nil && filepath.IsLocal(rel) {
			found = append(found, rel)
		}
	}
	slices.Sort(found)
	for _, at := range slices.Compact(found) {
		t.Errorf("%s adds to a product that is not rounded: write float64(a*b) + c", at)
	}
}

// top is the folder of the module.
func top(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// build says what a binary is built for, and what runs it here.
type build struct{ env, emulator []string }

var builds = []build{
	{env: []string{"GOARCH=amd64", "GOAMD64=v1"}},
	{env: []string{"GOARCH=amd64", "GOAMD64=v3"}}, // fuses
	// The emulator loses its thread where a signal comes in between.
	{env: []string{"GOARCH=386"}, emulator: []string{"qemu-i386-static", "-E", "GODEBUG=asyncpreemptoff=1", "-E", "GOMAXPROCS=1"}},
	{env: []string{"GOARCH=arm64"}, emulator: []string{"qemu-aarch64-static"}}, // fuses
}

// plays are what the binaries do. Pixels are left out: who draws them fuses.
var plays = [][]string{
	{"run", "testdata/portable/laws.yaml", "--seeds", "5", "-q", "-o", "json=a.json", "-o", "html=a.html", "-o", "svg=a.svg"},
	{"run", "library", "--seeds", "2", "-q", "-o", "json=b.json", "-o", "csv=b.csv", "-o", "md=b.md", "-o", "openmetrics=b.om", "-o", "table=b.txt"},
	{"tune", "hang-primary", "--strategy", "five-provider", "--seeds", "4", "-q", "-o", "json=c.json", "-o", "svg=c.svg", "-o", "html=c.html"},
}

// TestPortable demands the same bytes of every kind of processor.
func TestPortable(t *testing.T) {
	if !*portable {
		t.Skip("-portable builds four binaries and emulates two processors: some minutes")
	}
	var want map[string][]byte
	for _, b := range builds {
		name := strings.Join(b.env, " ")
		if len(b.emulator) > 0 {
			if _, err := exec.LookPath(b.emulator[0]); err != nil {
				t.Errorf("%s: no %s: Debian has it in qemu-user-static", name, b.emulator[0])
				continue
			}
		}
		got := b.bytes(t)
		if want == nil {
			want = got
			continue
		}
		for file, data := range want {
			if !bytes.Equal(data, got[file]) {
				t.Errorf("%s writes another %s than %s", name, file, strings.Join(builds[0].env, " "))
			}
		}
	}
}

// bytes builds and returns all files that the plays write.
func (b build) bytes(t *testing.T) map[string][]byte {
	t.Helper()
	dir := t.TempDir()
	bin := filepath.Join(dir, "wavetank")
	ctx, stop := context.WithTimeout(t.Context(), 20*time.Minute)
	defer stop()
	c := exec.CommandContext(ctx, "go", "build", "-o", bin, ".")
	c.Env = append(append(os.Environ(), "CGO_ENABLED=0"), b.env...)
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v: %v\n%s", b.env, err, out)
	}
	files := map[string][]byte{}
	for _, play := range plays {
		args := append(append(slices.Clone(b.emulator), bin), play...)
		for i, a := range args {
			if kind, file, ok := strings.Cut(a, "="); ok && i > 0 && args[i-1] == "-o" {
				args[i] = kind + "=" + filepath.Join(dir, file)
			}
		}
		p := exec.CommandContext(ctx, args[0], args[1:]...)
		if out, err := p.CombinedOutput(); err != nil {
			t.Fatalf("%v %v: %v\n%s", b.env, play, err, out)
		}
	}
	all, err := filepath.Glob(filepath.Join(dir, "?.*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range all {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		files[filepath.Base(file)] = data
	}
	return files
}
