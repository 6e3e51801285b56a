package report

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"wavetank/report/judge"
	"wavetank/report/measure"
)

func TestParsePrecision(t *testing.T) {
	for text, want := range map[string]judge.Precision{
		"latency_p99: 2%":           {Metric: "latency_p99", Share: 0.02},
		"latency_p99.during:50ms":   {Metric: "latency_p99.during", Within: 0.05},
		" slo_rate : 0.005":         {Metric: "slo_rate", Within: 0.005},
		"cost_per_1k: $0.01":        {Metric: "cost_per_1k", Within: 0.01},
		"wasted_calls: 5":           {Metric: "wasted_calls", Within: 5},
		"attempts_per_request: 5 %": {Metric: "attempts_per_request", Share: 0.05},
	} {
		want.Text = text
		if got, err := judge.ParsePrecision(text, nil); err != nil || got != want {
			t.Errorf("%s: %+v, %v, want %+v", text, got, err, want)
		}
	}
	for text, want := range map[string]string{
		"latency_p99":       "expected METRIC: HOW CLOSE",
		"latency_99: 2%":    "unknown metric",
		"latency_p99: 2":    "a duration, as 50ms",
		"latency_p99: -2%":  "no precision of latency_p99",
		"slo_rate: 0":       "half a percent point",
		"slo_rate: soon":    "no precision",
		"cost_per_1k: 1s":   "an amount",
		"wasted_calls: Inf": "a number, as 5",
		"wasted_calls: NaN": "a number, as 5",
	} {
		if _, err := judge.ParsePrecision(text, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

func TestLooks(t *testing.T) {
	for _, tc := range []struct {
		first, most int
		want        []int
	}{{20, 640, []int{20, 40, 80, 160, 320, 640}}, {20, 100, []int{20, 40, 80, 100}}, {20, 20, []int{20}}, {20, 5, []int{20}}, {1, 3, []int{1, 2, 3}}} {
		if got := judge.Looks(tc.first, tc.most); !slices.Equal(got, tc.want) {
			t.Errorf("Looks(%d, %d) = %v, want %v", tc.first, tc.most, got, tc.want)
		}
	}
	if got := judge.LookLevel(5); math.Abs(got-0.99) > 1e-12 {
		t.Errorf("five looks at level %v, want 0.99", got)
	}
}

// TestMisses: at a split level the interval of {1 .. 20} is wider than at 95 %:
// deviation 5.9161 over sqrt(20), times t of 19 degrees 2.0930 or, at 99 %, 2.8609.
func TestMisses(t *testing.T) {
	s, still := measure.Strategy{Name: "ours"}, measure.Strategy{Name: "still"}
	for i := range 20 {
		run := measure.Run{Values: noValues()}
		run.Values[measure.Index["wasted_calls"]] = float64(i + 1)
		s.Runs = append(s.Runs, run)
		still.Runs = append(still.Runs, measure.Run{Values: noValues()})
	}
	r := contest(20, true, time.Second, s, still)
	for _, tc := range []struct {
		precision string
		level     float64
		clauses   string
		open      int
	}{
		{"wasted_calls: 2.77", 0.95, "", 0},
		{"wasted_calls: 2.76", 0.95, "precision wasted_calls: 2.76 not reached: ours has ±2.8 after 20 runs", 1},
		{"wasted_calls: 27%", 0.95, "", 0},
		{"wasted_calls: 26%", 0.95, "precision wasted_calls: 26% not reached: ours has ±26.4 % after 20 runs", 1},
		{"wasted_calls: 2.77", 0.99, "precision wasted_calls: 2.77 not reached: ours has ±3.8 after 20 runs", 1},
		{"wasted_calls: 3.79", 0.99, "", 0},
		{"silent_bad: 1", 0.95, "precision silent_bad: 1: no strategy has a value of silent_bad", 0},
	} {
		p, err := judge.ParsePrecision(tc.precision, nil)
		if err != nil {
			t.Fatal(err)
		}
		clauses, open := r.Misses([]judge.Precision{p}, tc.level)
		if got := strings.Join(clauses, "; "); got != tc.clauses || open != tc.open {
			t.Errorf("%s at %g: %q, %d open, want %q, %d", tc.precision, tc.level, got, open, tc.clauses, tc.open)
		}
		if p.Metric == "wasted_calls" {
			if got := strings.Join(r.Valueless([]judge.Precision{p}), "; "); got != "precision "+tc.precision+": no value of it in still" {
				t.Errorf("%s: %q", tc.precision, got)
			}
		}
	}
}

// noValues are the values of a run that has none.
func noValues() []float64 {
	out := make([]float64, len(measure.Catalogue))
	for i := range out {
		out[i] = measure.None
	}
	return out
}
