package strategy

import (
	"strings"
	"testing"
	"time"

	"wavetank/chain"
)

// TestPresetPages holds what the page of every preset owes: what it is in a line,
// where that comes from, of which version, and marks that name something.
func TestPresetPages(t *testing.T) {
	for _, name := range Names() {
		root, _ := preset(name)
		tree, _, ps := shelf{preset: preset}.resolve(root, nil)
		if ps != nil {
			t.Errorf("%s: %v", name, ps)
			continue
		}
		for _, key := range []string{"summary", "source", "version"} {
			if v := root.Get(key); v == nil || strings.TrimSpace(v.Text) == "" || strings.Contains(v.Text, "\n") {
				t.Errorf("%s: its own page needs a line of %s", name, key)
			}
		}
		if v := root.Get("version"); v != nil {
			if _, err := time.Parse(time.DateOnly, v.Text); err != nil {
				t.Errorf("%s: its version %s is no date, by which reports sort", name, v.Text)
			}
		}
		marks := root.Get("unverified")
		if marks == nil {
			continue
		}
		seen := map[string]bool{}
		for _, item := range marks.Items {
			if tree.Find(item.Text) == nil {
				t.Errorf("%s: unverified names %s, and there is nothing of that name", name, item.Text)
			}
			if seen[item.Text] {
				t.Errorf("%s: unverified names %s twice", name, item.Text)
			}
			seen[item.Text] = true
		}
		if l, _ := Preset(name); l != nil && l.Unverified != len(marks.Items) {
			t.Errorf("%s: %d marks are in force, its page has %d", name, l.Unverified, len(marks.Items))
		}
	}
}

// TestPresetsOfAnyLength demands that every preset makes a chain of one provider
// and of many, whatever their names.
func TestPresetsOfAnyLength(t *testing.T) {
	names := []string{"x", "y-1", "z", "α", "5", "o'hara", "last"}
	for _, name := range Names() {
		l, ps := Preset(name)
		if ps != nil {
			t.Errorf("%s: %v", name, ps)
			continue
		}
		for n := 1; n <= len(names); n++ {
			if _, err := chain.New(l.Recipe, names[:n], chain.Luck(1), dark{}); err != nil {
				t.Errorf("%s among %d providers: %v", name, n, err)
			}
		}
	}
}
