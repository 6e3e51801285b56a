package report

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"wavetank/report/judge"
	"wavetank/report/measure"
	"wavetank/report/stored"
	"wavetank/report/words"
)

// TestRead demands that a result that was written and read writes the same
// bytes, whatever it holds.
func TestRead(t *testing.T) {
	for about, r := range reports() {
		if len(r.Results) == 0 {
			continue
		}
		text := render(t, "json", r)
		results, err := stored.ReadResults("r.json", bytes.NewReader(text))
		if err != nil {
			t.Errorf("%s: %v", about, err)
			continue
		}
		if diff := cmp.Diff(string(text), string(render(t, "json", &words.Report{Results: results}))); diff != "" {
			t.Errorf("%s: written again (-was +now):\n%s", about, diff)
		}
	}
}

// TestReadScreen demands that a result that was read shows the screen of the one
// that was written, but for its strips.
func TestReadScreen(t *testing.T) {
	was := stripless(ruled(synthetic(5)))
	results, err := stored.ReadResults("r.json", bytes.NewReader(render(t, "json", &words.Report{Results: []*judge.Result{was}})))
	if err != nil {
		t.Fatal(err)
	}
	now := results[0]
	if diff := cmp.Diff(was.Scenario, now.Scenario); diff != "" {
		t.Errorf("the scenario (-was +now):\n%s", diff)
	}
	rules := []*judge.Rule{}
	for _, e := range was.Expectations {
		r, err := judge.ParseRule(e.Rule, judge.Names{Strategies: []string{"five-provider", "naive", "ai-memory", "faster"}, Providers: was.Scenario.Providers})
		if err != nil {
			t.Fatal(err)
		}
		r.File, r.Line = e.File, e.Line
		rules = append(rules, r)
	}
	now.Judge(rules)
	if diff := cmp.Diff(was.Expectations, now.Expectations, cmpopts.EquateNaNs(), cmpopts.EquateApprox(0, 1e-9)); diff != "" {
		t.Errorf("judged again (-was +now):\n%s", diff)
	}
	screen := func(r *judge.Result) string {
		return string(render(t, "table", &words.Report{Results: []*judge.Result{r}, View: words.View{Wide: true}}))
	}
	if diff := cmp.Diff(screen(was), screen(now)); diff != "" {
		t.Errorf("the screen (-was +now):\n%s", diff)
	}
}

// small is a result with one figure, as short as they come.
const smallResult = `{"schema_version": 1, "model": 3,
  "scenario": {"name": "s", "hash": "0123456789ab", "providers": ["a"], "timeline": [{"kind": "hang", "targets": [0], "at": [1,1], "for": [2,3]}]},
  "seeds": [1,18446744073709551615],
  "strategies": [{"name": "ours", "fired": [[1],[2]],
    "metrics": {"trips": {"per_seed": [1,null]}, "later": 3, "flaps": null},
    "providers": {"a": {"trips": {"per_seed": [3,4]}}},
    "trips": [{"seed": 1, "provider": "a", "at": 2.5, "label": "stale", "reason": "", "badness": 0.25, "counted": 3}]}],
  "expectations": [{"rule": "ours.trips == 1", "observed": 1, "verdict": "pass", "severity": "advisory", "on": "upper"}]}`

func TestReadSmall(t *testing.T) {
	results, err := stored.ReadResults("r.json", strings.NewReader(smallResult))
	if err != nil {
		t.Fatal(err)
	}
	r := results[0]
	s := r.Strategy("ours")
	trips := s.Figure("trips")
	if trips.Mean != 1 || trips.N != 1 || s.ProviderFigure(0, "trips").Mean != 3.5 || r.Seeds[1] != 1<<64-1 || r.Fired(0) != 3 {
		t.Errorf("read %+v of seeds %d", s, r.Seeds)
	}
	if got := s.Runs[0].Trips; len(got) != 1 || got[0].Label != measure.StaleTrip || got[0].At.Seconds() != 2.5 {
		t.Errorf("trips %+v", got)
	}
	if e := r.Expectations[0]; !e.Advisory || e.On != judge.OnUpper || e.Verdict != judge.Pass || e.Observed != 1 {
		t.Errorf("expectation %+v", e)
	}
	text := fmt.Sprintf(`{"schema_version": 1, "runs": [%s, %s]}`, smallResult, smallResult)
	if results, err := stored.ReadResults("r.json", strings.NewReader(text)); err != nil || len(results) != 2 {
		t.Errorf("of two runs %d were read: %v", len(results), err)
	}
}

// TestReadMistakes holds where and how a file is refused.
func TestReadMistakes(t *testing.T) {
	for _, tc := range []struct{ about, was, is, want string }{
		{"another version", `"schema_version": 1`, `"schema_version": 7`, "r.json:1:20: schema version 7 is unknown: this build reads 1"},
		{"another model", `"model": 3`, `"model": 4`, "r.json:1:32: it is of model 4, and this build plays model 3: the same seed may give other numbers"},
		{"no model", `"model": 3,`, ``, `r.json:1:1: the key "model" is missing`},
		{"a comma too many", `[1,1]`, `[1,1,]`, "r.json:2:130: no JSON: invalid character ']'"},
		{"cut off", `"expectations"`, ``, "no JSON: "},
		{"a seed twice", `18446744073709551615`, `1`, "r.json:3:15: the seed 1 stands twice"},
		{"a seed that is none", `18446744073709551615`, `-1`, "r.json:3:15: -1 is no seed"},
		{"a value too few", `[1,null]`, `[1]`, "r.json:5:26: trips: 1 values for 2 seeds"},
		{"a value that is a text", `[1,null]`, `[1,"2"]`, "r.json:5:42: trips: expected a number, got a text"},
		{"a value out of range", `[1,null]`, `[1,1e999]`, "trips: 1e999 is out of range"},
		{"an unknown provider", `"providers": {"a"`, `"providers": {"b"`, `the scenario has no provider "b"`},
		{"a target that is none", `"targets": [0]`, `"targets": [1]`, "targets: 1 is no whole number from 0 to 0"},
		{"a time out of range", `"at": [1,1]`, `"at": [1,1e99]`, "at: no time of a run"},
		{"a trip of nobody", `"seed": 1, "provider"`, `"seed": 3, "provider"`, "a trip of a seed, a provider or a label that does not exist"},
		{"an unknown verdict", `"verdict": "pass"`, `"verdict": "maybe"`, "unknown verdict"},
		{"an unknown statistic", `"on": "upper"`, `"on": "uper"`, `unknown statistic "uper"`},
		{"a key twice", `"fired"`, `"name"`, `the key "name" stands twice`},
		{"an escape in a name", `"name": "ours"`, `"name": "ours\u001b[2J"`, "name holds a control character"},
		{"a name that is none", `"name": "ours"`, `"name": 3`, "name: expected a text, got a number"},
		{"fired for a fault that is not there", `[[1],[2]]`, `[[1],[2,3]]`, "fired: a list for each seed"},
	} {
		text := strings.Replace(smallResult, tc.was, tc.is, 1)
		if text == smallResult {
			t.Fatalf("%s: nothing was replaced", tc.about)
		}
		_, err := stored.ReadResults("r.json", strings.NewReader(text))
		if err == nil || !strings.Contains(err.Error(), tc.want) || !strings.HasPrefix(err.Error(), "r.json:") {
			t.Errorf("%s: %v, want %s", tc.about, err, tc.want)
		}
	}
	for _, tc := range []struct{ about, text, want string }{
		{"nothing", "", "r.json:1:1: no JSON: unexpected end of JSON input"},
		{"another document", `{"hello": 1}`, "r.json:1:1: this is no result"},
		{"a list", `[]`, "r.json:1:1: this is no result"},
		{"no runs", `{"schema_version": 1, "runs": []}`, "it holds no result"},
		{"a deep one", `{"schema_version": 1, "x": ` + strings.Repeat("[", 99) + strings.Repeat("]", 99) + "}", "as deep as this"},
		{"a large one", strings.Repeat(" ", stored.ReadBytes+1), "1:1: it is larger than 64 MiB"},
		{"many runs of nothing", `{"schema_version": 1, "model": 3, "scenario": {"name": "s", "hash": "h"}, "seeds": [1` + manySeeds(100_000) +
			`], "strategies": [{"name": "a", "metrics": {}}, {"name": "b", "metrics": {}}]}`, "no result is as large as this"},
	} {
		if _, err := stored.ReadResults("r.json", strings.NewReader(tc.text)); err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s: %v, want %s", tc.about, err, tc.want)
		}
	}
}

func manySeeds(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, ",%d", i+2)
	}
	return b.String()
}

// FuzzReadResults demands that junk never panics, and that what is read can be
// shown, and be written and read again to the same bytes.
func FuzzReadResults(f *testing.F) {
	f.Add([]byte(smallResult))
	f.Add([]byte(`{"schema_version": 1, "runs": [` + smallResult + `]}`))
	f.Add([]byte(strings.Replace(smallResult, "0.25", "1e308", 1)))
	f.Fuzz(func(t *testing.T, data []byte) {
		results, err := stored.ReadResults("r.json", bytes.NewReader(data))
		if err != nil {
			return
		}
		text := render(t, "json", &words.Report{Results: results})
		again, err := stored.ReadResults("r.json", bytes.NewReader(text))
		if err != nil {
			t.Fatalf("what was written is not read: %v\n%s", err, text)
		}
		if diff := cmp.Diff(string(text), string(render(t, "json", &words.Report{Results: again}))); diff != "" {
			t.Fatal(diff)
		}
		render(t, "table", &words.Report{Results: results})
		render(t, "md", &words.Report{Results: results})
	})
}
