package search

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"wavetank/report/judge"
	"wavetank/scenarios"
	"wavetank/scenarios/foreign"
	"wavetank/scenarios/foreign/systems"
	"wavetank/scenarios/internal/fixture"
	"wavetank/sim/tune"
)

const slowConfig = "testdata/litellm-600s.yaml"

// importedChain imports a proxy's config and writes the chain to a file.
func importedChain(t testing.TB, config string) string {
	t.Helper()
	system, err := systems.Named("litellm")
	if err != nil {
		t.Fatal(err)
	}
	im, err := system.Import(foreign.ImportOptions{File: config})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "chain.yaml")
	if err := os.WriteFile(path, im.Chain, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// patching searches a chain that was imported, in few short runs.
func patching(t testing.TB, o TuneOptions) (*Tuning, *tune.Outcome, *judge.Tuning) {
	t.Helper()
	o.Imported, o.Chain = "litellm="+slowConfig, importedChain(t, slowConfig)
	o.Duration, o.Set = 12*60e9, []string{"timeline[0].at=2m", "timeline[0].for=6m"}
	o.Plan = tune.Plan{Replications: 2, Most: 2, Held: 3}
	tuning, err := NewTuning([]string{"hang-primary"}, o)
	if err != nil {
		t.Fatal(err)
	}
	outcome := concluded(t, tuning)
	r, err := tuning.Report(context.Background(), outcome)
	if err != nil {
		t.Fatal(err)
	}
	return tuning, outcome, r
}

// TestPatchGivesWhatWasPromised: the patched file, imported and played on the
// held-out seeds, gives the figures that are shown.
func TestPatchGivesWhatWasPromised(t *testing.T) {
	tuning, _, r := patching(t, TuneOptions{Minimize: []string{"latency_p99,wasted_calls"}})
	if tuning.base.Name != "litellm" {
		t.Errorf("searched around %s, not the chain's own", tuning.base.Name)
	}
	if len(r.Changes) == 0 || r.Products.Patch == nil {
		t.Fatalf("no patch: %s", r.Products.PatchReason)
	}
	for _, c := range r.Changes {
		if c.Path == "breaker.trip.ratio" || c.Path == "order" && !strings.HasPrefix(c.To, "chat >") {
			t.Errorf("%s=%s: a proxy's config has no words for it", c.Path, c.To)
		}
	}
	before, err := os.ReadFile(slowConfig)
	if err != nil {
		t.Fatal(err)
	}
	after, ok := fixture.Apply(t, t.TempDir(), slowConfig, []string{"git", "apply"}, string(before), string(r.Products.Patch))
	if !ok {
		t.Skip("no git")
	}
	config := filepath.Join(t.TempDir(), "config.yaml")
	if err := os.WriteFile(config, []byte(after), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := scenarios.Load("hang-primary", scenarios.Options{Chain: importedChain(t, config), Duration: tuning.Duration, Set: tuning.Set})
	if err != nil {
		t.Fatal(err)
	}
	seeds := []uint64{s.Seed + tune.FirstHeld, s.Seed + tune.FirstHeld + 1, s.Seed + tune.FirstHeld + 2}
	played, err := s.Play(context.Background(), seeds, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i, o := range r.Objectives {
		if got, want := played.Strategy("litellm").Figure(o.Name).Mean, r.Outcome.Held.Winner[i].Mean; got != want {
			t.Errorf("%s: the patched file gives %v, promised was %v", o.Name, got, want)
		}
	}
}

// TestPatchIsProved: what a file is read as must give every figure of the winner,
// nothing is offered that breaks a requirement, and what changes nothing says so.
func TestPatchIsProved(t *testing.T) {
	tuning, _, r := patching(t, TuneOptions{Vary: []string{"attempt.total=5s"}, Minimize: []string{"latency_p99"}})
	otherwise, err := tuning.prove(context.Background(), r, &foreign.Patch{Says: tuning.base, Providers: tuning.suite[0].Document.ProviderNames()})
	if err != nil || !strings.Contains(otherwise, "not what was promised: latency_p99 60.0 s instead of ") {
		t.Errorf("a patch that changes nothing of a winner that does: %q, %v", otherwise, err)
	}
	_, _, r = patching(t, TuneOptions{Vary: []string{"attempt.total=5s"}, Minimize: []string{"latency_p99"}, Require: []string{"slo_rate >= 100%"}})
	if r.Products.Patch != nil || !strings.Contains(r.Products.PatchReason, "no setting keeps every requirement") {
		t.Errorf("a patch that breaks a requirement: %q\n%s", r.Products.PatchReason, r.Products.Patch)
	}
	_, _, r = patching(t, TuneOptions{Vary: []string{"attempt.total=10m,20m"}, Minimize: []string{"latency_p99"}})
	if want := "# testdata/litellm-600s.yaml says it already: there is nothing to apply.\n"; string(r.Products.Patch) != want {
		t.Errorf("got %q (%s), want %q", r.Products.Patch, r.Products.PatchReason, want)
	}
}

// TestSearchedIsSayable: where a configuration is to be patched, what it cannot say
// is not searched, and notes tell.
func TestSearchedIsSayable(t *testing.T) {
	o := TuneOptions{Imported: "litellm=" + slowConfig, Vary: []string{"order", "hedge.after=1s,2s", "attempt.total=5s,10s"}}
	o.Chain = importedChain(t, slowConfig)
	tuning, err := NewTuning([]string{"hang-primary"}, o)
	if err != nil {
		t.Fatal(err)
	}
	if got := tuning.axes[0].Labels; !slices.Equal(got, []string{"chat > chat-groq > chat-openai", "chat > chat-openai > chat-groq"}) || len(tuning.axes) != 2 {
		t.Errorf("searched are %v and %d axes", got, len(tuning.axes))
	}
	told := 0
	for _, w := range tuning.warnings {
		if strings.Contains(w.Text, "4 of 6 values are not searched: ") || strings.Contains(w.Text, "hedge.after: 2 of 2 values are not searched: litellm has no words for it") {
			told++
		}
	}
	if told != 2 {
		t.Errorf("notes: %v", tuning.warnings)
	}
	o.Vary = []string{"hedge.after=1s,2s"}
	if _, err := NewTuning([]string{"hang-primary"}, o); err == nil || !strings.Contains(err.Error(), "can say nothing of what is varied") {
		t.Errorf("nothing is left to search: %v", err)
	}
}
