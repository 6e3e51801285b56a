package words

import (
	"slices"
	"strings"

	"wavetank/report/judge"
	"wavetank/report/measure"
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

// FrontRows are the points of the front that a table shows: all of them on a wide
// screen, else those whose means nobody beats, and of many the ones that say
// most.
func FrontRows(t *judge.Tuning, wide bool) []int {
	front := t.Front()
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
	keep, at := map[int]bool{}, t.Among(t.Outcome.Winner)
	for _, i := range []int{at, 0, len(front) - 1, t.Among(t.Outcome.Chord), t.Among(t.Outcome.Utopia), at - 1, at + 1} {
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
func frontChampions(t *judge.Tuning, front []int) (out []int) {
	for o := range t.Objectives {
		best := 0
		for i := range front {
			if t.Ahead(o, t.Outcome.Front[front[i]].Values[o].Mean, t.Outcome.Front[front[best]].Values[o].Mean) {
				best = i
			}
		}
		out = append(out, best)
	}
	return out
}

// FrontTable is a row for each point and one for the setting in force; columns
// for the axes that vary, the objectives, and what a suite adds.
func FrontTable(t *judge.Tuning, wide bool) *Table {
	rows := FrontRows(t, wide)
	s := &Table{Corner: "front"}
	for _, i := range rows {
		s.Labels = append(s.Labels, FrontLabel(t, i))
	}
	now := "now"
	if !t.Outcome.Current.Feasible {
		now += " " + markBreaks
	}
	s.Labels = append(s.Labels, now)
	varied, _ := VariedAxes(t, rows)
	for _, axis := range varied {
		s.Cols = append(s.Cols, frontAxisColumn(t, rows, axis))
	}
	for o := range t.Objectives {
		c := frontObjectiveColumn(t, rows, o, func(f *tune.Finalist) string { return ObjectiveValue(&t.Objectives[o], &f.Values[o], wide) })
		if len(t.Scenarios) > 1 {
			c.Over = overTitles(t)
		}
		s.Cols = append(s.Cols, c)
	}
	if len(t.Scenarios) > 1 {
		s.Cols = append(s.Cols, suiteColumns(t, rows, wide)...)
	}
	return s
}

// FrontLabel is a point's number and what is to be said of it.
func FrontLabel(t *judge.Tuning, i int) string {
	o := t.Outcome
	marks := ""
	if i == o.Winner {
		marks += MarkBest
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
	return strings.TrimSpace(FrontNumber(i) + " " + marks)
}

// VariedAxes parts the axes into those that differ between rows and those that do
// not.
func VariedAxes(t *judge.Tuning, rows []int) (varied, fixed []int) {
	for axis := range t.Axes {
		first := t.Label(&t.Outcome.Front[rows[0]], axis)
		differs := func(i int) bool { return t.Label(&t.Outcome.Front[i], axis) != first }
		if slices.ContainsFunc(rows, differs) || CurrentLabel(t, axis) != first {
			varied = append(varied, axis)
			continue
		}
		fixed = append(fixed, axis)
	}
	return varied, fixed
}

// FrontFixed states the settings that all rows have.
func FrontFixed(t *judge.Tuning, rows []int) string {
	_, fixed := VariedAxes(t, rows)
	var parts []string
	for _, axis := range fixed {
		parts = append(parts, t.Axes[axis].Name+"="+CurrentLabel(t, axis))
	}
	if len(parts) == 0 {
		return ""
	}
	return "on every row: " + strings.Join(parts, ", ")
}

func frontAxisColumn(t *judge.Tuning, rows []int, axis int) TableColumn {
	c := TableColumn{Head: strings.ReplaceAll(t.Axes[axis].Name, ".", ".\n"), title: t.Axes[axis].Name}
	for _, i := range rows {
		c.Add(t.Label(&t.Outcome.Front[i], axis))
	}
	c.Add(CurrentLabel(t, axis))
	if short := AxisInitials(t, axis); short != nil {
		for i := range c.Cells {
			c.Cells[i].Brief = short(c.Cells[i].Text)
		}
	}
	return c
}

// frontObjectiveColumn is a figure of every row, the setting in force last.
func frontObjectiveColumn(t *judge.Tuning, rows []int, o int, cell func(*tune.Finalist) string) TableColumn {
	c := TableColumn{Head: objectiveHead(&t.Objectives[o])}
	for _, i := range rows {
		c.Add(cell(&t.Outcome.Front[i]))
	}
	last := measure.Missing
	if now := &t.Outcome.Current; o < len(now.Values) {
		last = cell(now)
	}
	c.Add(last)
	return c
}

// overTitles stand over the figures of the suite.
func overTitles(t *judge.Tuning) []string {
	return []string{Overs[t.Over] + " of " + measure.Plural(len(t.Scenarios), "scenario"), Overs[t.Over], ""}
}

// suiteColumns are the other ways to join the suite: of the first objective
// where the screen is not wide.
func suiteColumns(t *judge.Tuning, rows []int, wide bool) (out []TableColumn) {
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
					return measure.Missing
				}
				return measure.Format(t.Objectives[o].Unit, of(f)[o])
			})
			c.Head, c.Drop = Overs[over]+"\n"+c.Head, len(ways)-over
			out = append(out, c)
		}
	}
	return out
}

// FrontLegend explains the marks that the rows use.
func FrontLegend(t *judge.Tuning, wide bool) []string {
	labels := strings.Join(FrontTable(t, wide).Labels, "\n")
	parts := []string{MarkBest + " the winner"}
	if !t.Outcome.Feasible {
		parts[0] = MarkBest + " breaks the requirements least"
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

// FrontUnlisted counts the points of the front that the rows leave out; empty: none.
func FrontUnlisted(t *judge.Tuning, wide bool) string {
	if wide {
		return ""
	}
	var left []string
	if n := len(t.Front()) - len(FrontRows(t, false)); n > 0 {
		left = append(left, measure.FormatThousands(int64(n))+" more on the front")
	}
	if n := len(t.Outcome.Front) - len(t.Front()); n > 0 {
		left = append(left, measure.FormatThousands(int64(n))+" more that these runs cannot tell from them")
	}
	if len(left) == 0 {
		return ""
	}
	return "and " + strings.Join(left, ", and ")
}
