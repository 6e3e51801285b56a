package report

import (
	"cmp"
	"slices"
	"strings"

	"wavetank/sim/tune"
)

// rivalsShown is how many rivals a screen lists that is not wide.
const rivalsShown = 6

// contenders are the rivals that a table lists, as places: all of them on a wide
// screen, else the setting in force and those that the winner beats in least.
func contenders(t *Tuning, wide bool) []int {
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
func beatenBy(t *Tuning, r *tune.Rival) (n int) {
	for _, s := range r.Sign {
		switch s {
		case tune.Better:
			n++
		case tune.Behind:
			n--
		}
	}
	if bad(r.Values[0].Mean) || len(t.broken(r.Kept)) > 0 {
		n += 2 * len(r.Sign)
	}
	return n
}

// heldTable holds the winner against the setting in force and its rivals: the
// winner's figures, then its differences with what they show, then by how much
// the search's estimates were better.
func heldTable(t *Tuning, wide bool) *table {
	h, shown := t.Outcome.Held, contenders(t, wide)
	s := &table{corner: "HELD OUT", labels: []string{"the winner"}}
	for _, i := range shown {
		s.labels = append(s.labels, "against "+rivalName(t, i))
	}
	s.labels = append(s.labels, "the search's optimism")
	for o := range t.Objectives {
		c := tableColumn{head: objectiveHead(&t.Objectives[o])}
		c.add(objectiveValue(&t.Objectives[o], &h.Winner[o], true))
		if len(t.Scenarios) > 1 && t.Over != tune.Mean {
			c.over = overTitles(t)
		}
		for _, i := range shown {
			r := &h.Rivals[i]
			cell := objectiveChange(&t.Objectives[o], &r.Diff[o])
			if cell != missing {
				cell += " " + signWords[r.Sign[o]]
			}
			c.add(cell)
		}
		c.add(objectiveChange(&t.Objectives[o], &h.Optimism[o]))
		s.cols = append(s.cols, c)
	}
	return s
}

// heldNotes say how the figures came about, and who breaks what.
func heldNotes(t *Tuning, wide bool) []string {
	h, shown := t.Outcome.Held, contenders(t, wide)
	out := []string{plural(h.Replications, "run") + " that no choice has seen", "the winner less the other, paired, 95 % intervals", markEqual + " no difference shown"}
	for _, i := range shown {
		if bad(h.Rivals[i].Values[0].Mean) {
			out = append(out, rivalName(t, i)+" has no such figure")
			continue
		}
		if lost := t.broken(h.Rivals[i].Kept); len(lost) > 0 {
			out = append(out, rivalName(t, i)+" breaks "+strings.Join(lost, " and "))
		}
	}
	if n := len(h.Rivals) - len(shown); n > 0 {
		out = append(out, beatenRest(t, shown))
	}
	return out
}

// beatenRest says of the rivals that are not listed what became of them.
func beatenRest(t *Tuning, shown []int) string {
	rest, breaks, worst := 0, 0, 0
	for i := range t.Outcome.Held.Rivals {
		r := &t.Outcome.Held.Rivals[i]
		if slices.Contains(shown, i) {
			continue
		}
		rest++
		switch {
		case len(t.broken(r.Kept)) > 0:
			breaks++
		case !slices.ContainsFunc(r.Sign, func(s tune.Sign) bool { return s != tune.Better }):
			worst++
		}
	}
	var parts []string
	if breaks > 0 {
		parts = append(parts, thousands(int64(breaks))+" that break a requirement")
	}
	if worst > 0 {
		parts = append(parts, thousands(int64(worst))+" beaten in everything")
	}
	text := plural(rest, "more rival")
	if len(parts) > 0 {
		text += ": " + strings.Join(parts, ", ")
	}
	return text
}

// memberTable is the winner and the setting in force in each scenario.
func memberTable(t *Tuning) *table {
	win, now := &t.Outcome.Front[t.Outcome.Winner], &t.Outcome.Current
	s := &table{corner: "BY SCENARIO"}
	for i := range t.Scenarios {
		s.labels = append(s.labels, t.Scenarios[i].Name)
	}
	for _, one := range []struct {
		over string
		of   *tune.Finalist
	}{{"the winner", win}, {"now", now}} {
		for o := range t.Objectives {
			c := tableColumn{head: objectiveHead(&t.Objectives[o]), over: []string{one.over}}
			for i := range t.Scenarios {
				cell := missing
				if o < len(one.of.Members) && i < len(one.of.Members[o]) {
					cell = objectiveValue(&t.Objectives[o], &one.of.Members[o][i], true)
				}
				c.add(cell)
			}
			s.cols = append(s.cols, c)
		}
	}
	return s
}
