package strategy

import (
	"os"
	"strings"
	"testing"

	"wavetank/chain/strategy/yamldoc"
)

// TestVendors holds the presets against a table of what their systems' documents
// and source say: every default of a vendor is the vendor's.
func TestVendors(t *testing.T) {
	text, err := os.ReadFile("testdata/vendors.txt")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]int{}
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		cells := strings.Split(line, " | ")
		if len(cells) != 5 || strings.TrimSpace(cells[4]) == "" {
			t.Errorf("%s: a row has five cells, its source the last", line)
			continue
		}
		preset, path, want := cells[0], cells[1], cells[2]
		shown, ps := Show(preset)
		if ps != nil {
			t.Errorf("%s: %v", preset, ps)
			continue
		}
		root, ps := yamldoc.Parse(preset, shown)
		if ps != nil {
			t.Fatal(ps)
		}
		seen[preset]++
		got := "nothing"
		if n := root.Find(path); n != nil && n.Kind != yamldoc.Null {
			got = strings.TrimSpace(string(yamldoc.Format(n)))
		}
		if got != want {
			t.Errorf("%s: %s is %s, the table says %s: %s (%s)", preset, path, got, want, cells[3], cells[4])
		}
	}
	if len(seen) < 10 {
		t.Errorf("%d presets are held against their sources, at least ten should be", len(seen))
	}
}
