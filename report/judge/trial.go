package judge

import (
	"context"

	"wavetank/report/measure"
	"wavetank/sim"
)

// Trial is one alternative that was played beside the strategies, on the same
// seeds, and helps: a setting of the strategy to ship, changed, or two together.
type Trial struct {
	Arg      string           // the value of --strategy that plays it, as faster=five-provider,attempt.total=5s
	Base     string           // the strategy that it changes
	Change   string           // what it changes, as attempt.total=5s; two settings stand with a comma
	Own      string           // the same in the words of the configuration that the chain came from; empty: it came from none
	Strategy measure.Strategy // what it did; takes no part in the ranking
}

// Replay plays a strategy of a result again under one of its seeds, by its place
// in Result.Strategies, and streams the records into a sink: for formats that
// tell more than figures. The same seed gives the same records.
type Replay func(ctx context.Context, strategy int, seed uint64, sink sim.Sink) error

// Helps reports whether what was tried is shown to be better in what the
// complaint is about, and not shown to be worse in answers or in broken ones. What
// does not matter is no help.
func (r *Result) Helps(t *Trial) bool {
	base := r.Strategy(t.Base)
	if base == nil || r.Complaint == nil || !Outdoes(&t.Strategy, base, r.Complaint.Metric) {
		return false
	}
	return !Outdoes(base, &t.Strategy, r.AnswerRate()) && !Outdoes(base, &t.Strategy, "silent_bad")
}

// slowest is the slowest percent of the time of the faults.
func (r *Result) slowest() string {
	if len(r.Scenario.Timeline) > 0 {
		return "latency_p99.during"
	}
	return "latency_p99"
}

// TrialMetric is the complaint's; where that is the share of answers, the slowest
// percent says more.
func (r *Result) TrialMetric() string {
	if c := r.Complaint; c != nil && c.Metric != r.AnswerRate() {
		return c.Metric
	}
	return r.slowest()
}

// Price is the first metric in which what was tried is worse than what it
// changes; empty: none.
func (r *Result) Price(t *Trial, base *measure.Strategy) string {
	for _, m := range []string{"spurious_trips", "wasted_calls", r.slowest(), "time_to_recover", "cost_per_1k"} {
		if m != r.TrialMetric() && Outdoes(base, &t.Strategy, m) {
			return m
		}
	}
	return ""
}
