package report

import (
	"errors"
	"math"
	"strings"
	"testing"

	"wavetank/chain/strategy/yamldoc"
	"wavetank/report/judge"
	"wavetank/report/measure"
	"wavetank/report/words"
)

func TestParseBaseline(t *testing.T) {
	named := ruleNames
	named.Strategies = append([]string{"baseline"}, ruleNames.Strategies...)
	for _, tc := range []struct {
		text  string
		names judge.Names
		means []string // the figures, in order; "was" those of the baseline
	}{
		{"ours.latency_p99 <= max(baseline * 1.10, baseline + 50ms)", ruleNames, []string{"ours.latency_p99", "was ours.latency_p99", "was ours.latency_p99"}},
		{"baseline + 5% >= ours.slo_rate", ruleNames, []string{"was ours.slo_rate", "ours.slo_rate"}},
		{"ours.latency_p99 / baseline <= 1.1", ruleNames, []string{"ours.latency_p99", "was ours.latency_p99"}},
		{"ours.trips + ours.trips <= 2 * baseline", ruleNames, []string{"ours.trips", "ours.trips", "was ours.trips"}},
		{"ours.groq/cost <= baseline + $1", ruleNames, []string{"ours.groq/cost", "was ours.groq/cost"}},
		{"ours.trips <= baseline.naive.trips", ruleNames, []string{"ours.trips", "was naive.trips"}},
		{"ours.trips <= baseline.a-b.groq/trips", ruleNames, []string{"ours.trips", "was a-b.groq/trips"}},
		{"5s.latency_p50 < baseline + 5s", ruleNames, []string{"5s.latency_p50", "was 5s.latency_p50"}},
		{"baseline.trips <= baseline.ours.trips", named, []string{"baseline.trips", "was ours.trips"}},
		{"baseline.trips <= baseline", named, []string{"baseline.trips", "was baseline.trips"}},
		{"baseline.wasted.late <= baseline.baseline.wasted.late", named, []string{"baseline.wasted.late", "was baseline.wasted.late"}},
	} {
		r, err := judge.ParseRule(tc.text, tc.names)
		if err != nil {
			t.Errorf("%s: %v", tc.text, err)
			continue
		}
		var means []string
		for _, q := range r.Quantities() {
			text := strings.TrimPrefix(q.Text, "baseline.")
			if q.Baseline {
				text = "was " + text
			} else {
				text = q.Text
			}
			means = append(means, text)
		}
		if strings.Join(means, ", ") != strings.Join(tc.means, ", ") || r.String() != tc.text {
			t.Errorf("%s is %s and means %q, want %q", tc.text, r, means, tc.means)
		}
	}
}

func TestParseBaselineMistakes(t *testing.T) {
	for _, tc := range []struct {
		text   string
		column int
		want   string
	}{
		{"ours.trips + naive.trips <= baseline", 29, "baseline repeats the figure on the left, and there are several (write baseline.STRATEGY.METRIC)"},
		{"baseline <= 3", 1, "baseline repeats the figure on the left, and there is none"},
		{"ours.latency_p99 <= baseline + 3", 32, "a number does not compare with a time (write 3s)"},
		{"ours.trips <= baseline + 5%", 26, "a rate does not compare with a count"},
		{"ours.trips <= baseline.trips", 24, "a figure of the baseline names its strategy (write baseline.STRATEGY.trips"},
		{"ours.trips <= baseline.our.trips", 24, `unknown strategy "our" (did you mean "ours"?)`},
		{"ours.trips <= baseline.ours.tripz", 29, `unknown metric "tripz" (did you mean "trips"?)`},
		{"ours.trips <= baselin", 15, `"baselin" is neither a number nor STRATEGY.METRIC`},
		{"ours.trips <= baseline.", 24, `"" is neither a number nor STRATEGY.METRIC`},
	} {
		_, err := judge.ParseRule(tc.text, ruleNames)
		var re *judge.RuleError
		if !errors.As(err, &re) || re.Column != tc.column || !strings.Contains(re.Error(), tc.want) {
			t.Errorf("%s: %v, want column %d, %s", tc.text, err, tc.column, tc.want)
		}
	}
}

func TestJudgeBaseline(t *testing.T) {
	for _, tc := range []struct {
		text    string
		verdict judge.Verdict
		limit   float64
		detail  string
	}{
		{"ours.wasted_calls <= baseline", judge.Pass, 30, "limit 30"},
		{"ours.wasted_calls < baseline", judge.Fail, 30, "limit 30"},
		{"ours.wasted_calls <= max(baseline * 1.10, baseline + 50)", judge.Pass, 80, "limit 80"},
		{"ours.wasted_calls <= 0.1 * baseline.naive.wasted_calls", judge.Pass, 30, "limit 30"},
		{"baseline - 1 > ours.wasted_calls", judge.Fail, 29, "limit 29"},
		{"ours.groq/trips == baseline", judge.Pass, 1, "limit 1"},
		{"ours.trips <= baseline.five-provider.trips", judge.Skipped, math.NaN(), "five-provider is not in the baseline"},
		{"naive.time_to_detect <= baseline", judge.Fail, math.NaN(), "naive.time_to_detect has no value"},
		{"ours.time_to_detect <= baseline.naive.time_to_detect", judge.Fail, math.NaN(), "baseline.naive.time_to_detect has no value"},
	} {
		r := judged()
		r.Baseline = judged()
		got := mustParse(t, tc.text).Judge(r)
		if got.Verdict != tc.verdict || !near(got.Limit, tc.limit) || got.Detail != tc.detail {
			t.Errorf("%s: %s, limit %v, %q; want %s, %v, %q", tc.text, got.Verdict, got.Limit, got.Detail, tc.verdict, tc.limit, tc.detail)
		}
	}
	if got := mustParse(t, "ours.wasted_calls <= baseline").Judge(judged()); got.Verdict != judge.Skipped || got.Detail != "no baseline: see --against" {
		t.Errorf("without a baseline: %s, %q", got.Verdict, got.Detail)
	}
}

// TestJudgeOn holds an end of the observed figure's interval against the limit:
// 10 and 30 have the mean 20 and, with one degree of freedom, ±127; no count is
// below nothing.
func TestJudgeOn(t *testing.T) {
	r := judged()
	r.Strategy("ours").Runs[0].Values[measure.Index["wasted_calls"]] = 10
	const half = 12.706204736 * 10
	for _, tc := range []struct {
		text    string
		on      judge.Statistic
		verdict judge.Verdict
		detail  string
	}{
		{"ours.wasted_calls < 30", judge.OnEstimate, judge.Pass, ""},
		{"ours.wasted_calls < 30", judge.OnLower, judge.Pass, "lower end 0"},
		{"ours.wasted_calls < 30", judge.OnUpper, judge.Fail, "upper end 147"},
		{"30 > ours.wasted_calls", judge.OnUpper, judge.Fail, "upper end 147"},
		{"(ours.wasted_calls) <= naive.wasted_calls", judge.OnUpper, judge.Pass, "upper end 147, limit 300"},
	} {
		rule := mustParse(t, tc.text)
		rule.On = tc.on
		got := rule.Judge(r)
		if got.Verdict != tc.verdict || got.Detail != tc.detail || got.On != tc.on || got.Observed != 20 || math.Abs(got.Half-half) > 1e-6 {
			t.Errorf("%s on %s: %s, observed %v ±%v, %q; want %s, %q", tc.text, tc.on, got.Verdict, got.Observed, got.Half, got.Detail, tc.verdict, tc.detail)
		}
	}
	one := judged()
	one.Seeds = one.Seeds[:1]
	for i := range one.Strategies {
		one.Strategies[i].Runs = one.Strategies[i].Runs[:1]
	}
	rule := mustParse(t, "ours.wasted_calls < 30")
	rule.On = judge.OnUpper
	if got := rule.Judge(one); got.Verdict != judge.Inconclusive {
		t.Errorf("one run: %s, %s", got.Verdict, got.Detail)
	}
	for text, want := range map[string]bool{"ours.trips < 1": true, "1 > ours.trips": true, "(ours.trips) < 1": true,
		"ours.trips + 1 < 1": false, "max(ours.trips, 1) < 1": false, "ours.trips * 2 <= baseline": false} {
		if got := mustParse(t, text).Single(); got != want {
			t.Errorf("%s: Single() = %v", text, got)
		}
	}
}

// TestAdvisory: advice keeps its verdict and says what it is.
func TestAdvisory(t *testing.T) {
	rule := mustParse(t, "ours.wasted_calls < 30")
	rule.Advisory, rule.Why = true, "because"
	got := rule.Judge(judged())
	if got.Verdict != judge.Fail || !got.Advisory || got.Why != "because" || words.RuleWord(&got) != "miss" || words.RuleRemark(&got) != "advisory" {
		t.Errorf("%+v: %s %s", got, words.RuleWord(&got), words.RuleRemark(&got))
	}
	r := judge.Result{Expectations: []judge.Expectation{got}}
	if r.Broken() || words.VerdictCounts(r.Expectations) != "1 advisory missed" {
		t.Errorf("broken %v, %s", r.Broken(), words.VerdictCounts(r.Expectations))
	}
}

func FuzzRuleBaseline(f *testing.F) {
	for _, s := range []string{"ours.trips <= baseline", "baseline * 2 > naive.trips", "ours.trips <= baseline.naive.trips", "baseline.baseline.trips < baseline"} {
		f.Add(s)
	}
	names := judge.Names{Strategies: []string{"ours", "naive", "baseline"}, Providers: []string{"groq"}, Nearest: yamldoc.Nearest}
	result := judged()
	result.Baseline = judged()
	f.Fuzz(func(t *testing.T, text string) {
		r, err := judge.ParseRule(text, names)
		if err != nil {
			return
		}
		again, err := judge.ParseRule(r.String(), names)
		if err != nil || again.String() != r.String() {
			t.Fatalf("%q reads, its form %q does not: %v", text, r, err)
		}
		if x, y := r.Judge(result), again.Judge(result); x.Verdict != y.Verdict || !near(x.Limit, y.Limit) && !math.IsInf(x.Limit, 0) {
			t.Fatalf("%q: %v, its form: %v", text, x, y)
		}
	})
}
