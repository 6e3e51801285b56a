package report

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"wavetank/report/judge"
	"wavetank/report/measure"
	"wavetank/report/stored"
	"wavetank/report/words"
)

// TestReadComparisons: a result that was read compares as the one that was
// written, to the last bit.
func TestReadComparisons(t *testing.T) {
	was := synthetic(20)
	was.Reference, was.Imprecise = "gobreaker", []string{"precision latency_p99: 2% not reached"}
	text := render(t, "json", &words.Report{Results: []*judge.Result{was}})
	results, err := stored.ReadResults("r.json", bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	now := results[0]
	if now.Reference != was.Reference || !cmp.Equal(now.Imprecise, was.Imprecise) {
		t.Errorf("read as %q and %q", now.Reference, now.Imprecise)
	}
	strip := cmpopts.IgnoreFields(measure.Summary{}, "PerSeed") // as it was, beyond the digits of a file
	if diff := cmp.Diff(was.Compared(), now.Compared(), cmpopts.EquateNaNs(), strip); diff != "" {
		t.Errorf("compared (-was +now):\n%s", diff)
	}
	if diff := cmp.Diff(was.Regret(), now.Regret(), cmpopts.EquateNaNs(), strip); diff != "" {
		t.Errorf("regret (-was +now):\n%s", diff)
	}
	for _, slip := range [][2]string{
		{`"reference": "gobreaker"`, `"reference": "gone"`},
		{`"improved": {"mean"`, `"improved": {"per_seed": [1], "mean"`},
	} {
		if _, err := stored.ReadResults("r.json", strings.NewReader(strings.ReplaceAll(string(text), slip[0], slip[1]))); err == nil {
			t.Errorf("%s is read", slip[1])
		}
	}
}
