package words

import (
	"math"

	"wavetank/report/judge"
	"wavetank/report/measure"
	"wavetank/sim/tune"
)

// barWidth is how many cells a whole bar has.
const barWidth = 4

// SensitivityTable is a row for each axis: its share of each objective's
// variance, and how far the first objective goes when it alone is turned.
func SensitivityTable(t *judge.Tuning) *Table {
	combined := len(t.Axes) > 1
	s := axesTable(t, combined)
	for o := range t.Objectives {
		s.Cols = append(s.Cols, shareColumn(t, o, combined))
	}
	if LookedAround(t) {
		s.Cols = append(s.Cols, RangeColumns(t, 0, combined)...)
	}
	return s
}

// LookedAround reports whether the winner's neighbours were played.
func LookedAround(t *judge.Tuning) bool {
	return len(t.Outcome.Sensitivity) > 0 && len(t.Outcome.Sensitivity[0].Steps) == len(t.Objectives)
}

// RangesTable is how far the other objectives go.
func RangesTable(t *judge.Tuning) *Table {
	s := axesTable(t, false)
	for o := range t.Objectives[1:] {
		s.Cols = append(s.Cols, RangeColumns(t, o+1, false)...)
	}
	return s
}

// axesTable has a row for each axis, and one for what they do together.
func axesTable(t *judge.Tuning, combined bool) *Table {
	s := &Table{Corner: "WHAT MATTERS"}
	for i := range t.Outcome.Sensitivity {
		s.Labels = append(s.Labels, t.Axes[t.Outcome.Sensitivity[i].Axis].Name)
	}
	if combined {
		s.Labels = append(s.Labels, "in combination")
	}
	return s
}

// shareColumn is the part of an objective's variance that each axis explains
// alone, and what only combinations do.
func shareColumn(t *judge.Tuning, o int, combined bool) TableColumn {
	c := TableColumn{Head: objectiveHead(&t.Objectives[o]), Over: []string{"part of the variance, by each alone", "part of the variance", "variance"}}
	rest, any := 1.0, false
	add := func(v float64) {
		if measure.Bad(v) {
			c.Add(measure.Missing)
			return
		}
		c.Cells = append(c.Cells, TableCell{Text: bar(v) + " " + padLeft(sharePercent(v), 5), Brief: sharePercent(v)})
	}
	for i := range t.Outcome.Sensitivity {
		v := t.Outcome.Sensitivity[i].Shares[o]
		add(max(v, 0)) // corrected for chance, it may fall below
		if !measure.Bad(v) {
			rest, any = rest-v, true
		}
	}
	if !any {
		rest = measure.None
	}
	if combined {
		add(max(rest, 0))
	}
	return c
}

// sharePercent writes a share in whole percents: more of an estimate is noise.
func sharePercent(v float64) string {
	if v > 0 && v < 0.005 {
		return "<1 %"
	}
	return measure.Whole(v*100) + " %"
}

// eighths are parts of a bar's cell.
var eighths = []rune(" ▏▎▍▌▋▊▉█")

// bar draws a share, in eighths of a cell.
func bar(share float64) string {
	n := int(math.Round(min(max(share, 0), 1) * barWidth * 8))
	out := make([]rune, barWidth)
	for i := range out {
		out[i] = eighths[min(max(n-8*i, 0), 8)]
	}
	return string(out)
}

// RangeColumns are the best and the worst that an axis alone makes of an
// objective, with the values that do it.
func RangeColumns(t *judge.Tuning, o int, combined bool) []TableColumn {
	name := ObjectiveName(t, o)
	over := []string{name + ", the rest as the winner has it", name + ", one at a time", name}
	best, worst := TableColumn{Head: "best", Over: over}, TableColumn{Head: "worst", Over: over}
	for i := range t.Outcome.Sensitivity {
		a, b, shown := stepExtremes(t, &t.Outcome.Sensitivity[i], o)
		if !shown {
			best.Add(MarkEqual)
			worst.Add(MarkEqual)
			continue
		}
		best.Add(stepText(t, i, o, a))
		worst.Add(stepText(t, i, o, b))
	}
	if combined {
		best.Add("")
		worst.Add("")
	}
	return []TableColumn{best, worst}
}

// stepExtremes are the places of the best and the worst value of an axis, and
// whether any differs from the winner's by more than chance.
func stepExtremes(t *judge.Tuning, s *tune.Sensitivity, o int) (best, worst int, shown bool) {
	best, worst = -1, -1
	for v := range s.Steps[o] {
		mean := s.Steps[o][v].Mean
		if measure.Bad(mean) {
			continue
		}
		if best < 0 || t.Ahead(o, mean, s.Steps[o][best].Mean) {
			best = v
		}
		if worst < 0 || t.Ahead(o, s.Steps[o][worst].Mean, mean) {
			worst = v
		}
		if sign := s.Signs[o][v]; sign == tune.Better || sign == tune.Behind {
			shown = true
		}
	}
	return best, worst, shown
}

// stepText is a figure and the value that it belongs to. Lists of names are always
// shortened: two of them stand side by side.
func stepText(t *judge.Tuning, i, o, value int) string {
	s := &t.Outcome.Sensitivity[i]
	label := t.Axes[s.Axis].Labels[value]
	if short := AxisInitials(t, s.Axis); short != nil {
		label = short(label)
	}
	return ObjectiveValue(&t.Objectives[o], &s.Steps[o][value], false) + " at " + label
}

// StepTables are, for each axis, the objectives at each of its values, with what
// the difference to the winner's value shows.
func StepTables(t *judge.Tuning) (out []*Table) {
	if !LookedAround(t) {
		return nil
	}
	win := &t.Outcome.Front[t.Outcome.Winner]
	for i := range t.Outcome.Sensitivity {
		s := &t.Outcome.Sensitivity[i]
		axis := &t.Axes[s.Axis]
		one := &Table{Corner: axis.Name}
		for _, l := range axis.Labels {
			if l == t.Label(win, s.Axis) {
				l += " " + MarkBest
			}
			one.Labels = append(one.Labels, l)
		}
		for o := range t.Objectives {
			c := TableColumn{Head: objectiveHead(&t.Objectives[o])}
			for v := range axis.Labels {
				cell := ObjectiveValue(&t.Objectives[o], &s.Steps[o][v], true)
				if cell != measure.Missing {
					cell += " " + padRight(stepWord(s, o, v, one.Labels[v] != axis.Labels[v]), 6)
				}
				c.Add(cell)
			}
			one.Cols = append(one.Cols, c)
		}
		out = append(out, one)
	}
	return out
}

// stepWord is what a value's difference to the winner's own shows.
func stepWord(s *tune.Sensitivity, o, v int, own bool) string {
	if own {
		return ""
	}
	return SignWords[s.Signs[o][v]]
}
