package scenarios

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write what is got over what is wanted")

// TestBroken holds each broken file to its messages, which name a place.
func TestBroken(t *testing.T) {
	files, err := filepath.Glob("testdata/broken/*.yaml")
	if err != nil || len(files) < 40 {
		t.Fatalf("%d broken files: %v", len(files), err)
	}
	place := regexp.MustCompile(`^testdata/broken/[a-z0-9-]+\.yaml:\d+:\d+: .`)
	for _, file := range files {
		_, err := Load(file, Options{})
		if err == nil {
			t.Errorf("%s: loads", file)
			continue
		}
		for line := range strings.Lines(err.Error()) {
			if !place.MatchString(line) {
				t.Errorf("%s: a message without a place: %s", file, line)
			}
		}
		golden(t, strings.TrimSuffix(file, ".yaml")+".golden", err.Error()+"\n")
	}
}

// golden compares with a file, or writes it.
func golden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Error(err)
		return
	}
	if d := cmp.Diff(string(want), got); d != "" {
		t.Errorf("%s (-want +got; -update writes it):\n%s", file, d)
	}
}
