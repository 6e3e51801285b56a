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

// String is the unit in a word.
func (u Unit) String() string {
	return [...]string{Count: "count", Rate: "share", Seconds: "seconds", Dollars: "dollars", Scale: "number"}[u]
}

// String says which way is better.
func (b Better) String() string { return [...]string{"neither", "lower", "higher"}[b] }

// Metric describes one figure of a run (contract section 3).
type Metric struct {
	Name    string // as rules, files and flags write it
	Unit    Unit
	Better  Better
	Word    string // as screens, plots and pages call it, in whatever phase
	Summary string // what it means
	Absent  string // when a run has no value of it; empty: it always has one
}

// PhasesOf are the phases that a metric of the whole run exists for by themselves.
func PhasesOf(name string) (out []string) {
	for _, p := range Phases {
		if _, ok := Index[name+"."+p]; ok {
			out = append(out, p)
		}
	}
	return out
}

// Base is a metric without its phase, as latency_p99 of latency_p99.during.
func Base(name string) string {
	for _, p := range Phases {
		if base, ok := strings.CutSuffix(name, "."+p); ok {
			return base
		}
	}
	return name
}

// WordOf is what screens call a metric of a run or a figure of a provider.
func WordOf(name string) string {
	if i, ok := Index[name]; ok {
		return Catalogue[i].Word
	}
	m, ok := OfProvider(name)
	if !ok {
		panic("report: unknown metric " + name)
	}
	return m.Word
}

// OfProvider is the figure of a provider that has a name.
func OfProvider(name string) (Metric, bool) {
	i, ok := ProviderMetricIndex(name)
	if !ok {
		return Metric{}, false
	}
	return memberCatalogue[i].Metric, true
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
