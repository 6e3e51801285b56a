package report

import (
	"slices"
	"strings"
)

// Unit is what a metric's values are measured in.
type Unit uint8

// The units.
const (
	Count   Unit = iota // a number of things
	Rate                // a share of 1
	Seconds             // a time
	Dollars             // money
	Scale               // a number without a name: attempts per request, quality
)

// Better says which way a metric wants to go.
type Better uint8

// The directions.
const (
	Neither Better = iota
	Lower
	Higher
)

// Metric describes one figure of a run (contract section 3).
type Metric struct {
	Name    string
	Unit    Unit
	Better  Better
	Summary string
}

// Phases are the stretches of a run for which some metrics exist by themselves.
var phases = []string{"before", "during", "after"}

// metrics is the catalogue, in the order of every output. ID is its index.
var metrics = catalogue()

// index finds a metric by name.
var index = func() map[string]int {
	m := make(map[string]int, len(metrics))
	for i, d := range metrics {
		m[d.Name] = i
	}
	return m
}()

func catalogue() []Metric {
	out := []Metric{
		{"requests", Count, Neither, "requests that arrived in [0, duration)"},
		{"success_rate", Rate, Higher, "usable answers per servable request"},
		{"slo_rate", Rate, Higher, "usable answers within slo of arrival per servable request"},
	}
	for _, q := range latencyNames {
		out = append(out, Metric{q, Seconds, Lower, "from intended arrival until an answer or an error, servable requests"})
	}
	out = append(out,
		Metric{"attempts", Count, Lower, "attempts sent"},
		Metric{"attempts_per_request", Scale, Lower, "attempts sent per request"},
		Metric{"useful", Count, Neither, "attempts whose answer was delivered and usable"},
		Metric{"wasted_calls", Count, Lower, "attempts that were not useful"},
		Metric{"wasted_per_1k", Scale, Lower, "wasted calls per 1,000 requests"},
		Metric{"wasted_seconds", Seconds, Lower, "time that chains waited for wasted calls"},
	)
	for _, l := range labelNames[1:] {
		out = append(out, Metric{"wasted." + l, Count, Lower, "attempts with this label"})
	}
	out = append(out,
		Metric{"silent_bad", Count, Lower, "requests delivered as success whose body breaks the schema"},
		Metric{"trips", Count, Lower, "breakers that went from closed to open"},
		Metric{"true_trips", Count, Neither, "trips on a provider that was sick"},
		Metric{"stale_trips", Count, Lower, "trips on a provider that had been sick when most of the failures were sent"},
		Metric{"spurious_trips", Count, Lower, "trips on a provider that was well"},
		Metric{"flaps", Count, Lower, "trips after less closed time than flap_window"},
		Metric{"probes", Count, Neither, "half-open attempts"},
		Metric{"missed_outages", Count, Lower, "episodes with evidence enough and no trip"},
		Metric{"time_to_detect", Seconds, Lower, "from an episode's start to the trip, mean over detected episodes"},
		Metric{"time_to_recover", Seconds, Lower, "from an episode's end to the breaker's close, mean over episodes"},
		Metric{"over_hold", Seconds, Lower, "time that breakers held back providers that were well"},
		Metric{"cost_per_1k", Dollars, Lower, "dollars billed per 1,000 usable answers"},
		Metric{"wasted_cost_per_1k", Dollars, Lower, "the part of cost_per_1k that was not useful"},
		Metric{"quality_loss", Scale, Lower, "first provider's quality less the used one's, mean over delivered answers"},
	)
	for _, p := range phases {
		out = append(out, Metric{"success_rate." + p, Rate, Higher, "success_rate of requests that arrived " + p + " the faults"},
			Metric{"slo_rate." + p, Rate, Higher, "slo_rate of requests that arrived " + p + " the faults"})
		for _, q := range latencyNames {
			out = append(out, Metric{q + "." + p, Seconds, Lower, q + " of requests that arrived " + p + " the faults"})
		}
		out = append(out, Metric{"wasted_calls." + p, Count, Lower, "wasted calls of requests that arrived " + p + " the faults"})
	}
	return out
}

var latencyNames = []string{"latency_p50", "latency_p90", "latency_p99", "latency_p999", "latency_max", "latency_mean"}

// providerMetrics are the figures that exist per provider.
var providerMetrics = func() []string {
	out := []string{"attempts", "useful", "wasted_calls", "wasted_seconds"}
	for _, l := range labelNames[1:] {
		out = append(out, "wasted."+l)
	}
	return append(out, "trips", "true_trips", "stale_trips", "spurious_trips", "flaps", "probes",
		"missed_outages", "time_to_detect", "time_to_recover", "over_hold",
		"latency_p50", "latency_p99", "cost", "wasted_cost")
}()

// Metrics lists all metrics in the order of every output.
func Metrics() []Metric { return slices.Clone(metrics) }

// ProviderMetrics lists the names of the figures that exist per provider; their
// latencies are those of answered attempts, their costs are dollars of the run.
func ProviderMetrics() []string { return slices.Clone(providerMetrics) }

// MetricIndex returns a metric's place in Metrics and in Run.Values.
func MetricIndex(name string) (int, bool) {
	i, ok := index[name]
	return i, ok
}

// OfPhase reports whether a metric is of one of a run's phases, as
// latency_p99.during.
func OfPhase(name string) bool {
	return slices.ContainsFunc(phases, func(p string) bool { return strings.HasSuffix(name, "."+p) })
}

// ProviderMetricIndex returns a figure's place in Run.Providers.
func ProviderMetricIndex(name string) (int, bool) {
	i := slices.Index(providerMetrics, name)
	return i, i >= 0
}
