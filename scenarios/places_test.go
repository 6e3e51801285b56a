package scenarios

import (
	"strings"
	"testing"

	"wavetank/scenarios/internal/fixture"
)

// TestContestantsPlaces holds where strategies are said to be written: a strategy
// of the file at its key, a file of its own at its first line, a preset nowhere.
func TestContestantsPlaces(t *testing.T) {
	const text = `schema_version: 1
name: places
duration: 10s
workload: {arrivals: {kind: constant, rate: 1}}
providers:
  a: {latency: 1s}
strategies:
  mine: {preset: naive}
  other:
    preset: five-provider
`
	files := map[string]string{"dir/s.yaml": text, "dir/own.yaml": "# a comment\npreset: naive\n"}
	read := fixture.Files(files)
	for _, c := range []struct {
		picks []string
		want  string
	}{
		{nil, "mine dir/s.yaml:8, other dir/s.yaml:9, ideal"},
		{[]string{"fast=other,attempt.total=5s", "naive", "own=dir/own.yaml"}, "fast dir/s.yaml:9, naive, own dir/own.yaml:2, ideal"},
	} {
		sc, err := Load("dir/s.yaml", Options{ReadFile: read, Strategies: c.picks})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, s := range sc.Contestants() {
			text := s.Name
			if s.Line > 0 {
				text += " " + s.File + ":" + string(rune('0'+s.Line))
			}
			got = append(got, text)
		}
		if strings.Join(got, ", ") != c.want {
			t.Errorf("--strategy %v: strategies at %q, want %q", c.picks, strings.Join(got, ", "), c.want)
		}
	}
}

// TestNamesPlaced holds that a name that is none has its own place, whatever is in it: a
// path would be cut at its dots.
func TestNamesPlaced(t *testing.T) {
	for _, name := range []string{"5m..10m", "a b", "a.b", "Ä", "x[0]", "[", "providers.a", ""} {
		text := "providers:\n  a: {latency: 1s}\n  \"" + name + "\": {latency: 1s}\nstrategies:\n  ours: {preset: naive}\n  \"" + name + "\": {preset: naive}\n"
		_, err := Load("published-60s-outage", Options{Chain: "c.yaml", ReadFile: fixture.Files(map[string]string{"c.yaml": text})})
		for _, want := range []string{"c.yaml:3:3: ", "c.yaml:6:3: "} {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%q: %v, want %s", name, err, want)
			}
		}
	}
}

// TestToldPlaced holds that what a flag or a variable says of a map does not claim what
// else is wrong with it.
func TestToldPlaced(t *testing.T) {
	cooldown := func(name string) (string, bool) { return "40", name == "AI_MEMORY_LLM_COOLDOWN_SECS" }
	for _, row := range []struct {
		text string
		o    Options
	}{
		{"preset: naive\nbreaker: {\n  trip: {kind: header_signal}}\n", Options{Engine: "native"}},
		{"preset: ai-memory\nfrom_env: true\nbreaker:\n  trip: {kind: ratio}\n", Options{Env: cooldown}},
	} {
		row.o.Strategies, row.o.ReadFile = []string{"./s.yaml"}, fixture.Files(map[string]string{"s.yaml": row.text})
		if _, err := Load("published-60s-outage", row.o); err == nil {
			t.Errorf("it is taken:\n%s", row.text)
		} else {
			fixture.Placed(t, err, row.text)
		}
	}
}
