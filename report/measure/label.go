package measure

import (
	"wavetank/chain"
	"wavetank/faults"
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
	Impatient
	DoomedUndetected
	DoomedKnown
	DoomedProbe
	Unlucky
	NumLabels
)

// String returns the label's name.
func (l Label) String() string {
	return [...]string{"useful", "duplicate", "late", "invalid", "futile.discovery", "futile.repeat",
		"throttled", "impatient", "doomed.undetected", "doomed.known", "doomed.probe", "unlucky"}[l]
}

// LabelOf judges one attempt of a finished request. Futile is numbered over the
// request: discovered tells whether an earlier attempt of it was futile.
func LabelOf(r *sim.Request, a *sim.Attempt, truth *faults.Truth, discovered bool) Label {
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
	case a.Reply.Bad < truth.Theta && cut(a) && a.Reply.End.Sub(a.Sent) <= truth.Limit:
		return Impatient
	case a.Reply.Bad < truth.Theta:
		return Unlucky
	case a.Probe:
		return DoomedProbe
	case a.Known:
		return DoomedKnown
	}
	return DoomedUndetected
}

// cut reports whether a timeout of the chain's own ended an attempt whose answer
// would have been usable: nothing else makes a failure of one, but a validation
// that is stricter than the schema.
func cut(a *sim.Attempt) bool {
	return a.Failed() && a.Reply.Usable && a.Verdict.Class != chain.OKInvalid
}
