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
