package search

import (
	"fmt"

	"wavetank/chain/strategy"
	"wavetank/report/judge"
	"wavetank/sim/tune"
)

// mostAsked bounds how many values of an axis are held against a configuration one
// by one: each is read and written back. What is beyond is told by the patch.
const mostAsked = 1000

// sayable leaves out of an axis the values that the configuration has no words for,
// each by itself, and says so: a winner that nobody can write down is none. The
// value in force stays, since the configuration says it. It is false where no other
// value is left.
func (t *Tuning) sayable(a *tune.Axis, inForce int) (int, bool) {
	if t.product.file == "" || a.Name == presetPath || len(a.Labels) > mostAsked {
		return inForce, true
	}
	kept, at, why := tune.Axis{Name: a.Name, Log: a.Log}, -1, ""
	for i, label := range a.Labels {
		if i != inForce {
			if reason := t.unsayable(a.Name, label); reason != "" {
				why = reason
				continue
			}
		} else {
			at = len(kept.Labels)
		}
		kept.Labels = append(kept.Labels, label)
		if a.At != nil {
			kept.At = append(kept.At, a.At[i])
		}
	}
	if n := len(a.Labels) - len(kept.Labels); n > 0 {
		t.warnings = append(t.warnings, judge.Warning{Text: fmt.Sprintf("%s: %s: %d of %d values are not searched: %s",
			t.product.file, a.Name, n, len(a.Labels), why)})
	}
	*a = kept
	return at, len(a.Labels) > 1 || at < 0 && len(a.Labels) > 0
}

// unsayable is why the configuration cannot say a value, "" where it can.
func (t *Tuning) unsayable(path, label string) string {
	system := &t.product.system
	if !system.Expresses(path, label) && !(path == orderPath && system.Expresses(path, "")) {
		return system.Name + " has no words for it"
	}
	l, ps := strategy.Load(t.base.Name, t.base.Tree, strategy.Options{Set: t.settings(t.base, path, label), Engine: t.Engine, Env: t.Env})
	if ps != nil {
		return "" // what makes no strategy is told elsewhere
	}
	p := t.patchFor(l)
	if p.Already || p.Reason == t.product.unsaid { // what the strategy in force has already is no fault of this value
		return ""
	}
	return p.Reason
}
