package words

import (
	"strings"

	"wavetank/report/judge"
)

// TrialText says what came of what was tried: answers in time, the figure of the
// complaint, and what it costs elsewhere.
func TrialText(r *judge.Result) string {
	t := r.Trial
	out := "tried: "
	helps := r.Helps(t)
	if !helps {
		out += "no better, "
	}
	out += strings.Join(trialFigures(r, t), ", ")
	if base := r.Strategy(t.Base); helps && base != nil {
		if m := r.Price(t, base); m != "" {
			out += ", but " + trialWords(m, brief(m, t.Strategy.Figure(m).Mean))
		}
	}
	return out
}

// trialFigures are the figures of what was tried that the headline speaks of.
func trialFigures(r *judge.Result, t *judge.Trial) []string {
	first := r.Criteria()[0].Metric
	var out []string
	for _, m := range []string{first, r.TrialMetric()} {
		f := t.Strategy.Figure(m)
		if text := trialWords(m, brief(m, f.Mean)); f.Exists() && (len(out) == 0 || m != first) {
			out = append(out, text)
		}
	}
	return out
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
