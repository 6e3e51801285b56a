package scenarios

import (
	"strings"
	"testing"
)

// TestLibraryLoads reads every library scenario, without a warning.
func TestLibraryLoads(t *testing.T) {
	if len(Library()) < 14 {
		t.Fatalf("the library holds %d scenarios", len(Library()))
	}
	for _, info := range Library() {
		s, err := Load(info.Name, Options{})
		if err != nil {
			t.Errorf("%s:\n%v", info.Name, err)
			continue
		}
		if s.Name != info.Name || s.File != "library:"+info.Name {
			t.Errorf("%s: is called %s and comes from %s", info.Name, s.Name, s.File)
		}
		if s.Why == "" || len(s.Document.SeenIn) == 0 || len(s.Rules) == 0 {
			t.Errorf("%s: needs why, seen_in and expect", info.Name)
		}
		for _, w := range s.Warnings {
			if !patient[info.Name] || !strings.Contains(w.Text, "the attempt timeout") {
				t.Errorf("%s:%d: warning: %s", w.File, w.Line, w.Text)
			}
		}
		if patient[info.Name] && len(s.Warnings) == 0 {
			t.Errorf("%s: no attempt timeout of it is as long as a call", info.Name)
		}
	}
}

// patient are the scenarios that show what attempts do which may take as long as
// a call.
var patient = map[string]bool{"late-answers": true, "published-60s-outage": true, "short-budget": true}

// TestCanonical holds that the canonical form reads back as the same scenario,
// and is its own canonical form.
func TestCanonical(t *testing.T) {
	for _, info := range Library() {
		s, err := Load(info.Name, Options{})
		if err != nil {
			t.Fatal(err)
		}
		canon := s.Canonical()
		again, err := Load("-", Options{Stdin: strings.NewReader(string(canon))})
		if err != nil {
			t.Errorf("%s: its canonical form does not load:\n%v\n%s", info.Name, err, canon)
			continue
		}
		if again.Hash != s.Hash {
			t.Errorf("%s: hash %s, of its canonical form %s", info.Name, s.Hash, again.Hash)
		}
		if string(again.Canonical()) != string(canon) {
			t.Errorf("%s: the canonical form of the canonical form is another", info.Name)
		}
	}
}
