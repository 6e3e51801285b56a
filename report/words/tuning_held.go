package words

import (
	"cmp"
	"slices"
	"strings"

	"wavetank/report/judge"
	"wavetank/report/measure"
	"wavetank/sim/tune"
)

// rivalsShown is how many rivals a screen lists that is not wide.
const rivalsShown = 6

// Contenders are the rivals that a table lists, as places: all of them on a wide
// screen, else the setting in force and those that the winner beats in least.
func Contenders(t *judge.Tuning, wide bool) []int {
	rivals := t.Outcome.Held.Rivals
	all := make([]int, len(rivals))
	for i := range all {
		all[i] = i
	}
	if wide || len(all) <= rivalsShown {
		return all
	}
	slices.SortStableFunc(all[1:], func(a, b int) int { return cmp.Compare(beatenBy(t, &rivals[a]), beatenBy(t, &rivals[b])) })
	all = all[:rivalsShown]
	slices.Sort(all)
	return all
}

// beatenBy is in how many objectives the winner is better than a rival, less
// those in which it is worse; a rival that breaks a requirement comes last.
func beatenBy(t *judge.Tuning, r *tune.Rival) (n int) {
	for _, s := range r.Sign {
		switch s {
		case tune.Better:
			n++
		case tune.Behind:
			n--
		}
	}
	if measure.Bad(r.Values[0].Mean) || len(t.Broken(r.Kept)) > 0 {
		n += 2 * len(r.Sign)
	}
	return n
}

// HeldTable holds the winner against the setting in force and its rivals: the
// winner's figures, then its differences with what they show, then by how much
// the search's estimates were better.
func HeldTable(t *judge.Tuning, wide bool) *Table {
	h, shown := t.Outcome.Held, Contenders(t, wide)
	s := &Table{Corner: "HELD OUT", Labels: []string{"the winner"}}
	for _, i := range shown {
		s.Labels = append(s.Labels, "against "+RivalName(t, i))
	}
	s.Labels = append(s.Labels, "the search's optimism")
	for o := range t.Objectives {
		c := TableColumn{Head: objectiveHead(&t.Objectives[o])}
		c.Add(ObjectiveValue(&t.Objectives[o], &h.Winner[o], true))
		if len(t.Scenarios) > 1 && t.Over != tune.Mean {
			c.Over = overTitles(t)
		}
		for _, i := range shown {
			r := &h.Rivals[i]
			cell := ObjectiveChange(&t.Objectives[o], &r.Diff[o])
			if cell != measure.Missing {
				cell += " " + SignWords[r.Sign[o]]
			}
			c.Add(cell)
		}
		c.Add(ObjectiveChange(&t.Objectives[o], &h.Optimism[o]))
		s.Cols = append(s.Cols, c)
	}
	return s
}

// HeldNotes say how the figures came about, and who breaks what.
func HeldNotes(t *judge.Tuning, wide bool) []string {
	h, shown := t.Outcome.Held, Contenders(t, wide)
	out := []string{measure.Plural(h.Replications, "run") + " that no choice has seen", "the winner less the other, paired, 95 % intervals", MarkEqual + " no difference shown"}
	for _, i := range shown {
		if measure.Bad(h.Rivals[i].Values[0].Mean) {
			out = append(out, RivalName(t, i)+" has no such figure")
			continue
		}
		if lost := t.Broken(h.Rivals[i].Kept); len(lost) > 0 {
			out = append(out, RivalName(t, i)+" breaks "+strings.Join(lost, " and "))
		}
	}
	if n := len(h.Rivals) - len(shown); n > 0 {
		out = append(out, beatenRest(t, shown))
	}
	return out
}

// beatenRest says of the rivals that are not listed what became of them.
func beatenRest(t *judge.Tuning, shown []int) string {
	rest, breaks, worst := 0, 0, 0
	for i := range t.Outcome.Held.Rivals {
		r := &t.Outcome.Held.Rivals[i]
		if slices.Contains(shown, i) {
			continue
		}
		rest++
		switch {
		case len(t.Broken(r.Kept)) > 0:
			breaks++
		case !slices.ContainsFunc(r.Sign, func(s tune.Sign) bool { return s != tune.Better }):
			worst++
		}
	}
	var parts []string
	if breaks > 0 {
		parts = append(parts, measure.FormatThousands(int64(breaks))+" that break a requirement")
	}
	if worst > 0 {
		parts = append(parts, measure.FormatThousands(int64(worst))+" beaten in everything")
	}
	text := measure.Plural(rest, "more rival")
	if len(parts) > 0 {
		text += ": " + strings.Join(parts, ", ")
	}
	return text
}

// MemberTable is the winner and the setting in force in each scenario.
func MemberTable(t *judge.Tuning) *Table {
	win, now := &t.Outcome.Front[t.Outcome.Winner], &t.Outcome.Current
	s := &Table{Corner: "BY SCENARIO"}
	for i := range t.Scenarios {
		s.Labels = append(s.Labels, t.Scenarios[i].Name)
	}
	for _, one := range []struct {
		over string
		of   *tune.Finalist
	}{{"the winner", win}, {"now", now}} {
		for o := range t.Objectives {
			c := TableColumn{Head: objectiveHead(&t.Objectives[o]), Over: []string{one.over}}
			for i := range t.Scenarios {
				cell := measure.Missing
				if o < len(one.of.Members) && i < len(one.of.Members[o]) {
					cell = ObjectiveValue(&t.Objectives[o], &one.of.Members[o][i], true)
				}
				c.Add(cell)
			}
			s.Cols = append(s.Cols, c)
		}
	}
	return s
}
