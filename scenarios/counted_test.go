package scenarios

import (
	"context"
	"path/filepath"
	"testing"

	"wavetank/report/judge"
)

// TestCounted plays small worlds whose figures follow from their files without a
// simulation; each says them as its rules.
func TestCounted(t *testing.T) {
	files, err := filepath.Glob("testdata/counted/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			s, err := Load("./"+file, Options{})
			if err != nil {
				t.Fatal(err)
			}
			r, err := s.Play(context.Background(), s.Seeds(2), nil)
			if err != nil {
				t.Fatal(err)
			}
			if len(r.Expectations) == 0 {
				t.Fatal("it has no rules")
			}
			for _, e := range r.Expectations {
				if e.Verdict != judge.Pass {
					t.Errorf("%s:%d: %s: %s, observed %g %s %s", e.File, e.Line, e.Rule, e.Verdict, e.Observed, e.Text, e.Detail)
				}
			}
		})
	}
}
