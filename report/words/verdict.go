package words

import (
	"strings"

	"wavetank/report/judge"
)

// Line is one sentence of the verdict: a word, whom or what it is about, and clauses
// by weight, of which a narrow screen breaks the lines.
type Line struct {
	Word    string
	Who     string
	Code    string // in place of Who: what to type, never broken
	Clauses []string
}

// VerdictLines are what to ship, what that leaves unsolved, and what was tried
// against it: what every medium begins with.
func VerdictLines(k *Ranked) []Line {
	h := ResultHeadline(k.Result, &k.Rank)
	out := []Line{{Word: h.Word, Who: h.Who, Clauses: h.Clauses}}
	if c := k.Complaint; c != nil {
		fact, text := ComplaintText(&k.Scenario, c)
		out = append(out, Line{Word: "BUT", Who: fact, Clauses: []string{text}})
	}
	switch t := k.Trial; {
	case t != nil:
		out = append(out, Line{Word: "TRY", Code: Shell([]string{"--strategy", t.Arg}), Clauses: []string{TrialText(k.Result)}})
	case len(k.Tried) > 0:
		out = append(out, Line{Word: "TRY", Who: "nothing simple helps", Clauses: []string{"no better: " + strings.Join(k.Tried, "; ")}})
	}
	return out
}

// TrialText says what came of what was tried: answers in time, the figure of the
// complaint, and what it costs elsewhere.
func TrialText(r *judge.Result) string {
	t := r.Trial
	out := "tried: " + strings.Join(trialFigures(r, t), ", ")
	if base := r.Strategy(t.Base); base != nil {
		if m := r.Price(t, base); m != "" {
			out += ", but " + trialWords(m, brief(m, t.Strategy.Figure(m).Mean))
		}
	}
	if t.Own != "" {
		out += "; there: " + t.Own
	}
	return out
}

// trialFigures are the figures of what was tried that the headline speaks of.
func trialFigures(r *judge.Result, t *judge.Trial) []string {
	first := r.AnswerRate()
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
