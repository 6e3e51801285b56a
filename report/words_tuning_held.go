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
func (t *Tuning) contenders(wide bool) []int {
	rivals := t.Outcome.Held.Rivals
	all := make([]int, len(rivals))
	for i := range all {
		all[i] = i
	}
	if wide || len(all) <= rivalsShown {
		return all
	}
	slices.SortStableFunc(all[1:], func(a, b int) int { return cmp.Compare(t.beatenBy(&rivals[a]), t.beatenBy(&rivals[b])) })
	all = all[:rivalsShown]
	slices.Sort(all)
	return all
}

// beatenBy is in how many objectives the winner is better than a rival, less
// those in which it is worse; a rival that breaks a requirement comes last.
func (t *Tuning) beatenBy(r *tune.Rival) (n int) {
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

// heldSheet holds the winner against the setting in force and its rivals: the
// winner's figures, then its differences with what they show, then by how much
// the search's estimates were better.
func (t *Tuning) heldSheet(wide bool) *table {
	h, shown := t.Outcome.Held, t.contenders(wide)
	s := &table{corner: "HELD OUT", labels: []string{"the winner"}}
	for _, i := range shown {
		s.labels = append(s.labels, "against "+t.rival(i))
	}
	s.labels = append(s.labels, "the search's optimism")
	for o := range t.Objectives {
		c := tableColumn{head: t.Objectives[o].head()}
		c.add(t.Objectives[o].value(&h.Winner[o], true))
		if len(t.Scenarios) > 1 && t.Over != tune.Mean {
			c.over = t.overTitles()
		}
		for _, i := range shown {
			r := &h.Rivals[i]
			cell := t.Objectives[o].change(&r.Diff[o])
			if cell != missing {
				cell += " " + signWords[r.Sign[o]]
			}
			c.add(cell)
		}
		c.add(t.Objectives[o].change(&h.Optimism[o]))
		s.cols = append(s.cols, c)
	}
	return s
}

// heldNotes say how the figures came about, and who breaks what.
func (t *Tuning) heldNotes(wide bool) []string {
	h, shown := t.Outcome.Held, t.contenders(wide)
	out := []string{plural(h.Replications, "run") + " that no choice has seen", "the winner less the other, paired, 95 % intervals", markEqual + " no difference shown"}
	for _, i := range shown {
		if bad(h.Rivals[i].Values[0].Mean) {
			out = append(out, t.rival(i)+" has no such figure")
			continue
		}
		if lost := t.broken(h.Rivals[i].Kept); len(lost) > 0 {
			out = append(out, t.rival(i)+" breaks "+strings.Join(lost, " and "))
		}
	}
	if n := len(h.Rivals) - len(shown); n > 0 {
		out = append(out, t.beatenRest(shown))
	}
	return out
}

// beatenRest says of the rivals that are not listed what became of them.
func (t *Tuning) beatenRest(shown []int) string {
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

// memberSheet is the winner and the setting in force in each scenario.
func (t *Tuning) memberSheet() *table {
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
			c := tableColumn{head: t.Objectives[o].head(), over: []string{one.over}}
			for i := range t.Scenarios {
				cell := missing
				if o < len(one.of.Members) && i < len(one.of.Members[o]) {
					cell = t.Objectives[o].value(&one.of.Members[o][i], true)
				}
				c.add(cell)
			}
			s.cols = append(s.cols, c)
		}
	}
	return s
}
