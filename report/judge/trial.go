package judge

import (
	"context"
	"strings"

	"wavetank/report/measure"
	"wavetank/sim"
)

// Trial is one alternative that was played beside the strategies, on the same
// seeds: one setting of the strategy to ship, changed.
type Trial struct {
	Arg      string           // the value of --strategy that plays it, as faster=five-provider,attempt.total=5s
	Base     string           // the strategy that it changes
	Path     string           // of the setting, as attempt.total
	Value    string           // that was tried
	Strategy measure.Strategy // what it did; takes no part in the ranking
}

// Replay plays a strategy of a result again under one of its seeds, by its place
// in Result.Strategies, and streams the records into a sink: for formats that
// tell more than figures. The same seed gives the same records.
type Replay func(ctx context.Context, strategy int, seed uint64, sink sim.Sink) error

// Helps reports whether what was tried is shown to be better in what the
// complaint is about, and not shown to be worse in answers in time or in broken
// ones. What does not matter is no help.
func (r *Result) Helps(t *Trial) bool {
	base := r.Strategy(t.Base)
	if base == nil || r.Complaint == nil || !Outdoes(&t.Strategy, base, r.Complaint.Metric) {
		return false
	}
	return !Outdoes(base, &t.Strategy, r.Criteria()[0].Metric) && !Outdoes(base, &t.Strategy, "silent_bad")
}

// TrialMetric is the complaint's; where that is answers in time, the slowest
// percent says more.
func (r *Result) TrialMetric() string {
	c := r.Complaint
	if first := r.Criteria()[0].Metric; c != nil && c.Metric != first {
		return c.Metric
	}
	_, phase, _ := strings.Cut(r.Criteria()[0].Metric, ".")
	if phase == "" {
		return "latency_p99"
	}
	return "latency_p99." + phase
}

// Price is the first metric in which what was tried is worse than what it
// changes; empty: none.
func (r *Result) Price(t *Trial, base *measure.Strategy) string {
	_, phase, _ := strings.Cut(r.Criteria()[0].Metric, ".")
	if phase != "" {
		phase = "." + phase
	}
	for _, m := range []string{"spurious_trips", "wasted_calls", "latency_p99" + phase, "time_to_recover", "cost_per_1k"} {
		if m != r.TrialMetric() && Outdoes(base, &t.Strategy, m) {
			return m
		}
	}
	return ""
}
