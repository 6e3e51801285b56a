package scenarios

import (
	"context"
	"os"
	"strings"
	"testing"

	"wavetank/report/judge"
)

// play is a scenario with another strategy in the place of one of its own.
type play struct {
	scenario string // of the library, or a path
	role     string // whose place is taken
	source   string // by whom, as --strategy has it; "" is the strategy itself
	seeds    int
}

// load reads the scenario with the strategies that its rules speak of.
func (p play) load(t *testing.T) *Scenario {
	t.Helper()
	s, err := Load(p.scenario, Options{})
	if err != nil {
		t.Fatal(err)
	}
	var picks []string
	for _, st := range s.Strategies {
		switch {
		case st.Name == Ideal:
		case st.Name == p.role && p.source != "":
			picks = append(picks, p.role+"="+p.source)
		case st.Name == p.role || p.spoken(s, st.Name):
			picks = append(picks, st.Name)
		}
	}
	if s, err = Load(p.scenario, Options{Strategies: picks}); err != nil {
		t.Fatalf("%s with %s as %s: %v", p.scenario, p.source, p.role, err)
	}
	return s
}

// spoken reports whether a rule speaks of a strategy.
func (p play) spoken(s *Scenario, name string) bool {
	for _, r := range s.Rules {
		if strings.HasPrefix(r.Text, name+".") || strings.Contains(r.Text, " "+name+".") || strings.Contains(r.Text, "("+name+".") {
			return true
		}
	}
	return false
}

// verdicts plays it and returns what became of each rule.
func (p play) verdicts(t *testing.T) map[string]judge.Expectation {
	t.Helper()
	s := p.load(t)
	r, err := s.Play(context.Background(), s.Seeds(p.seeds), nil)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]judge.Expectation{}
	for _, e := range r.Expectations {
		out[e.Rule] = e
	}
	return out
}

// rows reads a table of fields between bars; # begins a comment.
func rows(t *testing.T, file string, fields int) (out [][]string) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for i, line := range strings.Split(string(data), "\n") {
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		row := strings.Split(line, " | ")
		if len(row) != fields {
			t.Fatalf("%s:%d: %d fields, want %d", file, i+1, len(row), fields)
		}
		out = append(out, row)
	}
	return out
}
