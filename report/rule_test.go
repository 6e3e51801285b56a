package report

import (
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"wavetank/chain/strategy/yamldoc"
	"wavetank/faults"
	"wavetank/report/judge"
	"wavetank/report/measure"
)

var ruleNames = judge.Names{Strategies: []string{"five-provider", "naive", "ours", "a", "a-b", "5s"}, Providers: []string{"groq", "open-ai"}, Nearest: yamldoc.Nearest}

func TestParseRule(t *testing.T) {
	for _, tc := range []struct{ text, want string }{
		{"five-provider.slo_rate.during >= 95%", "five-provider.slo_rate.during >= 95%"},
		{"ours.wasted_calls<=0.1 * naive.wasted_calls", "ours.wasted_calls <= 0.1 * naive.wasted_calls"},
		{"ours.silent_bad == 0", "ours.silent_bad == 0"},
		{"ours.latency_p99.during < 5s", "ours.latency_p99.during < 5s"},
		{"ours.latency_p99 < max(1m30s, naive.latency_p99 + 50ms)", "ours.latency_p99 < max(1m30s, naive.latency_p99 + 50ms)"},
		{"ours.cost_per_1k <= $0.50", "ours.cost_per_1k <= $0.50"},
		{"ours.groq/wasted.doomed.probe <= 3", "ours.groq/wasted.doomed.probe <= 3"},
		{"ours.open-ai/cost < $2", "ours.open-ai/cost < $2"},
		{"ours.groq/over_hold < 2m", "ours.groq/over_hold < 2m"},
		{"a-b.trips - a.trips > 0", "a-b.trips - a.trips > 0"},
		{"5s.latency_p50 < 5s", "5s.latency_p50 < 5s"},
		{" ( a.trips + 1 )  * 2 < 1e3", "(a.trips + 1) * 2 < 1e3"},
		{"a.success_rate >= 0.95", "a.success_rate >= 0.95"},
		{"a.success_rate / naive.success_rate >= 1.2", "a.success_rate / naive.success_rate >= 1.2"},
		{"a.wasted_calls / naive.wasted_calls <= 10%", "a.wasted_calls / naive.wasted_calls <= 10%"},
		{"a.attempts_per_request < 1.5", "a.attempts_per_request < 1.5"},
		{"95% <= a.slo_rate", "95% <= a.slo_rate"},
		{"a.latency_max * 50% < 010s", "a.latency_max * 50% < 010s"},
		{"a.latency_p50 < 500µs", "a.latency_p50 < 500µs"},
		{strings.Repeat("(1) + ", 50) + "a.trips > 2", strings.Repeat("(1) + ", 50) + "a.trips > 2"},
	} {
		r, err := judge.ParseRule(tc.text, ruleNames)
		if err != nil {
			t.Errorf("ParseRule(%q): %v", tc.text, err)
			continue
		}
		if got := r.String(); got != tc.want {
			t.Errorf("ParseRule(%q) = %q, want %q", tc.text, got, tc.want)
		}
	}
}

func TestParseRuleMistakes(t *testing.T) {
	for _, tc := range []struct {
		text   string
		column int
		want   string
	}{
		{"", 1, `the rule ends too soon, want a number or STRATEGY.METRIC`},
		{"ours.slo_rate", 14, `the rule ends too soon, want a comparison`},
		{"ours.slo_rate = 95%", 15, `write "=="`},
		{"ours.slo_rate >= 95", 18, "a rate lies between 0 and 1 (write 95%)"},
		{"ours.slo_rate >= 5s", 18, "a time does not compare with a rate"},
		{"ours.slo_rate >= 95% 3", 22, `unexpected "3", want the end of the rule`},
		{"ours.trips <= 5%", 15, "a rate does not compare with a count"},
		{"ours.latency_p99 < 5", 20, "a number does not compare with a time (write 5s)"},
		{"5 > ours.latency_p99", 1, "a number does not compare with a time (write 5s)"},
		{"ours.latency_p99 < $5", 20, "a cost does not compare with a time"},
		{"ours.cost_per_1k < 2", 20, "a number does not compare with a cost (write $2)"},
		{"ours.latency_p99 * naive.latency_p99 < 3s", 20, "a time * a time measures nothing"},
		{"ours.trips / ours.latency_p99 < 3", 14, "a count / a time measures nothing"},
		{"ours.trips + ours.latency_p99 < 3", 14, "a time does not compare with a count"},
		{"max(ours.trips, 3s) < 3", 17, "a time does not compare with a count"},
		{"max(ours.trips) < 3", 15, `unexpected ")", want a comma`},
		{"(ours.trips < 3", 13, `unexpected "<", want a closing parenthesis`},
		{"our.slo_rate >= 95%", 1, `unknown strategy "our" (did you mean "ours"?)`},
		{"ours.slo_rat >= 95%", 6, `unknown metric "slo_rat" (did you mean "slo_rate"?)`},
		{"ours.slo_rate.druing >= 95%", 15, `unknown phase "druing" (did you mean "during"?)`},
		{"ours.trips.during > 1", 11, "trips exists for the whole run only (write trips)"},
		{"ours.grok/trips > 1", 6, `unknown provider "grok" (did you mean "groq"?)`},
		{"ours.groq/tripz > 1", 11, `unknown figure of a provider "tripz" (did you mean "trips"?)`},
		{"ours.groq/success_rate > 1", 11, `unknown figure of a provider "success_rate"`},
		{"a.trips-a.trips > 1", 8, "an operator stands between blanks"},
		{"a.trips -a.trips > 1", 9, "an operator stands between blanks"},
		{"a.trips +1 > 1", 9, "an operator stands between blanks"},
		{"a.trips*2 > 1", 8, "an operator stands between blanks"},
		{"-1 < a.trips", 1, "an operator stands between blanks"},
		{"ours > 1", 5, "a strategy is no figure (write ours.slo_rate)"},
		{"slo_rate > 1", 1, `"slo_rate" is neither a number nor STRATEGY.METRIC`},
		{"a.trips < 1e999", 11, `"1e999" is no number`},
		{"a.trips < 0x10", 11, `"0x10" is neither a number`},
		{"a.trips < 1_000", 11, `"1_000" is neither a number`},
		{"a.trips < NaN", 11, `"NaN" is neither a number`},
		{"a.cost_per_1k < $x", 17, `"$x" is no number`},
		{"a.trips < €5", 11, `unexpected "€"`},
		{"a.trips € 5 ", 9, `unexpected "€"`},
		{"a.trips < 1 , 2", 13, `unexpected ",", want the end of the rule`},
		{strings.Repeat("(", 100) + "1", 33, "parentheses nest too deep"},
		{strings.Repeat(" ", 5000), 4097, "at most 4096 bytes"},
	} {
		_, err := judge.ParseRule(tc.text, ruleNames)
		var re *judge.RuleError
		if !errors.As(err, &re) {
			t.Errorf("ParseRule(%q) = %v, want a *RuleError", tc.text, err)
			continue
		}
		if re.Column != tc.column || !strings.Contains(strings.SplitN(re.Error(), ": ", 2)[1], tc.want) {
			t.Errorf("ParseRule(%q): column %d, %q; want column %d, %q", tc.text, re.Column, re.Error(), tc.column, tc.want)
		}
	}
}

func TestJudge(t *testing.T) {
	for _, tc := range []struct {
		text     string
		verdict  judge.Verdict
		observed float64
		detail   string
	}{
		{"ours.slo_rate.during >= 95%", judge.Pass, 0.96, ""},
		{"ours.slo_rate.during > 96%", judge.Fail, 0.96, ""},
		{"95% <= ours.slo_rate.during", judge.Pass, 0.96, ""},
		{"ours.wasted_calls <= 0.1 * naive.wasted_calls", judge.Pass, 30, "limit 30"},
		{"ours.wasted_calls < 0.1 * naive.wasted_calls", judge.Fail, 30, "limit 30"},
		{"ours.wasted_calls == naive.wasted_calls / 10", judge.Pass, 30, "limit 30"},
		{"naive.wasted_calls - ours.wasted_calls == 270", judge.Pass, 270, ""},
		{"ours.wasted_calls / naive.wasted_calls <= 10%", judge.Pass, 0.1, ""},
		{"ours.trips / naive.trips > 1", judge.Fail, math.NaN(), "it divides by zero"},
		{"ours.time_to_detect < 40s", judge.Pass, 31, ""},
		{"ours.time_to_detect < min(40s, 30s) * 2", judge.Pass, 31, "limit 60.0 s"},
		{"max(ours.time_to_detect, 40s) > 35s", judge.Pass, 40, ""},
		{"(ours.trips + 1) * 2 >= 4", judge.Pass, 4, ""},
		{"naive.time_to_detect < 40s", judge.Fail, math.NaN(), "naive.time_to_detect has no value"},
		{"five-provider.trips < 3", judge.Skipped, math.NaN(), "five-provider is not in this run"},
		{"ours.groq/trips == 1", judge.Pass, 1, ""},
		{"ours.open-ai/cost <= $2", judge.Pass, 2, ""},
		{"ours.trips * 3 == 10 * 0.3", judge.Pass, 3, "limit 3.00"},
		{"ours.trips * 0.1 + 0.2 <= 0.3", judge.Pass, 0.3, ""},
		{"ours.trips * 0.1 + 0.2 > 0.3", judge.Fail, 0.3, ""},
		{"0.3 < ours.trips * 0.1 + 0.2", judge.Fail, 0.3, ""},
	} {
		got := mustParse(t, tc.text).Judge(judged())
		if got.Verdict != tc.verdict || !near(got.Observed, tc.observed) || got.Detail != tc.detail {
			t.Errorf("%s: %s, observed %v, %q; want %s, %v, %q", tc.text, got.Verdict, got.Observed, got.Detail, tc.verdict, tc.observed, tc.detail)
		}
	}
}

func TestJudgeInconclusive(t *testing.T) {
	unhurt := judged()
	for i := range unhurt.Strategies {
		for k := range unhurt.Strategies[i].Runs {
			unhurt.Strategies[i].Runs[k].Fired[0] = 0
		}
	}
	calm := judged()
	calm.Scenario.Timeline = nil
	for _, tc := range []struct {
		about  string
		result *judge.Result
		text   string
		want   judge.Verdict
	}{
		{"a fault that met nobody", unhurt, "ours.slo_rate.during >= 95%", judge.Inconclusive},
		{"a fault that met nobody, of the whole run", unhurt, "ours.trips == 1", judge.Inconclusive},
		{"no fault at all", calm, "ours.slo_rate.during >= 95%", judge.Inconclusive},
		{"no fault at all, of the whole run", calm, "ours.trips == 1", judge.Pass},
		{"no run", &judge.Result{Strategies: []measure.Strategy{{Name: "ours"}}}, "ours.trips == 1", judge.Inconclusive},
	} {
		if got := mustParse(t, tc.text).Judge(tc.result); got.Verdict != tc.want || got.Detail == "" && tc.want != judge.Pass {
			t.Errorf("%s: %s is %s (%s), want %s", tc.about, tc.text, got.Verdict, got.Detail, tc.want)
		}
	}
}

// judged is a result with round figures.
func judged() *judge.Result {
	r := &judge.Result{Seeds: []uint64{1, 2}, Scenario: measure.Scenario{Providers: []string{"groq", "open-ai"}, SLO: time.Second,
		Timeline: []measure.Fault{{Kind: "hang", Targets: []int{0}, For: faults.Span{Min: time.Minute, Max: time.Minute}}}}}
	for name, f := range map[string]figures{
		"ours":  {"slo_rate.during": 0.96, "wasted_calls": 30, "trips": 1, "time_to_detect": 31},
		"naive": {"wasted_calls": 300, "time_to_detect": math.NaN()},
	} {
		s := measure.Strategy{Name: name}
		for _, seed := range r.Seeds {
			run := measure.Run{Seed: seed, Values: make([]float64, len(measure.Catalogue)), Fired: []int64{7}}
			for m, v := range f {
				run.Values[measure.Index[m]] = v
			}
			for range 2 {
				run.Providers = append(run.Providers, make([]float64, len(measure.ProviderCatalogue)))
			}
			run.Providers[0][index0("trips")], run.Providers[1][index0("cost")] = 1, 2
			s.Runs = append(s.Runs, run)
		}
		r.Strategies = append(r.Strategies, s)
	}
	return r
}

func mustParse(t *testing.T, text string) *judge.Rule {
	t.Helper()
	r, err := judge.ParseRule(text, ruleNames)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func near(a, b float64) bool {
	return math.Abs(a-b) < 1e-9 || math.IsNaN(a) && math.IsNaN(b)
}

// FuzzRule demands that junk never panics, that mistakes lie inside the text,
// and that the canonical form reads as the same rule.
func FuzzRule(f *testing.F) {
	for _, s := range []string{"ours.slo_rate.during >= 95%", "max(a.trips, 3) - (a-b.trips + 1) / 2 <= 0.1 * naive.wasted_calls",
		"ours.groq/cost < $2", "5s.latency_p50 < 1m30s", "a.trips == -1", "a.latency_p50 < 5µs", "((a.trips)) > 1e3 "} {
		f.Add(s)
	}
	result := judged()
	f.Fuzz(func(t *testing.T, text string) {
		r, err := judge.ParseRule(text, ruleNames)
		if err != nil {
			var re *judge.RuleError
			if !errors.As(err, &re) || re.Column < 1 || re.Column > len(text)+1 {
				t.Fatalf("%q: %v", text, err)
			}
			return
		}
		again, err := judge.ParseRule(r.String(), ruleNames)
		if err != nil {
			t.Fatalf("%q reads, its form %q does not: %v", text, r, err)
		}
		if again.String() != r.String() {
			t.Fatalf("%q: form %q reads as %q", text, r, again)
		}
		x, y := r.Judge(result), again.Judge(result)
		if x.Verdict != y.Verdict || !near(x.Observed, y.Observed) && !math.IsInf(x.Observed, 0) {
			t.Fatalf("%q: %v, its form: %v", text, x, y)
		}
	})
}
