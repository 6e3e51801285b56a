package report

import (
	"wavetank/sim/tune"
)

// shades are those of a heat map, the best first.
var shades = []string{"·", "░", "▒", "▓", "█"}

// heatTable is the first objective over two axes: a shade and a figure for each
// pair of values.
func heatTable(t *Tuning) *table {
	h := t.Outcome.Heat
	win := &t.Outcome.Front[t.Outcome.Winner]
	x, y := &t.Axes[h.X], &t.Axes[h.Y]
	s := &table{corner: y.Name}
	for i, label := range y.Labels {
		if win.Settings != nil && win.Settings[h.Y] == i {
			label += " " + markBest
		}
		s.labels = append(s.labels, label)
	}
	shade := heatShader(t, h)
	for i, label := range x.Labels {
		if win.Settings != nil && win.Settings[h.X] == i {
			label += " " + markBest
		}
		c := tableColumn{head: label, over: []string{x.Name, x.Name, "across"}}
		for k := range y.Labels {
			v := h.Values[0][k][i]
			if bad(v) {
				c.add(missing)
				continue
			}
			c.add(shades[shade(v)] + " " + inUnit(t.Objectives[0].Unit, v))
		}
		s.cols = append(s.cols, c)
	}
	return s
}

// heatShader returns the shade of a value: the best is the lightest.
func heatShader(t *Tuning, h *tune.Heat) func(float64) int {
	axis, best, _ := heatAxis(t, h, 0)
	return func(v float64) int {
		if axis == nil || bad(v) {
			return 0
		}
		return min(int(axis.apart(v, best)*float64(len(shades))), len(shades)-1)
	}
}

// heatLine says what the map shows.
func heatLine(t *Tuning) string {
	h := t.Outcome.Heat
	return objectiveName(t, 0) + " over two settings, the rest as the winner has it, " + plural(h.Replications, "run") + " each: " +
		shades[0] + " best to " + shades[len(shades)-1] + " worst"
}
