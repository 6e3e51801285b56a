package scenarios

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

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

// TestAzure plays an hour of recorded traffic, where the recording is at hand.
func TestAzure(t *testing.T) {
	dir := os.Getenv("WAVETANK_TRACES")
	if dir == "" {
		t.Skip("WAVETANK_TRACES names no folder with the Azure traces")
	}
	file := filepath.Join(dir, "azure-llm-2023-conv.csv")
	s, err := Load("hang-primary", Options{Set: []string{"workload.arrivals={kind: trace, file: '" + file + "'}"}, Duration: time.Hour})
	if err != nil {
		t.Fatal(err)
	}
	r, err := s.Play(context.Background(), s.Seeds(1), nil)
	if err != nil {
		t.Fatal(err)
	}
	const rows = 19366 // the recording's last request comes at 58 min 21 s
	for _, st := range r.Strategies {
		if got := st.Figure("requests").Mean; got != rows {
			t.Errorf("%s: %g requests, want %d", st.Name, got, rows)
		}
	}
	for _, e := range r.Expectations {
		if e.Verdict != report.Pass {
			t.Errorf("%s: %s", e.Rule, e.Verdict)
		}
	}
}
