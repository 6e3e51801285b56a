package scenarios

import (
	"context"
	"os"
	"strings"
	"testing"

	"wavetank/report/judge"
)

// TestActs plays small files, each of which says by its rules what a setting that
// stands in it does.
func TestActs(t *testing.T) {
	files, err := os.ReadDir("testdata/acts")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		t.Run(strings.TrimSuffix(f.Name(), ".yaml"), func(t *testing.T) {
			s, err := Load("testdata/acts/"+f.Name(), Options{})
			if err != nil {
				t.Fatal(err)
			}
			r, err := s.Play(context.Background(), s.Seeds(1), nil)
			if err != nil {
				t.Fatal(err)
			}
			if len(r.Expectations) == 0 {
				t.Error("it has no rules")
			}
			for _, e := range r.Expectations {
				if e.Verdict != judge.Pass {
					t.Errorf("%s: %s, observed %s %s", e.Rule, e.Verdict, formatG(e.Observed), e.Text)
				}
			}
		})
	}
}
