package report

import "strings"

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

// trialText says what came of what was tried: answers in time, the figure of the
// complaint, and what it costs elsewhere.
func (r *Result) trialText() string {
	t := r.Trial
	out := "tried: "
	helps := r.Helps(t)
	if !helps {
		out += "no better, "
	}
	out += strings.Join(r.trialFigures(t), ", ")
	if base := r.Strategy(t.Base); helps && base != nil {
		if price := r.price(t, base); price != "" {
			out += ", but " + price
		}
	}
	return out
}

// trialFigures are the figures of what was tried that the headline speaks of.
func (r *Result) trialFigures(t *Trial) []string {
	first := r.criteria()[0].metric
	var out []string
	for _, m := range []string{first, r.trialMetric()} {
		f := t.Strategy.Figure(m)
		if text := trialWords(m, brief(m, f.Mean)); f.Exists() && (len(out) == 0 || m != first) {
			out = append(out, text)
		}
	}
	return out
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

// price is the first figure in which what was tried is worse than what it
// changes.
func (r *Result) price(t *Trial, base *Strategy) string {
	_, phase, _ := strings.Cut(r.criteria()[0].metric, ".")
	if phase != "" {
		phase = "." + phase
	}
	for _, m := range []string{"spurious_trips", "wasted_calls", "latency_p99" + phase, "time_to_recover", "cost_per_1k"} {
		if m != r.trialMetric() && outdoes(base, &t.Strategy, m) {
			return trialWords(m, brief(m, t.Strategy.Figure(m).Mean))
		}
	}
	return ""
}

// trialWords puts a figure into two or three words.
func trialWords(metric, value string) string {
	base, _, _ := strings.Cut(metric, ".")
	switch base {
	case "slo_rate":
		return value + " in time"
	case "success_rate":
		return value + " answered"
	case "latency_p99":
		return "p99 " + value
	case "silent_bad":
		return value + " bad answers"
	case "spurious_trips":
		return value + " false trips"
	case "time_to_recover":
		return "back after " + value
	case "cost_per_1k":
		return value + " per 1,000"
	}
	return value + " wasted calls"
}
