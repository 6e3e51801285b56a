package scenarios

import (
	"fmt"
	"slices"
	"strings"

	"wavetank/chain/strategy/yamldoc"
	"wavetank/report/measure"
)

// metricPrefix stands before a metric's name where kinds are named too.
const metricPrefix = "metric"

// Metrics are those of a whole run, then those that providers alone have; what exists
// per phase is there once.
func Metrics() (out []measure.Metric) {
	for _, m := range measure.Catalogue {
		if !measure.OfPhase(m.Name) {
			out = append(out, m)
		}
	}
	for _, name := range measure.ProviderCatalogue {
		if _, run := measure.Index[name]; !run {
			m, _ := measure.OfProvider(name)
			out = append(out, m)
		}
	}
	return out
}

// MetricNames lists every metric as rules and flags write it, phases too.
func MetricNames() (out []string) {
	for _, m := range measure.Catalogue {
		out = append(out, m.Name)
	}
	return out
}

// describeMetric explains one metric, whether of a phase or not.
func describeMetric(name string) (string, error) {
	all := Metrics()
	i := slices.IndexFunc(all, func(m measure.Metric) bool { return m.Name == measure.Base(name) })
	_, known := measure.Index[name]
	if i < 0 || !known && all[i].Name != name {
		hint := yamldoc.DidYouMean(name, MetricNames())
		if hint == "" {
			hint = "see: wavetank list metrics"
		}
		return "", fmt.Errorf("no metric %q (%s)", name, strings.TrimSpace(hint))
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s:%s  %s\n\n", metricPrefix, name, all[i].Summary)
	for _, row := range metricFacts(&all[i]) {
		fmt.Fprintf(&b, "  %-10s  %s\n", row[0], strings.ReplaceAll(row[1], "; ", "\n"+strings.Repeat(" ", 14)))
	}
	return b.String(), nil
}

// metricFacts are what there is to know of a metric beside its name and meaning.
func metricFacts(m *measure.Metric) (out [][2]string) {
	add := func(what, text string) {
		if text != "" {
			out = append(out, [2]string{what, text})
		}
	}
	add("on screens", m.Word)
	add("unit", m.Unit.String())
	add("better", m.Better.String())
	_, run := measure.Index[m.Name]
	if phases := measure.PhasesOf(m.Name); len(phases) > 0 {
		add("phases", strings.Join(phases, ", ")+": "+m.Name+"."+phases[min(1, len(phases)-1)])
	}
	if of, ok := measure.OfProvider(m.Name); ok {
		text := "STRATEGY.PROVIDER/" + m.Name
		if run && of.Summary != m.Summary {
			text += ": " + of.Summary
		}
		add("providers", text)
	}
	add("no value", where(m.Absent))
	add("censoring", censoring(m))
	return out
}

func where(absent string) string {
	if absent == "" {
		return ""
	}
	return "where " + absent
}

// censoring says what a time counts where what it waits for never came about.
func censoring(m *measure.Metric) string {
	if _, counted := measure.Index[m.Name+measure.CensoredSuffix]; counted {
		return "an episode that never ends counts to the end of what was seen, so that the mean is a restricted one; " +
			m.Name + measure.CensoredSuffix + " says how many those are, of " + m.Name + measure.EpisodesSuffix +
			"; screens then say never in 3 of 20; a rule fails where what was seen is beyond its limit already, and is inconclusive " +
			"where it is not; strategies are compared by survival (log-rank)"
	}
	if _, run := measure.Index[m.Name]; run && strings.HasPrefix(m.Name, "latency_") {
		return "a request without an answer counts to its error: the deadline, the patience of its caller, or the last failure"
	}
	return ""
}
