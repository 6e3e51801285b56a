package report

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"wavetank/faults"
	"wavetank/report/feeds"
	"wavetank/report/judge"
	"wavetank/report/measure"
	"wavetank/report/screen"
	"wavetank/report/words"
)

// reports are all that a format may meet, by what they are about.
func reports() map[string]*words.Report {
	calm := synthetic(3)
	calm.Scenario.Timeline = nil
	lax := synthetic(3)
	lax.Scenario.SLO = 0
	storm := synthetic(3)
	storm.Scenario.Providers = []string{"one", "two", "three"}
	storm.Scenario.Timeline = []measure.Fault{
		{Kind: "throttle", Targets: []int{0, 1, 2}, At: faults.Span{Max: time.Minute}},
		{Kind: "home-made", Targets: []int{1}}}
	for i := range storm.Strategies {
		for k := range storm.Strategies[i].Runs {
			run := &storm.Strategies[i].Runs[k]
			run.Providers = append(run.Providers, run.Providers[0])
			if len(run.Strips) > 0 {
				run.Strips = append(run.Strips, run.Strips[0])
			}
		}
	}
	void := synthetic(0)
	wild := synthetic(3)
	for i := range wild.Strategies[2].Runs {
		for m := range wild.Strategies[2].Runs[i].Values {
			wild.Strategies[2].Runs[i].Values[m] = []float64{math.NaN(), math.Inf(1), 1e300}[i]
		}
	}
	return map[string]*words.Report{
		"nothing":          {},
		"no strategy":      {Results: []*judge.Result{{}}},
		"no run":           {Results: []*judge.Result{void}},
		"a scenario":       {Results: []*judge.Result{ruled(synthetic(20))}},
		"one run":          {Results: []*judge.Result{ruled(synthetic(1))}},
		"interrupted":      {Results: []*judge.Result{troubled()}},
		"no fault":         {Results: []*judge.Result{calm}},
		"no slo":           {Results: []*judge.Result{lax}},
		"three ill":        {Results: []*judge.Result{storm}},
		"impossible":       {Results: []*judge.Result{wild}},
		"several":          {Results: []*judge.Result{synthetic(2), calm, lax}},
		"without strips":   {Results: []*judge.Result{stripless(synthetic(2))}},
		"a wide screen":    {Results: []*judge.Result{ruled(synthetic(20))}, View: words.View{Wide: true, Color: true}},
		"a narrow screen":  {Results: []*judge.Result{ruled(synthetic(20))}, View: words.View{Width: 80}},
		"a hardly any one": {Results: []*judge.Result{ruled(synthetic(20))}, View: words.View{Width: 1}},
	}
}

func stripless(r *judge.Result) *judge.Result {
	for i := range r.Strategies {
		r.Strategies[i].Runs[0].Strips = nil
	}
	return r
}

// ruled judges rules of each verdict.
func ruled(r *judge.Result) *judge.Result {
	names := judge.Names{Strategies: []string{"five-provider", "naive", "ai-memory", "faster"}, Providers: r.Scenario.Providers}
	for i, text := range []string{
		"five-provider.slo_rate.during >= 95%",
		"five-provider.silent_bad == 0",
		"five-provider.wasted_calls <= 0.1 * naive.wasted_calls",
		"five-provider.latency_p99.during < 5s",
		"ai-memory.spurious_trips <= 10",
		"five-provider.trips <= 2",
		"naive.time_to_detect < 60s",
		"faster.latency_p99 < 5s",
	} {
		rule, err := judge.ParseRule(text, names)
		if err != nil {
			panic(err)
		}
		rule.File, rule.Line = r.Scenario.File, 40+i
		r.Expectations = append(r.Expectations, rule.Judge(r))
	}
	return r
}

// broken is a writer that fails, at once or after some bytes.
type broken struct{ room int }

var errBroken = errors.New("no space left")

func (b *broken) Write(p []byte) (int, error) {
	if len(p) <= b.room {
		b.room -= len(p)
		return len(p), nil
	}
	return b.room, errBroken
}

// drawn are the formats that take long: most reports are written once in them.
var drawn = map[string]bool{"png": true, "svg": true, "html": true, "attempts": true}

func TestFormats(t *testing.T) {
	for _, e := range Formats {
		if e.Summary == "" {
			t.Errorf("%s has no summary", e.Name)
		}
		for about, r := range reports() {
			if drawn[e.Name] && (r.View.Width > 0 || r.View.Wide) {
				continue // the same in another view
			}
			first := render(t, e.Name, r)
			for _, word := range []string{"NaN", "Inf", "%!"} {
				if !e.Binary && bytes.Contains(first, []byte(word)) {
					t.Errorf("%s of %s holds %s", e.Name, about, word)
				}
			}
			if drawn[e.Name] && about != "several" {
				continue
			}
			if !bytes.Equal(first, render(t, e.Name, r)) {
				t.Errorf("%s of %s: other bytes the second time", e.Name, about)
			}
			if len(first) == 0 {
				continue // nothing written, nothing lost
			}
			for _, room := range []int{0, len(first) - 1} {
				if err := e.Write(&broken{room}, r); !errors.Is(err, errBroken) {
					t.Errorf("%s of %s on a writer that takes %d of %d bytes: %v", e.Name, about, room, len(first), err)
				}
			}
		}
	}
}

func TestJSONKeys(t *testing.T) {
	for about, r := range reports() {
		var doc map[string]any
		if err := json.Unmarshal(render(t, "json", r), &doc); err != nil {
			t.Errorf("%s: %v", about, err)
			continue
		}
		runs := []any{doc}
		if len(r.Results) != 1 {
			runs = doc["runs"].([]any)
		}
		for i, one := range runs {
			for _, s := range one.(map[string]any)["strategies"].([]any) {
				checkStrategy(t, about, r.Results[i], s.(map[string]any))
			}
		}
	}
}

func checkStrategy(t *testing.T, about string, r *judge.Result, s map[string]any) {
	t.Helper()
	figures := s["metrics"].(map[string]any)
	if len(figures) != len(measure.Catalogue) {
		t.Errorf("%s: %d metrics of %d", about, len(figures), len(measure.Catalogue))
	}
	for _, m := range measure.Catalogue {
		v, ok := figures[m.Name]
		if !ok {
			t.Errorf("%s: no key %s", about, m.Name)
		}
		if f, ok := v.(map[string]any); ok && len(f["per_seed"].([]any)) != len(r.Seeds) {
			t.Errorf("%s: %s has %d seeds of %d", about, m.Name, len(f["per_seed"].([]any)), len(r.Seeds))
		}
	}
	if n := len(s["providers"].(map[string]any)); n != len(r.Scenario.Providers) {
		t.Errorf("%s: %d providers of %d", about, n, len(r.Scenario.Providers))
	}
}

func TestCSVReadsBack(t *testing.T) {
	r := &words.Report{Results: []*judge.Result{synthetic(2)}}
	rows, err := csv.NewReader(bytes.NewReader(render(t, "csv", r))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if want := 1 + 6*(len(measure.Catalogue)+2*len(measure.ProviderCatalogue)); len(rows) != want {
		t.Errorf("%d rows, want %d", len(rows), want)
	}
	f := r.Results[0].Strategy("naive").Figure("slo_rate")
	want := fmt.Sprint([]string{"hang-primary", "naive", "slo_rate", feeds.CellCSV(f.Mean), feeds.CellCSV(f.Low), feeds.CellCSV(f.High), "2"})
	for _, row := range rows {
		if row[1] == "naive" && row[2] == "slo_rate" && fmt.Sprint(row) != want {
			t.Errorf("row %v, want %v", row, want)
		}
	}
}

// TestScreenFits holds the promise of the default screen: 30 lines of 100
// columns, and 80 columns where that is all there is.
func TestScreenFits(t *testing.T) {
	for about, r := range reports() {
		for _, width := range []int{100, 80} {
			view := *r
			view.View = words.View{Width: width}
			text := strings.TrimSuffix(string(render(t, "table", &view)), "\n")
			lines := strings.Split(text, "\n")
			if len(r.Results) == 1 && width == 100 && len(lines) > screen.ScreenLines {
				t.Errorf("%s: %d lines:\n%s", about, len(lines), text)
			}
			for _, l := range lines {
				if utf8.RuneCountInString(l) > width {
					t.Errorf("%s at %d: %d columns: %s", about, width, utf8.RuneCountInString(l), l)
				}
			}
		}
	}
}

// TestColorSaysNothingAlone takes the colours out and wants the plain screen.
func TestColorSaysNothingAlone(t *testing.T) {
	sequence := regexp.MustCompile("\x1b\\[[0-9;]*m")
	for about, r := range reports() {
		view := *r
		view.View.Color = true
		colored := render(t, "table", &view)
		view.View.Color = false
		if got, want := sequence.ReplaceAllString(string(colored), ""), string(render(t, "table", &view)); got != want {
			t.Errorf("%s: without its colours the screen is\n%s\nwant\n%s", about, got, want)
		}
		if len(r.Results) > 0 && !bytes.ContainsRune(colored, '\x1b') {
			t.Errorf("%s: no colour", about)
		}
	}
}
