package report

import (
	"slices"
	"strings"

	"wavetank/sim/tune"
)

// frontShown is how many points of the front the screen lists when it is not
// wide.
const frontShown = 10

// Marks behind a point's number.
const (
	markUtopia  = "+" // nearest to the best of each objective
	markChord   = "^" // the knee, where it is not the winner
	markUnknown = "?" // on the front by its intervals alone
	markBreaks  = "!" // breaks a requirement
)

// frontRows are the points of the front that a table shows: all of them on a wide
// screen, else those whose means nobody beats, and of many the ones that say
// most.
func frontRows(t *Tuning, wide bool) []int {
	front := t.front()
	if wide {
		front = nil
		for i := range t.Outcome.Front {
			front = append(front, i)
		}
		return front
	}
	if len(front) <= frontShown {
		return front
	}
	keep, at := map[int]bool{}, t.among(t.Outcome.Winner)
	for _, i := range []int{at, 0, len(front) - 1, t.among(t.Outcome.Chord), t.among(t.Outcome.Utopia), at - 1, at + 1} {
		if i >= 0 && i < len(front) {
			keep[i] = true
		}
	}
	for _, i := range frontChampions(t, front) {
		keep[i] = true
	}
	for k := 1; len(keep) < frontShown && k < frontShown; k++ { // spread over the rest
		keep[k*(len(front)-1)/frontShown] = true
	}
	var out []int
	for i := range front {
		if keep[i] {
			out = append(out, front[i])
		}
	}
	return out
}

// frontChampions are the places among the front of the best in each objective.
func frontChampions(t *Tuning, front []int) (out []int) {
	for o := range t.Objectives {
		best := 0
		for i := range front {
			if t.ahead(o, t.Outcome.Front[front[i]].Values[o].Mean, t.Outcome.Front[front[best]].Values[o].Mean) {
				best = i
			}
		}
		out = append(out, best)
	}
	return out
}

// frontTable is a row for each point and one for the setting in force; columns
// for the axes that vary, the objectives, and what a suite adds.
func frontTable(t *Tuning, wide bool) *table {
	rows := frontRows(t, wide)
	s := &table{corner: "front"}
	for _, i := range rows {
		s.labels = append(s.labels, frontLabel(t, i))
	}
	now := "now"
	if !t.Outcome.Current.Feasible {
		now += " " + markBreaks
	}
	s.labels = append(s.labels, now)
	varied, _ := variedAxes(t, rows)
	for _, axis := range varied {
		s.cols = append(s.cols, frontAxisColumn(t, rows, axis))
	}
	for o := range t.Objectives {
		c := frontObjectiveColumn(t, rows, o, func(f *tune.Finalist) string { return objectiveValue(&t.Objectives[o], &f.Values[o], wide) })
		if len(t.Scenarios) > 1 {
			c.over = overTitles(t)
		}
		s.cols = append(s.cols, c)
	}
	if len(t.Scenarios) > 1 {
		s.cols = append(s.cols, suiteColumns(t, rows, wide)...)
	}
	return s
}

// frontLabel is a point's number and what is to be said of it.
func frontLabel(t *Tuning, i int) string {
	o := t.Outcome
	marks := ""
	if i == o.Winner {
		marks += markBest
	}
	if i == o.Chord && i != o.Winner {
		marks += markChord
	}
	if i == o.Utopia && i != o.Winner {
		marks += markUtopia
	}
	if !o.Front[i].Estimated {
		marks += markUnknown
	}
	if !o.Front[i].Feasible {
		marks += markBreaks
	}
	return strings.TrimSpace(frontNumber(i) + " " + marks)
}

// variedAxes parts the axes into those that differ between rows and those that do
// not.
func variedAxes(t *Tuning, rows []int) (varied, fixed []int) {
	for axis := range t.Axes {
		first := t.label(&t.Outcome.Front[rows[0]], axis)
		differs := func(i int) bool { return t.label(&t.Outcome.Front[i], axis) != first }
		if slices.ContainsFunc(rows, differs) || currentLabel(t, axis) != first {
			varied = append(varied, axis)
			continue
		}
		fixed = append(fixed, axis)
	}
	return varied, fixed
}

// frontFixed states the settings that all rows have.
func frontFixed(t *Tuning, rows []int) string {
	_, fixed := variedAxes(t, rows)
	var parts []string
	for _, axis := range fixed {
		parts = append(parts, t.Axes[axis].Name+"="+currentLabel(t, axis))
	}
	if len(parts) == 0 {
		return ""
	}
	return "on every row: " + strings.Join(parts, ", ")
}

func frontAxisColumn(t *Tuning, rows []int, axis int) tableColumn {
	c := tableColumn{head: strings.ReplaceAll(t.Axes[axis].Name, ".", ".\n"), title: t.Axes[axis].Name}
	for _, i := range rows {
		c.add(t.label(&t.Outcome.Front[i], axis))
	}
	c.add(currentLabel(t, axis))
	if short := axisInitials(t, axis); short != nil {
		for i := range c.cells {
			c.cells[i].brief = short(c.cells[i].text)
		}
	}
	return c
}

// frontObjectiveColumn is a figure of every row, the setting in force last.
func frontObjectiveColumn(t *Tuning, rows []int, o int, cell func(*tune.Finalist) string) tableColumn {
	c := tableColumn{head: objectiveHead(&t.Objectives[o])}
	for _, i := range rows {
		c.add(cell(&t.Outcome.Front[i]))
	}
	last := missing
	if now := &t.Outcome.Current; o < len(now.Values) {
		last = cell(now)
	}
	c.add(last)
	return c
}

// overTitles stand over the figures of the suite.
func overTitles(t *Tuning) []string {
	return []string{overs[t.Over] + " of " + plural(len(t.Scenarios), "scenario"), overs[t.Over], ""}
}

// suiteColumns are the other ways to join the suite: of the first objective
// where the screen is not wide.
func suiteColumns(t *Tuning, rows []int, wide bool) (out []tableColumn) {
	ways := [...]func(*tune.Finalist) []float64{
		tune.Mean:   func(f *tune.Finalist) []float64 { return f.Mean },
		tune.Worst:  func(f *tune.Finalist) []float64 { return f.Worst },
		tune.Regret: func(f *tune.Finalist) []float64 { return f.Regret }}
	for over, of := range ways {
		if tune.Over(over) == t.Over {
			continue
		}
		for o := range t.Objectives {
			if o > 0 && !wide {
				break
			}
			c := frontObjectiveColumn(t, rows, o, func(f *tune.Finalist) string {
				if o >= len(of(f)) {
					return missing
				}
				return inUnit(t.Objectives[o].Unit, of(f)[o])
			})
			c.head, c.drop = overs[over]+"\n"+c.head, len(ways)-over
			out = append(out, c)
		}
	}
	return out
}

// frontLegend explains the marks that the rows use.
func frontLegend(t *Tuning, wide bool) []string {
	labels := strings.Join(frontTable(t, wide).labels, "\n")
	parts := []string{markBest + " the winner"}
	if !t.Outcome.Feasible {
		parts[0] = markBest + " breaks the requirements least"
	}
	for _, m := range [][2]string{{markChord, "the knee"}, {markUtopia, "nearest to the best of each"},
		{markUnknown, "another has better means, but not by its intervals"}, {markBreaks, "breaks a requirement"}} {
		if strings.Contains(labels, m[0]) {
			parts = append(parts, m[0]+" "+m[1])
		}
	}
	parts = append(parts, "now: "+t.Strategy.Name)
	if wide {
		parts = append(parts, "± 95 % interval over runs")
	}
	return parts
}

// frontUnlisted counts the points of the front that the rows leave out; empty: none.
func frontUnlisted(t *Tuning, wide bool) string {
	if wide {
		return ""
	}
	var left []string
	if n := len(t.front()) - len(frontRows(t, false)); n > 0 {
		left = append(left, thousands(int64(n))+" more on the front")
	}
	if n := len(t.Outcome.Front) - len(t.front()); n > 0 {
		left = append(left, thousands(int64(n))+" more that these runs cannot tell from them")
	}
	if len(left) == 0 {
		return ""
	}
	return "and " + strings.Join(left, ", and ")
}
