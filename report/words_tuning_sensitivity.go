package report

import (
	"math"

	"wavetank/sim/tune"
)

// barWidth is how many cells a whole bar has.
const barWidth = 4

// sensitivityTable is a row for each axis: its share of each objective's
// variance, and how far the first objective goes when it alone is turned.
func sensitivityTable(t *Tuning) *table {
	combined := len(t.Axes) > 1
	s := axesTable(t, combined)
	for o := range t.Objectives {
		s.cols = append(s.cols, shareColumn(t, o, combined))
	}
	if lookedAround(t) {
		s.cols = append(s.cols, rangeColumns(t, 0, combined)...)
	}
	return s
}

// lookedAround reports whether the winner's neighbours were played.
func lookedAround(t *Tuning) bool {
	return len(t.Outcome.Sensitivity) > 0 && len(t.Outcome.Sensitivity[0].Steps) == len(t.Objectives)
}

// rangesTable is how far the other objectives go.
func rangesTable(t *Tuning) *table {
	s := axesTable(t, false)
	for o := range t.Objectives[1:] {
		s.cols = append(s.cols, rangeColumns(t, o+1, false)...)
	}
	return s
}

// axesTable has a row for each axis, and one for what they do together.
func axesTable(t *Tuning, combined bool) *table {
	s := &table{corner: "WHAT MATTERS"}
	for i := range t.Outcome.Sensitivity {
		s.labels = append(s.labels, t.Axes[t.Outcome.Sensitivity[i].Axis].Name)
	}
	if combined {
		s.labels = append(s.labels, "in combination")
	}
	return s
}

// shareColumn is the part of an objective's variance that each axis explains
// alone, and what only combinations do.
func shareColumn(t *Tuning, o int, combined bool) tableColumn {
	c := tableColumn{head: objectiveHead(&t.Objectives[o]), over: []string{"part of the variance, by each alone", "part of the variance", "variance"}}
	rest, any := 1.0, false
	add := func(v float64) {
		if bad(v) {
			c.add(missing)
			return
		}
		c.cells = append(c.cells, tableCell{text: bar(v) + " " + padLeft(sharePercent(v), 5), brief: sharePercent(v)})
	}
	for i := range t.Outcome.Sensitivity {
		v := t.Outcome.Sensitivity[i].Shares[o]
		add(max(v, 0)) // corrected for chance, it may fall below
		if !bad(v) {
			rest, any = rest-v, true
		}
	}
	if !any {
		rest = none
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
	return whole(v*100) + " %"
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

// rangeColumns are the best and the worst that an axis alone makes of an
// objective, with the values that do it.
func rangeColumns(t *Tuning, o int, combined bool) []tableColumn {
	name := objectiveName(t, o)
	over := []string{name + ", the rest as the winner has it", name + ", one at a time", name}
	best, worst := tableColumn{head: "best", over: over}, tableColumn{head: "worst", over: over}
	for i := range t.Outcome.Sensitivity {
		a, b, shown := stepExtremes(t, &t.Outcome.Sensitivity[i], o)
		if !shown {
			best.add(markEqual)
			worst.add(markEqual)
			continue
		}
		best.add(stepText(t, i, o, a))
		worst.add(stepText(t, i, o, b))
	}
	if combined {
		best.add("")
		worst.add("")
	}
	return []tableColumn{best, worst}
}

// stepExtremes are the places of the best and the worst value of an axis, and
// whether any differs from the winner's by more than chance.
func stepExtremes(t *Tuning, s *tune.Sensitivity, o int) (best, worst int, shown bool) {
	best, worst = -1, -1
	for v := range s.Steps[o] {
		mean := s.Steps[o][v].Mean
		if bad(mean) {
			continue
		}
		if best < 0 || t.ahead(o, mean, s.Steps[o][best].Mean) {
			best = v
		}
		if worst < 0 || t.ahead(o, s.Steps[o][worst].Mean, mean) {
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
func stepText(t *Tuning, i, o, value int) string {
	s := &t.Outcome.Sensitivity[i]
	label := t.Axes[s.Axis].Labels[value]
	if short := axisInitials(t, s.Axis); short != nil {
		label = short(label)
	}
	return objectiveValue(&t.Objectives[o], &s.Steps[o][value], false) + " at " + label
}

// stepTables are, for each axis, the objectives at each of its values, with what
// the difference to the winner's value shows.
func stepTables(t *Tuning) (out []*table) {
	if !lookedAround(t) {
		return nil
	}
	win := &t.Outcome.Front[t.Outcome.Winner]
	for i := range t.Outcome.Sensitivity {
		s := &t.Outcome.Sensitivity[i]
		axis := &t.Axes[s.Axis]
		one := &table{corner: axis.Name}
		for _, l := range axis.Labels {
			if l == t.label(win, s.Axis) {
				l += " " + markBest
			}
			one.labels = append(one.labels, l)
		}
		for o := range t.Objectives {
			c := tableColumn{head: objectiveHead(&t.Objectives[o])}
			for v := range axis.Labels {
				cell := objectiveValue(&t.Objectives[o], &s.Steps[o][v], true)
				if cell != missing {
					cell += " " + padRight(stepWord(s, o, v, one.labels[v] != axis.Labels[v]), 6)
				}
				c.add(cell)
			}
			one.cols = append(one.cols, c)
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
	return signWords[s.Signs[o][v]]
}
