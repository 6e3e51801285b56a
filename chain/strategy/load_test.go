package strategy

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"wavetank/chain"
)

// TestRoundTrip demands that what Show prints is the preset: same hash, same
// text again, same unverified numbers.
func TestRoundTrip(t *testing.T) {
	for _, info := range Presets() {
		shown, ps := Show(info.Name)
		if ps != nil {
			t.Errorf("Show(%s): %v", info.Name, ps)
			continue
		}
		again, ps := Parse(info.Name, "shown.yaml", shown, Options{})
		if ps != nil {
			t.Errorf("%s as shown does not load: %v", info.Name, ps)
			continue
		}
		first, _ := Preset(info.Name)
		if again.Hash != first.Hash || again.Unverified != info.Unverified {
			t.Errorf("%s as shown has hash %s and %d unverified numbers, want %s and %d", info.Name,
				again.Hash, again.Unverified, first.Hash, info.Unverified)
		}
		if diff := cmp.Diff(string(shown), string(again.Canonical())); diff != "" {
			t.Errorf("%s is shown otherwise the second time:\n%s", info.Name, diff)
		}
	}
}

// TestPresetsRun demands that every preset makes a chain.
func TestPresetsRun(t *testing.T) {
	for _, info := range Presets() {
		l, ps := Preset(info.Name)
		if ps != nil {
			t.Fatalf("%s: %v", info.Name, ps)
		}
		if info.Summary == "" || info.Version == "" || l.Source == "" {
			t.Errorf("%s does not say what it is, from where and of which date", info.Name)
		}
		if _, err := chain.New(l.Recipe, []string{"a", "b"}, chain.Luck(1), dark{}); err != nil {
			t.Errorf("%s makes no chain: %v", info.Name, err)
		}
	}
}

// dark is an oracle that foresees nothing.
type dark struct{}

func (dark) Foresee(chain.Instant, *chain.Request) (f chain.Foresight, ok bool) { return f, false }
