package report

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"wavetank/report/feeds"
	"wavetank/report/judge"
	"wavetank/report/measure"
	"wavetank/report/words"
)

// TestBenchstat lets benchstat itself compare the strategies.
func TestBenchstat(t *testing.T) {
	var notes bytes.Buffer // of downloads too, which are no part of the path
	which := exec.Command("go", "tool", "-n", "benchstat")
	which.Stderr = &notes
	tool, err := which.Output()
	if err != nil {
		t.Skipf("go tool knows no benchstat here: %v: %.200s", err, notes.String())
	}
	r := synthetic(20)
	r.Strategies[1].Name = "naive-2" // which is no count of processors
	path := filepath.Join(t.TempDir(), "bench.txt")
	if err := os.WriteFile(path, render(t, "bench", &words.Report{Results: []*judge.Result{r}}), 0o644); err != nil {
		t.Fatal(err)
	}
	notes.Reset()
	cmd := exec.Command(strings.TrimSpace(string(tool)), "-col", "/strategy", path)
	cmd.Stderr = &notes
	out, err := cmd.Output()
	if err != nil || notes.Len() > 0 {
		t.Fatalf("benchstat: %v\n%s", err, notes.String())
	}
	text := string(out)
	for _, want := range []string{
		`(?m)^ +│ +naive +│ +naive-2 +│ +five-provider +│ +ai-memory +│ +gobreaker +│ +clairvoyant +│$`,
		`(?m)^ +│ p99-during-sec │ .*vs base`,
		`(?m)^HangPrimary(-1)? +31\.\d+ ± \d% +59\.\d+ ± \d% +\+87\.\d+% \(p=0\.000 n=20\)`,
	} {
		if !regexp.MustCompile(want).MatchString(text) {
			t.Errorf("nothing like %s in\n%s", want, text)
		}
	}
	if strings.Contains(text, "hash") && strings.Count(text, "scenario: hang-primary") != 1 {
		t.Errorf("seeds fell apart into tables of their own:\n%s", text)
	}
}

func TestBenchNames(t *testing.T) {
	for name, want := range map[string]string{"hang-primary": "HangPrimary", "rate-limit-20m": "RateLimit20m", "a": "A", "": "", "über--x": "ÜberX", "a/b c": "ABC"} {
		if got := feeds.Camel(name); got != want {
			t.Errorf("camel(%q) = %q, want %q", name, got, want)
		}
	}
	for name, want := range map[string]string{"five-provider": "", "foo-2": "-1", "foo2": "", "foo-": "", "-3": "-1"} {
		r := &judge.Result{Strategies: []measure.Strategy{{Name: "naive"}, {Name: name}}}
		if got := feeds.BenchSuffix(&words.Report{Results: []*judge.Result{r}}); got != want {
			t.Errorf("with a strategy %q names end with %q, want %q", name, got, want)
		}
	}
}
