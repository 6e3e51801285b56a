package scenarios

import (
	"strings"
	"testing"

	"wavetank/scenarios/internal/fixture"
)

// TestCheck says what a file is, and finds what is wrong with each sort.
func TestCheck(t *testing.T) {
	read := fixture.Files(map[string]string{"./s.yaml": small, "./chain.yaml": "providers:\n  x: {latency: 3s}\n",
		"./mine.yaml": "preset: naive\nattempt: {total: 3s}\n", "./bad.yaml": "preset: naive\nattempts: {total: 3s}\n",
		"./badchain.yaml": "providers:\n  x: {latncy: 3s}\n", "./empty.yaml": "",
		"./half.yaml": "name: half\nslo: 5s\n", "./list.yaml": "[a]\n", "./noload.yaml": "providers:\n  x: {latency: 3s}\ntimeline: []\n"})
	for _, row := range []struct{ ref, want string }{
		{"./s.yaml", "ok, a scenario small, hash "},
		{"hang-primary", "ok, a scenario hang-primary, hash "},
		{"./chain.yaml", "ok, a chain"},
		{"./mine.yaml", "ok, a strategy, hash "},
		{"./bad.yaml", `./bad.yaml:2:1: unknown key "attempts"`},
		{"./badchain.yaml", `./badchain.yaml:2:7: unknown key "latncy" (did you mean "latency"?)`},
		{"./half.yaml", `./half.yaml:1:1: the key "schema_version" is missing`},
		{"./noload.yaml", `./noload.yaml:1:1: the key "schema_version" is missing`},
		{"./list.yaml", "./list.yaml:1:1: this is no scenario: expected a map, got a list"},
		{"./empty.yaml", "./empty.yaml:1:1: there is nothing in this file"},
		{"hang-primry", `no scenario "hang-primry" (did you mean "hang-primary"?)`},
		{"./nowhere.yaml", "./nowhere.yaml does not exist"},
	} {
		c, err := Check(row.ref, Options{ReadFile: read})
		got := ""
		if err != nil {
			got = err.Error()
		} else {
			got = c.String()
		}
		if !strings.HasPrefix(got, row.want) {
			t.Errorf("Check(%s) = %q, want %q", row.ref, got, row.want)
		}
	}
	if _, err := Schema("strategies"); err == nil {
		t.Error("there is a schema of strategies")
	}
	if text, err := Schema("strategy"); err != nil || !strings.Contains(string(text), "half_open") {
		t.Errorf("the schema of strategies lacks half_open: %v", err)
	}
	if text, err := Show("hang-primary", Options{}); err != nil || !strings.Contains(string(text), "patience: 10m") {
		t.Errorf("Show spells out no defaults: %v", err)
	}
}
