package words

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"wavetank/report/measure"
)

// faultWords say what a kind of fault looks like from outside: to someone who
// meets it, and afterwards.
var faultWords = map[string]struct{ does, was string }{
	"refuse":   {"refuses connections", "down"},
	"reset":    {"resets connections", "down"},
	"hang":     {"takes calls and never answers", "down"},
	"status":   {"answers with an error status", "down"},
	"outage":   {"is down", "down"},
	"errors":   {"fails part of its calls", "failing"},
	"latency":  {"answers slowly", "slow"},
	"throttle": {"turns calls away with 429", "throttled"},
	"flap":     {"goes up and down", "flapping"},
	"cut":      {"breaks its answers off", "cut off"},
	"diverge":  {"answers in another form", "off form"},
}

// faultWas is the state a kind of fault puts a provider in.
func faultWas(f *measure.Fault) string {
	if w, ok := faultWords[f.Kind]; ok {
		return w.was
	}
	return "ill"
}

// FaultDoes says what a kind of fault makes a provider do.
func FaultDoes(f *measure.Fault) string {
	if w, ok := faultWords[f.Kind]; ok {
		return w.does
	}
	return "has the fault " + f.Kind
}

// StateOf is the word for a provider's illness, by the faults that hit it.
func StateOf(sc *measure.Scenario, provider int) string {
	state := ""
	for i := range sc.Timeline {
		f := &sc.Timeline[i]
		for _, t := range f.Targets {
			if t != provider {
				continue
			}
			if state != "" && state != faultWas(f) {
				return "ill"
			}
			state = faultWas(f)
		}
	}
	if state == "" {
		return "ill"
	}
	return state
}

// Illness is what the faults of a scenario do together: "sambanova", "was down".
// The subject is "it" in a sentence that has named the scenario already.
func Illness(sc *measure.Scenario) (subject, it, state string) {
	hit, state := map[int]bool{}, ""
	for i := range sc.Timeline {
		f := &sc.Timeline[i]
		for _, t := range f.Targets {
			hit[t] = true
		}
		switch state {
		case "", faultWas(f):
			state = faultWas(f)
		default:
			state = "ill"
		}
	}
	var names []string
	for i, n := range sc.Providers {
		if hit[i] {
			names = append(names, n)
		}
	}
	if len(names) == 1 {
		return names[0], "it", "was " + state
	}
	subject = strings.Join(names, " and ")
	if len(names) > 2 {
		subject = fmt.Sprintf("%d providers", len(names))
	}
	return subject, "they", "were " + state
}

// IllMeans says what makes a provider ill, by the truth's limit: "ill: no usable
// answer within 5 s (slo)". It is empty where a result does not say.
func IllMeans(sc *measure.Scenario) string {
	if sc.Limit == 0 {
		return ""
	}
	return "ill: no usable answer within " + measure.Span(sc.Limit) + " (" + sc.LimitOf + ")"
}

// illProviders counts the providers that faults hit.
func illProviders(sc *measure.Scenario) int {
	hit := map[int]bool{}
	for i := range sc.Timeline {
		for _, t := range sc.Timeline[i].Targets {
			hit[t] = true
		}
	}
	return len(hit)
}

// WhileIll is the phase of the faults in a sentence, and without faults the whole
// run.
func WhileIll(sc *measure.Scenario) string {
	if len(sc.Timeline) == 0 {
		return " over the whole run"
	}
	_, it, state := Illness(sc)
	return " while " + it + " " + state
}

// phaseOf is the phase of a metric in a sentence.
func phaseOf(sc *measure.Scenario, metric string) string {
	_, phase, _ := strings.Cut(metric, ".")
	return phaseWords(sc, phase)
}

// phaseWords say of which part of a run a figure is, in a sentence; without faults
// that is the whole run.
func phaseWords(sc *measure.Scenario, phase string) string {
	switch {
	case len(sc.Timeline) == 0:
		return WhileIll(sc)
	case phase == "during":
		return WhileIll(sc)
	case phase == measure.Since && len(sc.Timeline) > 1:
		return " since the first fault"
	case phase == measure.Since:
		return " since the fault"
	case phase == "before", phase == "after":
		return " " + phase + " the fault"
	}
	return ""
}

// PhaseTitles are names for the phase of the faults, the longest first: the
// screen takes the first that fits.
func PhaseTitles(sc *measure.Scenario) []string {
	subject, it, state := Illness(sc)
	return []string{"while " + subject + " " + state, "while " + it + " " + state, "in the fault", "ill"}
}

// Stories tell the scenario in a line, the longest first: its fault if it has
// one, else its title.
func Stories(sc *measure.Scenario) []string {
	if len(sc.Timeline) != 1 {
		clause, _, _ := strings.Cut(sc.Title, ";")
		return []string{sc.Title, clause}
	}
	f := &sc.Timeline[0]
	what := ""
	if len(f.Targets) == 1 {
		what = sc.Providers[f.Targets[0]] + " " + FaultDoes(f)
	} else {
		subject, _, state := Illness(sc)
		what = subject + " " + strings.Replace(state, "were", "are", 1)
	}
	length := "for " + Spans(f.For.Min, f.For.Max)
	return []string{what + ", at " + Spans(f.At.Min, f.At.Max) + " " + length, what + " " + length, what}
}

// Spans writes a range of durations, its unit once where both have the same.
func Spans(least, most time.Duration) string {
	a, b := measure.Span(least), measure.Span(most)
	if a == b {
		return a
	}
	x, unitA, okA := strings.Cut(a, " ")
	_, unitB, okB := strings.Cut(b, " ")
	if okA && okB && unitA == unitB {
		return x + "-" + b
	}
	return a + "-" + b
}

// ScenarioNames are the scenarios' names for formats in which each must be another: of
// two that are called alike, as from two files, the second has its number behind
// its name.
func ScenarioNames(r *Report) []string {
	out := make([]string, len(r.Results))
	seen := map[string]int{}
	for i, one := range r.Results {
		out[i] = one.Scenario.Name
		if seen[out[i]]++; seen[one.Scenario.Name] > 1 {
			out[i] += " (" + strconv.Itoa(seen[one.Scenario.Name]) + ")"
		}
	}
	return out
}
