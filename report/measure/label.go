package measure

import (
	"wavetank/chain"
	"wavetank/sim"
)

// Label is the one judgement of an attempt (science.md 1.1). The first that
// matches wins, in this order.
type Label uint8

// The labels.
const (
	Useful Label = iota
	Duplicate
	Late
	Invalid
	FutileDiscovery
	FutileRepeat
	Throttled
	DoomedUndetected
	DoomedKnown
	DoomedProbe
	Unlucky
	NumLabels
)

// String returns the label's name.
func (l Label) String() string {
	return [...]string{"useful", "duplicate", "late", "invalid", "futile.discovery", "futile.repeat",
		"throttled", "doomed.undetected", "doomed.known", "doomed.probe", "unlucky"}[l]
}

// labelMeanings say what an attempt has that bears a label, by the name that stands
// after "wasted."; a name without its part sums up its parts.
var labelMeanings = map[string]string{
	"useful":            "its answer was delivered, and usable",
	"duplicate":         "another attempt of the request was delivered, and this one ended no sooner: a hedge that lost",
	"late":              "it would have been usable, but the caller had gone or the deadline had passed",
	"invalid":           "success status, but the body breaks the schema",
	"futile":            "refused for the request's own sake, as a bad prompt is: the provider would refuse it at any time",
	"futile.discovery":  "futile, and the first of its request",
	"futile.repeat":     "futile, after another attempt of its request was",
	"throttled":         "answered by a 429",
	"impatient":         "our own timeout on a provider that was well and would have answered in time",
	"doomed":            "failed at a provider that was ill when it was sent",
	"doomed.undetected": "doomed, before any attempt of that illness had failed",
	"doomed.known":      "doomed, after another attempt had failed in the same illness",
	"doomed.probe":      "doomed, and a half-open test",
	"unlucky":           "failed at a provider that was well: everyday errors",
}

// Meaning says what an attempt has that bears the label.
func (l Label) Meaning() string { return labelMeanings[l.String()] }

// LabelOf judges one attempt of a finished request. Futile is numbered over the
// request: discovered tells whether an earlier attempt of it was futile.
func LabelOf(r *sim.Request, a *sim.Attempt, theta float64, discovered bool) Label {
	won := r.Done.Reason == chain.Delivered
	switch {
	case won && r.Done.Attempt == a.Number && a.Reply.Usable:
		return Useful
	case won && r.Done.Attempt != a.Number && a.End >= r.End:
		return Duplicate
	case !won && a.Cancelled && a.Reply.Usable && (r.Done.Reason == chain.TimedOut || r.Done.Reason == chain.GaveUp):
		return Late
	case a.Answered && a.Reply.Outcome.Class == chain.OK && !a.Reply.Usable:
		return Invalid
	case a.Answered && a.Reply.Futile && discovered:
		return FutileRepeat
	case a.Answered && a.Reply.Futile:
		return FutileDiscovery
	case a.Answered && a.Reply.Outcome.Status == 429:
		return Throttled
	case a.Reply.Bad < theta:
		return Unlucky
	case a.Probe:
		return DoomedProbe
	case a.Known:
		return DoomedKnown
	}
	return DoomedUndetected
}
