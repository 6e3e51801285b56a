package tune

import (
	"cmp"
	"iter"
	"slices"
)

// trial is what was played of a point.
type trial struct {
	point   Point
	figures [][]float64 // by replication of the search; nil: not played
	held    [][]float64 // by replication that is held out
	invalid bool        // its settings do not go together
}

// row returns where the figures of a replication are kept.
func (t *trial) row(replication int) *[]float64 {
	rows := &t.figures
	if replication >= FirstHeld {
		rows, replication = &t.held, replication-FirstHeld
	}
	for len(*rows) <= replication {
		*rows = append(*rows, nil)
	}
	return &(*rows)[replication]
}

// played tells whether the first n replications of the search are there.
func (t *trial) played(n int) bool {
	if t.invalid || len(t.figures) < n {
		return false
	}
	return !slices.ContainsFunc(t.figures[:n], func(row []float64) bool { return row == nil })
}

// Play is one replication of a point with its figures; without any the point is
// invalid.
type Play struct {
	Point       Point
	Replication int
	Figures     []float64
}

// Plays returns what was played, in the order of points and replications.
func (s *Search) Plays() iter.Seq[Play] {
	all := make([]*trial, 0, len(s.trials))
	for _, t := range s.trials {
		all = append(all, t)
	}
	slices.SortFunc(all, func(a, b *trial) int { return cmp.Compare(a.point, b.point) })
	return func(yield func(Play) bool) {
		for _, t := range all {
			if !t.yield(yield) {
				return
			}
		}
	}
}

func (t *trial) yield(yield func(Play) bool) bool {
	if t.invalid {
		return yield(Play{Point: t.point})
	}
	for i, row := range t.figures {
		if row != nil && !yield(Play{t.point, i, row}) {
			return false
		}
	}
	for i, row := range t.held {
		if row != nil && !yield(Play{t.point, FirstHeld + i, row}) {
			return false
		}
	}
	return true
}
