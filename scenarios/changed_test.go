package scenarios

import (
	"strings"
	"testing"
)

// TestChanged finds the line that made two versions of a strategy differ.
func TestChanged(t *testing.T) {
	const head = `schema_version: 1
name: changed
duration: 10s
workload: {arrivals: {kind: constant, rate: 1}}
providers:
  a: {latency: 1s}
strategies:
  ours:
    preset: five-provider
    attempt: {total: 10s}
    breaker:
      open:
        base: 30s
    # a comment
`
	for _, c := range []struct {
		about, old, new string
		line            int // of the new one; 0: none
	}{
		{"nothing", "", "", 0},
		{"a comment", "# a comment", "# another", 0},
		{"another way to write it", "{total: 10s}", "{\"total\": 10s}", 0},
		{"a cooldown", "base: 30s", "base: 60s", 13},
		{"a timeout", "total: 10s", "total: 11s", 10},
		{"a new part", "    # a comment", "    retry: {kind: constant, max: 2}", 14},
		{"a part is gone", "    attempt: {total: 10s}\n", "", 8},
		{"another preset", "preset: five-provider", "preset: gobreaker", 8},
	} {
		before, now := changedScenario(t, head), changedScenario(t, replaceOnce(t, head, c.old, c.new))
		_, line, ok := now.Changed(before, "ours")
		if line != c.line || ok != (c.line > 0) {
			t.Errorf("%s: line %d, want %d", c.about, line, c.line)
		}
	}
	sc := changedScenario(t, head)
	if _, _, ok := sc.Changed(sc, "naive"); ok {
		t.Error("a strategy that is not there has changed")
	}
}

func changedScenario(t *testing.T, text string) *Scenario {
	t.Helper()
	sc, err := Load("./s.yaml", Options{ReadFile: func(string, string) ([]byte, error) { return []byte(text), nil }})
	if err != nil {
		t.Fatal(err)
	}
	return sc
}

func replaceOnce(t *testing.T, text, old, new string) string {
	t.Helper()
	if old == "" {
		return text
	}
	out := strings.Replace(text, old, new, 1)
	if out == text {
		t.Fatalf("nothing to replace: %s", old)
	}
	return out
}
