package scenarios

import (
	"bytes"
	"strings"
	"testing"

	"wavetank/scenarios/internal/fixture"
)

// TestReference holds the page against the code.
func TestReference(t *testing.T) {
	fixture.Golden(t, "REFERENCE.md", string(Reference()))
	for _, name := range Kinds() {
		_, kind, _ := strings.Cut(name, ":")
		if !bytes.Contains(Reference(), []byte("\n### "+kind+"\n")) {
			t.Errorf("%s is not in the reference", name)
		}
	}
}

func TestDescribe(t *testing.T) {
	for _, name := range Kinds() {
		if s, err := Describe(name); err != nil || !strings.HasPrefix(s, name) {
			t.Errorf("Describe(%s) = %q, %v", name, s, err)
		}
	}
	got, err := Describe("fault:hang")
	if err != nil {
		t.Fatal(err)
	}
	fixture.Golden(t, "testdata/describe-hang.golden", got)
	if _, err := Describe("fault:hung"); err == nil || !strings.Contains(err.Error(), `did you mean "fault:hang"?`) {
		t.Errorf("Describe(fault:hung) = %v", err)
	}
}
