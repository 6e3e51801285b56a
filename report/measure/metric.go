package measure

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
// Since is during and after together: from the first fault's start to the end,
// recovery included; only shares of requests have it.
var Phases = []string{"before", "during", "after", Since}

// Since is the phase that decisions look at.
const Since = "since"

// Catalogue is every metric of a run, in the order of every output and of
// Run.Values. Nobody changes it.
var Catalogue = func() (out []Metric) {
	for i := range catalogue {
		out = append(out, catalogue[i].Metric)
	}
	return out
}()

// Index is a metric's place in Catalogue, by its name.
var Index = func() map[string]int {
	m := make(map[string]int, len(Catalogue))
	for i, d := range Catalogue {
		m[d.Name] = i
	}
	return m
}()

// ProviderCatalogue are the names of the figures that exist per provider; their
// latencies are those of answered attempts, their costs are dollars of the run.
var ProviderCatalogue = func() (out []string) {
	for i := range memberCatalogue {
		out = append(out, memberCatalogue[i].Name)
	}
	return out
}()

// OfPhase reports whether a metric is of one of a run's phases, as
// latency_p99.during.
func OfPhase(name string) bool {
	return slices.ContainsFunc(Phases, func(p string) bool { return strings.HasSuffix(name, "."+p) })
}

// ProviderMetricIndex returns a figure's place in Run.Providers.
func ProviderMetricIndex(name string) (int, bool) {
	i := slices.Index(ProviderCatalogue, name)
	return i, i >= 0
}

// UnitOf is a metric's unit.
func UnitOf(metric string) Unit {
	i, ok := Index[metric]
	if !ok {
		panic("report: unknown metric " + metric)
	}
	return Catalogue[i].Unit
}
