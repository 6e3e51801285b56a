package report

import (
	"regexp"
	"strings"
	"testing"

	"wavetank/report/judge"
	"wavetank/report/markdown"
	"wavetank/report/words"
)

// TestMarkdownForReaders: a pull request gets tables that fit beside a diff, figures
// that people read, and what proves them folded away.
func TestMarkdownForReaders(t *testing.T) {
	const most = 9 // columns, names among them
	digits := regexp.MustCompile(`[0-9]+\.[0-9]{3,} (s|pp)`)
	for _, r := range []*judge.Result{synthetic(20), ruled(synthetic(20)), troubled()} {
		got := string(render(t, "md", &words.Report{Results: []*judge.Result{r}}))
		for line := range strings.Lines(got) {
			if n := strings.Count(line, " | "); n >= most {
				t.Errorf("%d columns: %s", n, line)
			}
		}
		if m := digits.FindString(got); m != "" {
			t.Errorf("%s: nobody reads that many digits", m)
		}
		open, holm := 0, false
		for line := range strings.Lines(got) {
			open += strings.Count(line, "<details>") - strings.Count(line, "</details>")
			if strings.Contains(line, "Holm") {
				holm = open == 1
			}
		}
		if open != 0 || strings.Contains(got, "Holm") && !holm {
			t.Errorf("%d folds are left open, or the comparison is not folded:\n%s", open, got)
		}
	}
	wide := string(render(t, "md", &words.Report{Results: []*judge.Result{synthetic(20)}, View: words.View{Wide: true}}))
	if !strings.Contains(wide, "95 % intervals") || !strings.Contains(wide, "noticed after") {
		t.Errorf("a wide view leaves something out:\n%s", wide)
	}
}

// TestSummaryEndsItsFolds: wherever a step's summary is cut, nothing is left open.
func TestSummaryEndsItsFolds(t *testing.T) {
	r := &words.Report{Results: []*judge.Result{ruled(synthetic(20)), synthetic(3)}}
	all := markdown.Sections(r)
	whole := markdown.Fit(all, 1<<20)
	for room := 0; room < len(whole); room += 97 {
		got := markdown.Fit(all, room)
		if strings.Count(got, "<details>") != strings.Count(got, "</details>") {
			t.Fatalf("a summary of %d bytes leaves a fold open:\n%s", room, got)
		}
	}
}
