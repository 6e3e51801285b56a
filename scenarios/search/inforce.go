package search

import (
	"slices"
	"strings"

	"wavetank/report/judge"
	"wavetank/scenarios"
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
	for i, label := range a.Labels {
		if !t.alters(a.Name, label) {
			return i
		}
	}
	label := t.valueInForce(a.Name)
	if a.Name == orderPath {
		label = t.orderInForce()
	}
	if label == "" || t.alters(a.Name, label) {
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

// valueInForce is what the strategy in force says at a path, "" for nothing, and
// of a path with [] what the first place of the list says.
func (t *Tuning) valueInForce(path string) string {
	return shown(t.before.Find(everyPlace(t.before, path)[0]))
}

// orderInForce is the order of the strategy in force, as an axis writes it: the
// providers' names where one is asked after the other.
func (t *Tuning) orderInForce() string {
	if !t.ordered() {
		return shown(t.before.Find(orderPath))
	}
	s := t.suite[0]
	names := s.Document.ProviderNames()
	if places := s.Setup.Places(t.base.Recipe); places != nil {
		all := names
		names = nil
		for _, p := range places {
			names = append(names, all[p])
		}
	}
	return strings.Join(names, orderThen)
}

// tellKnown says of faults that name providers where orders are searched: such an
// order profits from knowing who fails.
func (t *Tuning) tellKnown() {
	if !slices.ContainsFunc(t.axes, func(a axis) bool { return a.Name == orderPath || strings.HasPrefix(a.Name, orderPath+".") }) {
		return
	}
	for _, s := range t.suite {
		for i := range s.Document.Timeline {
			if text := scenarios.KnownVictim(&s.Document.Timeline[i]); text != "" {
				t.warnings = append(t.warnings, judge.Warning{Text: s.Name + ": " + text})
			}
		}
	}
}
