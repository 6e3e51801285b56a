package scenarios

import (
	"slices"
	"strings"

	"wavetank/faults"
)

// lintOrders says what the timeline means to strategies that ask in other orders
// than the written one: a place is the place in each one's own order, and a name
// is known beforehand.
func (l *loader) lintOrders() {
	names := l.sc.Document.ProviderNames()
	var moved []string
	for _, s := range l.sc.Strategies {
		if order := l.sc.Setup.Places(s.Recipe); order != nil && !inWrittenOrder(order) {
			moved = append(moved, s.Name+" ("+orderText(names, order)+")")
		}
	}
	if len(moved) == 0 {
		return
	}
	placed := false
	for i := range l.sc.Document.Timeline {
		e := &l.sc.Document.Timeline[i]
		placed = placed || e.Placed()
		if KnownVictim(e) != "" {
			l.warn(l.root.Place(FmtPath("timeline", i)), "%s", KnownVictim(e))
		}
	}
	if placed {
		l.warn(l.root.Place("timeline"), "primary, second and last are places in the own order of %s, and ideal meets the written one", strings.Join(moved, " and of "))
	}
}

// KnownVictim is what to say of a fault that names providers where orders are
// compared; nothing where it strikes places, or all.
func KnownVictim(e *faults.Entry) string {
	names := slices.DeleteFunc(slices.Clone(e.Provider), isRole)
	if len(names) == 0 || slices.Contains(e.Provider, "all") {
		return ""
	}
	return "the fault names " + strings.Join(names, " and ") + ", so orders are compared by who knows that: provider: primary strikes the first of each order"
}

// inWrittenOrder tells whether providers stand as they are written.
func inWrittenOrder(order []int16) bool {
	for i, p := range order {
		if int(p) != i {
			return false
		}
	}
	return true
}

// orderText is an order by its names.
func orderText(names []string, order []int16) string {
	var out []string
	for _, p := range order {
		out = append(out, names[p])
	}
	return strings.Join(out, " > ")
}
