package report

import (
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"wavetank/report/judge"
	"wavetank/report/measure"
	"wavetank/report/screen"
	"wavetank/report/words"
)

// counselled is a result with all that a headline can say: a complaint, and a
// trial of the strategy to ship whose p99 is so many seconds.
func counselled(r *judge.Result, p99 float64) *judge.Result {
	r.Complaint = &judge.Complaint{Cause: judge.CauseHang, Strategy: "five-provider", Metric: "latency_p99.during", Provider: 0,
		Figures: judge.ComplaintFigures{Noticed: 31, Value: 156, Timeout: true, Missed: measure.None, P99: 30.7}}
	r.Trial = &judge.Trial{Arg: "faster=five-provider,attempt.total=5s", Base: "five-provider", Change: "attempt.total=5s",
		Strategy: *r.Strategy("five-provider")}
	r.Trial.Strategy.Name, r.Trial.Strategy.Runs = "faster", nil
	for _, run := range r.Strategy("five-provider").Runs {
		run.Values = append([]float64(nil), run.Values...)
		run.Values[measure.Index["latency_p99.during"]] *= p99 / 30.7
		run.Values[measure.Index["spurious_trips"]] = 6
		r.Trial.Strategy.Runs = append(r.Trial.Strategy.Runs, run)
	}
	r.Why = []string{"wavetank", "explain", "hang-primary", "--strategy", "five-provider", "--worst", "latency"}
	return r
}

// TestAdviceGoldens hold what the headline looks like with all its words.
func TestAdviceGoldens(t *testing.T) {
	full := words.Report{Results: []*judge.Result{counselled(ruled(synthetic(20)), 4.9)}}
	golden(t, "table-advice.txt", "table", &full)
	narrow := full
	narrow.View = words.View{Width: 80}
	golden(t, "table-advice-80.txt", "table", &narrow)
	golden(t, "advice.md", "md", &full)
}

// TestAdviceFits: however much there is to say, the screen keeps to its lines,
// and the argument to type is never broken.
func TestAdviceFits(t *testing.T) {
	r := counselled(ruled(synthetic(20)), 4.9)
	r.Scenario.Providers = slices.Clone(r.Scenario.Providers)
	last := len(r.Scenario.Providers) - 1
	r.Scenario.Providers[last] += ", of which there is a good deal more to be said than fits beside it, and then some more"
	r.Complaint.Provider, r.Complaint.Cause, r.Complaint.Figures.Noticed = last, judge.CauseKnown, measure.None
	r.Trial.Arg = "reordered=five-provider,order={kind: listed, providers: [sambanova, gemini, openai, cerebras, groq]}"
	for _, width := range []int{100, 80, 60} {
		text := strings.TrimSuffix(string(render(t, "table", &words.Report{Results: []*judge.Result{r}, View: words.View{Width: width}})), "\n")
		lines := strings.Split(text, "\n")
		if width == 100 && len(lines) > screen.ScreenLines {
			t.Errorf("%d lines:\n%s", len(lines), text)
		}
		for _, l := range lines {
			if utf8.RuneCountInString(l) > width && !strings.HasPrefix(l, "TRY") && !strings.HasPrefix(l, "why") && !strings.HasPrefix(l, "again") {
				t.Errorf("at %d columns: %s", width, l)
			}
		}
		if !strings.Contains(text, "TRY   --strategy '"+r.Trial.Arg+"'\n") {
			t.Errorf("at %d columns the argument is not to be copied:\n%s", width, text)
		}
	}
}

// TestTrialText: what was tried is better only where that is shown and matters.
func TestTrialText(t *testing.T) {
	for _, tc := range []struct {
		about string
		p99   float64
		harm  func(*measure.Run) // of the trial
		helps bool
		want  string
	}{
		{"better, at a price", 4.9, nil, true, "tried: 97 % in time, p99 4.9 s, but 6 false trips"},
		{"no price", 4.9, func(r *measure.Run) { r.Values[measure.Index["spurious_trips"]] = 0 }, true, "tried: 97 % in time, p99 4.9 s"},
		{"hardly better", 30, nil, false, ""},
		{"worse", 60, nil, false, ""},
		{"better where it is asked, worse where it counts", 4.9, func(r *measure.Run) { r.Values[measure.Index["slo_rate.since"]] = 0.6 }, false, ""},
		{"broken answers", 4.9, func(r *measure.Run) { r.Values[measure.Index["silent_bad"]] = 3 }, false, ""},
	} {
		r := counselled(synthetic(20), tc.p99)
		for i := range r.Trial.Strategy.Runs {
			if tc.harm != nil {
				tc.harm(&r.Trial.Strategy.Runs[i])
			}
		}
		if r.Helps(r.Trial) != tc.helps {
			t.Errorf("%s: it helps: %t", tc.about, !tc.helps)
		}
		if got := words.TrialText(r); tc.helps && got != tc.want {
			t.Errorf("%s: %q, want %q", tc.about, got, tc.want)
		}
	}
}

// TestMatters: a difference decides only from where somebody would choose for it.
func TestMatters(t *testing.T) {
	for _, tc := range []struct {
		about, metric string
		a, b          float64
		want          bool
	}{
		{"one answer in a hundred instead of none", "slo_rate.during", 0.011, 0, false},
		{"99 instead of 98 of a hundred", "slo_rate.during", 0.99, 0.98, true},
		{"97.3 instead of 96.6 %", "slo_rate.during", 0.973, 0.966, true},
		{"half a thousandth", "slo_rate.during", 0.9999, 0.9994, false},
		{"one broken answer", "silent_bad", 0, 0.05, true},
		{"ten calls of 12,000 requests", "wasted_calls", 40, 50, false},
		{"a hundred of many", "wasted_calls", 10_000, 10_100, false},
		{"a hundred of few", "wasted_calls", 300, 400, true},
		{"half a false trip", "spurious_trips", 0.5, 0, false},
		{"two false trips", "spurious_trips", 2, 0, true},
		{"40 ms", "latency_p99.during", 0.1, 0.14, false},
		{"a second of ten", "latency_p99.during", 10, 11, true},
		{"a second of forty", "latency_p99.during", 40, 41, false},
		{"half a cent", "cost_per_1k", 0.01, 0.015, false},
	} {
		if got := judge.Matters(tc.metric, tc.a, tc.b, 12_000); got != tc.want || judge.Matters(tc.metric, tc.b, tc.a, 12_000) != tc.want {
			t.Errorf("%s: %v, want %v both ways", tc.about, got, tc.want)
		}
	}
}

// TestNothingLeads: where everything is down, a hundredth of the answers is no
// reason to ship the chain that asks most.
func TestNothingLeads(t *testing.T) {
	const n = 20
	r := contest(n, true, time.Second,
		entry("pushy", n, 0, figures{"slo_rate.during": 0.011, "silent_bad": 0, "wasted_calls": 48_000, "requests": 12_000}),
		entry("ours", n, 0, figures{"slo_rate.during": 0, "silent_bad": 0, "wasted_calls": 230, "requests": 12_000}))
	if k := r.Rank(); len(k.First) != 1 || k.First[0].Name != "ours" || k.By != "wasted_calls" {
		t.Errorf("first %v by %s", k.First[0].Name, k.By)
	}
}
