package selftest

import (
	"encoding/json"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

var allMutations = flag.Bool("mutations", false, "try every mutation, not the first alone")

// mostWorlds is within how many worlds a mutation must be found.
const mostWorlds = 300

// anyLaw stands where a flaw shows in many ways.
const anyLaw = "any law"

// mutation is an engine that is wrong on purpose.
type mutation struct{ flaw, file, right, wrong, law string }

func mutations(t *testing.T) (out []mutation) {
	t.Helper()
	text, err := os.ReadFile("testdata/mutations.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if f := strings.Split(strings.TrimSpace(line), " | "); len(f) == 5 && !strings.HasPrefix(line, "#") {
			out = append(out, mutation{f[0], f[1], f[2], f[3], f[4]})
		}
	}
	return out
}

// overlay writes what tells the compiler to take the wrong file.
func (m mutation) overlay(t *testing.T, dir string) string {
	t.Helper()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(root, filepath.FromSlash(m.file))
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(text), m.right); n == 0 {
		t.Fatalf("%s: %s does not say %q any more: write the row of testdata/mutations.txt anew", m.flaw, m.file, m.right)
	}
	wrong := filepath.Join(dir, "wrong.go")
	data, err := json.Marshal(map[string]map[string]string{"Replace": {path: wrong}})
	if err != nil {
		t.Fatal(err)
	}
	list := filepath.Join(dir, "overlay.json")
	for name, content := range map[string]string{wrong: strings.Replace(string(text), m.right, m.wrong, 1), list: string(data)} {
		if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return list
}

// TestMutations builds engines that are wrong on purpose, and demands that each is
// found, and by which law, and that what is made of it is small.
func TestMutations(t *testing.T) {
	all := mutations(t)
	if !*allMutations {
		all = all[:1]
	}
	for _, m := range all {
		t.Run(strings.ReplaceAll(m.flaw, " ", "-"), func(t *testing.T) {
			dir := t.TempDir()
			program := filepath.Join(dir, "mutant.exe")
			if out, err := exec.Command("go", "build", "-overlay", m.overlay(t, dir), "-o", program, "./testdata/mutant").CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			out, err := exec.Command(program, strconv.Itoa(mostWorlds)).Output()
			f := strings.SplitN(strings.TrimSpace(string(out)), " | ", 3)
			if err != nil || len(f) < 3 {
				t.Fatalf("not found in %d worlds: %v\n%s", mostWorlds, err, out)
			}
			t.Logf("%s: world %s, reduced to %s bytes: %s", m.flaw, f[0], f[1], f[2])
			if m.law != anyLaw && !strings.HasPrefix(f[2], m.law+":") {
				t.Errorf("found by %q, want the law that %s", f[2], m.law)
			}
			if n, err := strconv.Atoi(f[1]); err != nil || n > 2000 {
				t.Errorf("the small scenario has %s bytes", f[1])
			}
		})
	}
}
