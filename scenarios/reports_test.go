package scenarios

import (
	"bytes"
	"strings"
	"testing"
)

// TestSeenInResolves: each name in a seen_in of the library is explained, show says so,
// what it prints is still the scenario, and nothing is explained that nobody names.
func TestSeenInResolves(t *testing.T) {
	named := map[string]bool{}
	for _, info := range Library() {
		s, err := Load(info.Name, Options{})
		if err != nil {
			t.Fatal(err)
		}
		shown, err := Show(info.Name, Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range s.Document.SeenIn {
			named[name] = true
			r, ok := Reports[name]
			if !ok || r.What == "" || r.Where != "" && !strings.HasPrefix(r.Where, "https://") {
				t.Errorf("%s was seen in %s, which is %+v", info.Name, name, r)
			}
			if !bytes.Contains(shown, []byte("# "+name+": "+r.What)) {
				t.Errorf("show %s does not say what %s is", info.Name, name)
			}
		}
		if !bytes.HasSuffix(shown, s.Canonical()) {
			t.Errorf("show %s prints another scenario", info.Name)
		}
	}
	for name := range Reports {
		if !named[name] {
			t.Errorf("%s is explained, and no scenario names it", name)
		}
	}
}
