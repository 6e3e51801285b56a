package report

import (
	"wavetank/sim/tune"
)

// shades are those of a heat map, the best first.
var shades = []string{"·", "░", "▒", "▓", "█"}

// heatSheet is the first objective over two axes: a shade and a figure for each
// pair of values.
func (t *Tuning) heatSheet() *table {
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
	shade := t.shader(h)
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
			c.add(shades[shade(v)] + " " + t.Objectives[0].Unit.format(v))
		}
		s.cols = append(s.cols, c)
	}
	return s
}

// shader returns the shade of a value: the best is the lightest.
func (t *Tuning) shader(h *tune.Heat) func(float64) int {
	axis, best, _ := heatAxis(t, h, 0)
	return func(v float64) int {
		if axis == nil || bad(v) {
			return 0
		}
		return min(int(axis.apart(v, best)*float64(len(shades))), len(shades)-1)
	}
}

// heatLine says what the map shows.
func (t *Tuning) heatLine() string {
	h := t.Outcome.Heat
	return t.short(0) + " over two settings, the rest as the winner has it, " + plural(h.Replications, "run") + " each: " +
		shades[0] + " best to " + shades[len(shades)-1] + " worst"
}
