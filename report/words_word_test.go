package report

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"wavetank/report/judge"
	"wavetank/report/measure"
	"wavetank/report/words"
)

// TestColumnsSayTheirWord: a column is called by its metric's word, perhaps with
// something behind it.
func TestColumnsSayTheirWord(t *testing.T) {
	slow := synthetic(3)
	slow.Scenario.SLO = 0
	for _, r := range []*judge.Result{synthetic(3), slow} {
		k := words.RankedResult(r, true)
		versus, _ := k.VersusColumns(k.Compared())
		for _, c := range append(words.FigureColumns(r), versus...) {
			if got, word := words.OneLine(c.Title()), measure.WordOf(c.Metric); got != word && !strings.HasPrefix(got, word+" (") {
				t.Errorf("the column of %s is called %q, its word is %q", c.Metric, got, word)
			}
		}
	}
	for _, m := range measure.Catalogue {
		if got := words.OneLine(words.Head(m.Name)); got != m.Word {
			t.Errorf("Head(%s) = %q, its word is %q", m.Name, got, m.Word)
		}
	}
}

// TestEveryColumnHasAHead: no table of a page leaves one empty.
func TestEveryColumnHasAHead(t *testing.T) {
	page := string(render(t, "html", &words.Report{Results: []*judge.Result{ruled(synthetic(3))}}))
	if n := strings.Count(page, `<th scope="col"></th>`); n > 0 || !strings.Contains(page, `<th scope="col">p99</th>`) {
		t.Errorf("%d columns of a page have no head", n)
	}
}

// TestNobodyNamesAMetricAnew: no source of a medium gives a column of a metric a head
// that is written there. A column that shows two figures begins with a word all the
// same.
func TestNobodyNamesAMetricAnew(t *testing.T) {
	own := regexp.MustCompile(`Head: *"[^"]*"[^{}]*Metric:`)
	for _, dir := range []string{"words", "screen", "page", "markdown", "figure", "picture"} {
		files, err := filepath.Glob(filepath.Join(dir, "*.go"))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %d files, %v", dir, len(files), err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if m := own.Find(text); m != nil {
				t.Errorf("%s: %s: the head comes from the catalogue", file, m)
			}
		}
	}
}

func TestHead(t *testing.T) {
	for metric, want := range map[string]string{
		"latency_p99": "p99", "slo_rate.during": "in time", "wasted_calls": "wasted\ncalls", "silent_bad": "bad JSON\ndelivered",
		"time_to_detect": "noticed\nafter", "cost_per_1k": "cost\nper 1k", "over_hold": "over-\nhold", "spurious_trips": "false\ntrips",
	} {
		if got := words.Head(metric); got != want {
			t.Errorf("Head(%s) = %q, want %q", metric, got, want)
		}
	}
}

// TestOnScreens: beside a name stands what screens call it, once, where the name does
// not tell.
func TestOnScreens(t *testing.T) {
	for text, want := range map[string]string{
		"ours.spurious_trips <= 1":                                 "(spurious_trips: false trips)",
		"ours.slo_rate.during >= 0.9 * naive.slo_rate.during":      "(slo_rate: in time)",
		"ours.latency_p99 <= 3s":                                   "",
		"ours.wasted_calls <= naive.wasted_calls":                  "",
		"ours.openai/spurious_trips == 0":                          "(spurious_trips: false trips)",
		"baseline.ours.success_rate >= 1 - ours.silent_bad / 1000": "(success_rate: answered, silent_bad: bad JSON delivered)",
		"ours.time_to_recover.censored == 0":                       "(time_to_recover.censored: never back)",
		"ours.wasted.doomed.known <= max(ours.trips, ours.useful)": "",
		"requests.latency_p50 <= 1s":                               "",
		"no.metric.here <= 1":                                      "",
	} {
		if got := words.OnScreens(text); got != want {
			t.Errorf("OnScreens(%s) = %q, want %q", text, got, want)
		}
	}
}

// TestRulesSayTheWord: a rule of the screen has the word beside it where there is room.
func TestRulesSayTheWord(t *testing.T) {
	r := contest(3, true, time.Second, entry("ours", 3, 0, figures{"spurious_trips": 2}))
	rule, err := judge.ParseRule("ours.spurious_trips <= 3", judge.Names{Strategies: []string{"ours"}})
	if err != nil {
		t.Fatal(err)
	}
	r.Expectations = append(r.Expectations, rule.Judge(r))
	if page := string(render(t, "html", &words.Report{Results: []*judge.Result{r}})); !strings.Contains(page, "(spurious_trips: false trips)") || !strings.Contains(page, "on screens: false trips; ") {
		t.Error("the word stands neither beside the rule of a page nor in its glossary")
	}
	for _, width := range []int{60, 100} {
		got := string(render(t, "table", &words.Report{Results: []*judge.Result{r}, View: words.View{Width: width}}))
		if said := strings.Contains(got, "(spurious_trips: false trips)"); said != (width == 100) {
			t.Errorf("at %d columns the word stands there: %t\n%s", width, said, got)
		}
	}
}
