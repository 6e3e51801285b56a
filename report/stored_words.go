package report

import (
	"wavetank/chain"
	"wavetank/sim/tune"
)

// vocabularies hold what a text may be, by the names that mistakes say.
var vocabularies = map[string][]string{
	"verdict":          upTo(Pass, Inconclusive),
	"severity":         {"advisory"},
	"statistic":        names(OnUpper, OnLower),
	"change":           upTo(Unchanged, Unclear),
	"label of a trip":  upTo(TrueTrip, SpuriousTrip),
	"reason of a trip": {"", "noise", "caller_fault", "scope", "race"},
	"kind":             upTo(0, chain.NumKinds-1),
	"class":            chain.ClassNames(),
	"label":            upTo(0, numLabels-1),
	"end":              upTo(chain.Delivered, chain.GaveUp),
	"reason":           upTo(chain.First, chain.ForHedge),
	"evidence":         {"none", "good", "bad", "trip"},
	"over":             tune.Overs,
	"how":              names(tune.Only, tune.Weights, tune.Knee),
	"sign":             upTo(tune.Unclear, tune.Behind),
	"unit":             unitNames[:],
	"direction":        {betterNames[false], betterNames[true]},
	"decision":         {"SHIP", "KEEP", "TIE", "LEAD", "NONE"},
}

// unitNames and betterNames are what a program reads of a metric.
var (
	unitNames   = [...]string{Count: "count", Rate: "share", Seconds: "seconds", Dollars: "dollars", Scale: "number"}
	betterNames = map[bool]string{false: "lower", true: "higher"}
)

// vocabulary is one of them for a schema.
func vocabulary(name string, null bool) any {
	if !null {
		return vocabularies[name]
	}
	return append([]orNull{""}, each(vocabularies[name], func(word *string) orNull { return orNull(*word) })...)
}
