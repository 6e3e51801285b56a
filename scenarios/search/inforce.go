package search

import (
	"slices"

	"wavetank/sim/tune"
)

// putInForce returns the place of the value that the strategy in force has on an
// axis. Where the axis lacks it, it comes to it, so that a parameter that does not
// matter can keep its value. It is -1 where nothing is set, or nothing that one
// line can say.
func (t *Tuning) putInForce(a *tune.Axis) int {
	if a.Name == presetPath {
		return slices.Index(a.Labels, t.base.Preset)
	}
	before := canonical(t.base)
	for i, label := range a.Labels {
		if !t.alters(before, a.Name, label) {
			return i
		}
	}
	label := shown(before.Find(a.Name))
	if order := before.Find(orderPath); a.Name == orderPath && (order == nil || order.Get("kind").Text == "listed" && order.Get("first") == nil) {
		label = t.orderInForce(before)
	}
	if label == "" || t.alters(before, a.Name, label) {
		return -1
	}
	at := len(a.Labels)
	if v, _, ok := readAmount(label); ok && a.At != nil {
		at, _ = slices.BinarySearch(a.At, v)
		a.At, a.Log = slices.Insert(a.At, at, v), a.Log && v > 0
	} else {
		a.At = nil
	}
	a.Labels = slices.Insert(a.Labels, at, label)
	return at
}
