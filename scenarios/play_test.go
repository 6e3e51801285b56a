package scenarios

import (
	"context"
	"testing"

	"wavetank/report"
)

// TestLibraryHolds plays every library scenario and demands that each of its own
// rules holds, none of them skipped.
func TestLibraryHolds(t *testing.T) {
	const seeds = 3
	for _, info := range Library() {
		t.Run(info.Name, func(t *testing.T) {
			s, err := Load(info.Name, Options{})
			if err != nil {
				t.Fatal(err)
			}
			r, err := s.Play(context.Background(), s.Seeds(seeds), nil)
			if err != nil {
				t.Fatal(err)
			}
			if len(r.Expectations) != len(s.file.Expect) {
				t.Errorf("%d of %d rules were judged", len(r.Expectations), len(s.file.Expect))
			}
			for _, e := range r.Expectations {
				t.Logf("%-12s %-70s %g (%g) %s", e.Verdict, e.Rule, e.Observed, e.Limit, e.Detail)
				if e.Verdict != report.Pass {
					t.Errorf("%s:%d: %s: %s, observed %g %s %s", e.File, e.Line, e.Rule, e.Verdict, e.Observed, e.Text, e.Detail)
				}
			}
		})
	}
}
