package words

import (
	"slices"
	"strings"

	"wavetank/report/judge"
	"wavetank/sim/tune"
)

// rangeEnds says on which axes the winner lies at an end of what was searched, where
// what lies beyond might be better still.
func rangeEnds(t *judge.Tuning) string {
	if len(t.Outcome.Front) == 0 || !t.Outcome.Feasible {
		return ""
	}
	win := &t.Outcome.Front[t.Outcome.Winner]
	var ends []string
	for i := range t.Axes {
		a := &t.Axes[i]
		if a.At == nil || win.Settings == nil || !moves(t, i) || !changes(t, a.Name) {
			continue
		}
		switch at, last := win.Settings[i], len(a.Labels)-1; {
		case last == 0:
		case at == 0 && a.At[0] > 0: // below nothing there is nothing
			ends = append(ends, a.Name+"="+a.Labels[at]+" is the least that was tried")
		case at == last:
			ends = append(ends, a.Name+"="+a.Labels[at]+" is the most that was tried")
		}
	}
	if len(ends) == 0 {
		return ""
	}
	return "the winner lies at the end of a range: " + strings.Join(ends, " and ") + ": what lies beyond may be better still"
}

// changes reports whether the winner has another value there than the one in force,
// which nobody has searched around.
func changes(t *judge.Tuning, path string) bool {
	return slices.ContainsFunc(t.Changes, func(c judge.TuningChange) bool { return c.Path == path })
}

// moves reports whether an axis changes anything around the winner, as far as that
// was looked at.
func moves(t *judge.Tuning, axis int) bool {
	if axis >= len(t.Outcome.Sensitivity) || t.Outcome.Sensitivity[axis].Signs == nil {
		return true
	}
	for _, signs := range t.Outcome.Sensitivity[axis].Signs {
		for _, s := range signs {
			if s == tune.Better || s == tune.Behind {
				return true
			}
		}
	}
	return false
}
