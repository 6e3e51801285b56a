package report

import (
	"strings"
	"testing"

	"wavetank/report/judge"
	"wavetank/report/markdown"
	"wavetank/report/measure"
	"wavetank/report/words"
)

// TestGoldenMarkdown holds the report, and that it stands still where only its
// surroundings differ.
func TestGoldenMarkdown(t *testing.T) {
	r := &words.Report{Results: []*judge.Result{ruled(synthetic(20)), troubled()}}
	golden(t, "golden.md", "golden-md", r)
	want := string(render(t, "golden-md", r))
	r.View = words.View{Width: 60, Wide: true, Color: true, Quiet: true}
	if got := string(render(t, "golden-md", r)); got != want {
		t.Error("it depends on the view")
	}
	one := ruled(synthetic(20))
	one.Again = []string{"wavetank", "run", "/srv/me/s.yaml"}
	one.Scenario.File = "/srv/me/s.yaml"
	if text := string(render(t, "golden-md", &words.Report{Results: []*judge.Result{one}})); strings.Contains(text, "/srv") {
		t.Errorf("it names a place on one machine:\n%s", text)
	}
}

// TestGoldenMarkdownDiff wants one changed figure to change one line.
func TestGoldenMarkdownDiff(t *testing.T) {
	before := string(render(t, "golden-md", &words.Report{Results: []*judge.Result{synthetic(3)}}))
	r := synthetic(3)
	for i := range r.Strategies[2].Runs {
		r.Strategies[2].Runs[i].Values[measure.Index["latency_p99.during"]] += 3
	}
	after := strings.Split(string(render(t, "golden-md", &words.Report{Results: []*judge.Result{r}})), "\n")
	changed := 0
	for i, l := range strings.Split(before, "\n") {
		if after[i] != l {
			changed++
		}
	}
	if changed != 1 {
		t.Errorf("%d lines changed", changed)
	}
}

func TestSeedSpan(t *testing.T) {
	for want, seeds := range map[string][]uint64{"no seed": nil, "seed 7": {7}, "seeds 1 to 3": {1, 2, 3}, "seeds [1 3]": {1, 3}} {
		if got := markdown.SeedSpan(seeds); got != want {
			t.Errorf("seedSpan(%v) = %q, want %q", seeds, got, want)
		}
	}
}
