package figure

import (
	"wavetank/report/judge"
	"wavetank/report/measure"
	"wavetank/report/words"
	"wavetank/sim/tune"
)

// Shades are those of a heat map, the best first.
var Shades = []string{"·", "░", "▒", "▓", "█"}

// HeatTable is the first objective over two axes: a shade and a figure for each
// pair of values.
func HeatTable(t *judge.Tuning) *words.Table {
	h := t.Outcome.Heat
	win := &t.Outcome.Front[t.Outcome.Winner]
	x, y := &t.Axes[h.X], &t.Axes[h.Y]
	s := &words.Table{Corner: y.Name}
	for i, label := range y.Labels {
		if win.Settings != nil && win.Settings[h.Y] == i {
			label += " " + words.MarkBest
		}
		s.Labels = append(s.Labels, label)
	}
	shade := HeatShader(t, h)
	for i, label := range x.Labels {
		if win.Settings != nil && win.Settings[h.X] == i {
			label += " " + words.MarkBest
		}
		c := words.TableColumn{Head: label, Over: []string{x.Name, x.Name, "across"}}
		for k := range y.Labels {
			v := h.Values[0][k][i]
			if measure.Bad(v) {
				c.Add(measure.Missing)
				continue
			}
			c.Add(Shades[shade(v)] + " " + measure.Format(t.Objectives[0].Unit, v))
		}
		s.Cols = append(s.Cols, c)
	}
	return s
}

// HeatShader returns the shade of a value: the best is the lightest.
func HeatShader(t *judge.Tuning, h *tune.Heat) func(float64) int {
	axis, best, _ := heatAxis(t, h, 0)
	return func(v float64) int {
		if axis == nil || measure.Bad(v) {
			return 0
		}
		return min(int(axis.apart(v, best)*float64(len(Shades))), len(Shades)-1)
	}
}

// HeatLine says what the map shows.
func HeatLine(t *judge.Tuning) string {
	h := t.Outcome.Heat
	return words.ObjectiveName(t, 0) + " over two settings, the rest as the winner has it, " + measure.Plural(h.Replications, "run") + " each: " +
		Shades[0] + " best to " + Shades[len(Shades)-1] + " worst"
}
