package report

import (
	"context"
	"strings"

	"wavetank/sim"
)

// Trial is one alternative that was played beside the strategies, on the same
// seeds: one setting of the strategy to ship, changed.
type Trial struct {
	Arg      string   // the value of --strategy that plays it, as faster=five-provider,attempt.total=5s
	Base     string   // the strategy that it changes
	Path     string   // of the setting, as attempt.total
	Value    string   // that was tried
	Strategy Strategy // what it did; takes no part in the ranking
}

// Replay plays a strategy of a result again under one of its seeds, by its place
// in Result.Strategies, and streams the records into a sink: for formats that
// tell more than figures. The same seed gives the same records.
type Replay func(ctx context.Context, strategy int, seed uint64, sink sim.Sink) error

// Shares compare the requests of one run with those of the reference strategy
// under the same seed, request by request: parts of the servable requests. All
// are NaN where nobody compared.
type Shares struct {
	Improved float64 // usable where the reference's was not, or usable sooner
	Worsened float64 // the reverse
}

// Helps reports whether what was tried is shown to be better in what the
// complaint is about, and not shown to be worse in answers in time or in broken
// ones. What does not matter is no help.
func (r *Result) Helps(t *Trial) bool {
	base := r.Strategy(t.Base)
	if base == nil || r.Complaint == nil || !outdoes(&t.Strategy, base, r.Complaint.Metric) {
		return false
	}
	return !outdoes(base, &t.Strategy, r.criteria()[0].metric) && !outdoes(base, &t.Strategy, "silent_bad")
}

// trialMetric is the complaint's; where that is answers in time, the slowest
// percent says more.
func (r *Result) trialMetric() string {
	c := r.Complaint
	if first := r.criteria()[0].metric; c != nil && c.Metric != first {
		return c.Metric
	}
	_, phase, _ := strings.Cut(r.criteria()[0].metric, ".")
	if phase == "" {
		return "latency_p99"
	}
	return "latency_p99." + phase
}

// price is the first metric in which what was tried is worse than what it
// changes; empty: none.
func (r *Result) price(t *Trial, base *Strategy) string {
	_, phase, _ := strings.Cut(r.criteria()[0].metric, ".")
	if phase != "" {
		phase = "." + phase
	}
	for _, m := range []string{"spurious_trips", "wasted_calls", "latency_p99" + phase, "time_to_recover", "cost_per_1k"} {
		if m != r.trialMetric() && outdoes(base, &t.Strategy, m) {
			return m
		}
	}
	return ""
}
