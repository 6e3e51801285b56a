package report

import (
	"strings"

	"wavetank/sim/tune"
)

// heldSheet holds the winner against the setting in force and its rivals: the
// winner's figures, then its differences with what they show, then by how much
// the search's estimates were better.
func (t *Tuning) heldSheet() *sheet {
	h := t.Outcome.Held
	s := &sheet{corner: "HELD OUT", labels: []string{"the winner"}}
	for i := range h.Rivals {
		s.labels = append(s.labels, "against "+t.rival(i))
	}
	s.labels = append(s.labels, "the search's optimism")
	for o := range t.Objectives {
		c := sheetColumn{head: t.Objectives[o].head(), cells: []string{t.Objectives[o].value(&h.Winner[o], true)}}
		for i := range h.Rivals {
			r := &h.Rivals[i]
			cell := t.Objectives[o].change(&r.Diff[o])
			if cell != missing {
				cell += " " + signWords[r.Sign[o]]
			}
			c.cells = append(c.cells, cell)
		}
		if o < len(h.Optimism) {
			c.cells = append(c.cells, t.Objectives[o].change(&h.Optimism[o]))
		} else {
			c.cells = append(c.cells, missing)
		}
		s.cols = append(s.cols, c)
	}
	return s
}

// heldNotes say how the figures came about, and who breaks what.
func (t *Tuning) heldNotes() []string {
	h := t.Outcome.Held
	out := []string{plural(h.Replications, "run") + " that no choice has seen", "the winner less the other, paired, 95 % intervals", markEqual + " no difference shown"}
	for i := range h.Rivals {
		if bad(h.Rivals[i].Values[0].Mean) {
			out = append(out, t.rival(i)+" has no such figure")
			continue
		}
		if lost := t.broken(h.Rivals[i].Kept); len(lost) > 0 {
			out = append(out, t.rival(i)+" breaks "+strings.Join(lost, " and "))
		}
	}
	return out
}

// memberSheet is the winner and the setting in force in each scenario.
func (t *Tuning) memberSheet() *sheet {
	win, now := &t.Outcome.Front[t.Outcome.Winner], &t.Outcome.Current
	s := &sheet{corner: "BY SCENARIO"}
	for i := range t.Scenarios {
		s.labels = append(s.labels, t.Scenarios[i].Name)
	}
	for _, one := range []struct {
		over string
		of   *tune.Finalist
	}{{"the winner", win}, {"now", now}} {
		for o := range t.Objectives {
			c := sheetColumn{head: t.Objectives[o].head(), over: []string{one.over}}
			for i := range t.Scenarios {
				cell := missing
				if o < len(one.of.Members) && i < len(one.of.Members[o]) {
					cell = t.Objectives[o].value(&one.of.Members[o][i], true)
				}
				c.cells = append(c.cells, cell)
			}
			s.cols = append(s.cols, c)
		}
	}
	return s
}
