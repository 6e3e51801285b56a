package report

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"wavetank/chain/printable"
	"wavetank/report/feeds"
	"wavetank/report/judge"
	"wavetank/report/markdown"
	"wavetank/report/words"
)

// workflowCommand is an annotation as GitHub's runner reads it back.
type workflowCommand struct {
	Level, File, Line, Title, Text string
}

// readCommands parses workflow commands as the runner does: the first two colons
// after the properties end them, and each part is unescaped by itself.
func readCommands(t *testing.T, text string) (out []workflowCommand) {
	t.Helper()
	data := strings.NewReplacer("%25", "%", "%0D", "\r", "%0A", "\n", "%3A", ":", "%2C", ",")
	for line := range strings.Lines(text) {
		rest, ok := strings.CutPrefix(strings.TrimSuffix(line, "\n"), "::")
		head, message, more := strings.Cut(rest, "::")
		if !ok || !more {
			t.Fatalf("no workflow command: %q", line)
		}
		level, properties, _ := strings.Cut(head, " ")
		c := workflowCommand{Level: level, Text: strings.NewReplacer("%25", "%", "%0D", "\r", "%0A", "\n").Replace(message)}
		for _, p := range strings.Split(properties, ",") {
			key, value, _ := strings.Cut(p, "=")
			switch value = data.Replace(value); key {
			case "file":
				c.File = value
			case "line":
				c.Line = value
			case "title":
				c.Title = value
			default:
				t.Errorf("unknown property %q in %q", key, line)
			}
		}
		out = append(out, c)
	}
	return out
}

// ours is a scenario in the repository rather than in the library.
func ours(r *judge.Result) *judge.Result {
	r.Scenario.File = "./chaos/hang.yaml"
	for i := range r.Expectations {
		r.Expectations[i].File = r.Scenario.File
	}
	return r
}

func TestGitHub(t *testing.T) {
	r := ours(gated())
	s := r.Strategy("five-provider")
	s.File, s.Line = "chaos/hang.yaml", 21
	r.FailOn = judge.FailDefault | judge.FailAdvisory
	got := readCommands(t, string(render(t, "github", &words.Report{Results: []*judge.Result{r}})))
	want := []workflowCommand{
		{"error", "chaos/hang.yaml", "46", "hang-primary: rule broken", "naive.time_to_detect < 60s: - (naive.time_to_detect has no value)"},
		{"error", "chaos/hang.yaml", "21", "hang-primary: regression", "five-provider.latency_p99: 20.0 s -> 30.0 s (+10.0 s ±0, allowed 1.0 s)"},
		{"error", "chaos/hang.yaml", "43", "hang-primary: rule broken", "five-provider.latency_p99.during < 5s: 30.8 s (±0.4)"},
		{"error", "chaos/hang.yaml", "44", "hang-primary: rule broken", "ai-memory.spurious_trips <= 10: 25 (advisory)"},
		{"warning", "chaos/hang.yaml", "21", "hang-primary: inconclusive", "five-provider.wasted_per_1k: 1.00 -> 3.00 (+2.0 ±7.5, allowed 1.00)"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("annotations (-want +got):\n%s", diff)
	}
}

// TestGitHubTen wants the worst ten, errors before warnings, and the count of
// those that are missing.
func TestGitHubTen(t *testing.T) {
	r := ours(gated())
	var results []*judge.Result
	for range 4 {
		results = append(results, r)
	}
	got := readCommands(t, string(render(t, "github", &words.Report{Results: results})))
	if len(got) != feeds.AnnotationsShown {
		t.Fatalf("%d annotations", len(got))
	}
	for i, c := range got {
		if c.Level != "error" {
			t.Errorf("annotation %d is a %s, and there are twelve errors", i, c.Level)
		}
	}
	if want := "\n10 more left out; the summary of the step has all"; !strings.HasSuffix(got[9].Text, want) {
		t.Errorf("the last one says %q", got[9].Text)
	}
}

// TestGitHubPlaces: only what is a file of the repository has a line.
func TestGitHubPlaces(t *testing.T) {
	moved := func(file string) string { return "sub/" + strings.TrimPrefix(file, "./") }
	for _, c := range []struct {
		file   string
		locate func(string) string
		want   string
	}{
		{"library:hang-primary", nil, ""},
		{"library:hang-primary", moved, ""},
		{"standard input", nil, ""},
		{"-", nil, ""},
		{"", nil, ""},
		{"a.yaml", nil, "a.yaml"},
		{"./chaos/../a.yaml", nil, "a.yaml"},
		{"./a.yaml", moved, "sub/a.yaml"},
		{"/elsewhere/a.yaml", func(string) string { return "" }, ""},
	} {
		if got := feeds.Located(c.file, c.locate); got != c.want {
			t.Errorf("located(%q) = %q, want %q", c.file, got, c.want)
		}
	}
	text := string(render(t, "github", &words.Report{Results: []*judge.Result{gated()}}))
	if strings.Contains(text, "file=") || !strings.Contains(text, "::error title=hang-primary%3A rule broken::") {
		t.Errorf("of a library's scenario:\n%s", text)
	}
}

// TestGitHubHostile reads back what escapes were made of.
func TestGitHubHostile(t *testing.T) {
	r := hostile()
	for _, c := range readCommands(t, string(render(t, "github", r))) {
		if want := printable.Line(hostileText); !strings.Contains(c.Title, want) || !strings.Contains(c.Text, want) {
			t.Errorf("title %q or text %q without %q", c.Title, c.Text, want)
		}
	}
}

func TestSummary(t *testing.T) {
	r := &words.Report{Results: []*judge.Result{ours(gated()), troubled()}}
	whole := summary(t, r, markdown.SummaryLimit)
	if want := string(render(t, "md", r)); whole != want {
		t.Errorf("with room for all, it is not the Markdown:\n%s", cmp.Diff(want, whole))
	}
	all := markdown.Sections(r)
	for room := range len(whole) + 200 {
		text := markdown.Fit(all, room)
		switch {
		case len(text) > room:
			t.Fatalf("%d bytes in a room of %d", len(text), room)
		case room < len(whole) && text == whole:
			t.Fatalf("a room of %d for %d bytes holds all", room, len(whole))
		case strings.Count(text, "```")%2 != 0:
			t.Fatalf("a room of %d leaves code open:\n%s", room, text)
		}
	}
}

// TestSummaryOrder: what to ship of every scenario goes before any table.
func TestSummaryOrder(t *testing.T) {
	var results []*judge.Result
	for i := range 60 {
		r := ruled(synthetic(2))
		r.Scenario.Name = fmt.Sprint("scenario-", i)
		results = append(results, r)
	}
	const room = 1 << 16
	text := summary(t, &words.Report{Results: results}, room)
	verdict := regexp.MustCompile(`(?m)^\*\*(SHIP|UNSURE|TIE) `)
	if n := len(verdict.FindAllString(text, -1)); n != len(results)+1 || len(text) > room || len(text) < room-2000 {
		t.Errorf("%d of %d verdicts in %d bytes", n, len(results), len(text))
	}
	if !strings.Contains(text, "sections cut: a step's summary holds no more") {
		t.Errorf("it ends\n%s", text[len(text)-300:])
	}
}

func summary(t *testing.T, r *words.Report, room int) string {
	t.Helper()
	var b bytes.Buffer
	if err := markdown.WriteSummary(&b, r, room); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
