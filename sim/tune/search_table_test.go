package tune

import (
	"cmp"
	"math"
	"slices"
)

// table is what was played of a problem, for a second, simpler opinion of it.
type table struct {
	*toy
	plays    map[Point][][]float64 // by replication of the search
	eligible []Point               // screened to the end without breaking a requirement, rising
}

// tableOf gathers the plays of a search that was screened and not concluded.
func tableOf(y *toy, s *Search, replications int) *table {
	t := &table{toy: y, plays: map[Point][][]float64{}}
	for p := range s.Plays() {
		if p.Figures != nil && p.Replication < replications {
			t.plays[p.Point] = append(t.plays[p.Point], p.Figures)
		}
	}
	for p, rows := range t.plays {
		if p.Inside() && len(rows) == replications && t.keeps(p) {
			t.eligible = append(t.eligible, p)
		}
	}
	slices.Sort(t.eligible)
	return t
}

// keeps tells whether a point keeps all requirements.
func (t *table) keeps(p Point) bool {
	for _, q := range t.Requirements {
		for _, c := range q.Columns {
			v, limit := mean(column(t.plays[p], c)), q.Limit
			if q.Current {
				limit *= mean(column(t.plays[Outside], c))
			}
			if q.AtLeast {
				v, limit = -v, -limit
			}
			if !math.IsNaN(limit) && !(v < limit || v == limit && !q.Strict) {
				return false
			}
		}
	}
	return true
}

// series are a point's minimised objectives by replication, by definition.
func (t *table) series(p Point) (out [][]float64) {
	for _, x := range t.Objectives {
		var members [][]float64
		for _, c := range x.Columns {
			if math.IsNaN(mean(column(t.plays[Outside], c))) {
				continue // nothing to measure there
			}
			values := t.minimised(p, x, c)
			if t.Over == Regret {
				best := slices.MinFunc(t.eligible, func(a, b Point) int { return byMean(t.minimised(a, x, c), t.minimised(b, x, c)) })
				for r, v := range t.minimised(best, x, c) {
					values[r] -= v
				}
			}
			members = append(members, values)
		}
		switch {
		case len(members) == 0:
			out = append(out, []float64{math.NaN()})
		case t.Over == Mean:
			sum := make([]float64, len(members[0]))
			for r := range sum {
				for _, m := range members {
					sum[r] += m[r]
				}
				sum[r] /= float64(len(members))
			}
			out = append(out, sum)
		default:
			out = append(out, slices.MaxFunc(members, func(a, b []float64) int { return compare(mean(a), mean(b)) }))
		}
	}
	return out
}

func (t *table) minimised(p Point, x Objective, c int) []float64 {
	out := column(t.plays[p], c)
	if x.Higher {
		for r := range out {
			out[r] = -out[r]
		}
	}
	return out
}

// byMean orders series: fewer figures that do not exist first, then the least mean.
func byMean(a, b []float64) int {
	lacks := func(s []float64) (n int) {
		for _, v := range s {
			if math.IsNaN(v) {
				n++
			}
		}
		return n
	}
	return cmp.Or(lacks(a)-lacks(b), compare(mean(a), mean(b)))
}
