package scenarios

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"wavetank/scenarios/internal/fixture"
)

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
		fixture.Golden(t, strings.TrimSuffix(file, ".yaml")+".golden", err.Error()+"\n")
	}
}
