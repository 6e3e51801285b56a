package scenarios

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"wavetank/chain"
	"wavetank/chain/policy"
	"wavetank/report/judge"
	"wavetank/report/measure"
)

// classMeanings say what each class of outcomes means.
var classMeanings = map[chain.Class]string{
	chain.OK:             "success status, and valid as far as anyone looked",
	chain.OKSlow:         "a success, slower than the strategy calls healthy",
	chain.OKInvalid:      "success status, but the content breaks the schema",
	chain.RateLimit:      "a 429 that passes by itself",
	chain.Quota:          "a 429 or 402 that does not pass: money, or a long window",
	chain.Overload:       "a 529, overloaded",
	chain.Server:         "another 5xx",
	chain.Timeout:        "silence for the chain's own full limit",
	chain.Connect:        "refused or reset before any byte",
	chain.Truncated:      "the answer broke off",
	chain.Auth:           "401 or 403",
	chain.ModelMissing:   "404 for a model",
	chain.BadRequest:     "400 or 422: the request is malformed",
	chain.ContextLength:  "the prompt is larger than the window",
	chain.ContentPolicy:  "a content filter refused it",
	chain.CallerCancel:   "the caller gave up",
	chain.CallerDeadline: "the caller's time ran out",
	chain.LocalReject:    "a breaker or a limit (admission) of the chain's own said no",
}

// referenceClasses says what the classes are, what by-cause makes of them, and two things
// about waiting.
func referenceClasses(b *bytes.Buffer) {
	byCause := &policy.Classify{Preset: policy.PresetByCause}
	table := byCause.Build()
	b.WriteString("\n## Classes of outcomes\n\nWhat an attempt comes to, whatever bytes said so, and what `classify: {preset: by-cause}` makes of it: whether the same provider\n" +
		"may be asked again, whether the next one may, and what the breaker is told.\n\n| class | means | retry | failover | evidence |\n| --- | --- | --- | --- | --- |\n")
	for c := range chain.NumClasses {
		v := table.Classify(&chain.Outcome{Class: c})
		fmt.Fprintf(b, "| `%s` | %s | %s | %s | %s |\n", c, classMeanings[c], yes(v.Retry), yes(v.Failover), v.Evidence)
	}
	b.WriteString("\nEvidence: `bad` counts against the provider, `good` for it, `none` says nothing and frees a probe's slot, `trip` opens the breaker at once.\n" +
		"\n**Waiting for hints.** `hint: honour` waits the longer of both, the strategy's own wait and Retry-After; `obey` waits what Retry-After\n" +
		"says, also where the own wait is longer; `ignore` waits the own one.\n" +
		"\n**Admission** refuses, as a breaker does, and never holds an attempt in a queue: the refusal is an outcome `local_reject`, and what follows is what\n" +
		"`classify` says of that class: the next provider at once, or the same one again after the retry's wait.\n")
}

func yes(is bool) string {
	if is {
		return "yes"
	}
	return "no"
}

// referenceMetrics lists the figures, and the labels that attempts get.
func referenceMetrics(b *bytes.Buffer) {
	b.WriteString("\n## Metrics\n\nWhat rules, `decide`, searches and files name, and what screens, plots and pages call it. `wavetank show metric:NAME` prints one.\n" +
		"A share is from 0 to 1. Behind a metric of phases stands a phase: `before`, `during` and `after` the faults, and `since`, from the\n" +
		"first fault's start to the end. Figures of a provider are written `STRATEGY.PROVIDER/METRIC`.\n\n" +
		"| metric | on screens | unit | better | phases | provider | means | no value |\n| --- | --- | --- | --- | --- | --- | --- | --- |\n")
	for _, m := range Metrics() {
		_, member := measure.OfProvider(m.Name)
		_, run := measure.Index[m.Name]
		of := [...]string{"", "too", "alone"}[measure.Truth(member)+measure.Truth(member && !run)]
		fmt.Fprintf(b, "| `%s` | %s | %s | %s | %s | %s | %s | %s |\n", m.Name, m.Word, m.Unit, m.Better, strings.Join(measure.PhasesOf(m.Name), ", "), of, m.Summary, m.Absent)
	}
	b.WriteString("\nCensoring, what a time counts where what it waits for never came about:\n\n")
	for _, m := range Metrics() {
		if text := censoring(&m); text != "" && (m.Name == "latency_p99" || !strings.HasPrefix(m.Name, "latency_")) {
			fmt.Fprintf(b, "- `%s`: %s.\n", strings.Replace(m.Name, "latency_p99", "latency_*", 1), text)
		}
	}
	b.WriteString("\nEach attempt has one label: `useful`, or the first of these that fits, in this order; `wasted.LABEL` counts them, and those with a\ndot are parts of what stands before it.\n\n" +
		"| label | counts |\n| --- | --- |\n")
	for l := range measure.NumLabels {
		if i, ok := measure.Index["wasted."+l.String()]; ok {
			fmt.Fprintf(b, "| `%s` | %s |\n", l, measure.Catalogue[i].Summary)
		}
	}
}

// referenceDecision is how it is decided what to ship, with its numbers.
func referenceDecision(b *bytes.Buffer) {
	b.WriteString("\n## The decision\n\nWhat to ship is decided by one function, for `run` and for `tune`.\n\n| step | |\n| --- | --- |\n" +
		"| 1 | A strategy with `counterexample: true` is never shipped. |\n" +
		"| 2 | Nor is one that breaks a rule of `expect` about itself, unless all do. |\n" +
		"| 3 | Two of the rest are compared on the seeds of both, criterion by criterion: one is better where the interval of the difference lies beyond zero and its mean is at least the smallest difference; they are the same where the whole interval lies within that; else the runs do not show it. The first criterion in which they are not the same decides. |\n" +
		"| 4 | Whom nobody beats ships, if that is one: SHIP. Of several that are the same in all it is TIE, else UNSURE. |\n" +
		"\nCriteria are those of the scenario's `decide`, else, in this order:\n")
	for _, x := range []struct {
		when string
		slo  bool
	}{{"With an `slo`", true}, {"Without an `slo`", false}} {
		fmt.Fprintf(b, "\n%s (without a timeline the whole run in place of a phase):\n\n| | criterion | on screens | smallest difference that matters |\n| --- | --- | --- | --- |\n", x.when)
		for i, d := range judge.DefaultDecide(x.slo, true) {
			least := judge.SmallestOf(d.Metric)
			fmt.Fprintf(b, "| %d | `%s` | %s | %s |\n", i+1, d.Metric, measure.WordOf(d.Metric), smallest(d.Metric, &least))
		}
	}
	fmt.Fprintf(b, "\nOf other metrics in `decide`: trips %s; other times %s.\n", smallestOf("spurious_trips"), smallestOf("time_to_recover"))
	b.WriteString("\n**BUT** names the largest cost of what ships. Costs of all kinds have one measure, how many times worse than it might be a figure is:\n(value + floor) / (best + floor).\n\n| cost | floor |\n| --- | --- |\n")
	for _, f := range judge.Floors() {
		fmt.Fprintf(b, "| %s | %s %s |\n", f.Cost, number(f.Value), f.Unit)
	}
}

func smallestOf(metric string) string {
	d := judge.SmallestOf(metric)
	return smallest(metric, &d)
}

// smallest writes the terms of a smallest difference, of which the largest counts.
func smallest(metric string, d *judge.Difference) string {
	var terms []string
	add := func(v float64, text string) {
		if v > 0 {
			terms = append(terms, text)
		}
	}
	add(d.Misses, number(100*d.Misses)+" % of the misses of the worse one")
	add(d.Part, number(100*d.Part)+" % of the larger value")
	if measure.UnitOf(metric) == measure.Rate {
		add(d.Least, number(100*d.Least)+" % of the requests")
	} else {
		add(d.Least, number(d.Least)+map[measure.Unit]string{measure.Seconds: " s", measure.Dollars: " dollars", measure.Count: " a run"}[measure.UnitOf(metric)])
	}
	add(d.PerRequest, "one per "+number(1/d.PerRequest)+" requests")
	text := strings.Join(terms, ", and at least ")
	if d.Any {
		return "any that is shown; none where the interval lies within " + text
	}
	return text
}

func number(v float64) string { return strconv.FormatFloat(v, 'g', 6, 64) }

// TestReferenceIsWhole: each class, metric, label and criterion is on the page.
func TestReferenceIsWhole(t *testing.T) {
	page := string(Reference())
	var names []string
	for c := range chain.NumClasses {
		if classMeanings[c] == "" {
			t.Errorf("%s: no meaning", c)
		}
		names = append(names, c.String())
	}
	for _, m := range Metrics() {
		names = append(names, m.Name)
	}
	for l := range measure.NumLabels {
		names = append(names, l.String())
	}
	for _, slo := range []bool{true, false} {
		for _, d := range judge.DefaultDecide(slo, true) {
			names = append(names, d.Metric)
		}
	}
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		if !strings.Contains(page, "`"+name+"` |") && name != measure.Useful.String() {
			t.Errorf("%s is not in the reference", name)
		}
	}
	for _, f := range judge.Floors() {
		if !strings.Contains(page, "| "+f.Cost+" | "+number(f.Value)+" ") {
			t.Errorf("the floor of %s is not in the reference", f.Cost)
		}
	}
}
