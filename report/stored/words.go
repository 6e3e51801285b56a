package stored

import (
	"wavetank/chain"
	"wavetank/report/judge"
	"wavetank/report/measure"
	"wavetank/sim/tune"
)

// Vocabularies hold what a text may be, by the names that mistakes say.
var Vocabularies = map[string][]string{
	"verdict":          upTo(judge.Pass, judge.Inconclusive),
	"severity":         {"advisory"},
	"statistic":        names(judge.OnUpper, judge.OnLower),
	"change":           upTo(judge.Unchanged, judge.Unclear),
	"label of a trip":  upTo(measure.TrueTrip, measure.SpuriousTrip),
	"reason of a trip": {"", "noise", "caller_fault", "scope", "race"},
	"kind":             upTo(0, chain.NumKinds-1),
	"class":            chain.ClassNames(),
	"label":            upTo(0, measure.NumLabels-1),
	"end":              upTo(chain.Delivered, chain.GaveUp),
	"reason":           upTo(chain.First, chain.ForHedge),
	"evidence":         {"none", "good", "bad", "trip"},
	"over":             tune.Overs,
	"how":              names(tune.Only, tune.Weights, tune.Knee, tune.Decided),
	"sign":             upTo(tune.Unclear, tune.Behind),
	"unit":             unitNames[:],
	"direction":        {betterNames[false], betterNames[true]},
	"decision":         {"SHIP", "KEEP", "TIE", "LEAD", "NONE"},
}

// unitNames and betterNames are what a program reads of a metric.
var (
	unitNames   = [...]string{measure.Count: "count", measure.Rate: "share", measure.Seconds: "seconds", measure.Dollars: "dollars", measure.Scale: "number"}
	betterNames = map[bool]string{false: "lower", true: "higher"}
)

// vocabulary is one of them for a schema.
func vocabulary(name string, null bool) any {
	if !null {
		return Vocabularies[name]
	}
	return append([]orNull{""}, each(Vocabularies[name], func(word *string) orNull { return orNull(*word) })...)
}
