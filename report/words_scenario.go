package report

import (
	"fmt"
	"strconv"
	"strings"
	"time"
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
func faultWas(f *Fault) string {
	if w, ok := faultWords[f.Kind]; ok {
		return w.was
	}
	return "ill"
}

// faultDoes says what a kind of fault makes a provider do.
func faultDoes(f *Fault) string {
	if w, ok := faultWords[f.Kind]; ok {
		return w.does
	}
	return "has the fault " + f.Kind
}

// stateOf is the word for a provider's illness, by the faults that hit it.
func stateOf(sc *Scenario, provider int) string {
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

// illness is what the faults of a scenario do together: "sambanova", "was down".
// The subject is "it" in a sentence that has named the scenario already.
func illness(sc *Scenario) (subject, it, state string) {
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

// illProviders counts the providers that faults hit.
func illProviders(sc *Scenario) int {
	hit := map[int]bool{}
	for i := range sc.Timeline {
		for _, t := range sc.Timeline[i].Targets {
			hit[t] = true
		}
	}
	return len(hit)
}

// whileIll is the phase of the faults in a sentence, and without faults the whole
// run.
func whileIll(sc *Scenario) string {
	if len(sc.Timeline) == 0 {
		return " over the whole run"
	}
	_, it, state := illness(sc)
	return " while " + it + " " + state
}

// phaseTitles are names for the phase of the faults, the longest first: the
// screen takes the first that fits.
func phaseTitles(sc *Scenario) []string {
	subject, it, state := illness(sc)
	return []string{"while " + subject + " " + state, "while " + it + " " + state, "in the fault", "ill"}
}

// stories tell the scenario in a line, the longest first: its fault if it has
// one, else its title.
func stories(sc *Scenario) []string {
	if len(sc.Timeline) != 1 {
		clause, _, _ := strings.Cut(sc.Title, ";")
		return []string{sc.Title, clause}
	}
	f := &sc.Timeline[0]
	what := ""
	if len(f.Targets) == 1 {
		what = sc.Providers[f.Targets[0]] + " " + faultDoes(f)
	} else {
		subject, _, state := illness(sc)
		what = subject + " " + strings.Replace(state, "were", "are", 1)
	}
	length := "for " + spans(f.For.Min, f.For.Max)
	return []string{what + ", at " + spans(f.At.Min, f.At.Max) + " " + length, what + " " + length, what}
}

// spans writes a range of durations, its unit once where both have the same.
func spans(least, most time.Duration) string {
	a, b := span(least), span(most)
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

// scenarioNames are the scenarios' names for formats in which each must be another: of
// two that are called alike, as from two files, the second has its number behind
// its name.
func scenarioNames(r *Report) []string {
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
